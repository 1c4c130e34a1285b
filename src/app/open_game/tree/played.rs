//! Growth of the main line while its game is played. It is no edit of the user, so no patch has
//! it and undo does not remove it.

use super::edit::Patch;
use super::{GameTree, NodeId};
use kifu_core::record::Note;

impl GameTree {
    /// Adds a move at the end of the main line, or takes over the variation that begins with it.
    /// Returns the former end and the new one.
    pub fn extend_main_line(&mut self, token: &str) -> (NodeId, NodeId) {
        let parent = self.main_line_end();
        let child = self
            .child(parent, token)
            .unwrap_or_else(|| self.add_node(parent, token));
        let children = &mut self.nodes[parent.index()].children;
        children.retain(|known| *known != child);
        children.insert(0, child);
        self.main_line.push(child);
        (parent, child)
    }

    /// Sets the failed move after the end of the main line.
    pub fn set_failure(&mut self, raw: &str, note: Option<Note>) {
        let end = self.main_line_end();
        let failure = self.add_node(end, raw);
        self.nodes[failure.index()].note = note.map(Box::new);
        self.failure = Some(failure);
    }

    /// Adds what a log says of a move to the notes of the user.
    pub fn merge_log_note(&mut self, node: NodeId, log_note: &Note) {
        let note = self.nodes[node.index()].note.get_or_insert_default();
        note.by = log_note.by;
        note.raw.clone_from(&log_note.raw);
        note.message.clone_from(&log_note.message);
        note.stderr.clone_from(&log_note.stderr);
        for mark in &log_note.marks {
            if !note.marks.contains(mark) {
                note.marks.push(mark.clone());
            }
        }
        for evaluation in &log_note.evals {
            if !note.evals.contains(evaluation) {
                note.evals.push(evaluation.clone());
            }
        }
        self.nodes[node.index()]
            .note
            .take_if(|note| **note == Note::default());
    }
}

impl Patch {
    /// Adds a child that the game itself has added to a node.
    pub fn add_child(&mut self, parent: NodeId, child: NodeId) {
        for (id, children) in &mut self.children {
            if *id == parent {
                children.retain(|known| *known != child);
                children.insert(0, child);
            }
        }
    }
}
