//! The position to explore.

use super::super::{Status, terminal};
use super::ExploreArgs;
use crate::reading_args::ById;
use kifu_core::contract::{ParseError, Setup};
use kifu_core::findings::{Finding, Severity};
use kifu_core::games::{CATALOGUE, DynGame, DynState, by_id};
use kifu_logs::formats::{self, CheckedGame, ReadContext};
use kifu_study::explore::Explorer;
use kifu_study::failure::{Failure, FailureKind};

/// The position to explore, with its game.
pub(super) struct ExploredPosition {
    pub game: &'static dyn DynGame,
    pub state: Box<dyn DynState>,
    /// The number of plies before it; `None` if it is given as text.
    pub ply: Option<u32>,
}

/// Returns the position that the arguments name.
pub(super) fn read(
    args: &ExploreArgs,
    explorer: &Explorer,
    status: &mut Status,
) -> Result<ExploredPosition, Failure> {
    if let Some(text) = &args.position {
        let game = select_game(args, explorer)?;
        let state = game.parse_position(text);
        return Ok(ExploredPosition {
            game,
            state: state.map_err(|bad| position_failure(text, bad))?,
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
        .map(|(game, count)| format!("{} ({count})", game.id()));
    let found = found.collect::<Vec<_>>().join(", ");
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

/// Returns the failure of a text that is no position.
fn position_failure(text: &str, bad: ParseError) -> Failure {
    let column = text[..text.floor_char_boundary(bad.at)].chars().count() + 1;
    let failure = Failure::usage(format!("position text, column {column}: {bad}"));
    match bad.hint {
        Some(hint) => failure.hint(hint),
        None => failure,
    }
}

/// Returns the failure of a step that judged records allow.
fn internal(error: &dyn std::error::Error) -> Failure {
    Failure::new(FailureKind::Internal, error.to_string())
}
