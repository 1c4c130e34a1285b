//! Atari Go: the training of the network, the fit of the prior, and opponents for duels.

pub mod gradient;
pub mod net_training;
pub mod opponents;
pub mod prior_fit;
pub mod self_play;

pub use opponents::DUEL;

use kifu_core::games::atari_go::Position;
use kifu_core::games::atari_go::engine::{AtariGoMcts, GoBoard};
use kifu_core::search::SplitMix64;

/// The plies of a contest's game.
const PLIES: u32 = 80;

/// Returns the first position of a contest's game.
fn start_position() -> Position {
    Position::new(9, PLIES)
}

/// Returns the engine's board at the start of a game.
fn start_board() -> GoBoard {
    GoBoard::from_position(&start_position()).expect("9x9 fits the engine's board")
}

/// Draws one of the root's moves, each in proportion to its visits.
fn draw_by_visits(search: &AtariGoMcts, random: &mut SplitMix64) -> Option<usize> {
    let nodes = &search.tree.nodes;
    let children = &nodes[nodes[0].child_range()];
    let mut left = random.unit() * children.iter().map(|node| node.visits).sum::<f32>();
    let mut children = children.iter();
    let drawn = children.find(|node| {
        left -= node.visits;
        left <= 0.0
    });
    drawn.map(|node| usize::from(node.mv))
}
