//! One scheduled game with its seed and opening, and the random numbers drawn from that seed.

use super::session::shows_board;
use kifu_core::contract::{Player, Setup, Turn};
use kifu_core::games::DynGame;
use kifu_core::search::SplitMix64;

/// One scheduled game with its seed and opening.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameSpec {
    /// The number of the game in the match, from 0.
    pub index: u32,
    /// The round, from 1.
    pub round: u32,
    /// The number of the pair of games with the same chance events, from 0.
    pub pair: u32,
    /// The first and the second player, as indices into the list of contestants.
    pub contestant_indices: [usize; 2],
    /// The random seed, equal for both games of a pair.
    pub seed: u64,
    /// The tokens that are played before the bots are asked.
    pub opening: Vec<String>,
}

/// The purposes for which random numbers are drawn. Each has its own stream, so that the numbers of
/// one do not depend on how many another used.
#[derive(Clone, Copy)]
pub(super) enum RandomStream {
    Setup,
    Chance,
    Opening,
    Jury,
    Players,
}

/// Returns the random number generator of a seed for one purpose.
pub(super) fn stream_rng(seed: u64, stream: RandomStream) -> SplitMix64 {
    SplitMix64::stream(seed, stream as u64)
}

/// Completes a setup with the parameters that are drawn by lot, which a complete setup keeps.
pub fn draw_setup(game: &dyn DynGame, setup: &Setup, seed: u64) -> Setup {
    let mut setup = setup.clone();
    let mut rng = stream_rng(seed, RandomStream::Setup);
    game.draw_lots(&mut setup, &mut |bound| rng.below(bound));
    setup
}

/// Returns up to `plies` random moves from the start.
///
/// The list is shorter if the game ends earlier or reaches a chance event.
///
/// ```
/// use kifu_study::arena::draw_opening;
/// use kifu_core::contract::Setup;
/// use kifu_core::games::{CATALOGUE, by_id};
///
/// let game = by_id(CATALOGUE, "clobber").unwrap();
/// let opening = draw_opening(game, &Setup::default(), 1, 4);
/// assert_eq!(opening.len(), 4);
/// assert_eq!(opening, draw_opening(game, &Setup::default(), 1, 4));
/// ```
pub fn draw_opening(game: &dyn DynGame, setup: &Setup, seed: u64, plies: u32) -> Vec<String> {
    let mut rng = stream_rng(seed, RandomStream::Opening);
    let mut tokens = Vec::new();
    let Ok(mut state) = game.start(&draw_setup(game, setup, seed)) else {
        return tokens;
    };
    while tokens.len() < plies as usize {
        let Turn::Player(_) = state.turn() else {
            break;
        };
        let token = state.automatic_move().or_else(|| {
            let moves = state.legal_moves();
            moves.get(rng.index(moves.len())).cloned()
        });
        let Some(token) = token.filter(|token| state.play(token).is_ok()) else {
            break;
        };
        tokens.push(token);
    }
    tokens
}

/// Reports whether a program of this contest can join a game in progress, because the jury shows it
/// the board with each request for a move.
pub fn supports_openings(game: &dyn DynGame) -> bool {
    let opening = draw_opening(game, &Setup::default(), 1, 2);
    let Ok(state) = game.start(&Setup::default()) else {
        return false;
    };
    let seat = state.mover().unwrap_or(Player::First);
    shows_board(game, &opening, seat)
}
