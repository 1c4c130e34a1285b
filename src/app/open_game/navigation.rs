//! Going through a game.

use super::{NodeId, OpenGame};
use crate::contract::Player;
use crate::record::Note;

/// Where to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Navigation {
    /// To the first position.
    First,
    /// To the end of the line; of a game that failed, to its failing act.
    Last,
    /// So many plies on (back if negative) in the current line. From its end a step leads into
    /// what somebody tried after it.
    Steps(i32),
    /// To the next (or the previous) ply of the player who made the ply that is shown; to the end
    /// (or the start) of the line where there is none.
    SamePlayer(bool),
    /// To a ply of the main line; more than its plies is its end, or its failing act.
    Ply(u32),
    /// To a position.
    Node(NodeId),
    /// To the next (or the previous) ply of the main line at which something happened.
    Event(bool),
    /// To the next (or the previous) act of the line of which something is said, or in whose
    /// place others were tried.
    Note(bool),
    /// To the next (or the previous) ply of the main line at which, as a review says, something was
    /// given away.
    KeyMoment(bool),
    /// To the next (or the previous) of the acts that were tried in the same position. The act at
    /// which the game failed is the first of them.
    Sibling(bool),
    /// Back to the position of the main line where this line branches off.
    MainLine,
}

impl OpenGame {
    /// Returns how many tokens of the line that is shown are no plies.
    pub fn ply_offset(&self) -> usize {
        self.game().info().lead_in.min(self.line().len() - 1)
    }

    /// Returns whether the line that is shown is the game as played.
    pub fn is_on_main_line(&self) -> bool {
        self.line()
            .last()
            .is_some_and(|end| self.tree().is_on_main_line(*end))
    }

    /// Goes there; whether that is somewhere else.
    pub fn navigate(&mut self, go: Navigation) -> bool {
        let before = self.cursor();
        match go {
            Navigation::First => self.go_to_shown_index(self.first_shown_index()),
            Navigation::Last => self.go_to_line_end(),
            Navigation::Steps(by) => self.step_by(by),
            Navigation::SamePlayer(on) => self.go_to_same_player(on),
            Navigation::Ply(ply) => self.go_to_ply(ply),
            Navigation::Node(node) if Some(node) == self.tree.failure() => self.go_to_ply(u32::MAX),
            Navigation::Node(node) if self.tree.contains(node) => self.go_to_node(node),
            Navigation::Node(_) => {}
            Navigation::Event(on) => self.go_to_event(on),
            Navigation::Note(on) => self.go_to_note(on),
            Navigation::KeyMoment(on) => self.go_to_key_moment(on),
            Navigation::Sibling(on) => self.go_to_sibling(on),
            Navigation::MainLine => self.go_to_branch_point(),
        }
        let moved = before != self.cursor();
        if moved {
            // What is said of another act is another change.
            self.history.end_merge();
        }
        moved
    }

    fn go_to_shown_index(&mut self, index: usize) {
        self.go_to_index(index.max(self.first_shown_index()));
    }

    /// The game ended with an act that failed, and the line that is shown leads there.
    pub(super) fn line_ends_in_failure(&self) -> bool {
        self.tree.failure().is_some() && self.line.last() == Some(&self.tree.main_line_end())
    }

    fn go_to_line_end(&mut self) {
        let end = self.line.len() - 1;
        self.go_to_index(end);
        self.is_at_failure = self.cursor_index == end && self.line_ends_in_failure();
    }

    fn step_by(&mut self, by: i32) {
        let from = self.cursor_index + usize::from(self.is_at_failure);
        let to = from.saturating_add_signed(by as isize);
        if to < self.line.len() {
            self.go_to_shown_index(to);
        } else if self.cursor_index + 1 == self.line.len()
            && !self.line_ends_in_failure()
            && let Some(beyond) = self.first_move_after_end()
        {
            // Only who stands at the end goes beyond it.
            self.go_to_node(beyond);
            self.go_to_shown_index(to);
        } else {
            self.go_to_line_end();
        }
    }

    /// Who made the act that leads to this index of the line; `None` also where nobody looked.
    fn player_of_index(&self, index: usize) -> Option<Player> {
        if index == self.line.len() {
            return self.record.attempt.as_ref()?.player;
        }
        let before = self.states.get(index.checked_sub(1)?)?;
        (index > self.game.info().lead_in)
            .then(|| before.mover())
            .flatten()
    }

