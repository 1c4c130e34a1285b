//! The suite of `kifu review`: positions are added to the file, or judged again.

use super::args::ReviewArgs;
use super::jobs::plan;
use crate::common::progress::{Interruption, Progress};
use crate::common::text::{one_line, pluralize, printable};
use crate::terminal::StdoutWriter;
use crate::{Status, terminal};
use annotate_snippets::Level;
use kifu_core::games::{CATALOGUE, by_id};
use kifu_logs::files::{AtomicFile, WritePlan};
use kifu_study::failure::{Failure, FailureKind};
use kifu_study::review::{ReviewedGame, SearchLimit, percent_text};
use kifu_study::suite::{JudgementChange, MoveJudge, Suite, SuitePosition, suite_positions};
use std::path::Path;

/// A suite to which the positions of reviewed games are added.
pub(super) struct SuiteOutput {
    file: AtomicFile,
    suite: Suite,
    judge: MoveJudge,
}

impl SuiteOutput {
    /// Claims the file and reads what it holds, unless that is to be replaced.
    pub fn open(plan: &mut WritePlan, path: &Path, args: &ReviewArgs) -> Result<Self, Failure> {
        let is_merged = !args.force && path.is_file();
        let file = plan.file(path, args.force || is_merged)?;
        let suite = if is_merged {
            Suite::read(path).map_err(|failure| {
                failure.hint("only a suite is added to; --force replaces the file")
            })?
        } else {
            Suite::default()
        };
        Ok(Self {
            file,
            suite,
            judge: MoveJudge::new(None, memory(args)),
        })
    }

    /// Adds the positions of a reviewed game.
    pub fn add(&mut self, game: &ReviewedGame, args: &ReviewArgs) -> Result<(), Failure> {
        self.judge.set_limit(plan(args, game.plies).budget.limit);
        for position in suite_positions(game, &mut self.judge, &args.thresholds)? {
            self.suite.merge(position);
        }
        Ok(())
    }

    /// Writes the file.
    pub fn finish(mut self) -> Result<(), Failure> {
        self.file.write(self.suite.to_lines().as_bytes())?;
        Ok(self.file.finish()?)
    }
}

fn memory(args: &ReviewArgs) -> usize {
    usize::try_from(args.memory).unwrap_or(64)
}

/// Judges the positions of a suite again that another version of the engine has judged, and prints
/// what is different.
pub(super) fn verify(args: &ReviewArgs, path: &Path, status: &mut Status) -> Result<(), Failure> {
    if !args.paths.is_empty() {
        let message = "expected `--suite FILE --verify` without other paths, found both";
        return Err(Failure::usage(message));
    }
    let player = args.filter.player_alone()?;
    // The file is claimed first, so that no other program adds to it meanwhile.
    let mut plan = WritePlan::default();
    let file = args.update.then(|| plan.file(path, true)).transpose()?;
    let mut suite = Suite::read(path)?;
    let limit = match (args.nodes, args.time) {
        (Some(nodes), _) => Some(SearchLimit::Nodes(nodes)),
        (None, time) => time.map(SearchLimit::Time),
    };
    let mut judge = MoveJudge::new(limit, memory(args));
    let progress = Progress::start("position", args.quiet);
    let chosen = match player {
        Some(name) => suite.of_player(name),
        None => (0..suite.positions().len()).collect(),
    };
    if let (Some(name), true) = (player, chosen.is_empty()) {
        let message = format!("expected positions of {}, found none", one_line(name));
        return Err(Failure::new(FailureKind::Input, message));
    }
    progress.set_total(chosen.len() as u64);
    progress.set_interruption(if args.update {
        Interruption::NoFileWritten
    } else {
        Interruption::NothingKept
    });
    let mut out = StdoutWriter::new();
    let (mut judged, mut changed) = (0, 0);
    for index in &chosen {
        let position = &mut suite.positions_mut()[*index];
        let game = by_id(CATALOGUE, &position.game);
        let game = game.ok_or_else(|| Failure::internal("a game of the suite is unknown"))?;
        if position.engine != judge.engine_name(game) {
            judged += 1;
            let change = judge
                .verify(game, position, args.thresholds.inaccuracy)
                .map_err(|error| {
                    let message = format!("{}: {error}", position.id);
                    Failure::new(FailureKind::Input, message)
                })?;
            if let Some(change) = change {
                changed += 1;
                out.print(&change_text(position, &change))?;
                out.flush()?;
            }
        }
        progress.add_done(1);
    }
    progress.clear();
    let same = chosen.len() - judged;
    let text = format!(
        "{} judged again, {changed} different, {} the same; {} by this version of the engine\n",
        pluralize(judged, "position"),
        judged - changed,
        pluralize(same, "position"),
    );
    out.print(&text)?;
    out.flush()?;
    if changed > 0 {
        status.raise(Status::Findings);
    }
    if let Some(mut file) = file {
        file.write(suite.to_lines().as_bytes())?;
        file.finish()?;
    } else if changed > 0 {
        let hint = "--update writes the new judgement to the suite";
        terminal::print_message(Level::NOTE, "the suite is as it was", Some(hint));
    }
    Ok(())
}

/// Returns the line on a position whose judgement has changed.
fn change_text(position: &SuitePosition, change: &JudgementChange) -> String {
    let place = format!("{} ply {}", position.source, position.ply);
    let verdict = if change.is_no_mistake {
        ": no mistake"
    } else {
        ""
    };
    let text = format!(
        "{}  {place}: good were {}, now {}; {} loses {}, before {}{verdict}",
        position.id,
        change.good_before.join(" "),
        change.good_now.join(" "),
        position.played,
        percent_text(change.loss_now),
        percent_text(change.loss_before),
    );
    printable(&format!("{}\n", one_line(&text)))
}
