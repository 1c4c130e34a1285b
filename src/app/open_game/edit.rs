//! Edits of a game: playing and deleting moves, annotating them, undo and redo.

use super::history::{Cursor, EditKind, History, HistoryEdit};
use super::{EditError, GameHeader, GameTree, NodeId, OpenGame, ply_info};
use kifu_core::contract::MoveError;
use kifu_core::record::{Glyph, Mark, Note};

impl OpenGame {
    /// Plays a move in the current position. A move that exists here is entered; another one starts
    /// a variation, or extends the main line of a hand-made game at its end.
    ///
    /// # Errors
    /// Returns an error if the token is unreadable or illegal here.
    pub fn play(&mut self, token: &str) -> Result<(), MoveError> {
        self.state().fork().play(token)?;
        let parsed = self.game.parse(token).map_err(MoveError::Unreadable)?;
        let node = self.node();
        if let Some(known) = self.find_child(node, &parsed.text) {
            self.history.end_merge();
            self.go_to_node(known);
            return Ok(());
        }
        let extends_main_line = !self.was_played;
        let result = self.apply_edit(EditKind::Lines, |tree| {
            Ok(Some(Cursor::at_node(tree.add_move(
                node,
                &parsed.text,
                extends_main_line,
            ))))
        });
        debug_assert_eq!(result, Ok(()));
        Ok(())
    }

    /// Finds the child whose token means this canonical token; tokens in a record may be spelled
    /// differently.
    fn find_child(&self, node: NodeId, token: &str) -> Option<NodeId> {
        let is_same_move = |id: &&NodeId| {
            let parsed = self.game.parse(self.tree.token(**id));
            parsed.is_ok_and(|parsed| parsed.text == token)
        };
        let exact = self.tree.child(node, token);
        exact.or_else(|| self.tree.children(node).iter().find(is_same_move).copied())
    }

    /// Returns the node whose note the current position shows; `None` within the lead-in, for which
    /// a record has no notes.
    pub fn annotated_node(&self) -> Option<NodeId> {
        if self.is_at_failure {
            self.tree.failure()
        } else {
            (self.cursor_index >= self.game.info().lead_in).then(|| self.node())
        }
    }

    /// Sets the comment of the current move.
    pub fn set_comment(&mut self, comment: &str) {
        if let Some(node) = self.annotated_node() {
            self.edit_note(EditKind::Comment(node), node, |note| {
                comment.clone_into(&mut note.comment);
            });
        }
    }

    /// Sets the glyph of the current move, or removes it if it is the same. The start position has
    /// no glyph.
    pub fn toggle_glyph(&mut self, glyph: Option<Glyph>) {
        let is_start = !self.is_at_failure && self.cursor_index <= self.game.info().lead_in;
        if let Some(node) = self.annotated_node().filter(|_| !is_start) {
            let old = self.tree.note(node).glyph;
            let new = glyph.filter(|glyph| old != Some(*glyph));
            self.edit_note(EditKind::Annotations, node, |note| note.glyph = new);
        }
    }

    /// Adds a mark to the board of the current position, or removes it if it exists. One of the same
    /// shape in another colour is recoloured.
    pub fn toggle_mark(&mut self, mark: Mark) {
        if let Some(node) = self.annotated_node() {
            self.edit_note(EditKind::Annotations, node, |note| {
                let index = note
                    .marks
                    .iter()
                    .position(|known| known.is_same_shape(&mark));
                match index {
                    Some(index) if note.marks[index] == mark => drop(note.marks.remove(index)),
                    Some(index) => note.marks[index].color = mark.color,
                    None => note.marks.push(mark),
                }
            });
        }
    }

    /// Removes all marks from the board of the current position.
    pub fn clear_marks(&mut self) {
        if let Some(node) = self.annotated_node() {
            self.edit_note(EditKind::Annotations, node, |note| note.marks.clear());
        }
    }

    /// Deletes the current move with everything that follows it.
    ///
    /// # Errors
    /// Returns an error if the move belongs to the game as played or does not exist.
    pub fn delete_shown(&mut self) -> Result<(), EditError> {
        if self.is_at_failure {
            return Err(EditError::MainLineFixed);
        }
        self.delete_node(self.node())
    }

    /// Deletes a move with everything that follows it. The move may be illegal and need not be
    /// current.
    ///
    /// # Errors
    /// Returns an error if the move belongs to the game as played or is not in this game.
    pub fn delete_node(&mut self, node: NodeId) -> Result<(), EditError> {
        let parent = self.tree.parent(node).filter(|_| self.tree.contains(node));
        let parent = parent.ok_or(EditError::NothingToChange)?;
        let cursor = self.cursor();
        let is_cursor_deleted = self.tree.ancestors(cursor.node).any(|id| id == node);
        let new_cursor = if is_cursor_deleted {
            Cursor::at_node(parent)
        } else {
            cursor
        };
        self.edit_lines(new_cursor, |tree, main| tree.delete(node, main))
    }

    /// Promotes the current line: to the main line in a hand-made game, else to the first variation
    /// of the game as played.
    ///
    /// # Errors
    /// Returns an error if the line is already there or would have to replace the game as played.
    pub fn promote(&mut self) -> Result<(), EditError> {
        let cursor = self.cursor();
        self.edit_lines(cursor, |tree, main| tree.promote(cursor.node, main))
    }

