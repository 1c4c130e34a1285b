//! Changing the lines. What a change replaces is noted, so that it can be put back.

use super::{NodeId, Refused, Tree};
use crate::record::{Evaluation, Note};

/// What was replaced. Put back with [`Tree::swap`], it holds what was there in between.
#[derive(Clone, Debug, Default)]
pub struct Patch {
    children: Vec<(NodeId, Vec<NodeId>)>,
    notes: Vec<(NodeId, Option<Box<Note>>)>,
    main: Option<Vec<NodeId>>,
}

impl Patch {
    /// Nothing was replaced.
    pub fn is_empty(&self) -> bool {
        self.children.is_empty() && self.notes.is_empty() && self.main.is_none()
    }

    /// Whether the main line was replaced.
    pub fn has_main(&self) -> bool {
        self.main.is_some()
    }

    /// About how many bytes it holds.
    pub fn weight(&self) -> usize {
        let ids = self.children.iter().map(|(_, ids)| 32 + 4 * ids.len());
        let notes = self
            .notes
            .iter()
            .map(|(_, note)| 16 + said(note.as_deref()));
        let main = self.main.as_ref().map_or(0, |main| 4 * main.len());
        ids.chain(notes).sum::<usize>() + main
    }
}

fn said(note: Option<&Note>) -> usize {
    note.map_or(0, |note| {
        let words = note.comment.len() + note.message.len() + note.stderr.len();
        size_of::<Note>() + words + 96 * (note.marks.len() + note.evals.len())
    })
}

impl Tree {
    /// What was replaced since this was last asked.
    pub fn take_patch(&mut self) -> Patch {
        std::mem::take(&mut self.patch)
    }

    /// Whether the main line was replaced since then.
    pub fn is_main_replaced(&self) -> bool {
        self.patch.has_main()
    }

    /// Puts back what the patch holds, and into the patch what was there.
    pub fn swap(&mut self, patch: &mut Patch) {
        for (id, children) in &mut patch.children {
            std::mem::swap(&mut self.nodes[id.index()].children, children);
        }
        for (id, note) in &mut patch.notes {
            // What engines think is no person's change, and no undoing takes it away.
            let evals = std::mem::take(self.evals_mut(*id));
            std::mem::swap(&mut self.nodes[id.index()].note, note);
            self.evaluate(*id, evals);
        }
        if let Some(main) = &mut patch.main {
            std::mem::swap(&mut self.main, main);
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

    fn main_mut(&mut self) -> &mut Vec<NodeId> {
        self.patch.main.get_or_insert_with(|| self.main.clone());
        &mut self.main
    }

    /// Changes what is said of an act.
    pub fn say(&mut self, id: NodeId, change: impl FnOnce(&mut Note)) {
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
    pub fn evaluate(&mut self, id: NodeId, evals: Vec<Evaluation>) {
        *self.evals_mut(id) = evals;
        let note = &mut self.nodes[id.index()].note;
        note.take_if(|note| **note == Note::default());
    }

    /// The same of the act at which the game failed, or of what came after the last ply.
    pub fn evaluate_end(&mut self, evals: Vec<Evaluation>) {
        if let Some(failure) = self.failure {
            self.evaluate(failure, evals);
        } else if let Some(ply) = self.ply_of_index(self.main.len() + 1) {
            self.stray.entry(ply).or_default().evals = evals;
        }
    }

    fn evals_mut(&mut self, id: NodeId) -> &mut Vec<Evaluation> {
        let note = &mut self.nodes[id.index()].note;
        &mut note.get_or_insert_default().evals
    }

    /// Makes an act from here that was not made from here before. `extend` lets it continue the
    /// main line at its end.
    pub fn play(&mut self, node: NodeId, token: &str, extend: bool) -> NodeId {
        let child = self.add(node, token);
        let children = self.children_mut(node);
        children.push(child);
        if extend && children.len() == 1 && node == self.main_end() {
            self.main_mut().push(child);
        }
        child
    }

    /// Takes the act and all that follows it away. Where it was of the main line, that goes on
    /// with what comes first now.
    ///
    /// # Errors
    /// It is the root, or an act of the main line and `main` forbids that.
    pub fn delete(&mut self, node: NodeId, main: bool) -> Result<(), Refused> {
        let parent = self.parent(node).ok_or(Refused::Nothing)?;
        let gives_way = self.is_main(node);
        if gives_way && !main {
            return Err(Refused::Played);
        }
        self.children_mut(parent).retain(|id| *id != node);
        if gives_way {
            self.set_main(parent);
        }
        Ok(())
    }

    /// Moves the line that the act begins so many places down among those from the same position
    /// (up if negative).
    ///
    /// # Errors
    /// There is no such place; the first one is the main line's and `main` forbids to take it.
    pub fn reorder(&mut self, node: NodeId, by: isize, main: bool) -> Result<(), Refused> {
        let parent = self.parent(node).ok_or(Refused::Nothing)?;
        let children = self.children(parent);
        let place = children.iter().position(|id| *id == node);
        let from = place.ok_or(Refused::Nothing)?;
        let place = from.checked_add_signed(by);
        let free = place.filter(|to| *to != from && *to < children.len());
        let to = free.ok_or(Refused::Nothing)?;
        let on_main = self.is_main(children[0]);
        let gives_way = on_main && (from == 0 || to == 0);
        if gives_way && !main {
            return Err(Refused::Played);
        }
        let children = self.children_mut(parent);
        let moved = children.remove(from);
        children.insert(to, moved);
        if gives_way {
            self.set_main(parent);
        }
        Ok(())
    }

    /// Makes the line through this position the first one, as far up as may be: all the way with
    /// `main`, so that it becomes the main line; otherwise up to the first variation of the game
    /// as played.
    ///
    /// # Errors
    /// It is there already, or may not go further.
    pub fn promote(&mut self, node: NodeId, main: bool) -> Result<(), Refused> {
        let path: Vec<NodeId> = self.ancestors(node).collect();
        let mut changed = false;
        for (id, parent) in path.iter().zip(path.iter().skip(1)) {
            let children = self.children(*parent);
            let held = children.first().is_some_and(|first| self.is_main(*first));
            let top = usize::from(held && !main && !self.is_main(*id));
            let from = children.iter().position(|child| child == id).unwrap_or(0);
            if from > top {
                let children = self.children_mut(*parent);
                let moved = children.remove(from);
                children.insert(top, moved);
                changed = true;
            }
        }
        // A line after the end of the main line may be first already, and yet no part of it.
        if main && (changed || !self.is_main(node)) {
            self.set_main(NodeId::ROOT);
            changed = true;
        }
        match changed {
            true => Ok(()),
            false if self.is_main(node) => Err(Refused::Nothing),
            false => Err(Refused::Played),
        }
    }

    /// The main line ends after so many acts; what followed stays as a line of its own.
    pub fn end_main(&mut self, acts: usize) {
        if self.main.len() > acts {
            self.main_mut().truncate(acts);
        }
    }

    /// From this position of the main line on it follows the first acts.
    fn set_main(&mut self, from: NodeId) {
        let keep = self.main.iter().position(|id| *id == from);
        self.main_mut().truncate(keep.map_or(0, |at| at + 1));
        let mut node = from;
        while let Some(first) = self.children(node).first().copied() {
            self.main.push(first);
            node = first;
        }
    }
}
