//! Navigation in a game.

use super::{NodeId, OpenGame};
use kifu_core::contract::Player;
use kifu_core::record::Note;

/// A target of navigation. Variants with a `bool` go forward if it is true, otherwise backward.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Navigation {
    /// The first position.
    First,
    /// The end of the line, including its failure if it has one.
    Last,
    /// This number of plies forward (backward if negative) in the current line. From its end, a
    /// step leads to the moves that were tried after it.
    Steps(i32),
    /// The next (or previous) ply of the player who made the current one, else the end (or start)
    /// of the line.
    SamePlayer(bool),
    /// A ply of the main line; a number beyond its plies means its end, including the failure.
    Ply(u32),
    /// A position.
    Node(NodeId),
    /// The next (or previous) ply of the main line with an event.
    Event(bool),
    /// The next (or previous) move of the line that has an annotation or variations, or the failure
    /// that ended the game.
    Note(bool),
    /// The next (or previous) key moment of the main line according to a review, or the failure that
    /// ended the game.
    KeyMoment(bool),
    /// The next (or previous) sibling of the current move. The failure counts as the first.
    Sibling(bool),
    /// The position of the main line where the current line branches off.
    MainLine,
}

impl OpenGame {
    /// Returns the number of tokens at the start of the current line that are not plies.
    pub fn ply_offset(&self) -> usize {
        self.game().info().lead_in.min(self.line().len() - 1)
    }

    /// Reports whether the current line is the main line.
    pub fn is_on_main_line(&self) -> bool {
        self.line()
            .last()
            .is_some_and(|end| self.tree().is_on_main_line(*end))
    }

    /// Goes to a target. Returns whether the cursor moved.
    pub fn navigate(&mut self, target: Navigation) -> bool {
        let before = self.cursor();
        match target {
            Navigation::First => self.go_to_shown_index(self.first_shown_index()),
            Navigation::Last => self.go_to_line_end(),
            Navigation::Steps(by) => self.step_by(by),
            Navigation::SamePlayer(forward) => self.go_to_same_player(forward),
            Navigation::Ply(ply) => self.go_to_ply(ply),
            Navigation::Node(node) if Some(node) == self.tree.failure() => self.go_to_ply(u32::MAX),
            Navigation::Node(node) if self.tree.contains(node) => self.go_to_node(node),
            Navigation::Node(_) => {}
            Navigation::Event(forward) => self.go_to_event(forward),
            Navigation::Note(forward) => self.go_to_note(forward),
            Navigation::KeyMoment(forward) => self.go_to_key_moment(forward),
            Navigation::Sibling(forward) => self.go_to_sibling(forward),
            Navigation::MainLine => self.go_to_branch_point(),
        }
        let moved = before != self.cursor();
        if moved {
            // Edits of the notes of different moves are not merged.
            self.history.end_merge();
        }
        moved
    }

    fn go_to_shown_index(&mut self, index: usize) {
        self.go_to_index(index.max(self.first_shown_index()));
    }

    /// Reports whether the current line ends in a failure.
    pub(super) fn line_ends_in_failure(&self) -> bool {
        self.tree.failure().is_some() && self.line.last() == Some(&self.tree.main_line_end())
    }

    fn go_to_line_end(&mut self) {
        let end = self.line.len() - 1;
        self.go_to_index(end);
        self.is_at_failure = self.cursor_index == end && self.line_ends_in_failure();
    }

    fn step_by(&mut self, steps: i32) {
        let index = self.cursor_index + usize::from(self.is_at_failure);
        let target = index.saturating_add_signed(steps as isize);
        if target < self.line.len() {
            self.go_to_shown_index(target);
        } else if self.cursor_index + 1 == self.line.len()
            && !self.line_ends_in_failure()
            && let Some(move_after_end) = self.first_move_after_end()
        {
            // Only a step from the end goes beyond it.
            self.go_to_node(move_after_end);
            self.go_to_shown_index(target);
        } else {
            self.go_to_line_end();
        }
    }

    /// Returns the player who made the move to this index of the line; `None` also for indices that
    /// were not visited.
    fn player_of_index(&self, index: usize) -> Option<Player> {
        if index == self.line.len() {
            return self.failure?.player;
        }
        let before = self.states.get(index.checked_sub(1)?)?;
        (index > self.game.info().lead_in)
            .then(|| before.mover())
            .flatten()
    }

