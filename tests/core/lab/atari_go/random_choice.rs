//! What fitting weights to games of the search needs, whatever the weights are.

use kifu::internals::atari_go::AtariGoMcts;
use kifu::search::SplitMix64;

/// One of the root's moves, by how often each was tried.
pub fn drawn(search: &AtariGoMcts, random: &mut SplitMix64) -> Option<usize> {
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
