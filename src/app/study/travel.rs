//! Going through a game.

use super::{NodeId, Study};
use crate::contract::Player;
use crate::record::Note;

/// Where to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Go {
    /// To the first position.
    First,
    /// To the end of the line; of a game that failed, to its failing act.
    Last,
    /// So many plies on (back if negative) in the current line. From its end a step leads into
    /// what somebody tried after it.
    By(i32),
    /// To the next (or the previous) ply of the player who made the ply that is shown; to the end
    /// (or the start) of the line where there is none.
    OwnTurn(bool),
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
    Mistake(bool),
    /// To the next (or the previous) of the acts that were tried in the same position. The act at
    /// which the game failed is the first of them.
    Sibling(bool),
    /// Back to the position of the main line where this line branches off.
    Main,
}

impl Study {
    /// Goes there; whether that is somewhere else.
    pub fn go(&mut self, go: Go) -> bool {
        let before = self.cursor();
        match go {
            Go::First => self.stand_at(self.first()),
            Go::Last => self.last(),
            Go::By(by) => self.by(by),
            Go::OwnTurn(on) => self.own_turn(on),
            Go::Ply(ply) => self.enter_ply(ply),
            Go::Node(node) if Some(node) == self.tree.failure() => self.enter_ply(u32::MAX),
            Go::Node(node) if self.tree.holds(node) => self.enter(node),
            Go::Node(_) => {}
            Go::Event(on) => self.event(on),
            Go::Note(on) => self.seek_note(on),
            Go::Mistake(on) => self.mistake(on),
            Go::Sibling(on) => self.sibling(on),
            Go::Main => self.back_to_main(),
        }
        let moved = before != self.cursor();
        if moved {
            // What is said of another act is another change.
            self.history.rest();
        }
        moved
    }

    fn stand_at(&mut self, index: usize) {
        self.step_to(index.max(self.first()));
    }

    /// The game ended with an act that failed, and the line that is shown leads there.
    pub(super) fn leads_to_failure(&self) -> bool {
        self.tree.failure().is_some() && self.line.last() == Some(&self.tree.main_end())
    }

    fn last(&mut self) {
        let end = self.line.len() - 1;
        self.step_to(end);
        self.at_failure = self.at == end && self.leads_to_failure();
    }

    fn by(&mut self, by: i32) {
        let from = self.at + usize::from(self.at_failure);
        let to = from.saturating_add_signed(by as isize);
        if to < self.line.len() {
            self.stand_at(to);
        } else if self.at + 1 == self.line.len()
            && !self.leads_to_failure()
            && let Some(beyond) = self.beyond()
        {
            // Only who stands at the end goes beyond it.
            self.enter(beyond);
            self.stand_at(to);
        } else {
            self.last();
        }
    }

    /// Who made the act that leads to this index of the line; `None` also where nobody looked.
    fn maker(&self, index: usize) -> Option<Player> {
        if index == self.line.len() {
            return self.record.attempt.as_ref()?.player;
        }
        let before = self.tables.get(index.checked_sub(1)?)?;
        (index > self.book.lead_in())
            .then(|| before.mover())
            .flatten()
    }

    fn own_turn(&mut self, on: bool) {
        let from = self.at + usize::from(self.at_failure);
        let own = self.maker(from);
        if own.is_none() {
            self.by(if on { 1 } else { -1 });
        } else if on {
            for index in from + 1..self.line.len() {
                self.step_to(index);
                if self.at != index || self.maker(index) == own {
                    return;
                }
            }
            self.last();
        } else {
            let before = (self.first()..from).rev();
            let found = before.into_iter().find(|index| self.maker(*index) == own);
            self.stand_at(found.unwrap_or(0));
        }
    }

    fn enter_ply(&mut self, ply: u32) {
        self.enter_main();
        let index = (ply as usize).saturating_add(self.book.lead_in());
        if index < self.line.len() {
            self.stand_at(index);
        } else {
            self.last();
        }
    }

    fn event(&mut self, on: bool) {
        let here = self.ply();
        let end = self.ended_by_fault();
        let told = self.plies.iter().zip(1u32..);
        let told = told.filter(|(ply, number)| ply.is_event() || Some(*number) == end);
        let after = end.filter(|end| *end > self.last_ply());
        let mut events = told.map(|(_, number)| number).chain(after);
        let found = if on {
            events.find(|ply| *ply > here)
        } else {
            events.take_while(|ply| *ply < here).last()
        };
        if let Some(ply) = found {
            self.enter_ply(ply);
        }
    }

    fn mistake(&mut self, on: bool) {
        let here = self.ply();
        let mut moments = self.reviewed.moments.iter().map(|moment| moment.ply);
        let found = if on {
            moments.find(|ply| *ply > here)
        } else {
            moments.take_while(|ply| *ply < here).last()
        };
        if let Some(ply) = found {
            self.enter_ply(ply);
        }
    }

    /// The ply that shows how a game ended that did not end by its rules: its failing act, or its
    /// last ply where the log has no such act.
    fn ended_by_fault(&self) -> Option<u32> {
        if self.tree.failure().is_some() {
            return Some(self.last_ply() + 1);
        }
        let result = self.record.result.as_ref().filter(|_| self.played)?;
        let failed = !result.faults.is_empty() && self.plies.iter().all(|ply| ply.fault.is_none());
        failed.then(|| self.last_ply())
    }

    fn seek_note(&mut self, on: bool) {
        let end = self.line.len();
        let from = self.at + usize::from(self.at_failure);
        let is_worth = |index: &usize| self.is_worth_a_stop(*index);
        let found = if on {
            (from + 1..=end).find(is_worth)
        } else {
            (self.first()..from).rev().find(is_worth)
        };
        match found {
            Some(index) if index == end => self.last(),
            Some(index) => self.stand_at(index),
            None => {}
        }
    }

    /// Whether something is said of the act that leads to this index of the line, or other acts
    /// were tried in its place.
    fn is_worth_a_stop(&self, index: usize) -> bool {
        if index == self.line.len() {
            let said = self.tree.failure_note().is_some_and(is_said);
            return self.leads_to_failure() && (said || self.beyond().is_some());
        }
        let before = index.checked_sub(1).map(|before| self.line[before]);
        let others = before.is_some_and(|before| self.tree.children(before).len() > 1);
        others || is_said(self.tree.note(self.line[index]))
    }

    fn sibling(&mut self, on: bool) {
        if self.at_failure {
            // It stands before all that was tried in its place.
            if let Some(first) = self.beyond().filter(|_| on) {
                self.enter(first);
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
            self.enter(*other);
        } else if !on && parent == self.tree.main_end() && self.tree.failure().is_some() {
            self.enter_main();
            self.last();
        }
    }

    fn back_to_main(&mut self) {
        if self.at_failure {
            return;
        }
        let main = |node: &NodeId| self.tree.is_main(*node);
        let branch = self.tree.ancestors(self.node()).find(main);
        self.enter_main();
        let index = self.line.iter().position(|node| Some(*node) == branch);
        self.stand_at(index.unwrap_or(0));
    }
}

/// Whether somebody said something of this ply: a person, not a program.
pub(super) fn is_said(note: &Note) -> bool {
    !note.comment.is_empty() || note.glyph.is_some() || !note.marks.is_empty()
}