    fn go_to_same_player(&mut self, forward: bool) {
        let start_index = self.cursor_index + usize::from(self.is_at_failure);
        let player = self.player_of_index(start_index);
        if player.is_none() {
            self.step_by(if forward { 1 } else { -1 });
        } else if forward {
            for index in start_index + 1..self.line.len() {
                self.go_to_index(index);
                if self.cursor_index != index || self.player_of_index(index) == player {
                    return;
                }
            }
            self.go_to_line_end();
        } else {
            let index = (self.first_shown_index()..start_index)
                .rev()
                .find(|index| self.player_of_index(*index) == player);
            self.go_to_shown_index(index.unwrap_or(0));
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

    fn go_to_event(&mut self, forward: bool) {
        let current_ply = self.ply();
        let fault_ply = self.ended_by_fault();
        let numbered_plies = self.plies.iter().zip(1u32..);
        let numbered_plies =
            numbered_plies.filter(|(ply, number)| ply.has_event() || Some(*number) == fault_ply);
        let failed_ply = fault_ply.filter(|fault_ply| *fault_ply > self.last_ply());
        let mut events = numbered_plies.map(|(_, number)| number).chain(failed_ply);
        let target = if forward {
            events.find(|ply| *ply > current_ply)
        } else {
            events.take_while(|ply| *ply < current_ply).last()
        };
        if let Some(ply) = target {
            self.go_to_ply(ply);
        }
    }

    fn go_to_key_moment(&mut self, forward: bool) {
        let current_ply = self.ply();
        let failed_ply = self.failure.map(|_| self.last_stop());
        let mut moments = self
            .review_summary
            .key_moments
            .iter()
            .map(|moment| moment.ply)
            .chain(failed_ply);
        let target = if forward {
            moments.find(|ply| *ply > current_ply)
        } else {
            moments.take_while(|ply| *ply < current_ply).last()
        };
        if let Some(ply) = target {
            self.go_to_ply(ply);
        }
    }

    /// Returns the ply of a game with a fault where the reader stops for it: the place of the
    /// failure, or the last ply of a game that went on to its end.
    fn ended_by_fault(&self) -> Option<u32> {
        if self.failure.is_some() {
            return Some(self.last_stop());
        }
        let result = self.record.result.as_ref().filter(|_| self.was_played)?;
        let failed = !result.faults.is_empty() && self.plies.iter().all(|ply| ply.fault.is_none());
        failed.then(|| self.last_ply())
    }

    fn go_to_note(&mut self, forward: bool) {
        let end = self.line.len();
        let index = self.cursor_index + usize::from(self.is_at_failure);
        let is_stop = |index: &usize| self.is_annotated(*index);
        let target = if forward {
            (index + 1..=end).find(is_stop)
        } else {
            (self.first_shown_index()..index).rev().find(is_stop)
        };
        match target {
            Some(index) if index == end => self.go_to_line_end(),
            Some(index) => self.go_to_shown_index(index),
            None => {}
        }
    }

    /// Reports whether the move to this index of the line has an annotation or siblings, or is the
    /// failure that ended the game.
    fn is_annotated(&self, index: usize) -> bool {
        if index == self.line.len() {
            return self.line_ends_in_failure();
        }
        let parent = index.checked_sub(1).map(|parent| self.line[parent]);
        let has_siblings = parent.is_some_and(|parent| self.tree.children(parent).len() > 1);
        has_siblings || has_human_annotation(self.tree.note(self.line[index]))
    }

    fn go_to_sibling(&mut self, forward: bool) {
        if self.is_at_failure {
            // The failure precedes everything that was tried in its place.
            if let Some(first) = self.first_move_after_end().filter(|_| forward) {
                self.go_to_node(first);
            }
            return;
        }
        let node = self.node();
        let Some(parent) = self.tree.parent(node) else {
            return;
        };
        let siblings = self.tree.children(parent);
        let position = siblings.iter().position(|id| *id == node).unwrap_or(0);
        let target = if forward {
            position + 1
        } else {
            position.wrapping_sub(1)
        };
        if let Some(other) = siblings.get(target) {
            self.go_to_node(*other);
        } else if !forward && parent == self.tree.main_line_end() && self.tree.failure().is_some() {
            self.go_to_main_line_end();
            self.go_to_line_end();
        }
    }

    fn go_to_branch_point(&mut self) {
        if self.is_at_failure {
            return;
        }
        let is_main = |node: &NodeId| self.tree.is_on_main_line(*node);
        let branch_point = self.tree.ancestors(self.node()).find(is_main);
        self.go_to_main_line_end();
        let index = self
            .line
            .iter()
            .position(|node| Some(*node) == branch_point);
        self.go_to_shown_index(index.unwrap_or(0));
    }
}

/// Reports whether a note has an annotation by a person, as opposed to a program.
pub(super) fn has_human_annotation(note: &Note) -> bool {
    !note.comment.is_empty() || note.glyph.is_some() || !note.marks.is_empty()
}