    fn go_to_same_player(&mut self, on: bool) {
        let from = self.cursor_index + usize::from(self.is_at_failure);
        let own = self.player_of_index(from);
        if own.is_none() {
            self.step_by(if on { 1 } else { -1 });
        } else if on {
            for index in from + 1..self.line.len() {
                self.go_to_index(index);
                if self.cursor_index != index || self.player_of_index(index) == own {
                    return;
                }
            }
            self.go_to_line_end();
        } else {
            let before = (self.first_shown_index()..from).rev();
            let found = before
                .into_iter()
                .find(|index| self.player_of_index(*index) == own);
            self.go_to_shown_index(found.unwrap_or(0));
        }
    }

    fn go_to_ply(&mut self, ply: u32) {
        self.go_to_main_line_end();
        let index = (ply as usize).saturating_add(self.game.info().lead_in);
        if index < self.line.len() {
            self.go_to_shown_index(index);
        } else {
            self.go_to_line_end();
        }
    }

    fn go_to_event(&mut self, on: bool) {
        let here = self.ply();
        let end = self.ended_by_fault();
        let told = self.plies.iter().zip(1u32..);
        let told = told.filter(|(ply, number)| ply.has_event() || Some(*number) == end);
        let after = end.filter(|end| *end > self.last_ply());
        let mut events = told.map(|(_, number)| number).chain(after);
        let found = if on {
            events.find(|ply| *ply > here)
        } else {
            events.take_while(|ply| *ply < here).last()
        };
        if let Some(ply) = found {
            self.go_to_ply(ply);
        }
    }

    fn go_to_key_moment(&mut self, on: bool) {
        let here = self.ply();
        let mut moments = self
            .review_summary
            .key_moments
            .iter()
            .map(|moment| moment.ply);
        let found = if on {
            moments.find(|ply| *ply > here)
        } else {
            moments.take_while(|ply| *ply < here).last()
        };
        if let Some(ply) = found {
            self.go_to_ply(ply);
        }
    }

    /// The ply that shows how a game ended that did not end by its rules: its failing act, or its
    /// last ply where the log has no such act.
    fn ended_by_fault(&self) -> Option<u32> {
        if self.tree.failure().is_some() {
            return Some(self.last_ply() + 1);
        }
        let result = self.record.result.as_ref().filter(|_| self.was_played)?;
        let failed = !result.faults.is_empty() && self.plies.iter().all(|ply| ply.fault.is_none());
        failed.then(|| self.last_ply())
    }

    fn go_to_note(&mut self, on: bool) {
        let end = self.line.len();
        let from = self.cursor_index + usize::from(self.is_at_failure);
        let is_worth = |index: &usize| self.is_annotated(*index);
        let found = if on {
            (from + 1..=end).find(is_worth)
        } else {
            (self.first_shown_index()..from).rev().find(is_worth)
        };
        match found {
            Some(index) if index == end => self.go_to_line_end(),
            Some(index) => self.go_to_shown_index(index),
            None => {}
        }
    }

    /// Whether something is said of the act that leads to this index of the line, or other acts
    /// were tried in its place.
    fn is_annotated(&self, index: usize) -> bool {
        if index == self.line.len() {
            let said = self.tree.failure_note().is_some_and(has_human_annotation);
            return self.line_ends_in_failure() && (said || self.first_move_after_end().is_some());
        }
        let before = index.checked_sub(1).map(|before| self.line[before]);
        let others = before.is_some_and(|before| self.tree.children(before).len() > 1);
        others || has_human_annotation(self.tree.note(self.line[index]))
    }

    fn go_to_sibling(&mut self, on: bool) {
        if self.is_at_failure {
            // It stands before all that was tried in its place.
            if let Some(first) = self.first_move_after_end().filter(|_| on) {
                self.go_to_node(first);
            }
            return;
        }
        let node = self.node();
        let Some(parent) = self.tree.parent(node) else {
            return;
        };
        let all = self.tree.children(parent);
        let at = all.iter().position(|id| *id == node).unwrap_or(0);
        let to = if on { at + 1 } else { at.wrapping_sub(1) };
        if let Some(other) = all.get(to) {
            self.go_to_node(*other);
        } else if !on && parent == self.tree.main_line_end() && self.tree.failure().is_some() {
            self.go_to_main_line_end();
            self.go_to_line_end();
        }
    }

    fn go_to_branch_point(&mut self) {
        if self.is_at_failure {
            return;
        }
        let main = |node: &NodeId| self.tree.is_on_main_line(*node);
        let branch = self.tree.ancestors(self.node()).find(main);
        self.go_to_main_line_end();
        let index = self.line.iter().position(|node| Some(*node) == branch);
        self.go_to_shown_index(index.unwrap_or(0));
    }
}

/// Whether somebody said something of this ply: a person, not a program.
pub(super) fn has_human_annotation(note: &Note) -> bool {
    !note.comment.is_empty() || note.glyph.is_some() || !note.marks.is_empty()
}
