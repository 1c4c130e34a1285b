//! The command `kifu explore`, which counts what was played in a position over all games.

pub(super) mod json;
mod position;
mod read;
mod text;

use super::Status;
use super::reading_args::{ById, format_id_parser, game_id_parser};
use super::terminal::{self, StdoutWriter};
use crate::common::text::one_line;
use clap::Args as ArgsOf;
use kifu_core::contract::Player;
use kifu_core::games::DynGame;
use kifu_logs::formats::Format;
use kifu_study::explore::{Explorer, ExplorerAnswer, ExplorerQuery};
use kifu_study::failure::{Failure, FailureKind};
use position::ExploredPosition;
use std::path::PathBuf;
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
    /// Print to standard error how long it took and how much memory the games take
    #[arg(long, hide = true)]
    pub timing: bool,
}

/// Runs the command.
pub(super) fn run(args: &ExploreArgs, status: &mut Status) -> Result<(), Failure> {
    let start = Instant::now();
    let explorer = read::read(args, status)?;
    let opened = start.elapsed();
    let position = position::read(args, &explorer, status)?;
    let start = Instant::now();
    let answer = answer(args, &explorer, &position)?;
    if args.timing {
        terminal::print_stderr(&timing_text(&explorer, opened, start.elapsed()));
    }
    let mut out = StdoutWriter::new();
    if args.json {
        out.print_data(&json::to_line(&position, &answer))?;
    } else {
        out.print(&text::answer_text(&position, &answer))?;
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
