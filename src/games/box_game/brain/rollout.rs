//! Rollouts: some tiles more by luck, each laid where it is worth most, and a leaf.
//!
//! A layer more takes a tree many times the nodes, and what it says moves with each; a rollout
//! looks further, and the mean of many comes to rest. Places are compared over the same tiles, as
//! in backgammon (Tesauro and Galperin 1996). Who plays so must not play too badly, or the
//! mistakes to come are all that counts: of the places that gain most at first sight the best by a
//! leaf is taken.

use super::board::{Board, Pair, Place};
use super::gains::PARTS;
use super::kernel::Breadth;
use super::tree::{DEEPEST, Tree, follow};
use super::worth::Worth;
use crate::search::SplitMix64;
use std::ops::ControlFlow::{self, Break, Continue};

/// So many tiles are laid before the leaf.
pub const LENGTH: usize = 6;
/// So many places are looked at closely for each.
const CLOSELY: usize = 8;
/// So many of them are tried, if they gain that many points less than the best at most.
const TRIED: usize = 3;
const FAR: i32 = 6 * PARTS as i32;

/// So many rollouts are a round; they begin with the tiles of a lot, those of five rounds with all.
pub const ROUND: usize = Pair::LOT;

/// The rollout with this number from a board, worth to the player who places next. With the same
/// random numbers it has the same tiles from all boards. `None` when it is stopped.
pub fn rollout(
    tree: &mut Tree<'_>,
    board: &Board,
    who: usize,
    number: usize,
    random: &mut SplitMix64,
) -> Option<Worth> {
    let (mut board, mut mover) = (*board, who);
    let mut tile = Pair::lot(number / ROUND)[number % ROUND];
    let worth = 'game: {
        for _ in 0..LENGTH {
            match choose(tree, &board, mover, tile) {
                Continue(place) => board.lay(place, tile),
                Break(worth) => break 'game worth?,
            }
            mover = 1 - mover;
            tile = Pair::ALL[random.index(Pair::ALL.len())];
        }
        tree.leaf(&board, mover)?
    };
    Some(if mover == who { worth } else { -worth })
}

/// Where a player lays a tile; or what the game came to for him, nothing when it is stopped.
fn choose(
    tree: &mut Tree<'_>,
    board: &Board,
    who: usize,
    tile: Pair,
) -> ControlFlow<Option<Worth>, Place> {
    if (tree.count)(1) {
        return Break(None);
    }
    let sight = &mut tree.sights[DEEPEST];
    let breadth = Breadth::Best(CLOSELY, Some(tile));
    tree.kernel
        .open(sight, board, &tree.eyes.glance, who, breadth);
    let mut top = [(i32::MIN, Place::default()); TRIED];
    let found = follow(sight, tile, who, &mut top);
    let near = top[..found].iter();
    let near = near.take_while(|(gain, _)| *gain >= top[0].0 - FAR).count();
    match near {
        0 => return Break(Some(Tree::end(board, who))),
        1 => return Continue(top[0].1),
        _ => {}
    }
    let mut best = (f64::NEG_INFINITY, top[0].1);
    for (_, place) in &top[..near] {
        let worth = tree.look(&board.after(*place, tile), 1 - who, CLOSELY);
        let Some(worth) = worth else {
            return Break(None);
        };
        if -worth.points > best.0 {
            best = (-worth.points, *place);
        }
    }
    Continue(best.1)
}
