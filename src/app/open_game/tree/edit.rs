//! Edits of the tree. Each edit notes what it replaces, so that it can be undone.

use super::{EditError, GameTree, NodeId};
use kifu_core::record::{Evaluation, Note, Record};

/// The content that an edit replaced. After [`GameTree::swap_patch`] it holds the content that was
/// there in between.
#[derive(Clone, Debug, Default)]
pub struct Patch {
    pub(super) children: Vec<(NodeId, Vec<NodeId>)>,
    notes: Vec<(NodeId, Option<Box<Note>>)>,
    main_line: Option<Vec<NodeId>>,
}

impl Patch {
    /// Reports whether nothing was replaced.
    pub fn is_empty(&self) -> bool {
        self.children.is_empty() && self.notes.is_empty() && self.main_line.is_none()
    }

    /// Reports whether the main line was replaced.
    pub fn replaces_main_line(&self) -> bool {
        self.main_line.is_some()
    }

    /// Returns the approximate size in bytes.
    pub fn byte_size(&self) -> usize {
        let ids = self.children.iter().map(|(_, ids)| 32 + 4 * ids.len());
        let notes = self
            .notes
            .iter()
            .map(|(_, note)| 16 + note_bytes(note.as_deref()));
        let main_line_bytes = self
            .main_line
            .as_ref()
            .map_or(0, |main_line_bytes| 4 * main_line_bytes.len());
        ids.chain(notes).sum::<usize>() + main_line_bytes
    }
}

fn note_bytes(note: Option<&Note>) -> usize {
    note.map_or(0, |note| {
        let text_bytes = note.comment.len() + note.message.len() + note.stderr.len();
        let values = note.evals.iter().map(|eval| eval.values().count() + 1);
        let items = note.marks.len() + values.sum::<usize>();
        size_of::<Note>() + text_bytes + 96 * items
    })
}

impl GameTree {
    /// Takes the patch of all edits since the last call.
    pub fn take_patch(&mut self) -> Patch {
        std::mem::take(&mut self.patch)
    }

    /// Reports whether the main line was replaced since [`take_patch`](Self::take_patch).
    pub fn is_main_line_replaced(&self) -> bool {
        self.patch.replaces_main_line()
    }

    /// Exchanges the content of a patch with that of the tree.
    pub fn swap_patch(&mut self, patch: &mut Patch) {
        for (id, children) in &mut patch.children {
            std::mem::swap(&mut self.nodes[id.index()].children, children);
        }
        for (id, note) in &mut patch.notes {
            // Evaluations are not edits of the user, so undo does not remove them.
            let evals = std::mem::take(self.evals_mut(*id));
            std::mem::swap(&mut self.nodes[id.index()].note, note);
            self.set_evaluations(*id, evals);
        }
        if let Some(main_line) = &mut patch.main_line {
            std::mem::swap(&mut self.main_line, main_line);
        }
    }

    fn children_mut(&mut self, id: NodeId) -> &mut Vec<NodeId> {
        let children = &mut self.nodes[id.index()].children;
        let patched = &mut self.patch.children;
        if patched.iter().all(|(known, _)| *known != id) {
            patched.push((id, children.clone()));
        }
        children
    }

    fn main_line_mut(&mut self) -> &mut Vec<NodeId> {
        self.patch
            .main_line
            .get_or_insert_with(|| self.main_line.clone());
        &mut self.main_line
    }

    /// Edits the note of a move.
    pub fn edit_note(&mut self, id: NodeId, change: impl FnOnce(&mut Note)) {
        let old = &mut self.nodes[id.index()].note;
        let mut new = old.as_deref().cloned().unwrap_or_default();
        change(&mut new);
        let new = (new != Note::default()).then(|| Box::new(new));
        if *old != new {
            let old = std::mem::replace(old, new);
            if self.patch.notes.iter().all(|(known, _)| *known != id) {
                self.patch.notes.push((id, old));
            }
        }
    }

    /// Replaces the evaluations of a move, without a trace in the patch.
    pub fn set_evaluations(&mut self, id: NodeId, evals: Vec<Evaluation>) {
        *self.evals_mut(id) = evals;
        let note = &mut self.nodes[id.index()].note;
        note.take_if(|note| **note == Note::default());
    }

    /// Replaces the evaluations of the failed move, or of the position after the last ply.
    pub fn set_failure_evaluations(&mut self, evals: Vec<Evaluation>) {
        if let Some(failure) = self.failure {
            self.set_evaluations(failure, evals);
        } else if let Some(ply) = self.ply_at_index(self.main_line.len() + 1) {
            self.stray_notes.entry(ply).or_default().evals = evals;
        }
    }

    fn evals_mut(&mut self, id: NodeId) -> &mut Vec<Evaluation> {
        let note = &mut self.nodes[id.index()].note;
        &mut note.get_or_insert_default().evals
    }

    /// Adds a move that does not exist here. `extend` lets it extend the main line at its end.
    pub fn add_move(&mut self, node: NodeId, token: &str, extend: bool) -> NodeId {
        let child = self.add_node(node, token);
        let children = self.children_mut(node);
        children.push(child);
        if extend && children.len() == 1 && node == self.main_line_end() {
            self.main_line_mut().push(child);
        }
        child
    }

