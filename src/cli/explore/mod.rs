//! The command `kifu explore`, which counts what was played in a position over all games.

pub(super) mod output;

use crate::common::progress::Progress;
use crate::common::report::{CliReport, ReportingSink, read_logs};
use crate::common::select_game::parse_position;
use crate::common::shared_args::{ById, format_id_parser, game_id_parser};
use crate::common::text::one_line;
use crate::terminal::StdoutWriter;
use crate::{Status, terminal};
use clap::Args as ArgsOf;
use kifu_core::contract::{Player, Setup};
use kifu_core::findings::{Finding, Severity};
use kifu_core::games::{CATALOGUE, DynGame, DynState, by_id};
use kifu_logs::files::{GameLocation, Origin, ReadOptions, walk_inputs};
use kifu_logs::formats;
use kifu_logs::formats::{CheckedGame, Format, ReadContext};
use kifu_study::explore::{Explorer, ExplorerAnswer, ExplorerQuery, GameTrace};
use kifu_study::failure::{Failure, FailureKind};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The arguments of `kifu explore`.
#[derive(ArgsOf)]
#[command(after_help = "\
Games with errors count up to their last legal move. Moves that the jury made for a player who failed \
are not counted. Exit status: 0 the position was counted, 1 an illegal move in --moves, 2 wrong usage, \
or something could not be read.")]
pub(super) struct ExploreArgs {
    /// Files, folders (including subfolders), or `-` for standard input
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// Format of the logs [default: detected from their content]
    #[arg(long, value_name = "FORMAT", value_parser = format_id_parser(false))]
    pub from: Option<ById<dyn Format>>,
    /// Game to explore [default: that of the moves, or the only one in the logs]
    #[arg(long, value_name = "GAME", value_parser = game_id_parser())]
    pub game: Option<ById<dyn DynGame>>,
    /// Moves that lead to the position [default: none, the start]
    #[arg(
        long,
        value_name = "MOVES",
        allow_hyphen_values = true,
        conflicts_with = "position"
    )]
    pub moves: Option<String>,
    /// Position text
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// Count only the games of this player
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// Count only the games in which that player had this side: `first`, `second`, or a side such
    /// as `White`
    #[arg(long, value_name = "SIDE", requires = "player")]
    pub side: Option<String>,
    /// Leave out moves that were played in fewer games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub min_games: u32,
    /// Print one JSON object on one line
    #[arg(long)]
    pub json: bool,
    /// Do not show progress on the terminal
    #[arg(long, short)]
    pub quiet: bool,
    /// Print to standard error how long it took and how much memory the games take
    #[arg(long, hide = true)]
    pub timing: bool,
}

/// Runs the command.
pub(super) fn run(args: &ExploreArgs, status: &mut Status) -> Result<(), Failure> {
    let start = Instant::now();
    let explorer = read_games(args, status)?;
    let opened = start.elapsed();
    let position = read_position(args, &explorer, status)?;
    let start = Instant::now();
    let answer = answer(args, &explorer, &position)?;
    if args.timing {
        terminal::print_stderr(&timing_text(&explorer, opened, start.elapsed()));
    }
    let mut out = StdoutWriter::new();
    if args.json {
        out.print_data(&output::to_line(&position, &answer))?;
    } else {
        out.print(&output::answer_text(&position, &answer))?;
    }
    out.flush()
}

/// Returns the measured times and the memory of the games.
#[expect(
    clippy::cast_precision_loss,
    reason = "a mean is shown with one decimal"
)]
fn timing_text(explorer: &Explorer, opened: Duration, asked: Duration) -> String {
    let counts = explorer.game_counts().into_iter();
    let games: usize = counts.map(|(_, count)| count).sum();
    format!(
        "{games} games, {} positions; opened in {:.2} s, {:.1} bytes a game, answered in {:.2} ms\n",
        explorer.position_count(),
        opened.as_secs_f64(),
        explorer.memory() as f64 / games.max(1) as f64,
        1e3 * asked.as_secs_f64(),
    )
}

/// Asks the explorer about a position.
fn answer(
    args: &ExploreArgs,
    explorer: &Explorer,
    position: &ExploredPosition,
) -> Result<ExplorerAnswer, Failure> {
    if let Some(name) = args
        .player
        .as_deref()
        .filter(|name| !explorer.has_player(name))
    {
        let message = format!("expected the name of a player, found `{}`", one_line(name));
        let hint = "names are spelled as in the logs; `kifu standings` lists them";
        return Err(Failure::new(FailureKind::Input, message).hint(hint));
    }
    let side = args
        .side
        .as_deref()
        .map(|side| parse_side(side, position.game));
    Ok(explorer.answer(&ExplorerQuery {
        ply: position.ply,
        player: args.player.as_deref(),
        side: side.transpose()?,
        min_games: args.min_games,
        ..ExplorerQuery::new(position.game.id(), position.state.as_ref())
    }))
}

/// Parses a side: `first`, `second`, or its name in the game.
fn parse_side(text: &str, game: &dyn DynGame) -> Result<Player, Failure> {
    let names = |player: Player| {
        [
            ["first", "second"][player.index()],
            game.sides()[player.index()],
        ]
    };
    let is_named = |player: &Player| {
        names(*player)
            .iter()
            .any(|it| it.eq_ignore_ascii_case(text))
    };
    Player::ALL.into_iter().find(is_named).ok_or_else(|| {
        let [first, second] = game.sides();
        let message = format!("expected a side, found `{}`", one_line(text));
        Failure::usage(message).hint(format!(
            "the sides of {} are first ({first}) and second ({second})",
            game.name()
        ))
    })
}

// The position to explore.

