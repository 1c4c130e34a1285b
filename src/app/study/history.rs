//! Undo and redo.

use super::tree::Patch;
use super::{About, NodeId};
use std::collections::VecDeque;

/// So many changes can be undone.
const DEPTH: usize = 1000;
/// And so many bytes of what they replaced are kept; the last change always is.
const WEIGHT: usize = 32 << 20;

/// What was changed; the same thing changed again at once is one change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A line was added, taken away or moved.
    Lines,
    /// The comment of an act, which is typed letter by letter.
    Comment(NodeId),
    /// Marks or a glyph.
    Signs,
    /// What is known of the game as a whole, which is typed, too.
    About,
}

impl Kind {
    const fn is_typed(self) -> bool {
        matches!(self, Self::Comment(_) | Self::About)
    }
}

/// Where the reader stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cursor {
    pub node: NodeId,
    /// At the act with which the game failed, after that position.
    pub at_failure: bool,
}

impl Cursor {
    pub const fn on(node: NodeId) -> Self {
        Self {
            node,
            at_failure: false,
        }
    }
}

/// One change. It holds what it replaced; undone, what it had put in its place.
#[derive(Debug)]
pub(super) struct Change {
    pub kind: Kind,
    pub patch: Patch,
    pub about: Option<Box<About>>,
    /// Where the reader stood before it, and after it.
    pub from: Cursor,
    pub to: Cursor,
    /// Which state was there before it, and after it.
    before: u64,
    after: u64,
}

impl Change {
    pub fn new(kind: Kind, patch: Patch, about: Option<About>, from: Cursor, to: Cursor) -> Self {
        Self {
            kind,
            patch,
            about: about.map(Box::new),
            from,
            to,
            before: 0,
            after: 0,
        }
    }

    fn weight(&self) -> usize {
        let about = self.about.as_deref().map_or(0, About::weight);
        size_of::<Self>() + self.patch.weight() + about
    }
}

/// What can be undone and done again.
#[derive(Debug, Default)]
pub(super) struct History {
    past: VecDeque<Change>,
    future: Vec<Change>,
    /// The last change, if the next one may belong to it.
    last: Option<Kind>,
    /// The state as it is now: the same number, the same state.
    pub revision: u64,
    /// The state that is in the file.
    pub saved: u64,
    newest: u64,
    /// Of the past.
    weight: usize,
}

impl History {
    /// Told of a change that was made.
    pub fn made(&mut self, mut change: Change) {
        self.future.clear();
        let before = self.revision;
        self.newest += 1;
        self.revision = self.newest;
        // What is in the file stays a state of its own.
        let goes_on = change.kind.is_typed()
            && self.last == Some(change.kind)
            && before != self.saved
            && !self.past.is_empty();
        self.last = Some(change.kind);
        if goes_on {
            // What the first of them replaced is what comes back.
            if let Some(first) = self.past.back_mut() {
                first.after = self.revision;
                first.to = change.to;
            }
            return;
        }
        (change.before, change.after) = (before, self.revision);
        self.weight += change.weight();
        self.past.push_back(change);
        while self.past.len() > DEPTH || (self.weight > WEIGHT && self.past.len() > 1) {
            let oldest = self.past.pop_front();
            self.weight -= oldest.map_or(0, |oldest| oldest.weight());
        }
    }

    /// The next change is one of its own.
    pub fn rest(&mut self) {
        self.last = None;
    }

    /// Takes the last change back: `put` swaps what it holds with what there is.
    pub fn undo(&mut self, put: impl FnOnce(&mut Change)) -> Option<Cursor> {
        let mut change = self.past.pop_back()?;
        self.weight -= change.weight();
        put(&mut change);
        self.last = None;
        self.revision = change.before;
        let cursor = change.from;
        self.future.push(change);
        Some(cursor)
    }

    /// Makes it again.
    pub fn redo(&mut self, put: impl FnOnce(&mut Change)) -> Option<Cursor> {
        let mut change = self.future.pop()?;
        put(&mut change);
        self.weight += change.weight();
        self.last = None;
        self.revision = change.after;
        let cursor = change.to;
        self.past.push_back(change);
        Some(cursor)
    }

    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }
}
