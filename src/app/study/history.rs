//! Undo and redo.

use super::{NodeId, Tree};
use crate::record::Record;
use std::sync::Arc;

/// So many changes can be undone.
const DEPTH: usize = 1000;

/// What was changed; the same thing changed again at once is one change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// A line was added, taken away or moved.
    Lines,
    /// The comment of a position, which is typed letter by letter.
    Comment(NodeId),
    /// Marks or a glyph.
    Signs,
    /// What is known of the game as a whole.
    Game,
}

/// A state to go back to.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub tree: Tree,
    pub record: Arc<Record>,
    pub node: NodeId,
    /// Which state it is: the same number, the same state.
    pub revision: u64,
}

/// What can be undone and done again.
#[derive(Debug, Default)]
pub(super) struct History {
    past: Vec<State>,
    future: Vec<State>,
    last: Option<Change>,
    /// The state as it is now.
    pub revision: u64,
    /// The state that is in the file.
    pub saved: u64,
    newest: u64,
}

impl History {
    /// Told before a change.
    pub fn before(&mut self, change: Change, state: State) {
        let goes_on = matches!(change, Change::Comment(_)) && self.last.as_ref() == Some(&change);
        // What is in the file stays a state of its own.
        if !goes_on || self.revision == self.saved {
            self.past.push(state);
            if self.past.len() > DEPTH {
                self.past.remove(0);
            }
        }
        self.future.clear();
        self.last = Some(change);
        self.newest += 1;
        self.revision = self.newest;
    }

    /// The next change is one of its own.
    pub fn rest(&mut self) {
        self.last = None;
    }

    pub fn undo(&mut self, now: State) -> Option<State> {
        let state = self.past.pop()?;
        self.future.push(now);
        self.last = None;
        self.revision = state.revision;
        Some(state)
    }

    pub fn redo(&mut self, now: State) -> Option<State> {
        let state = self.future.pop()?;
        self.past.push(now);
        self.last = None;
        self.revision = state.revision;
        Some(state)
    }

    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }
}
