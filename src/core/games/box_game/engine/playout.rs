//! Playouts (rollouts): a few random tiles, each laid at a good place, and a leaf evaluation.
//!
//! Another layer multiplies the nodes of a tree, and its values fluctuate from layer to layer; a
//! playout looks further ahead, and the mean of many converges. Places are compared over the same
//! tiles, as in backgammon (Tesauro and Galperin 1996). The policy must not play too badly, or
//! future mistakes dominate the result: of the places with the highest gains, it takes the one
//! with the best leaf evaluation.

use super::board::{Bitboard, PlaceIndex, TilePattern};
use super::expectimax::{Expectimax, MAX_LAYERS, top_places};
use super::gains::POINT_SCALE;
use super::kernel::Breadth;
use super::payoff::Payoff;
use crate::search::SplitMix64;
use std::ops::ControlFlow::{self, Break, Continue};

/// The number of tiles that are laid before the leaf.
pub const PLAYOUT_TILES: usize = 6;
/// The number of places whose gain is refined for each tile.
const REFINED_PLACES: usize = 8;
/// The maximum number of refined places that are evaluated by a leaf.
const MAX_CANDIDATES: usize = 3;
/// The largest gain, in 1/64 points, by which such a place may fall short of the best.
const MAX_GAIN_DEFICIT: i32 = 6 * POINT_SCALE as i32;

/// The number of playouts in a round, which start with the tiles of one batch; five rounds start
/// with all tiles.
pub const PLAYOUTS_PER_ROUND: usize = TilePattern::BATCH_SIZE;

/// Plays one playout from a board and returns its payoff to the player who places next.
///
/// The playout number and the random numbers determine the tiles, so that they are the same for
/// all boards. Returns `None` when stopped.
pub fn playout(
    tree: &mut Expectimax<'_>,
    board: &Bitboard,
    player: usize,
    number: usize,
    random: &mut SplitMix64,
) -> Option<Payoff> {
    let (mut board, mut mover) = (*board, player);
    let mut tile = TilePattern::batch(number / PLAYOUTS_PER_ROUND)[number % PLAYOUTS_PER_ROUND];
    let payoff = 'game: {
        for _ in 0..PLAYOUT_TILES {
            match choose_place(tree, &board, mover, tile) {
                Continue(place) => board.lay(place, tile),
                Break(payoff) => break 'game payoff?,
            }
            mover = 1 - mover;
            tile = TilePattern::ALL[random.index(TilePattern::ALL.len())];
        }
        tree.leaf_payoff(&board, mover)?
    };
    Some(if mover == player { payoff } else { -payoff })
}

/// Chooses the place for a tile; breaks with the final payoff to the player if the game is over,
/// or with `None` when stopped.
fn choose_place(
    tree: &mut Expectimax<'_>,
    board: &Bitboard,
    player: usize,
    tile: TilePattern,
) -> ControlFlow<Option<Payoff>, PlaceIndex> {
    if (tree.count_nodes)(1) {
        return Break(None);
    }
    let workspace = &mut tree.workspaces[MAX_LAYERS];
    let breadth = Breadth::Best(REFINED_PLACES, Some(tile));
    tree.kernel
        .evaluate(workspace, board, &tree.weights.gain, player, breadth);
    let mut top = [(i32::MIN, PlaceIndex::default()); MAX_CANDIDATES];
    let filled = top_places(workspace, tile, player, &mut top);
    let near = top[..filled]
        .iter()
        .take_while(|(gain, _)| *gain >= top[0].0 - MAX_GAIN_DEFICIT)
        .count();
    match near {
        0 => return Break(Some(Payoff::of_final_board(board, player))),
        1 => return Continue(top[0].1),
        _ => {}
    }
    let mut best = (f64::NEG_INFINITY, top[0].1);
    for (_, place) in &top[..near] {
        let payoff = tree.leaf_payoff_with(&board.after(*place, tile), 1 - player, REFINED_PLACES);
        let Some(payoff) = payoff else {
            return Break(None);
        };
        if -payoff.points > best.0 {
            best = (-payoff.points, *place);
        }
    }
    Continue(best.1)
}