    /// Moves the current line down among its siblings by `offset` places (up if negative).
    ///
    /// # Errors
    /// Returns an error if there is no such place or the game as played occupies it.
    pub fn reorder(&mut self, offset: isize) -> Result<(), EditError> {
        let cursor = self.cursor();
        // The first move by which this line differs from its siblings.
        let first_move = self.tree.ancestors(cursor.node).find(|id| {
            let parent = self.tree.parent(*id);
            parent.is_some_and(|parent| self.tree.children(parent).len() > 1)
        });
        let first_move = first_move.ok_or(EditError::NothingToChange)?;
        self.edit_lines(cursor, |tree, main| tree.reorder(first_move, offset, main))
    }

    /// Replaces the information on the game apart from its lines.
    pub fn set_info(&mut self, mut info: GameHeader) {
        if info == GameHeader::from_record(&self.record) {
            return;
        }
        if !self.was_played {
            info.mark_as_handmade();
        }
        info.swap_with_record(&mut self.record);
        let (cursor, patch) = (self.cursor(), self.tree.take_patch());
        self.history.push(HistoryEdit::new(
            EditKind::Info,
            patch,
            Some(info),
            cursor,
            cursor,
        ));
    }

    /// Undoes the last change. Returns whether there was one.
    pub fn undo(&mut self) -> bool {
        self.swap_edit(|history, swap| history.undo(swap))
    }

    /// Redoes the change that was undone last. Returns whether there was one.
    pub fn redo(&mut self) -> bool {
        self.swap_edit(|history, swap| history.redo(swap))
    }

    /// Returns whether there is a change to undo, and one to redo.
    pub fn can_undo_and_redo(&self) -> (bool, bool) {
        (self.history.can_undo(), self.history.can_redo())
    }

    /// Reports whether the game has changes that are not saved.
    pub fn is_changed(&self) -> bool {
        self.history.revision != self.history.saved_revision || self.review_summary.is_changed()
    }

    /// Returns the revision, which identifies the state of the game among all of its states.
    pub fn revision(&self) -> u64 {
        // Neither half overflows: no one edits or evaluates a game that often.
        self.review_summary.revision() << 32 | self.history.revision
    }

    /// Makes the revisions of this game, as it was opened, follow those of another that it replaces
    /// in its tab.
    pub fn follow_revisions_of(&mut self, replaced: &Self) {
        self.history.follow(&replaced.history);
    }

    /// Records that the file contains the state with this revision.
    pub fn mark_saved(&mut self, revision: u64) {
        self.history.saved_revision = revision & u64::from(u32::MAX);
        self.review_summary.mark_saved(revision >> 32);
        self.history.end_merge();
    }

    /// Records that no file contains the state, as of a new game or one restored after a crash.
    pub fn mark_unsaved(&mut self) {
        self.history.saved_revision = u64::MAX;
    }

    pub(super) fn cursor(&self) -> Cursor {
        Cursor {
            node: self.node(),
            is_at_failure: self.is_at_failure,
        }
    }

    /// Applies an edit of the lines and moves the cursor.
    fn edit_lines(
        &mut self,
        new_cursor: Cursor,
        change: impl FnOnce(&mut GameTree, bool) -> Result<(), EditError>,
    ) -> Result<(), EditError> {
        let may_change_main_line = !self.was_played;
        self.apply_edit(EditKind::Lines, |tree| {
            change(tree, may_change_main_line).map(|()| Some(new_cursor))
        })
    }

    /// Applies an edit of a note.
    fn edit_note(&mut self, kind: EditKind, node: NodeId, change: impl FnOnce(&mut Note)) {
        let result = self.apply_edit(kind, |tree| {
            tree.edit_note(node, change);
            Ok(None)
        });
        debug_assert_eq!(result, Ok(()));
    }

    /// Applies an edit that can be undone and moves the cursor as the edit requires.
    fn apply_edit(
        &mut self,
        kind: EditKind,
        change: impl FnOnce(&mut GameTree) -> Result<Option<Cursor>, EditError>,
    ) -> Result<(), EditError> {
        let cursor_before = self.cursor();
        let new_cursor = change(&mut self.tree)?;
        if self.tree.is_main_line_replaced() {
            self.revalidate_main_line();
        }
        if let Some(new_cursor) = new_cursor {
            self.set_cursor(new_cursor);
        }
        let patch = self.tree.take_patch();
        if patch.is_empty() {
            return Ok(());
        }
        let info = self.mark_as_handmade();
        let change = HistoryEdit::new(kind, patch, info, cursor_before, self.cursor());
        self.history.push(change);
        Ok(())
    }

    /// Marks a game without a played main line as made by hand. Returns the previous information if
    /// that changed it.
    fn mark_as_handmade(&mut self) -> Option<GameHeader> {
        let mut info = GameHeader::from_record(&self.record);
        (!self.was_played && info.mark_as_handmade()).then(|| {
            info.swap_with_record(&mut self.record);
            info
        })
    }

    /// Truncates the main line where the rules refuse it, after it has changed.
    fn revalidate_main_line(&mut self) {
        let (plies, move_count) = ply_info::main_line_plies(self);
        self.plies = plies;
        self.tree.truncate_main_line(move_count);
        self.update_review_summary();
    }

    /// Undoes or redoes an edit of the history and restores its cursor.
    fn swap_edit(
        &mut self,
        change: impl FnOnce(&mut History, &mut dyn FnMut(&mut HistoryEdit)) -> Option<Cursor>,
    ) -> bool {
        let (tree, record) = (&mut self.tree, &mut self.record);
        let mut main_line_changed = false;
        let cursor = change(&mut self.history, &mut |change| {
            main_line_changed = change.patch.replaces_main_line();
            tree.swap_patch(&mut change.patch);
            if let Some(info) = &mut change.info {
                info.swap_with_record(record);
            }
        });
        let Some(cursor) = cursor else { return false };
        if main_line_changed {
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
