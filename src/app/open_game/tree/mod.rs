//! The lines of a game: the one that was played, and those that somebody would rather have seen.

mod edit;
mod from_record;
mod to_record;

pub(super) use edit::Patch;

use crate::record::{Note, Record, Variation};
use std::collections::BTreeMap;

/// A place in a [`Tree`]: the position after one act. Stays the same as long as the game is open
/// and never means another position, also when the act is taken away and brought back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// The position before the first act.
    pub const ROOT: Self = Self(0);

    const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What is said where nothing is said.
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

/// One act, and what is said of it.
#[derive(Clone, Debug)]
struct GameNode {
    token: Box<str>,
    parent: NodeId,
    /// The order in which they are shown; the act of the main line comes first.
    children: Vec<NodeId>,
    /// Without variations: those are the children.
    note: Option<Box<Note>>,
}

/// A line of the record with remarks on plies that it does not have.
#[derive(Clone, Debug)]
struct StrayRemarks {
    /// The ply at which the record has the line.
    ply: u32,
    /// Where the line ends.
    line_end: NodeId,
    /// Its moves, with those remarks alone.
    remarks: Variation,
}

/// All lines of a game.
#[derive(Clone, Debug)]
pub struct GameTree {
    /// In the order in which they came. Acts taken away stay without being reached, so that ids
    /// stay true.
    nodes: Vec<GameNode>,
    /// The acts of the game as played, without the root.
    main_line: Vec<NodeId>,
    /// The act with which the game failed: no position, but something may be said of it.
    failure: Option<NodeId>,
    /// How many tokens of the main line are no player's ply.
    lead_in: usize,
    /// What the record says of plies that it does not have; kept.
    stray_notes: BTreeMap<u32, Note>,
    /// Lines that say something of plies that they do not have; kept.
    stray_remarks: Vec<StrayRemarks>,
    /// What was replaced since somebody took it.
    patch: Patch,
}

impl GameTree {
    /// The lines of a record; `lead_in` as the game says. Lines that share their beginning are
    /// one until they part. Linear in the record.
    pub fn new(record: &Record, lead_in: usize) -> Self {
        from_record::tree_from_record(record, lead_in)
    }

    fn node(&self, id: NodeId) -> &GameNode {
        // An id of another game's tree means nothing here.
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

    /// The act that leads to this position; empty for the root.
    pub fn token(&self, node: NodeId) -> &str {
        &self.node(node).token
    }

    /// What is said of the act.
    pub fn note(&self, node: NodeId) -> &Note {
        self.node(node).note.as_deref().unwrap_or(&EMPTY_NOTE)
    }

    /// The act with which the game failed, as something of which can be spoken. It is no position
    /// and among no position's children.
    pub fn failure(&self) -> Option<NodeId> {
        self.failure
    }

    /// What is said of the act at which the game failed, or of what came after the last ply.
    pub fn failure_note(&self) -> Option<&Note> {
        match self.failure {
            Some(failure) => self.node(failure).note.as_deref(),
            None => self
                .stray_notes
                .get(&self.ply_at_index(self.main_line.len() + 1)?),
        }
    }

    /// The position before; `None` for the root.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        (node != NodeId::ROOT).then(|| self.node(node).parent)
    }

    /// The acts made from here, in order.
    pub fn children(&self, node: NodeId) -> &[NodeId] {
        &self.node(node).children
    }

    /// The act with this token made from here.
    pub fn child(&self, node: NodeId, token: &str) -> Option<NodeId> {
        let mut children = self.children(node).iter();
        children.find(|child| self.token(**child) == token).copied()
    }

    /// The acts of the main line.
    pub fn main_line(&self) -> &[NodeId] {
        &self.main_line
    }

    /// The last position of the main line.
    pub fn main_line_end(&self) -> NodeId {
        self.main_line.last().copied().unwrap_or(NodeId::ROOT)
    }

    /// Whether the position is one of the main line.
    pub fn is_on_main_line(&self, node: NodeId) -> bool {
        node == NodeId::ROOT || self.main_line.contains(&node)
    }

    /// Whether the position is still one of this game's.
    pub fn contains(&self, node: NodeId) -> bool {
        let linked = |id: NodeId| match self.parent(id) {
            Some(parent) => self.children(parent).contains(&id),
            None => true,
        };
        node.index() < self.nodes.len() && self.ancestors(node).all(linked)
    }

    /// The position, the one before it, and so on to the root.
    pub fn ancestors(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(node), |node| self.parent(*node))
    }

    /// How many acts led here.
    pub fn depth(&self, node: NodeId) -> usize {
        self.ancestors(node).count() - 1
    }

    /// Every position that can be reached, the game as played first, each line before the next.
    pub fn preorder(&self) -> Vec<NodeId> {
        let mut found = Vec::new();
        let mut waiting = vec![NodeId::ROOT];
        while let Some(node) = waiting.pop() {
            found.push(node);
            waiting.extend(self.children(node).iter().rev());
        }
        found
    }

    /// The ply after which the position with this index in the main line stands; `None` within
    /// the lead-in but for its end, which is ply 0.
    fn ply_at_index(&self, index: usize) -> Option<u32> {
        u32::try_from(index.checked_sub(self.lead_in)?).ok()
    }

    /// The position of the main line after this ply; before ply 0 stands the last position of the
    /// lead-in, if there is one.
    fn main_line_node_after(&self, ply: Option<u32>) -> Option<NodeId> {
        let index = match ply {
            Some(ply) => ply as usize + self.lead_in,
            None => self.lead_in.checked_sub(1)?,
        };
        match index.checked_sub(1) {
            None => Some(NodeId::ROOT),
            Some(nth) => self.main_line.get(nth).copied(),
        }
    }
}

/// Why a line was left as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// The game as played is evidence; it is never changed.
    #[error("The original game cannot be changed. Play a move to start a variation.")]
    MainLineFixed,
    /// There is nothing to change.
    #[error("There is nothing to move or delete here.")]
    NothingToChange,
}
