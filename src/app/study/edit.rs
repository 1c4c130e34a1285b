//! Changing a game: trying moves, saying something of them, and taking it back.

use super::history::{Change, Cursor, History, Kind};
use super::{About, NodeId, Refused, Study, Tree, facts};
use crate::games::Mishap;
use crate::record::{Glyph, Mark, Note};

impl Study {
    /// Makes a move in the position that is shown. A move that somebody made here before is
    /// entered; another starts a variation, or continues a study at its end.
    ///
    /// # Errors
    /// The token is unreadable or illegal here.
    pub fn play(&mut self, token: &str) -> Result<(), Mishap> {
        self.table().fork().play(token)?;
        let read = self.book.parse(token).map_err(Mishap::Unreadable)?;
        let node = self.node();
        if let Some(known) = self.known(node, &read.text) {
            self.history.rest();
            self.enter(known);
            return Ok(());
        }
        let extend = !self.played;
        let made = self.change(Kind::Lines, |tree| {
            Ok(Some(Cursor::on(tree.play(node, &read.text, extend))))
        });
        debug_assert_eq!(made, Ok(()));
        Ok(())
    }

    /// The act from here that this canonical token spells. Lines that people wrote may spell it
    /// otherwise.
    fn known(&self, node: NodeId, token: &str) -> Option<NodeId> {
        let spelled = |id: &&NodeId| {
            let read = self.book.parse(self.tree.token(**id));
            read.is_ok_and(|read| read.text == token)
        };
        let exact = self.tree.child(node, token);
        exact.or_else(|| self.tree.children(node).iter().find(spelled).copied())
    }

    /// Of which act is spoken; `None` where a record has no place for it: before the start that
    /// luck lays out.
    pub fn subject(&self) -> Option<NodeId> {
        if self.at_failure {
            self.tree.failure()
        } else {
            (self.at >= self.book.lead_in()).then(|| self.node())
        }
    }

    /// Says something of the act that is shown.
    pub fn comment(&mut self, comment: &str) {
        if let Some(node) = self.subject() {
            self.say(Kind::Comment(node), node, |note| {
                comment.clone_into(&mut note.comment);
            });
        }
    }

    /// Judges the act that is shown; the same glyph again takes it away. The start is no act.
    pub fn glyph(&mut self, glyph: Option<Glyph>) {
        let start = !self.at_failure && self.at <= self.book.lead_in();
        if let Some(node) = self.subject().filter(|_| !start) {
            let old = self.tree.note(node).glyph;
            let new = glyph.filter(|glyph| old != Some(*glyph));
            self.say(Kind::Signs, node, |note| note.glyph = new);
        }
    }

    /// Puts a mark on the board that is shown; the same mark again takes it away.
    pub fn mark(&mut self, mark: Mark) {
        if let Some(node) = self.subject() {
            self.say(Kind::Signs, node, |note| {
                let known = note.marks.iter().position(|known| *known == mark);
                match known {
                    Some(at) => drop(note.marks.remove(at)),
                    None => note.marks.push(mark),
                }
            });
        }
    }

    /// Takes all marks off the board that is shown.
    pub fn clear_marks(&mut self) {
        if let Some(node) = self.subject() {
            self.say(Kind::Signs, node, |note| note.marks.clear());
        }
    }

    /// Takes the act that is shown away, with all that follows it.
    ///
    /// # Errors
    /// It is an act of the game as played, or there is none.
    pub fn delete(&mut self) -> Result<(), Refused> {
        if self.at_failure {
            return Err(Refused::Played);
        }
        self.delete_at(self.node())
    }

    /// Takes an act away, with all that follows it; it need not be shown, nor be legal.
    ///
    /// # Errors
    /// It is an act of the game as played, or none of this game.
    pub fn delete_at(&mut self, node: NodeId) -> Result<(), Refused> {
        let parent = self.tree.parent(node).filter(|_| self.tree.holds(node));
        let parent = parent.ok_or(Refused::Nothing)?;
        let here = self.cursor();
        let gone = self.tree.ancestors(here.node).any(|id| id == node);
        let to = if gone { Cursor::on(parent) } else { here };
        self.lines(to, |tree, main| tree.delete(node, main))
    }

    /// Makes the line that is shown the first of its kind; all the way up in a
    /// study, else up to the first variation of the game as played.
    ///
    /// # Errors
    /// It is already, or the game as played would have to give way.
    pub fn promote(&mut self) -> Result<(), Refused> {
        let here = self.cursor();
        self.lines(here, |tree, main| tree.promote(here.node, main))
    }

