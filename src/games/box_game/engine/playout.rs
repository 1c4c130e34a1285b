//! Rollouts: some tiles more by luck, each laid where it is worth most, and a leaf.
//!
//! A layer more takes a tree many times the nodes, and what it says moves with each; a rollout
//! looks further, and the mean of many comes to rest. Places are compared over the same tiles, as
//! in backgammon (Tesauro and Galperin 1996). Who plays so must not play too badly, or the
//! mistakes to come are all that counts: of the places that gain most at first sight the best by a
//! leaf is taken.

use super::board::{Bitboard, PlaceIndex, TilePattern};
use super::expectimax::{Expectimax, MAX_LAYERS, top_places};
use super::gains::POINT_SCALE;
use super::kernel::Breadth;
use super::payoff::Payoff;
use crate::search::SplitMix64;
use std::ops::ControlFlow::{self, Break, Continue};

/// So many tiles are laid before the leaf.
pub const PLAYOUT_TILES: usize = 6;
/// So many places are looked at closely for each.
const REFINED_PLACES: usize = 8;
/// So many of them are tried, if they gain that many points less than the best at most.
const MAX_CANDIDATES: usize = 3;
const MAX_GAIN_DEFICIT: i32 = 6 * POINT_SCALE as i32;

/// So many rollouts are a round; they begin with the tiles of a lot, those of five rounds with all.
pub const PLAYOUTS_PER_ROUND: usize = TilePattern::BATCH_SIZE;

/// The rollout with this number from a board, worth to the player who places next. With the same
/// random numbers it has the same tiles from all boards. `None` when it is stopped.
pub fn playout(
    tree: &mut Expectimax<'_>,
    board: &Bitboard,
    who: usize,
    number: usize,
    random: &mut SplitMix64,
) -> Option<Payoff> {
    let (mut board, mut mover) = (*board, who);
    let mut tile = TilePattern::batch(number / PLAYOUTS_PER_ROUND)[number % PLAYOUTS_PER_ROUND];
    let worth = 'game: {
        for _ in 0..PLAYOUT_TILES {
            match choose_place(tree, &board, mover, tile) {
                Continue(place) => board.lay(place, tile),
                Break(worth) => break 'game worth?,
            }
            mover = 1 - mover;
            tile = TilePattern::ALL[random.index(TilePattern::ALL.len())];
        }
        tree.leaf_payoff(&board, mover)?
    };
    Some(if mover == who { worth } else { -worth })
}

/// Where a player lays a tile; or what the game came to for him, nothing when it is stopped.
fn choose_place(
    tree: &mut Expectimax<'_>,
    board: &Bitboard,
    who: usize,
    tile: TilePattern,
) -> ControlFlow<Option<Payoff>, PlaceIndex> {
    if (tree.count_nodes)(1) {
        return Break(None);
    }
    let sight = &mut tree.workspaces[MAX_LAYERS];
    let breadth = Breadth::Best(REFINED_PLACES, Some(tile));
    tree.kernel
        .evaluate(sight, board, &tree.weights.gain, who, breadth);
    let mut top = [(i32::MIN, PlaceIndex::default()); MAX_CANDIDATES];
    let found = top_places(sight, tile, who, &mut top);
    let near = top[..found].iter();
    let near = near
        .take_while(|(gain, _)| *gain >= top[0].0 - MAX_GAIN_DEFICIT)
        .count();
    match near {
        0 => return Break(Some(Payoff::of_final_board(board, who))),
        1 => return Continue(top[0].1),
        _ => {}
    }
    let mut best = (f64::NEG_INFINITY, top[0].1);
    for (_, place) in &top[..near] {
        let worth = tree.leaf_payoff_with(&board.after(*place, tile), 1 - who, REFINED_PLACES);
        let Some(worth) = worth else {
            return Break(None);
        };
        if -worth.points > best.0 {
            best = (-worth.points, *place);
        }
    }
    Continue(best.1)
}
