//! Going through a game.

use super::{NodeId, Study};
use crate::record::Note;

/// Where to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Go {
    /// To the first position.
    First,
    /// To the end of the line; of a game that failed, to its failing act.
    Last,
    /// So many plies on (back if negative) in the current line.
    By(i32),
    /// To the next (or the previous) ply of the player who made the ply that is shown.
    OwnTurn(bool),
    /// To a ply of the main line; one more than the plies is the failing act.
    Ply(u32),
    /// To a position.
    Node(NodeId),
    /// To the next (or the previous) ply of the main line at which something happened.
    Event(bool),
    /// To the next (or the previous) position of the line of which something is said.
    Note(bool),
    /// To the next (or the previous) of the acts that were considered in the same position.
    Sibling(bool),
    /// Back to the position of the main line where this line branches off.
    Main,
}

impl Study {
    /// Goes there; whether that is somewhere else.
    pub fn go(&mut self, go: Go) -> bool {
        let before = (self.node(), self.at_failure);
        match go {
            Go::First => self.to_index(self.first()),
            Go::Last => self.last(),
            Go::By(by) => self.by(by),
            Go::OwnTurn(on) => self.own_turn(on),
            Go::Ply(ply) => self.to_ply(ply),
            Go::Node(node) => self.enter(node),
            Go::Event(on) => self.event(on),
            Go::Note(on) => self.to_note(on),
            Go::Sibling(on) => self.sibling(on),
            Go::Main => self.to_main(),
        }
        before != (self.node(), self.at_failure)
    }

    fn to_index(&mut self, index: usize) {
        self.step_to(index.max(self.first()));
    }

    /// The game ended with an act that failed, and the line that is shown leads there.
    pub(super) fn leads_to_failure(&self) -> bool {
        let end = self.line.last().copied();
        self.record.attempt.is_some()
            && end == Some(self.tree.main().last().copied().unwrap_or(NodeId::ROOT))
    }

    fn last(&mut self) {
        self.step_to(self.line.len() - 1);
        self.at_failure = self.leads_to_failure();
    }

    fn by(&mut self, by: i32) {
        let from = self.at + usize::from(self.at_failure);
        let to = from.saturating_add_signed(by as isize);
        if to >= self.line.len() && self.leads_to_failure() {
            self.last();
        } else {
            self.to_index(to);
        }
    }

    fn own_turn(&mut self, on: bool) {
        let lead_in = self.book.lead_in();
        let mover = |study: &Self, index: usize| {
            let before = study.tables.get(index.checked_sub(1)?)?;
            (index > lead_in).then(|| before.mover()).flatten()
        };
        // Tables ahead are made by going there.
        let start = self.at;
        let own = mover(self, start);
        if own.is_none() {
            self.by(if on { 1 } else { -1 });
            return;
        }
        let mut index = start;
        loop {
            let next = if on {
                index + 1
            } else {
                index.saturating_sub(1)
            };
            if next == index || next >= self.line.len() {
                self.by(if on { i32::MAX } else { -2 });
                return;
            }
            self.step_to(next);
            if self.at != next || mover(self, next) == own || next <= lead_in {
                return;
            }
            index = next;
        }
    }

    fn to_ply(&mut self, ply: u32) {
        self.enter(self.tree.main().last().copied().unwrap_or(NodeId::ROOT));
        let index = ply as usize + self.book.lead_in();
        self.to_index(index);
        self.at_failure = index >= self.line.len() && self.leads_to_failure();
    }

    fn event(&mut self, on: bool) {
        let here = self.ply();
        let last = self.last_ply();
        let failure = self.record.attempt.is_some().then_some(last + 1);
        let told = self
            .plies
            .iter()
            .zip(1u32..)
            .filter(|(ply, _)| ply.is_event());
        let mut events = told.map(|(_, number)| number).chain(failure);
        let found = if on {
            events.find(|ply| *ply > here)
        } else {
            events.take_while(|ply| *ply < here).last()
        };
        if let Some(ply) = found {
            self.to_ply(ply);
        }
    }

    fn to_note(&mut self, on: bool) {
        let has_something = |index: &usize| {
            let node = self.line[*index];
            let others = self.tree.children(node).len() > 1;
            is_said(self.tree.note(node)) || others
        };
        let found = if on {
            (self.at + 1..self.line.len()).find(has_something)
        } else {
            (self.first()..self.at).rev().find(has_something)
        };
        if let Some(index) = found {
            self.to_index(index);
        }
    }

    fn sibling(&mut self, on: bool) {
        // Where the shown position has no other, the ways that go on from it are meant.
        let node = self.node();
        let Some(parent) = self.tree.parent(node) else {
            return;
        };
        let all = self.tree.children(parent);
        let at = all.iter().position(|id| *id == node).unwrap_or(0);
        let to = if on { at + 1 } else { at.wrapping_sub(1) };
        if let Some(other) = all.get(to) {
            self.enter(*other);
        }
    }

    fn to_main(&mut self) {
        let mut ancestors = self.tree.ancestors(self.node());
        let branch = ancestors.find(|node| self.tree.is_main(*node));
        drop(ancestors);
        let branch = branch.unwrap_or(NodeId::ROOT);
        self.enter(self.tree.main().last().copied().unwrap_or(NodeId::ROOT));
        let index = self.line.iter().position(|node| *node == branch);
        self.to_index(index.unwrap_or(0));
    }
}

/// Whether somebody said something of this ply: a person, not a program.
pub(super) fn is_said(note: &Note) -> bool {
    !note.comment.is_empty() || note.glyph.is_some() || !note.marks.is_empty()
}
