//! Which game a replay is of.

use super::bot_output::split_output;
use super::faults;
use super::replay::{CodingameReplay, ReplayFrame};
use crate::contract::Setup;
use crate::formats::ReadContext;
use crate::formats::game_builder::guess_game;
use crate::games::DynGame;

/// How many moves are looked at to find the game.
const MAX_MOVES_SAMPLED: usize = 12;

/// The game of a replay: as the user says, by its number or title, or by its moves and the words
/// of its referee.
pub(super) fn find_game(
    told: &CodingameReplay<'_>,
    context: &ReadContext<'_>,
) -> Option<&'static dyn DynGame> {
    let books = || context.catalogue.iter().copied();
    let numbered = |book: &&dyn DynGame| {
        let mut ids = book.info().codingame_ids.iter();
        ids.any(|id| {
            told.puzzle_id
                .is_some_and(|puzzle| i64::from(puzzle) == i64::from(*id))
        })
    };
    let titled = |book: &&dyn DynGame| told.title.trim().eq_ignore_ascii_case(book.name());
    context
        .game
        .or_else(|| books().find(numbered))
        .or_else(|| books().find(titled))
        .or_else(|| {
            let known = books().filter(|book| !book.info().codingame_ids.is_empty());
            let fits = known.map(|book| (fit_score(told, book), book));
            let fits = fits.filter(|(fit, _)| *fit > 0).rev();
            fits.max_by_key(|(fit, _)| *fit).map(|(_, book)| book)
        })
        .or_else(|| {
            let outputs = told
                .frames
                .iter()
                .filter_map(|frame| frame.stdout.as_deref());
            guess_game(context.catalogue, outputs.flat_map(str::split_whitespace))
        })
}

/// How many of the first moves fit the game, and of the referee's words.
fn fit_score(told: &CodingameReplay<'_>, book: &'static dyn DynGame) -> usize {
    let mut protocol = book.protocol(&Setup::default());
    let outputs = told
        .frames
        .iter()
        .filter_map(|frame| frame.stdout.as_deref());
    let moves = outputs.take(MAX_MOVES_SAMPLED).filter(|stdout| {
        let token = split_output(protocol.as_mut(), stdout).token;
        token.is_some_and(|token| {
            book.parse(&token).is_ok() || book.info().referees_choice.contains(&token.as_str())
        })
    });
    let moves = moves.count();
    let own = |line: &str| {
        let mut words = book.info().referee_words.iter();
        words.any(|(words, _)| line.contains(words))
    };
    let shown = |frame: &&ReplayFrame<'_>| {
        let lines = faults::referee_lines(frame);
        lines
            .iter()
            .any(|line| own(line) || book.shown_move("", line).is_some())
    };
    let said = told
        .frames
        .iter()
        .take(MAX_MOVES_SAMPLED)
        .chain(told.frames.last());
    moves + said.filter(shown).count() + told.tooltips.iter().filter(|tip| own(&tip.text)).count()
}
