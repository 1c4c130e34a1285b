//! Changing a game: trying moves, saying something of them, and taking it back.

use super::history::{Change, State};
use super::{Refused, Study, facts};
use crate::games::Mishap;
use crate::record::{Glyph, Mark, Record};
use std::sync::Arc;

impl Study {
    /// Makes a move in the position that is shown. A move that somebody made here before is
    /// entered; another starts a variation, or continues a study at its end.
    ///
    /// # Errors
    /// The token is unreadable or illegal here.
    pub fn play(&mut self, token: &str) -> Result<(), Mishap> {
        let mut table = self.table().fork();
        table.play(token)?;
        let read = self.book.read(token).map_err(Mishap::Unreadable)?;
        let node = self.node();
        let known = self.tree.child(node, &read.text);
        if known.is_none() {
            self.before(Change::Lines);
        }
        let extend = !self.is_played();
        let child = self.tree.play(node, &read.text, extend);
        if known.is_none() {
            self.tidy();
        }
        self.enter(child);
        Ok(())
    }

    /// Says something of the position that is shown.
    pub fn comment(&mut self, comment: &str) {
        let node = self.node();
        if self.at_failure || self.tree.note(node).comment == comment {
            return;
        }
        self.before(Change::Comment(node));
        comment.clone_into(&mut self.tree.note_mut(node).comment);
    }

    /// Judges the act that is shown; the same glyph again takes it away.
    pub fn glyph(&mut self, glyph: Option<Glyph>) {
        let node = self.node();
        let old = self.tree.note(node).glyph;
        let new = glyph.filter(|glyph| old != Some(*glyph));
        if self.at_failure || old == new {
            return;
        }
        self.before(Change::Signs);
        self.tree.note_mut(node).glyph = new;
    }

    /// Puts a mark on the board that is shown; the same mark again takes it away.
    pub fn mark(&mut self, mark: Mark) {
        if self.at_failure {
            return;
        }
        self.before(Change::Signs);
        let node = self.node();
        let marks = &mut self.tree.note_mut(node).marks;
        match marks.iter().position(|known| *known == mark) {
            Some(at) => {
                marks.remove(at);
            }
            None => marks.push(mark),
        }
    }

    /// Takes all marks off the board that is shown.
    pub fn clear_marks(&mut self) {
        let node = self.node();
        if self.at_failure || self.tree.note(node).marks.is_empty() {
            return;
        }
        self.before(Change::Signs);
        self.tree.note_mut(node).marks.clear();
    }

    /// Takes the act that is shown away, with all that follows it.
    ///
    /// # Errors
    /// It is an act of the game as played, or there is none.
    pub fn delete(&mut self) -> Result<(), Refused> {
        let node = self.node();
        let main = !self.is_played();
        let parent = self.tree.parent(node).ok_or(Refused::Nothing)?;
        self.lines(|tree| tree.delete(node, main))?;
        self.enter(parent);
        Ok(())
    }

    /// Makes the line that is shown the first of its kind; see [`Tree::promote`](super::Tree).
    ///
    /// # Errors
    /// It is already, or the game as played would have to give way.
    pub fn promote(&mut self) -> Result<(), Refused> {
        let node = self.node();
        let main = !self.is_played();
        self.lines(|tree| tree.promote(node, main))?;
        self.enter(node);
        Ok(())
    }

    /// Moves the line that is shown so many places down among its neighbours (up if negative).
    ///
    /// # Errors
    /// There is no such place, or it is that of the game as played.
    pub fn reorder(&mut self, by: isize) -> Result<(), Refused> {
        let main = !self.is_played();
        // The act where this line leaves the one that it belongs to.
        let mut ancestors = self.tree.ancestors(self.node());
        let first = ancestors.find(|id| {
            let parent = self.tree.parent(*id);
            parent.is_some_and(|parent| self.tree.children(parent).len() > 1)
        });
        drop(ancestors);
        let first = first.ok_or(Refused::Nothing)?;
        let node = self.node();
        self.lines(|tree| tree.reorder(first, by, main))?;
        self.enter(node);
        Ok(())
    }

    /// Changes what is known of the game beside its moves: names, event, `ext`.
    pub fn describe(&mut self, change: impl FnOnce(&mut Record)) {
        let mut record = (*self.record).clone();
        change(&mut record);
        if record != *self.record {
            self.before(Change::Game);
            self.record = Arc::new(record);
        }
    }

    /// Takes the last change back; whether there was one.
    pub fn undo(&mut self) -> bool {
        let now = self.state();
        let Some(state) = self.history.undo(now) else {
            return false;
        };
        self.restore(state);
        true
    }

    /// Makes the change again that was taken back last; whether there was one.
    pub fn redo(&mut self) -> bool {
        let now = self.state();
        let Some(state) = self.history.redo(now) else {
            return false;
        };
        self.restore(state);
        true
    }

    /// Whether there is something to undo, and something to redo.
    pub fn can_undo(&self) -> (bool, bool) {
        (self.history.can_undo(), self.history.can_redo())
    }

    /// Whether something was changed that is not in the file.
    pub fn is_changed(&self) -> bool {
        self.history.revision != self.history.saved
    }

    /// Which state this is; a number that no other state of this study has.
    pub fn revision(&self) -> u64 {
        self.history.revision
    }

    /// The state with this number is in the file now.
    pub fn saved(&mut self, revision: u64) {
        self.history.saved = revision;
        self.history.rest();
    }

    /// The state is in no file (a new game, or one restored after a crash).
    pub fn unsaved(&mut self) {
        self.history.saved = u64::MAX;
    }

    fn lines(
        &mut self,
        change: impl FnOnce(&mut super::Tree) -> Result<(), Refused>,
    ) -> Result<(), Refused> {
        let mut tree = self.tree.clone();
        change(&mut tree)?;
        self.before(Change::Lines);
        self.tree = tree;
        self.tidy();
        Ok(())
    }

    fn state(&self) -> State {
        State {
            tree: self.tree.clone(),
            record: Arc::clone(&self.record),
            node: self.node(),
            revision: self.history.revision,
        }
    }

    fn before(&mut self, change: Change) {
        let state = self.state();
        self.history.before(change, state);
    }

    fn restore(&mut self, state: State) {
        self.tree = state.tree;
        self.record = state.record;
        self.tidy();
        self.enter(state.node);
    }

    /// After the lines changed.
    fn tidy(&mut self) {
        self.taken.clear();
        // The line may run through positions that are no more.
        self.line.truncate(1);
        self.tables.truncate(1);
        self.at = 0;
        self.at_failure = false;
        self.plies = facts::plies(self);
    }
}
