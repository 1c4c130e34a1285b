//! Changing a game: trying moves, saying something of them, and taking it back.

use super::history::{Cursor, Edit, EditKind, History};
use super::{EditError, GameInfo, GameTree, NodeId, OpenGame, ply_info};
use crate::contract::MoveError;
use crate::record::{Glyph, Mark, Note};

impl OpenGame {
    /// Makes a move in the position that is shown. A move that somebody made here before is
    /// entered; another starts a variation, or continues a study at its end.
    ///
    /// # Errors
    /// The token is unreadable or illegal here.
    pub fn play(&mut self, token: &str) -> Result<(), MoveError> {
        self.state().fork().play(token)?;
        let read = self.game.parse(token).map_err(MoveError::Unreadable)?;
        let node = self.node();
        if let Some(known) = self.find_child(node, &read.text) {
            self.history.end_merge();
            self.go_to_node(known);
            return Ok(());
        }
        let extend = !self.was_played;
        let made = self.apply_edit(EditKind::Lines, |tree| {
            Ok(Some(Cursor::at_node(
                tree.add_move(node, &read.text, extend),
            )))
        });
        debug_assert_eq!(made, Ok(()));
        Ok(())
    }

    /// The act from here that this canonical token spells. Lines that people wrote may spell it
    /// otherwise.
    fn find_child(&self, node: NodeId, token: &str) -> Option<NodeId> {
        let spelled = |id: &&NodeId| {
            let read = self.game.parse(self.tree.token(**id));
            read.is_ok_and(|read| read.text == token)
        };
        let exact = self.tree.child(node, token);
        exact.or_else(|| self.tree.children(node).iter().find(spelled).copied())
    }

    /// Of which act is spoken; `None` where a record has no place for it: before the start that
    /// luck lays out.
    pub fn annotated_node(&self) -> Option<NodeId> {
        if self.is_at_failure {
            self.tree.failure()
        } else {
            (self.cursor_index >= self.game.info().lead_in).then(|| self.node())
        }
    }

    /// Says something of the act that is shown.
    pub fn set_comment(&mut self, comment: &str) {
        if let Some(node) = self.annotated_node() {
            self.edit_note(EditKind::Comment(node), node, |note| {
                comment.clone_into(&mut note.comment);
            });
        }
    }

    /// Judges the act that is shown; the same glyph again takes it away. The start is no act.
    pub fn toggle_glyph(&mut self, glyph: Option<Glyph>) {
        let start = !self.is_at_failure && self.cursor_index <= self.game.info().lead_in;
        if let Some(node) = self.annotated_node().filter(|_| !start) {
            let old = self.tree.note(node).glyph;
            let new = glyph.filter(|glyph| old != Some(*glyph));
            self.edit_note(EditKind::Annotations, node, |note| note.glyph = new);
        }
    }

