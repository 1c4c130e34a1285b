//! The memory of a search tree.

use super::node::ClobberNode;

/// Memory for nodes that is reused from tree to tree.
///
/// It is reserved at once, which costs nothing until it is used, because a vector that grows is
/// copied: for a million nodes this takes 10 ms, or 30 ms on a busy machine, of a turn of 150 ms.
/// It is kept between searches, because freeing it takes another 2 ms.
#[derive(Default)]
pub struct NodeArena {
    pub(super) nodes: Vec<ClobberNode>,
    /// The largest number of nodes.
    pub(super) max_nodes: usize,
}

impl NodeArena {
    /// Creates an arena of at most about `bytes` bytes, but of 512 nodes at least.
    pub fn new(bytes: usize) -> Self {
        let max_nodes = (bytes / size_of::<ClobberNode>()).max(512);
        let mut nodes = Vec::new();
        // If this much memory cannot be reserved, the vector grows as far as it can.
        let _ = nodes.try_reserve_exact(max_nodes);
        Self { nodes, max_nodes }
    }
}
