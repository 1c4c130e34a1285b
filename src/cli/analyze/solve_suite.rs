//! The command `kifu analyze --suite`, which counts the positions that the engine solves.

use super::{AnalyzedPosition, analyze_position};
use crate::common::text::{one_line, truncate_text};
use crate::engine_args::AnalyzeArgs;
use crate::suite_file::{SuitePosition, read_suite};
use crate::terminal::{StdoutWriter, bold};
use kifu_core::contract::Proven;
use kifu_core::games::DynEngine;
use kifu_study::failure::{Failure, FailureKind};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;

/// The result of one position of a suite.
#[derive(Serialize, JsonSchema)]
pub(crate) struct SuiteResultJson<'a> {
    /// The id of the game.
    game: &'a str,
    /// The location of the game: the file, and the index in the file.
    source: &'a str,
    /// The number of the ply, from 1.
    ply: u32,
    /// The move to find.
    best: &'a str,
    /// The move that the engine chose.
    chosen: Option<&'a str>,
    /// Whether the choice is right: the move to find, or another with the same proven result.
    found: bool,
    /// The win probability by this search, 0 to 1.
    #[schemars(range(min = 0, max = 1), extend("x-unit" = "probability"))]
    win: f64,
    /// The result by this search, if it is proven.
    proven: Option<Proven>,
    /// The number of nodes searched.
    #[schemars(extend("x-unit" = "nodes"))]
    nodes: u64,
}

/// Searches the positions of a suite and prints the results.
pub(super) fn run(args: &AnalyzeArgs, path: &Path) -> Result<(), Failure> {
    let problems = read_suite(path)?;
    let mut engines: BTreeMap<&str, Box<dyn DynEngine>> = BTreeMap::new();
    let mut out = StdoutWriter::new();
    if !args.json {
        let head = format!(
            "{:<12}{:>5}  {:<14}{:<14}{:>8}\n",
            "game", "ply", "best", "chosen", "value"
        );
        out.print(&bold(&head))?;
    }
    let mut solved = 0;
    for (game, problem) in &problems {
        let engine = engines.entry(game.id());
        let engine = engine.or_insert_with(|| game.engine(args.resources.resources()));
        let state = game.parse_position(&problem.position).map_err(|bad| {
            let message = format!("{}, ply {}: {bad}", problem.source, problem.ply);
            Failure::new(FailureKind::Input, message)
        })?;
        let place = AnalyzedPosition {
            state,
            ply: None,
            played: None,
        };
        let found = analyze_position(args, engine.as_mut(), &place)?;
        let (chosen, value) = (found.result.best_move(), found.result.value);
        let line = SuiteResultJson {
            game: &problem.game,
            source: &problem.source,
            ply: problem.ply,
            best: &problem.best,
            chosen: chosen.map(String::as_str),
            // If several moves win, each of them is right.
            found: chosen == Some(&problem.best)
                || problem.proven.is_some() && value.proven() >= problem.proven,
            win: value.win,
            proven: value.proven(),
            nodes: found.result.nodes,
        };
        solved += usize::from(line.found);
        out.print(&if args.json {
            kifu_logs::formats::to_json(&line) + "\n"
        } else {
            row(problem, &line)
        })?;
        out.flush()?;
    }
    if !args.json {
        out.print(&format!("{solved} of {} solved\n", problems.len()))?;
    }
    out.flush()
}

/// Returns the text line of one position.
fn row(problem: &SuitePosition, line: &SuiteResultJson<'_>) -> String {
    let value = match line.proven {
        Some(Proven::Win) => "wins".to_owned(),
        Some(Proven::Draw) => "draws".to_owned(),
        Some(Proven::Loss) => "loses".to_owned(),
        None => format!("{:.1} %", 100.0 * line.win),
    };
    let chosen = line.chosen.unwrap_or("-");
    let mark = if line.found { "solved" } else { "" };
    let row = format!(
        "{:<12}{:>5}  {:<14}{:<14}{value:>8}  {mark}",
        problem.game,
        problem.ply,
        truncate_text(&problem.best, 13, ".."),
        truncate_text(chosen, 13, ".."),
    );
    one_line(row.trim_end()) + "\n"
}