    /// Deletes a move with everything that follows it. If it belonged to the main line, that
    /// continues with the first remaining sibling.
    ///
    /// # Errors
    /// Returns an error for the root, and for a move of the main line unless
    /// `may_change_main_line`.
    pub fn delete(&mut self, node: NodeId, may_change_main_line: bool) -> Result<(), EditError> {
        let parent = self.parent(node).ok_or(EditError::NothingToChange)?;
        let is_main_line = self.is_on_main_line(node);
        if is_main_line && !may_change_main_line {
            return Err(EditError::MainLineFixed);
        }
        self.children_mut(parent).retain(|id| *id != node);
        if is_main_line {
            self.rebuild_main_line_from(parent);
        }
        Ok(())
    }

    /// Moves the line that begins with a move down among its siblings by `offset` places (up if
    /// negative).
    ///
    /// # Errors
    /// Returns an error if there is no such place, or if the main line is affected unless
    /// `may_change_main_line`.
    pub fn reorder(
        &mut self,
        node: NodeId,
        offset: isize,
        may_change_main_line: bool,
    ) -> Result<(), EditError> {
        let parent = self.parent(node).ok_or(EditError::NothingToChange)?;
        let children = self.children(parent);
        let index = children.iter().position(|id| *id == node);
        let from = index.ok_or(EditError::NothingToChange)?;
        let index = from.checked_add_signed(offset);
        let target_index = index.filter(|to| *to != from && *to < children.len());
        let to = target_index.ok_or(EditError::NothingToChange)?;
        let is_main_line_here = self.is_on_main_line(children[0]);
        let replaces_main_line = is_main_line_here && (from == 0 || to == 0);
        if replaces_main_line && !may_change_main_line {
            return Err(EditError::MainLineFixed);
        }
        let children = self.children_mut(parent);
        let moved = children.remove(from);
        children.insert(to, moved);
        if replaces_main_line {
            self.rebuild_main_line_from(parent);
        }
        Ok(())
    }

    /// Promotes the line through a position as far as permitted: with `may_change_main_line` to the
    /// main line, otherwise to the first variation of the game as played.
    ///
    /// # Errors
    /// Returns an error if the line is already there or may not be promoted further.
    pub fn promote(&mut self, node: NodeId, may_change_main_line: bool) -> Result<(), EditError> {
        let path: Vec<NodeId> = self.ancestors(node).collect();
        let mut changed = false;
        for (id, parent) in path.iter().zip(path.iter().skip(1)) {
            let children = self.children(*parent);
            let is_first_fixed = children
                .first()
                .is_some_and(|first| self.is_on_main_line(*first));
            let highest =
                usize::from(is_first_fixed && !may_change_main_line && !self.is_on_main_line(*id));
            let from = children.iter().position(|child| child == id).unwrap_or(0);
            if from > highest {
                let children = self.children_mut(*parent);
                let moved = children.remove(from);
                children.insert(highest, moved);
                changed = true;
            }
        }
        // A line after the end of the main line may already be first, without belonging to it.
        if may_change_main_line && (changed || !self.is_on_main_line(node)) {
            self.rebuild_main_line_from(NodeId::ROOT);
            changed = true;
        }
        match changed {
            true => Ok(()),
            false if self.is_on_main_line(node) => Err(EditError::NothingToChange),
            false => Err(EditError::MainLineFixed),
        }
    }

    /// Truncates the main line to `move_count` moves; the rest remains as a variation.
    pub fn truncate_main_line(&mut self, move_count: usize) {
        if self.main_line.len() > move_count {
            self.main_line_mut().truncate(move_count);
        }
    }

    /// Lets the main line follow the first children from this position on.
    fn rebuild_main_line_from(&mut self, from: NodeId) {
        let index = self.main_line.iter().position(|id| *id == from);
        self.main_line_mut()
            .truncate(index.map_or(0, |index| index + 1));
        let mut node = from;
        while let Some(first) = self.children(node).first().copied() {
            self.main_line.push(first);
            node = first;
        }
    }
}

// Growth of the main line while its game is played. It is not an edit of the user, so no patch
// has it and undo does not remove it.

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

    /// Adds the place of a failure after the end of the main line, and moves the note of its ply
    /// there. `raw` is the failed move, empty if there was none.
    pub fn add_failure(&mut self, raw: &str) {
        let end = self.main_line_end();
        let failure = self.add_node(end, raw);
        let failed_ply = self.ply_at_index(self.main_line.len() + 1);
        let note = failed_ply.and_then(|ply| self.stray_notes.remove(&ply));
        self.nodes[failure.index()].note = note.map(Box::new);
        self.failure = Some(failure);
    }

    /// Adds the notes of a log on plies after the main line, which may be those of a failure.
    pub fn add_later_log_notes(&mut self, record: &Record) {
        let end = self.ply_at_index(self.main_line.len() + 1).unwrap_or(1);
        for (ply, note) in record.notes.range(end..) {
            let later = self.stray_notes.entry(*ply);
            later.or_insert_with(|| Note {
                variations: Vec::new(),
                ..note.clone()
            });
        }
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
