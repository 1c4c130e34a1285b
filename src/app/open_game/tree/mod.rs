//! The tree of a game: its main line and variations.

mod edit;
mod from_record;
mod to_record;

pub(super) use edit::Patch;

use kifu_core::record::{Note, Record, Variation};
use std::collections::BTreeMap;

/// The id of a node of a [`GameTree`]: the position after a move. It stays valid as long as the
/// game is open, even if the move is deleted and restored, and never means another position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// The position before the first move.
    pub const ROOT: Self = Self(0);

    const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The note of nodes without a note.
static EMPTY_NOTE: Note = Note {
    by: None,
    raw: None,
    message: String::new(),
    stderr: String::new(),
    comment: String::new(),
    glyph: None,
    marks: Vec::new(),
    evals: Vec::new(),
    variations: Vec::new(),
};

/// A move and its note.
#[derive(Clone, Debug)]
struct GameNode {
    token: Box<str>,
    parent: NodeId,
    /// The children in the order in which they are shown; the move of the main line comes first.
    children: Vec<NodeId>,
    /// The note without variations, which are the children.
    note: Option<Box<Note>>,
}

/// A variation of the record with remarks on plies that the variation does not have.
#[derive(Clone, Debug)]
struct StrayRemarks {
    /// The ply at which the record contains the variation.
    ply: u32,
    /// The end of the variation.
    line_end: NodeId,
    /// The moves of the variation, with only the stray remarks.
    remarks: Variation,
}

/// The tree of all lines of a game.
#[derive(Clone, Debug)]
pub struct GameTree {
    /// The nodes in the order in which they were added. Deleted nodes remain but are not reachable,
    /// so that ids stay valid.
    nodes: Vec<GameNode>,
    /// The moves of the main line, without the root.
    main_line: Vec<NodeId>,
    /// The failure that ended the game, which leads to no position but may have a note.
    failure: Option<NodeId>,
    /// The number of tokens of the main line that precede the first ply.
    lead_in: usize,
    /// Notes of the record on plies that it does not have, kept for writing.
    stray_notes: BTreeMap<u32, Note>,
    /// Variations with remarks on plies that they do not have, kept for writing.
    stray_remarks: Vec<StrayRemarks>,
    /// The content replaced since the patch was taken.
    patch: Patch,
}

impl GameTree {
    /// Builds the tree of a record in linear time, without the place of a failure. Lines with a
    /// common beginning share its nodes; `lead_in` is
    /// [`GameInfo::lead_in`](kifu_core::contract::GameInfo::lead_in).
    pub fn new(record: &Record, lead_in: usize) -> Self {
        from_record::tree_from_record(record, lead_in)
    }

    fn node(&self, id: NodeId) -> &GameNode {
        // An id of another game's tree is answered with the root.
        self.nodes.get(id.index()).unwrap_or(&self.nodes[0])
    }

    fn add_node(&mut self, parent: NodeId, token: &str) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        self.nodes.push(GameNode {
            token: token.into(),
            parent,
            children: Vec::new(),
            note: None,
        });
        id
    }

    /// Returns the token of the move that leads to this position; empty for the root.
    pub fn token(&self, node: NodeId) -> &str {
        &self.node(node).token
    }

    /// Returns the note of a move.
    pub fn note(&self, node: NodeId) -> &Note {
        self.node(node).note.as_deref().unwrap_or(&EMPTY_NOTE)
    }

    /// Returns the node of the failure that ended the game, which is neither a position nor a listed
    /// child.
    pub fn failure(&self) -> Option<NodeId> {
        self.failure
    }

    /// Returns the note of the failure, or of the position after the last ply.
    pub fn failure_note(&self) -> Option<&Note> {
        match self.failure {
            Some(failure) => self.node(failure).note.as_deref(),
            None => self
                .stray_notes
                .get(&self.ply_at_index(self.main_line.len() + 1)?),
        }
    }

    /// Returns the parent; `None` for the root.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        (node != NodeId::ROOT).then(|| self.node(node).parent)
    }

    /// Returns the children in order.
    pub fn children(&self, node: NodeId) -> &[NodeId] {
        &self.node(node).children
    }

    /// Returns the child with this token.
    pub fn child(&self, node: NodeId, token: &str) -> Option<NodeId> {
        let mut children = self.children(node).iter();
        children.find(|child| self.token(**child) == token).copied()
    }

    /// Returns the moves of the main line.
    pub fn main_line(&self) -> &[NodeId] {
        &self.main_line
    }

    /// Returns the last position of the main line.
    pub fn main_line_end(&self) -> NodeId {
        self.main_line.last().copied().unwrap_or(NodeId::ROOT)
    }

    /// Reports whether the position belongs to the main line.
    pub fn is_on_main_line(&self, node: NodeId) -> bool {
        node == NodeId::ROOT || self.main_line.contains(&node)
    }

    /// Reports whether the position still belongs to the game.
    pub fn contains(&self, node: NodeId) -> bool {
        let is_linked = |id: NodeId| match self.parent(id) {
            Some(parent) => self.children(parent).contains(&id),
            None => true,
        };
        node.index() < self.nodes.len() && self.ancestors(node).all(is_linked)
    }

    /// Yields the position, its parent, and so on up to the root.
    pub fn ancestors(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(node), |node| self.parent(*node))
    }

    /// Returns the number of moves that lead to a position.
    pub fn depth(&self, node: NodeId) -> usize {
        self.ancestors(node).count() - 1
    }

    /// Returns all reachable positions in preorder, so that the main line comes first.
    pub fn preorder(&self) -> Vec<NodeId> {
        let mut visited = Vec::new();
        let mut stack = vec![NodeId::ROOT];
        while let Some(node) = stack.pop() {
            visited.push(node);
            stack.extend(self.children(node).iter().rev());
        }
        visited
    }

    /// Returns the ply after which the position with this index in the main line occurs; `None`
    /// within the lead-in, whose end is ply 0.
    fn ply_at_index(&self, index: usize) -> Option<u32> {
        u32::try_from(index.checked_sub(self.lead_in)?).ok()
    }

    /// Returns the position of the main line after this ply; for `None`, the last position within
    /// the lead-in, if there is one.
    fn main_line_node_after(&self, ply: Option<u32>) -> Option<NodeId> {
        let index = match ply {
            Some(ply) => ply as usize + self.lead_in,
            None => self.lead_in.checked_sub(1)?,
        };
        match index.checked_sub(1) {
            None => Some(NodeId::ROOT),
            Some(index) => self.main_line.get(index).copied(),
        }
    }
}

/// The reason why an edit was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// The main line of a game that was played is evidence and never changes.
    #[error("The original game cannot be changed. Play a move to start a variation.")]
    MainLineFixed,
    /// There is nothing to change.
    #[error("There is nothing to move or delete here.")]
    NothingToChange,
}
