//! Detection of the game of a replay.

use super::bot_output::split_output;
use super::faults;
use super::replay::{CodingameReplay, ReplayFrame};
use crate::formats::ReadContext;
use crate::formats::game_builder::guess_game;
use kifu_core::contract::Setup;
use kifu_core::games::DynGame;

/// The number of moves and frames from which the game is guessed.
const MAX_MOVES_SAMPLED: usize = 12;

/// Returns the game of a replay: the user's choice, or by the replay's puzzle number or title, or
/// by its moves and the referee's texts.
pub(super) fn find_game(
    replay: &CodingameReplay<'_>,
    context: &ReadContext<'_>,
) -> Option<&'static dyn DynGame> {
    let games = || context.catalogue.iter().copied();
    let has_puzzle_id = |game: &&dyn DynGame| {
        let mut ids = game.info().codingame_ids.iter();
        ids.any(|id| {
            replay
                .puzzle_id
                .is_some_and(|puzzle| i64::from(puzzle) == i64::from(*id))
        })
    };
    let has_title = |game: &&dyn DynGame| replay.title.trim().eq_ignore_ascii_case(game.name());
    context
        .game
        .or_else(|| games().find(has_puzzle_id))
        .or_else(|| games().find(has_title))
        .or_else(|| {
            let known = games().filter(|game| !game.info().codingame_ids.is_empty());
            let fits = known.map(|game| (fit_score(replay, game), game));
            let fits = fits.filter(|(fit, _)| *fit > 0).rev();
            fits.max_by_key(|(fit, _)| *fit).map(|(_, game)| game)
        })
        .or_else(|| {
            let outputs = replay
                .frames
                .iter()
                .filter_map(|frame| frame.stdout.as_deref());
            guess_game(context.catalogue, outputs.flat_map(str::split_whitespace))
        })
}

/// Counts how many of the first moves and of the referee's texts fit a game.
fn fit_score(replay: &CodingameReplay<'_>, game: &'static dyn DynGame) -> usize {
    let mut protocol = game.protocol(&Setup::default());
    let outputs = replay
        .frames
        .iter()
        .filter_map(|frame| frame.stdout.as_deref());
    let moves = outputs.take(MAX_MOVES_SAMPLED).filter(|stdout| {
        let token = split_output(protocol.as_mut(), stdout).token;
        token.is_some_and(|token| {
            game.parse(&token).is_ok() || game.info().referees_choice.contains(&token.as_str())
        })
    });
    let moves = moves.count();
    let has_referee_words = |line: &str| {
        let mut words = game.info().referee_words.iter();
        words.any(|(words, _)| line.contains(words))
    };
    let fits = |frame: &&ReplayFrame<'_>| {
        let lines = faults::referee_lines(frame);
        lines
            .iter()
            .any(|line| has_referee_words(line) || game.shown_move("", line).is_some())
    };
    let frames = replay
        .frames
        .iter()
        .take(MAX_MOVES_SAMPLED)
        .chain(replay.frames.last());
    moves
        + frames.filter(fits).count()
        + replay
            .tooltips
            .iter()
            .filter(|tip| has_referee_words(&tip.text))
            .count()
}
