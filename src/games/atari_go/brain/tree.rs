//! The tree of the search.

use super::board::byte;
use super::shape::Set;

/// A position in the tree, and the move that leads to it. Values are those of the player who made
/// the move.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Games that went through it.
    pub visits: f32,
    /// The sum of their values.
    pub value: f32,
    /// Games in which the move was made now or later.
    pub later_visits: f32,
    /// The sum of their values.
    pub later_value: f32,
    /// The probability of the move at first sight.
    pub prior: f32,
    first: u32,
    count: u8,
    /// The move.
    pub mv: u8,
    /// How often the solver was asked.
    pub asked: u8,
    /// Between which results best play ends, for the first player: -1, 0, 1.
    pub least: i8,
    pub most: i8,
}

impl Node {
    /// A move that nobody has made yet.
    pub fn new(mv: usize, prior: f32) -> Self {
        Self {
            visits: 0.0,
            value: 0.0,
            later_visits: 0.0,
            later_value: 0.0,
            prior,
            first: 0,
            count: 0,
            mv: byte(mv),
            asked: 0,
            least: -1,
            most: 1,
        }
    }

    /// The places of its children.
    #[inline]
    pub const fn children(&self) -> std::ops::Range<usize> {
        let first = self.first as usize;
        first..first + self.count as usize
    }

    /// Whether its children stand in the tree.
    #[inline]
    pub const fn is_open(&self) -> bool {
        self.count != 0
    }

    /// The mean value.
    #[inline]
    pub fn mean(&self) -> f32 {
        if self.visits > 0.0 {
            self.value / self.visits
        } else {
            0.5
        }
    }

    /// Its bounds for a player, 0 the first.
    #[inline]
    pub const fn bounds(&self, player: usize) -> (i8, i8) {
        if player == 0 {
            (self.least, self.most)
        } else {
            (-self.most, -self.least)
        }
    }
}

/// The tree; its root stands at 0.
#[derive(Debug)]
pub struct Tree {
    pub nodes: Vec<Node>,
    most: usize,
}

impl Tree {
    /// A tree of about so many bytes at most.
    pub fn new(bytes: usize) -> Self {
        Self {
            nodes: Vec::new(),
            most: (bytes / size_of::<Node>()).max(400),
        }
    }

    /// Forgets all but a new root.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node::new(0, 1.0));
    }

    /// Gives a node its children; false if there is no room.
    pub fn open(&mut self, at: usize, children: &[Node]) -> bool {
        if self.nodes.len() + children.len() > self.most {
            return false;
        }
        self.nodes[at].first = u32::try_from(self.nodes.len()).unwrap_or(0);
        self.nodes[at].count = byte(children.len());
        self.nodes.extend_from_slice(children);
        true
    }

    /// Takes what is known of the children over to their parent, where `player` is to move; says
    /// whether something new is known.
    pub fn prove(&mut self, at: usize, player: usize) -> bool {
        let node = self.nodes[at];
        let known = if player == 0 {
            let least = self.nodes[node.children()]
                .iter()
                .map(|node| node.least)
                .max();
            let most = self.nodes[node.children()]
                .iter()
                .map(|node| node.most)
                .max();
            (least, most)
        } else {
            let least = self.nodes[node.children()]
                .iter()
                .map(|node| node.least)
                .min();
            let most = self.nodes[node.children()]
                .iter()
                .map(|node| node.most)
                .min();
            (least, most)
        };
        let (Some(least), Some(most)) = known else {
            return false;
        };
        let node = &mut self.nodes[at];
        let (least, most) = (least.max(node.least), most.min(node.most));
        let is_new = (least, most) != (node.least, node.most);
        (node.least, node.most) = (least, most);
        is_new
    }

    /// Makes the subtree of a node the whole tree.
    pub fn descend(&mut self, root: usize) {
        let old = std::mem::take(&mut self.nodes);
        self.nodes.push(old[root]);
        let mut at = 0;
        while at < self.nodes.len() {
            let children = self.nodes[at].children();
            if !children.is_empty() {
                self.nodes[at].first = u32::try_from(self.nodes.len()).unwrap_or(0);
                self.nodes.extend_from_slice(&old[children]);
            }
            at += 1;
        }
    }

    /// Counts a game for the children's moves that were made later in it.
    #[inline]
    pub fn add_later(&mut self, at: usize, made: Set, value: f32) {
        let children = self.nodes[at].children();
        for child in &mut self.nodes[children] {
            if (made >> child.mv) & 1 == 1 {
                child.later_visits += 1.0;
                child.later_value += value;
            }
        }
    }
}
