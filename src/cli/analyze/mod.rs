//! The command `kifu analyze`, which searches positions with the engine of their game.

pub(super) mod output;

use crate::common::engine_bot::EngineBotPlace;
use crate::common::shared_args::{AnalyzeArgs, ById};
use crate::common::text::{one_line, proven_word, truncate_text};
use crate::terminal::{StdoutWriter, bold};
use crate::{Status, select_game, terminal};
use kifu_core::contract::{Player, Proven, Setup, Turn};
use kifu_core::findings::{Finding, Severity};
use kifu_core::games::{CATALOGUE, DynEngine, DynGame, DynState, by_id};
use kifu_core::search::{Limits, SearchRequest, SearchResult};
use kifu_logs::formats;
use kifu_logs::formats::{CheckedGame, ReadContext};
use kifu_study::arena::BotLine;
use kifu_study::failure::{Failure, FailureKind};
use kifu_study::review;
use kifu_study::suite::{Suite, SuitePosition};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

/// A position to analyze.
struct AnalyzedPosition {
    state: Box<dyn DynState>,
    /// The number of plies played before it; `None` if unknown.
    ply: Option<u32>,
    /// The move that was made in it.
    played: Option<String>,
    /// The game up to the position, in which a bot can be asked; `None` if a chance event is due.
    place: Option<EngineBotPlace>,
}

/// An analyzed position with the result of its search.
struct Analysis<'a> {
    position: &'a AnalyzedPosition,
    result: SearchResult<String>,
    elapsed: Duration,
    /// The answer of the bot of `--engine-cmd`.
    bot: Option<BotLine>,
}

impl Analysis<'_> {
    /// Returns the player to move, for whom the values hold.
    fn to_act(&self) -> Player {
        self.position.state.mover().unwrap_or(Player::First)
    }
}

/// Runs the command.
pub(super) fn run(args: &AnalyzeArgs, status: &mut Status) -> Result<(), Failure> {
    if let Some(path) = &args.suite {
        if args.bot.engine_cmd.is_some() {
            let message = "expected --suite or --engine-cmd, found both";
            return Err(Failure::usage(message));
        }
        return solve_suite(args, path);
    }
    let (game, places, plies) = read_input(args, status)?;
    let mut engine = game.engine(args.resources.resources());
    let mut out = StdoutWriter::new();
    let style = output::AnalysisFormatter::new(game, plies, args.all);
    if !args.json {
        out.print(&style.heading(&engine.name()))?;
    }
    let mut bot = args.bot.bot()?;
    let mut asker = bot.as_mut().map(|bot| bot.asker(game));
    for place in &places {
        let mut analysis = analyze_position(args, engine.as_mut(), place)?;
        if let (Some(asker), Some(place)) = (&mut asker, &place.place) {
            analysis.bot = asker.ask(place);
        }
        let text = if args.json {
            output::to_line(&analysis)
        } else {
            style.format(&analysis)
        };
        out.print(&text)?;
        // A reader of the output need not wait for the next position.
        out.flush()?;
    }
    Ok(())
}

/// The game, the positions, and the number of plies if they come from a recorded game.
type AnalyzeInput = (&'static dyn DynGame, Vec<AnalyzedPosition>, Option<u32>);

/// Reads the game and the positions that the arguments name.
fn read_input(args: &AnalyzeArgs, status: &mut Status) -> Result<AnalyzeInput, Failure> {
    if let (Some(text), Some(ById(game))) = (&args.position, args.reading.game) {
        return Ok((game, vec![parse_position(game, text)?], None));
    }
    if let (Some(moves), Some(ById(game))) = (&args.moves, args.reading.game)
        && moves.trim().is_empty()
        && matches!(args.ply, None | Some(0 | -1))
    {
        return Ok((game, vec![start_position(game)?], Some(0)));
    }
    let checked = read_game(args, status)?;
    let Some(game) = by_id(CATALOGUE, &checked.record.game) else {
        let message = "could not recognise the game from its moves";
        return Err(Failure::new(FailureKind::Input, message));
    };
    let places = select_positions(args, game, &checked)?;
    Ok((game, places, Some(checked.ply_count)))
}

/// Searches a position within the limits of the arguments.
fn analyze_position<'a>(
    args: &AnalyzeArgs,
    engine: &mut dyn DynEngine,
    place: &'a AnalyzedPosition,
) -> Result<Analysis<'a>, Failure> {
    let start = Instant::now();
    let elapsed = || start.elapsed();
    let limits = match args.nodes {
        Some(nodes) => Limits::nodes(nodes),
        None => Limits::time(args.time, &elapsed),
    };
    let request = SearchRequest {
        include: place.played.clone(),
        ..SearchRequest::new(limits)
            .lines(args.lines as usize)
            .seed(args.seed)
    };
    let report = engine.analyze(&place.state.position(), &request, &mut |_| {});
    let report = report.map_err(|bad| Failure::new(FailureKind::Internal, bad.to_string()))?;
    Ok(Analysis {
        position: place,
        result: report,
        elapsed: start.elapsed(),
        bot: None,
    })
}

/// Returns the first position of a game.
fn start_position(game: &dyn DynGame) -> Result<AnalyzedPosition, Failure> {
    let state = game.start(&Setup::default());
    let state = state.map_err(|bad| Failure::new(FailureKind::Internal, bad.to_string()))?;
    Ok(AnalyzedPosition {
        state,
        ply: Some(0),
        played: None,
        place: Some(EngineBotPlace::default()),
    })
}