/// The position to explore, with its game.
struct ExploredPosition {
    pub game: &'static dyn DynGame,
    pub state: Box<dyn DynState>,
    /// The number of plies before it; `None` if it is given as text.
    pub ply: Option<u32>,
}

/// Returns the position that the arguments name.
fn read_position(
    args: &ExploreArgs,
    explorer: &Explorer,
    status: &mut Status,
) -> Result<ExploredPosition, Failure> {
    if let Some(text) = &args.position {
        let game = select_game(args, explorer)?;
        return Ok(ExploredPosition {
            game,
            state: parse_position(game, text)?,
            ply: None,
        });
    }
    match args.moves.as_deref().map(str::trim) {
        None | Some("") => {
            let game = select_game(args, explorer)?;
            let state = game
                .start(&Setup::default())
                .map_err(|bad| internal(&bad))?;
            Ok(ExploredPosition {
                game,
                state,
                ply: Some(0),
            })
        }
        Some(moves) => after_moves(moves, args, status),
    }
}

/// Returns the game of the arguments, or the only one among the games.
fn select_game(args: &ExploreArgs, explorer: &Explorer) -> Result<&'static dyn DynGame, Failure> {
    if let Some(ById(game)) = args.game {
        return Ok(game);
    }
    let counts = explorer.game_counts();
    if let [(game, _)] = counts.as_slice() {
        return Ok(*game);
    }
    let found = counts
        .iter()
        .map(|(game, count)| format!("{} ({count})", game.id()))
        .collect::<Vec<_>>()
        .join(", ");
    let message = format!("expected logs of one game, found {found}");
    Err(Failure::usage(message).hint("choose one with --game"))
}

/// Returns the position after moves, or after those that are legal.
fn after_moves(
    moves: &str,
    args: &ExploreArgs,
    status: &mut Status,
) -> Result<ExploredPosition, Failure> {
    let context = ReadContext {
        game: args.game.map(|ById(game)| game),
        ..ReadContext::default()
    };
    let mut all = formats::check_text(moves, formats::by_id("moves"), &context);
    if all.is_empty() {
        return Err(Failure::usage("expected moves, found none"));
    }
    let checked = all.swap_remove(0);
    let Some(game) = by_id(CATALOGUE, &checked.record.game) else {
        let message = "could not recognise the game from its moves";
        return Err(Failure::new(FailureKind::Input, message).hint("name it with --game"));
    };
    warn_of_errors(&checked, status);
    let mut state = game
        .start(&checked.record.setup)
        .map_err(|bad| internal(&bad))?;
    let count = game.info().lead_in + checked.ply_count as usize;
    for token in checked.record.tokens().take(count) {
        state.play(token).map_err(|bad| internal(&bad))?;
    }
    Ok(ExploredPosition {
        game,
        state,
        ply: Some(checked.ply_count),
    })
}

/// Tells of an illegal move.
fn warn_of_errors(checked: &CheckedGame, status: &mut Status) {
    let is_bad = |finding: &&Finding| finding.severity() == Severity::Error;
    if let Some(bad) = checked.findings.iter().find(is_bad) {
        *status = Status::Findings;
        let words = format!("--moves: {}", bad.message);
        let hint = "the position after the legal moves is explored";
        terminal::print_message(annotate_snippets::Level::WARNING, &words, Some(hint));
    }
}

/// Returns the failure of a step that judged records allow.
fn internal(error: &dyn std::error::Error) -> Failure {
    Failure::new(FailureKind::Internal, error.to_string())
}

// The reading of all games into an explorer.

/// Reads the games of all paths.
///
/// # Errors
/// Returns an error if none of them has a legal move.
fn read_games(args: &ExploreArgs, status: &mut Status) -> Result<Explorer, Failure> {
    let options = ReadOptions {
        format: args.from.map(|ById(format)| format),
        game: None,
    };
    let wanted = args.game.map(|ById(game)| game.id());
    let progress = Progress::of_reading(&args.paths, args.quiet);
    let mut sink = ExplorerSink {
        explorer: Explorer::default(),
        game_count: 0,
        report: CliReport::new(status).with_progress(progress),
    };
    let work = move |checked: CheckedGame, _: &Origin, _: &GameLocation| {
        if wanted.is_some_and(|wanted| wanted != checked.record.game) {
            return None;
        }
        let trace = GameTrace::new(&checked)?;
        let (first, second) = checked.record.players;
        Some((trace, [first.name, second.name]))
    };
    read_logs(options, 0, &mut sink, walk_inputs(&args.paths), work)?;
    sink.report.clear_progress();
    if sink.explorer.position_count() == 0 {
        let of_game = args.game.map(|ById(game)| format!(" of {}", game.name()));
        let message = format!(
            "expected games{} with moves, found none",
            of_game.unwrap_or_default()
        );
        let hint = "`kifu validate` tells what is wrong with the logs";
        return Err(Failure::new(FailureKind::Input, message).hint(hint));
    }
    sink.explorer.shrink_to_fit();
    Ok(sink.explorer)
}

/// A sink that adds all games to an explorer.
struct ExplorerSink<'a> {
    explorer: Explorer,
    game_count: u32,
    report: CliReport<'a>,
}

impl<'a> ReportingSink<'a> for ExplorerSink<'a> {
    type Item = Option<(GameTrace, [String; 2])>;

    fn report(&mut self) -> &mut CliReport<'a> {
        &mut self.report
    }

    fn on_game(&mut self, _: &Arc<Origin>, _: usize, game: Self::Item) -> Result<(), Failure> {
        if let Some((trace, [first, second])) = game {
            self.explorer
                .add(&trace, self.game_count, [&first, &second]);
            self.game_count = self.game_count.saturating_add(1);
        }
        Ok(())
    }
}