    /// Moves the line that is shown so many places down among its neighbours (up if negative).
    ///
    /// # Errors
    /// There is no such place, or it is that of the game as played.
    pub fn reorder(&mut self, by: isize) -> Result<(), Refused> {
        let here = self.cursor();
        // The act where this line leaves the one that it belongs to.
        let first = self.tree.ancestors(here.node).find(|id| {
            let parent = self.tree.parent(*id);
            parent.is_some_and(|parent| self.tree.children(parent).len() > 1)
        });
        let first = first.ok_or(Refused::Nothing)?;
        self.lines(here, |tree, main| tree.reorder(first, by, main))
    }

    /// Changes what is known of the game beside its lines.
    pub fn describe(&mut self, mut about: About) {
        if about == About::of(&self.record) {
            return;
        }
        if !self.played {
            about.mark();
        }
        about.swap(&mut self.record);
        let (here, patch) = (self.cursor(), self.tree.take_patch());
        self.history
            .made(Change::new(Kind::About, patch, Some(about), here, here));
    }

    /// Takes the last change back; whether there was one.
    pub fn undo(&mut self) -> bool {
        self.swap(|history, put| history.undo(put))
    }

    /// Makes the change again that was taken back last; whether there was one.
    pub fn redo(&mut self) -> bool {
        self.swap(|history, put| history.redo(put))
    }

    /// Whether there is something to undo, and something to redo.
    pub fn can_undo(&self) -> (bool, bool) {
        (self.history.can_undo(), self.history.can_redo())
    }

    /// Whether something was changed that is not in the file.
    pub fn is_changed(&self) -> bool {
        self.history.revision != self.history.saved || self.reviewed.is_changed()
    }

    /// Which state this is; a number that no other state of this study has.
    pub fn revision(&self) -> u64 {
        // Nobody changes or evaluates a game so often.
        self.reviewed.revision() << 32 | self.history.revision
    }

    /// The state with this number is in the file now.
    pub fn saved(&mut self, revision: u64) {
        self.history.saved = revision & u64::from(u32::MAX);
        self.reviewed.saved(revision >> 32);
        self.history.rest();
    }

    /// The state is in no file (a new game, or one restored after a crash).
    pub fn unsaved(&mut self) {
        self.history.saved = u64::MAX;
    }

    pub(super) fn cursor(&self) -> Cursor {
        Cursor {
            node: self.node(),
            at_failure: self.at_failure,
        }
    }

    /// Changes lines, and goes where the change leads.
    fn lines(
        &mut self,
        to: Cursor,
        change: impl FnOnce(&mut Tree, bool) -> Result<(), Refused>,
    ) -> Result<(), Refused> {
        let main = !self.played;
        self.change(Kind::Lines, |tree| change(tree, main).map(|()| Some(to)))
    }

    /// Changes what is said of an act.
    fn say(&mut self, kind: Kind, node: NodeId, change: impl FnOnce(&mut Note)) {
        let said = self.change(kind, |tree| {
            tree.say(node, change);
            Ok(None)
        });
        debug_assert_eq!(said, Ok(()));
    }

    /// Makes a change that can be undone, and goes where it leads.
    fn change(
        &mut self,
        kind: Kind,
        change: impl FnOnce(&mut Tree) -> Result<Option<Cursor>, Refused>,
    ) -> Result<(), Refused> {
        let from = self.cursor();
        let to = change(&mut self.tree)?;
        if self.tree.is_main_replaced() {
            self.look_again();
        }
        if let Some(to) = to {
            self.stand(to);
        }
        let patch = self.tree.take_patch();
        if patch.is_empty() {
            return Ok(());
        }
        let about = self.mark_as_made();
        let change = Change::new(kind, patch, about, from, self.cursor());
        self.history.made(change);
        Ok(())
    }

    /// A game that somebody changes by hand says so from then on. What was there before.
    fn mark_as_made(&mut self) -> Option<About> {
        let mut about = About::of(&self.record);
        (!self.played && about.mark()).then(|| {
            about.swap(&mut self.record);
            about
        })
    }

    /// After the main line changed: it goes as far as the rules allow.
    fn look_again(&mut self) {
        let (plies, acts) = facts::plies(self);
        self.plies = plies;
        self.tree.end_main(acts);
        self.judge();
    }

    /// Swaps a change that the history gives with what there is, and goes where it was.
    fn swap(
        &mut self,
        change: impl FnOnce(&mut History, &mut dyn FnMut(&mut Change)) -> Option<Cursor>,
    ) -> bool {
        let (tree, record) = (&mut self.tree, &mut self.record);
        let mut main = false;
        let cursor = change(&mut self.history, &mut |change| {
            main = change.patch.has_main();
            tree.swap(&mut change.patch);
            if let Some(about) = &mut change.about {
                about.swap(record);
            }
        });
        let Some(cursor) = cursor else { return false };
        if main {
            self.plies = facts::plies(self).0;
            self.judge();
        }
        self.stand(cursor);
        true
    }

    fn stand(&mut self, cursor: Cursor) {
        self.enter(cursor.node);
        self.at_failure = cursor.at_failure && self.leads_to_failure();
    }
}
