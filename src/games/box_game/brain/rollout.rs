//! Rollouts: some tiles more by luck, each laid where it gains most at first sight, and a leaf.
//!
//! A layer more takes a tree many times the nodes, and what it says moves with each; a rollout
//! looks further, and the mean of many comes to rest. Places are compared over the same tiles, as
//! in backgammon (Tesauro and Galperin 1996).

use super::board::{Board, Pair};
use super::kernel::Breadth;
use super::tree::{DEEPEST, Tree};
use super::worth::Worth;
use crate::search::Random;

/// So many tiles are laid before the leaf.
pub const LENGTH: usize = 6;
/// So many places are looked at closely for each.
const CLOSELY: usize = 8;

/// Of so many rollouts each begins with another tile.
pub const ROUND: usize = Pair::ALL.len();

/// The rollout with this number from a board, worth to the player who places next. With the same
/// random numbers it has the same tiles from all boards. `None` when it is stopped.
pub fn rollout(
    tree: &mut Tree<'_>,
    board: &Board,
    who: usize,
    number: usize,
    random: &mut Random,
) -> Option<Worth> {
    let (mut board, mut mover) = (*board, who);
    let mut tile = Pair::ALL[number % ROUND];
    for _ in 0..LENGTH {
        if (tree.count)(1) {
            return None;
        }
        let sight = &mut tree.sights[DEEPEST];
        let breadth = Breadth::Best(CLOSELY, Some(tile));
        tree.kernel
            .open(sight, &board, tree.weights, mover, breadth);
        let Some(place) = sight.best(tile, mover) else {
            return Some(Tree::end(&board, who));
        };
        board.lay(place, tile);
        mover = 1 - mover;
        tile = Pair::ALL[random.place(ROUND)];
    }
    let worth = tree.leaf(&board, mover)?;
    Some(if mover == who { worth } else { -worth })
}
