//! Where a tree stands.

use super::node::ClobberNode;

/// The memory of one tree after the other.
///
/// It is asked for at once, which costs nothing before it is used: a list that grows is copied to
/// where there is more room. Of a million nodes that takes 10 ms, and 30 ms on a machine that is
/// busy otherwise, too, in a turn of 150 ms. For the same reason it is kept: to give it back takes
/// another 2 ms.
#[derive(Default)]
pub struct NodeArena {
    pub(super) nodes: Vec<ClobberNode>,
    /// So many at most.
    pub(super) max_nodes: usize,
}

impl NodeArena {
    /// A room of at most so many bytes.
    pub fn new(bytes: usize) -> Self {
        let most = (bytes / size_of::<ClobberNode>()).max(512);
        let mut nodes = Vec::new();
        // Where so much cannot be had at once, the list grows as far as it can.
        let _ = nodes.try_reserve_exact(most);
        Self {
            nodes,
            max_nodes: most,
        }
    }
}