    /// Puts a mark on the board that is shown; the same mark again takes it away.
    pub fn toggle_mark(&mut self, mark: Mark) {
        if let Some(node) = self.annotated_node() {
            self.edit_note(EditKind::Annotations, node, |note| {
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
        if let Some(node) = self.annotated_node() {
            self.edit_note(EditKind::Annotations, node, |note| note.marks.clear());
        }
    }

    /// Takes the act that is shown away, with all that follows it.
    ///
    /// # Errors
    /// It is an act of the game as played, or there is none.
    pub fn delete_shown(&mut self) -> Result<(), EditError> {
        if self.is_at_failure {
            return Err(EditError::MainLineFixed);
        }
        self.delete_node(self.node())
    }

    /// Takes an act away, with all that follows it; it need not be shown, nor be legal.
    ///
    /// # Errors
    /// It is an act of the game as played, or none of this game.
    pub fn delete_node(&mut self, node: NodeId) -> Result<(), EditError> {
        let parent = self.tree.parent(node).filter(|_| self.tree.contains(node));
        let parent = parent.ok_or(EditError::NothingToChange)?;
        let here = self.cursor();
        let gone = self.tree.ancestors(here.node).any(|id| id == node);
        let to = if gone { Cursor::at_node(parent) } else { here };
        self.edit_lines(to, |tree, main| tree.delete(node, main))
    }

    /// Makes the line that is shown the first of its kind; all the way up in a
    /// study, else up to the first variation of the game as played.
    ///
    /// # Errors
    /// It is already, or the game as played would have to give way.
    pub fn promote(&mut self) -> Result<(), EditError> {
        let here = self.cursor();
        self.edit_lines(here, |tree, main| tree.promote(here.node, main))
    }

    /// Moves the line that is shown so many places down among its neighbours (up if negative).
    ///
    /// # Errors
    /// There is no such place, or it is that of the game as played.
    pub fn reorder(&mut self, by: isize) -> Result<(), EditError> {
        let here = self.cursor();
        // The act where this line leaves the one that it belongs to.
        let first = self.tree.ancestors(here.node).find(|id| {
            let parent = self.tree.parent(*id);
            parent.is_some_and(|parent| self.tree.children(parent).len() > 1)
        });
        let first = first.ok_or(EditError::NothingToChange)?;
        self.edit_lines(here, |tree, main| tree.reorder(first, by, main))
    }

    /// Changes what is known of the game beside its lines.
    pub fn set_info(&mut self, mut about: GameInfo) {
        if about == GameInfo::from_record(&self.record) {
            return;
        }
        if !self.was_played {
            about.mark_as_handmade();
        }
        about.swap_with_record(&mut self.record);
        let (here, patch) = (self.cursor(), self.tree.take_patch());
        self.history
            .push(Edit::new(EditKind::Info, patch, Some(about), here, here));
    }

    /// Takes the last change back; whether there was one.
    pub fn undo(&mut self) -> bool {
        self.swap_edit(|history, put| history.undo(put))
    }

    /// Makes the change again that was taken back last; whether there was one.
    pub fn redo(&mut self) -> bool {
        self.swap_edit(|history, put| history.redo(put))
    }

    /// Whether there is something to undo, and something to redo.
    pub fn can_undo_and_redo(&self) -> (bool, bool) {
        (self.history.can_undo(), self.history.can_redo())
    }

    /// Whether something was changed that is not in the file.
    pub fn is_changed(&self) -> bool {
        self.history.revision != self.history.saved_revision || self.review_summary.is_changed()
    }

    /// Which state this is; a number that no other state of this study has.
    pub fn revision(&self) -> u64 {
        // Nobody changes or evaluates a game so often.
        self.review_summary.revision() << 32 | self.history.revision
    }

    /// The state with this number is in the file now.
    pub fn mark_saved(&mut self, revision: u64) {
        self.history.saved_revision = revision & u64::from(u32::MAX);
        self.review_summary.mark_saved(revision >> 32);
        self.history.end_merge();
    }

    /// The state is in no file (a new game, or one restored after a crash).
    pub fn mark_unsaved(&mut self) {
        self.history.saved_revision = u64::MAX;
    }

    pub(super) fn cursor(&self) -> Cursor {
        Cursor {
            node: self.node(),
            is_at_failure: self.is_at_failure,
        }
    }

    /// Changes lines, and goes where the change leads.
    fn edit_lines(
        &mut self,
        to: Cursor,
        change: impl FnOnce(&mut GameTree, bool) -> Result<(), EditError>,
    ) -> Result<(), EditError> {
        let main = !self.was_played;
        self.apply_edit(EditKind::Lines, |tree| {
            change(tree, main).map(|()| Some(to))
        })
    }

    /// Changes what is said of an act.
    fn edit_note(&mut self, kind: EditKind, node: NodeId, change: impl FnOnce(&mut Note)) {
        let said = self.apply_edit(kind, |tree| {
            tree.edit_note(node, change);
            Ok(None)
        });
        debug_assert_eq!(said, Ok(()));
    }

    /// Makes a change that can be undone, and goes where it leads.
    fn apply_edit(
        &mut self,
        kind: EditKind,
        change: impl FnOnce(&mut GameTree) -> Result<Option<Cursor>, EditError>,
    ) -> Result<(), EditError> {
        let from = self.cursor();
        let to = change(&mut self.tree)?;
        if self.tree.is_main_line_replaced() {
            self.revalidate_main_line();
        }
        if let Some(to) = to {
            self.set_cursor(to);
        }
        let patch = self.tree.take_patch();
        if patch.is_empty() {
            return Ok(());
        }
        let about = self.mark_as_handmade();
        let change = Edit::new(kind, patch, about, from, self.cursor());
        self.history.push(change);
        Ok(())
    }

    /// A game that somebody changes by hand says so from then on. What was there before.
    fn mark_as_handmade(&mut self) -> Option<GameInfo> {
        let mut about = GameInfo::from_record(&self.record);
        (!self.was_played && about.mark_as_handmade()).then(|| {
            about.swap_with_record(&mut self.record);
            about
        })
    }

    /// After the main line changed: it goes as far as the rules allow.
    fn revalidate_main_line(&mut self) {
        let (plies, acts) = ply_info::main_line_plies(self);
        self.plies = plies;
        self.tree.truncate_main_line(acts);
        self.update_review_summary();
    }

    /// Swaps a change that the history gives with what there is, and goes where it was.
    fn swap_edit(
        &mut self,
        change: impl FnOnce(&mut History, &mut dyn FnMut(&mut Edit)) -> Option<Cursor>,
    ) -> bool {
        let (tree, record) = (&mut self.tree, &mut self.record);
        let mut main = false;
        let cursor = change(&mut self.history, &mut |change| {
            main = change.patch.replaces_main_line();
            tree.swap_patch(&mut change.patch);
            if let Some(about) = &mut change.info {
                about.swap_with_record(record);
            }
        });
        let Some(cursor) = cursor else { return false };
        if main {
            self.plies = ply_info::main_line_plies(self).0;
            self.update_review_summary();
        }
        self.set_cursor(cursor);
        true
    }

    fn set_cursor(&mut self, cursor: Cursor) {
        self.go_to_node(cursor.node);
        self.is_at_failure = cursor.is_at_failure && self.line_ends_in_failure();
    }
}
