//! One game to be played, with all that is drawn by lot for it.

use super::session::shows_board;
use crate::contract::{Player, Setup, Turn};
use crate::games::DynGame;
use crate::search::SplitMix64;

/// One game to be played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameSpec {
    /// Its number in the match, from 0.
    pub index: u32,
    /// The round, from 1.
    pub round: u32,
    /// The pair of games with the same luck to which it belongs, from 0.
    pub pair: u32,
    /// Who plays first and second: places in the list of bots.
    pub contestant_indices: [usize; 2],
    /// Where the random numbers start, the same for both games of a pair.
    pub seed: u64,
    /// Tokens that are made before the players are asked.
    pub opening: Vec<String>,
}

/// What random numbers are drawn for; each has a sequence of its own, so that one does not
/// depend on how many another took.
#[derive(Clone, Copy)]
pub(super) enum RandomStream {
    Setup,
    Chance,
    Opening,
    Jury,
    Players,
}

/// The random numbers of a seed for this purpose.
pub(super) fn stream_rng(seed: u64, stream: RandomStream) -> SplitMix64 {
    SplitMix64::stream(seed, stream as u64)
}

/// The setup of a game, with what is drawn by lot.
pub(super) fn draw_setup(book: &dyn DynGame, setup: &Setup, seed: u64) -> Setup {
    let mut setup = setup.clone();
    let mut random = stream_rng(seed, RandomStream::Setup);
    book.draw_lots(&mut setup, &mut |bound| random.below(bound));
    setup
}

/// So many random acts from the start, fewer if the game is over before; luck deals none.
pub fn draw_opening(book: &dyn DynGame, given: &Setup, seed: u64, plies: u32) -> Vec<String> {
    let mut random = stream_rng(seed, RandomStream::Opening);
    let mut tokens = Vec::new();
    let Ok(mut table) = book.start(&draw_setup(book, given, seed)) else {
        return tokens;
    };
    while tokens.len() < plies as usize {
        let Turn::Player(_) = table.turn() else {
            break;
        };
        let token = table.automatic_move().or_else(|| {
            let moves = table.legal_moves();
            moves.get(random.index(moves.len())).cloned()
        });
        let Some(token) = token.filter(|token| table.play(token).is_ok()) else {
            break;
        };
        tokens.push(token);
    }
    tokens
}

/// Whether this contest's programs can be set before a game that has begun, because each question
/// shows them the board.
pub fn supports_openings(book: &dyn DynGame) -> bool {
    let opening = draw_opening(book, &Setup::default(), 1, 2);
    let Ok(table) = book.start(&Setup::default()) else {
        return false;
    };
    let seat = table.mover().unwrap_or(Player::First);
    shows_board(book, &opening, seat)
}
