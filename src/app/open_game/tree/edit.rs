//! Changing the lines. What a change replaces is noted, so that it can be put back.

use super::{EditError, GameTree, NodeId};
use crate::record::{Evaluation, Note};

/// What was replaced. Put back with [`Tree::swap`], it holds what was there in between.
#[derive(Clone, Debug, Default)]
pub struct Patch {
    children: Vec<(NodeId, Vec<NodeId>)>,
    notes: Vec<(NodeId, Option<Box<Note>>)>,
    main_line: Option<Vec<NodeId>>,
}

impl Patch {
    /// Nothing was replaced.
    pub fn is_empty(&self) -> bool {
        self.children.is_empty() && self.notes.is_empty() && self.main_line.is_none()
    }

    /// Whether the main line was replaced.
    pub fn replaces_main_line(&self) -> bool {
        self.main_line.is_some()
    }

    /// About how many bytes it holds.
    pub fn byte_size(&self) -> usize {
        let ids = self.children.iter().map(|(_, ids)| 32 + 4 * ids.len());
        let notes = self
            .notes
            .iter()
            .map(|(_, note)| 16 + note_bytes(note.as_deref()));
        let main = self.main_line.as_ref().map_or(0, |main| 4 * main.len());
        ids.chain(notes).sum::<usize>() + main
    }
}

fn note_bytes(note: Option<&Note>) -> usize {
    note.map_or(0, |note| {
        let words = note.comment.len() + note.message.len() + note.stderr.len();
        size_of::<Note>() + words + 96 * (note.marks.len() + note.evals.len())
    })
}

impl GameTree {
    /// What was replaced since this was last asked.
    pub fn take_patch(&mut self) -> Patch {
        std::mem::take(&mut self.patch)
    }

    /// Whether the main line was replaced since then.
    pub fn is_main_line_replaced(&self) -> bool {
        self.patch.replaces_main_line()
    }

    /// Puts back what the patch holds, and into the patch what was there.
    pub fn swap_patch(&mut self, patch: &mut Patch) {
        for (id, children) in &mut patch.children {
            std::mem::swap(&mut self.nodes[id.index()].children, children);
        }
        for (id, note) in &mut patch.notes {
            // What engines think is no person's change, and no undoing takes it away.
            let evals = std::mem::take(self.evals_mut(*id));
            std::mem::swap(&mut self.nodes[id.index()].note, note);
            self.set_evaluations(*id, evals);
        }
        if let Some(main) = &mut patch.main_line {
            std::mem::swap(&mut self.main_line, main);
        }
    }

    fn children_mut(&mut self, id: NodeId) -> &mut Vec<NodeId> {
        let children = &mut self.nodes[id.index()].children;
        let noted = &mut self.patch.children;
        if noted.iter().all(|(known, _)| *known != id) {
            noted.push((id, children.clone()));
        }
        children
    }

    fn main_line_mut(&mut self) -> &mut Vec<NodeId> {
        self.patch
            .main_line
            .get_or_insert_with(|| self.main_line.clone());
        &mut self.main_line
    }

    /// Changes what is said of an act.
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

    /// Puts what engines think of an act in the place of what they thought. No patch notes that.
    pub fn set_evaluations(&mut self, id: NodeId, evals: Vec<Evaluation>) {
        *self.evals_mut(id) = evals;
        let note = &mut self.nodes[id.index()].note;
        note.take_if(|note| **note == Note::default());
    }

    /// The same of the act at which the game failed, or of what came after the last ply.
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

    /// Makes an act from here that was not made from here before. `extend` lets it continue the
    /// main line at its end.
    pub fn add_move(&mut self, node: NodeId, token: &str, extend: bool) -> NodeId {
        let child = self.add_node(node, token);
        let children = self.children_mut(node);
        children.push(child);
        if extend && children.len() == 1 && node == self.main_line_end() {
            self.main_line_mut().push(child);
        }
        child
    }

    /// Takes the act and all that follows it away. Where it was of the main line, that goes on
    /// with what comes first now.
    ///
    /// # Errors
    /// It is the root, or an act of the main line and `main` forbids that.
    pub fn delete(&mut self, node: NodeId, main: bool) -> Result<(), EditError> {
        let parent = self.parent(node).ok_or(EditError::NothingToChange)?;
        let gives_way = self.is_on_main_line(node);
        if gives_way && !main {
            return Err(EditError::MainLineFixed);
        }
        self.children_mut(parent).retain(|id| *id != node);
        if gives_way {
            self.rebuild_main_line_from(parent);
        }
        Ok(())
    }

    /// Moves the line that the act begins so many places down among those from the same position
    /// (up if negative).
    ///
    /// # Errors
    /// There is no such place; the first one is the main line's and `main` forbids to take it.
    pub fn reorder(&mut self, node: NodeId, by: isize, main: bool) -> Result<(), EditError> {
        let parent = self.parent(node).ok_or(EditError::NothingToChange)?;
        let children = self.children(parent);
        let place = children.iter().position(|id| *id == node);
        let from = place.ok_or(EditError::NothingToChange)?;
        let place = from.checked_add_signed(by);
        let free = place.filter(|to| *to != from && *to < children.len());
        let to = free.ok_or(EditError::NothingToChange)?;
        let on_main = self.is_on_main_line(children[0]);
        let gives_way = on_main && (from == 0 || to == 0);
        if gives_way && !main {
            return Err(EditError::MainLineFixed);
        }
        let children = self.children_mut(parent);
        let moved = children.remove(from);
        children.insert(to, moved);
        if gives_way {
            self.rebuild_main_line_from(parent);
        }
        Ok(())
    }

    /// Makes the line through this position the first one, as far up as may be: all the way with
    /// `main`, so that it becomes the main line; otherwise up to the first variation of the game
    /// as played.
    ///
    /// # Errors
    /// It is there already, or may not go further.
    pub fn promote(&mut self, node: NodeId, main: bool) -> Result<(), EditError> {
        let path: Vec<NodeId> = self.ancestors(node).collect();
        let mut changed = false;
        for (id, parent) in path.iter().zip(path.iter().skip(1)) {
            let children = self.children(*parent);
            let held = children
                .first()
                .is_some_and(|first| self.is_on_main_line(*first));
            let top = usize::from(held && !main && !self.is_on_main_line(*id));
            let from = children.iter().position(|child| child == id).unwrap_or(0);
            if from > top {
                let children = self.children_mut(*parent);
                let moved = children.remove(from);
                children.insert(top, moved);
                changed = true;
            }
        }
        // A line after the end of the main line may be first already, and yet no part of it.
        if main && (changed || !self.is_on_main_line(node)) {
            self.rebuild_main_line_from(NodeId::ROOT);
            changed = true;
        }
        match changed {
            true => Ok(()),
            false if self.is_on_main_line(node) => Err(EditError::NothingToChange),
            false => Err(EditError::MainLineFixed),
        }
    }

    /// The main line ends after so many acts; what followed stays as a line of its own.
    pub fn truncate_main_line(&mut self, acts: usize) {
        if self.main_line.len() > acts {
            self.main_line_mut().truncate(acts);
        }
    }

    /// From this position of the main line on it follows the first acts.
    fn rebuild_main_line_from(&mut self, from: NodeId) {
        let keep = self.main_line.iter().position(|id| *id == from);
        self.main_line_mut().truncate(keep.map_or(0, |at| at + 1));
        let mut node = from;
        while let Some(first) = self.children(node).first().copied() {
            self.main_line.push(first);
            node = first;
        }
    }
}