/// Parses a position given as text.
fn parse_position(game: &dyn DynGame, text: &str) -> Result<AnalyzedPosition, Failure> {
    let state = select_game::parse_position(game, text)?;
    let is_due = state.turn() == Turn::Chance;
    let start = game.setup_at(text).ok().filter(|_| !is_due);
    Ok(AnalyzedPosition {
        state,
        ply: None,
        played: None,
        place: start.map(|(setup, lead_in)| EngineBotPlace {
            setup,
            tokens: lead_in.into_iter().collect(),
            chance: None,
        }),
    })
}

/// Reads the game of the file or of the moves, and prints its findings.
fn read_game(args: &AnalyzeArgs, status: &mut Status) -> Result<CheckedGame, Failure> {
    let (name, checked) = match (&args.file, &args.moves) {
        (Some(file), _) => {
            let (origin, checked) = select_game::by_index(file, args.game_index, args.reading)?;
            (origin.display_name.clone(), checked)
        }
        (None, moves) => {
            let context = ReadContext {
                game: args.reading.read_options().game,
                ..ReadContext::default()
            };
            let text = moves.as_deref().unwrap_or_default();
            let mut all = formats::check_text(text, formats::by_id("moves"), &context);
            if all.is_empty() {
                return Err(Failure::usage("expected moves, found none"));
            }
            ("--moves".to_owned(), all.swap_remove(0))
        }
    };
    let is_bad = |finding: &&Finding| finding.severity() == Severity::Error;
    if let Some(bad) = checked.findings.iter().find(is_bad) {
        *status = Status::Findings;
        let words = format!("{name}: {}", bad.message);
        let hint = "the legal part of the game is analyzed; run `kifu validate` for details";
        terminal::print_message(annotate_snippets::Level::WARNING, &words, Some(hint));
    }
    Ok(checked)
}

/// Returns the positions of a game that the arguments select.
fn select_positions(
    args: &AnalyzeArgs,
    game: &dyn DynGame,
    checked: &CheckedGame,
) -> Result<Vec<AnalyzedPosition>, Failure> {
    let mut all = all_positions(game, checked)?;
    let last = i64::from(checked.ply_count);
    let open = |place: &AnalyzedPosition| place.state.turn() != Turn::Over;
    match args.ply {
        _ if args.all => {
            all.retain(open);
            Ok(all)
        }
        Some(ply) => {
            let wanted = if ply < 0 { last + 1 + ply } else { ply };
            match usize::try_from(wanted) {
                Ok(index) if index < all.len() => Ok(vec![all.swap_remove(index)]),
                _ => {
                    let message = format!("expected a ply from 0 to {last}, found {ply}");
                    let hint = format!("counted from the end: -1 to -{}", last + 1);
                    Err(Failure::usage(message).hint(hint))
                }
            }
        }
        None => {
            let last_open = all.into_iter().rev().find(open);
            last_open.map(|place| vec![place]).ok_or_else(|| {
                Failure::usage("the game is over before its first ply: nothing to analyze")
            })
        }
    }
}

/// Returns the position after every ply, including the chance event before the next one.
fn all_positions(
    game: &dyn DynGame,
    checked: &CheckedGame,
) -> Result<Vec<AnalyzedPosition>, Failure> {
    let places = review::positions(game, &checked.record, checked.ply_count)?;
    let place = |place: review::ReviewPosition| AnalyzedPosition {
        place: place
            .mover()
            .map(|_| EngineBotPlace::in_record(game, &checked.record, place.ply)),
        state: place.state,
        ply: Some(place.ply),
        played: place.played,
    };
    Ok(places.into_iter().map(place).collect())
}

// The command `kifu analyze --suite`, which counts the positions that the engine solves.

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
    /// Whether the choice is right: one of the good moves, or another with the same proven result.
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
fn solve_suite(args: &AnalyzeArgs, path: &Path) -> Result<(), Failure> {
    let suite = Suite::read(path)?;
    let problems: Vec<&SuitePosition> = suite
        .positions()
        .iter()
        .filter(|position| position.is_mistake())
        .collect();
    if problems.is_empty() {
        let message = format!(
            "expected positions with a mistake in `{}`, found none",
            path.display()
        );
        return Err(Failure::new(FailureKind::Input, message));
    }
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
    for problem in &problems {
        let game = by_id(CATALOGUE, &problem.game);
        let game = game.ok_or_else(|| Failure::internal("a game of the suite is unknown"))?;
        let engine = engines.entry(game.id());
        let engine = engine.or_insert_with(|| game.engine(args.resources.resources()));
        let state = problem.state(game).map_err(|bad| {
            let message = format!("{}, ply {}: {bad}", problem.source, problem.ply);
            Failure::new(FailureKind::Input, message)
        })?;
        let place = AnalyzedPosition {
            state,
            ply: None,
            played: None,
            place: None,
        };
        let analysis = analyze_position(args, engine.as_mut(), &place)?;
        let (chosen, value) = (analysis.result.best_move(), analysis.result.value);
        let line = SuiteResultJson {
            game: &problem.game,
            source: &problem.source,
            ply: problem.ply,
            best: &problem.best,
            chosen: chosen.map(String::as_str),
            // If several moves win, each of them is right.
            found: chosen == Some(&problem.best)
                || problem.good.iter().any(|good| Some(&good.mv) == chosen)
                || problem.proven.is_some() && value.proven() >= problem.proven,
            win: value.win,
            proven: value.proven(),
            nodes: analysis.result.nodes,
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
        Some(proven) => proven_word(proven).to_owned(),
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
