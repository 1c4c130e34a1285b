//! Undo and redo.

use super::tree::Patch;
use super::{GameInfo, NodeId};
use std::collections::VecDeque;

/// So many changes can be undone.
const MAX_EDITS: usize = 1000;
/// And so many bytes of what they replaced are kept; the last change always is.
const MAX_BYTES: usize = 32 << 20;

/// What was changed; the same thing changed again at once is one change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EditKind {
    /// A line was added, taken away or moved.
    Lines,
    /// The comment of an act, which is typed letter by letter.
    Comment(NodeId),
    /// Marks or a glyph.
    Annotations,
    /// What is known of the game as a whole, which is typed, too.
    Info,
}

impl EditKind {
    const fn is_mergeable(self) -> bool {
        matches!(self, Self::Comment(_) | Self::Info)
    }
}

/// Where the reader stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cursor {
    pub node: NodeId,
    /// At the act with which the game failed, after that position.
    pub is_at_failure: bool,
}

impl Cursor {
    pub const fn at_node(node: NodeId) -> Self {
        Self {
            node,
            is_at_failure: false,
        }
    }
}

/// One change. It holds what it replaced; undone, what it had put in its place.
#[derive(Debug)]
pub(super) struct Edit {
    pub kind: EditKind,
    pub patch: Patch,
    pub info: Option<Box<GameInfo>>,
    /// Where the reader stood before it, and after it.
    pub from: Cursor,
    pub to: Cursor,
    /// Which state was there before it, and after it.
    revision_before: u64,
    revision_after: u64,
}

impl Edit {
    pub fn new(
        kind: EditKind,
        patch: Patch,
        about: Option<GameInfo>,
        from: Cursor,
        to: Cursor,
    ) -> Self {
        Self {
            kind,
            patch,
            info: about.map(Box::new),
            from,
            to,
            revision_before: 0,
            revision_after: 0,
        }
    }

    fn byte_size(&self) -> usize {
        let about = self.info.as_deref().map_or(0, GameInfo::byte_size);
        size_of::<Self>() + self.patch.byte_size() + about
    }
}

/// What can be undone and done again.
#[derive(Debug, Default)]
pub(super) struct History {
    past: VecDeque<Edit>,
    future: Vec<Edit>,
    /// The last change, if the next one may belong to it.
    mergeable_kind: Option<EditKind>,
    /// The state as it is now: the same number, the same state.
    pub revision: u64,
    /// The state that is in the file.
    pub saved_revision: u64,
    last_revision: u64,
    /// Of the past.
    past_bytes: usize,
}

impl History {
    /// Told of a change that was made.
    pub fn push(&mut self, mut change: Edit) {
        self.future.clear();
        let before = self.revision;
        self.last_revision += 1;
        self.revision = self.last_revision;
        // What is in the file stays a state of its own.
        let goes_on = change.kind.is_mergeable()
            && self.mergeable_kind == Some(change.kind)
            && before != self.saved_revision
            && !self.past.is_empty();
        self.mergeable_kind = Some(change.kind);
        if goes_on {
            // What the first of them replaced is what comes back.
            if let Some(first) = self.past.back_mut() {
                first.revision_after = self.revision;
                first.to = change.to;
            }
            return;
        }
        (change.revision_before, change.revision_after) = (before, self.revision);
        self.past_bytes += change.byte_size();
        self.past.push_back(change);
        while self.past.len() > MAX_EDITS || (self.past_bytes > MAX_BYTES && self.past.len() > 1) {
            let oldest = self.past.pop_front();
            self.past_bytes -= oldest.map_or(0, |oldest| oldest.byte_size());
        }
    }

    /// The next change is one of its own.
    pub fn end_merge(&mut self) {
        self.mergeable_kind = None;
    }

    /// Takes the last change back: `put` swaps what it holds with what there is.
    pub fn undo(&mut self, put: impl FnOnce(&mut Edit)) -> Option<Cursor> {
        let mut change = self.past.pop_back()?;
        self.past_bytes -= change.byte_size();
        put(&mut change);
        self.mergeable_kind = None;
        self.revision = change.revision_before;
        let cursor = change.from;
        self.future.push(change);
        Some(cursor)
    }

    /// Makes it again.
    pub fn redo(&mut self, put: impl FnOnce(&mut Edit)) -> Option<Cursor> {
        let mut change = self.future.pop()?;
        put(&mut change);
        self.past_bytes += change.byte_size();
        self.mergeable_kind = None;
        self.revision = change.revision_after;
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
