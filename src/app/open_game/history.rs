//! Undo and redo.

use super::tree::Patch;
use super::{GameHeader, NodeId};
use std::collections::VecDeque;

/// The maximum number of edits that can be undone.
const MAX_EDITS: usize = 1000;
/// The maximum size in bytes of what the edits replaced; the last edit is always kept.
const MAX_BYTES: usize = 32 << 20;

/// The kind of an edit. Consecutive edits of the same mergeable kind count as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EditKind {
    /// A line was added, deleted or moved.
    Lines,
    /// The comment of a move, which is typed letter by letter.
    Comment(NodeId),
    /// Marks or a glyph.
    Annotations,
    /// The information on the game as a whole, which is typed, too.
    Info,
}

impl EditKind {
    const fn is_mergeable(self) -> bool {
        matches!(self, Self::Comment(_) | Self::Info)
    }
}

/// The current position of the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cursor {
    pub node: NodeId,
    /// Whether the cursor is at the failed move that follows the position.
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

/// One edit. It contains what it replaced; once undone, what it had inserted.
#[derive(Debug)]
pub(super) struct HistoryEdit {
    pub kind: EditKind,
    pub patch: Patch,
    pub info: Option<Box<GameHeader>>,
    /// The cursors before and after the edit.
    pub from: Cursor,
    pub to: Cursor,
    /// The revisions before and after the edit.
    revision_before: u64,
    revision_after: u64,
}

impl HistoryEdit {
    pub fn new(
        kind: EditKind,
        patch: Patch,
        info: Option<GameHeader>,
        from: Cursor,
        to: Cursor,
    ) -> Self {
        Self {
            kind,
            patch,
            info: info.map(Box::new),
            from,
            to,
            revision_before: 0,
            revision_after: 0,
        }
    }

    fn byte_size(&self) -> usize {
        let info = self.info.as_deref().map_or(0, GameHeader::byte_size);
        size_of::<Self>() + self.patch.byte_size() + info
    }
}

/// The edits that can be undone and redone.
#[derive(Debug, Default)]
pub(super) struct History {
    past: VecDeque<HistoryEdit>,
    future: Vec<HistoryEdit>,
    /// The kind of the last edit, if the next one may be merged with it.
    mergeable_kind: Option<EditKind>,
    /// The revision of the current state; equal revisions mean equal states.
    pub revision: u64,
    /// The revision of the saved state.
    pub saved_revision: u64,
    last_revision: u64,
    /// The size of the past edits in bytes.
    past_bytes: usize,
}

impl History {
    /// Begins with the revision after the last one of another history.
    pub fn follow(&mut self, other: &Self) {
        self.last_revision = other.last_revision + 1;
        self.revision = self.last_revision;
        self.saved_revision = self.revision;
    }

    /// Adds an edit that was made.
    pub fn push(&mut self, mut edit: HistoryEdit) {
        self.future.clear();
        let before = self.revision;
        self.last_revision += 1;
        self.revision = self.last_revision;
        // An edit after saving is not merged, so that the saved state keeps its own revision.
        let merges = edit.kind.is_mergeable()
            && self.mergeable_kind == Some(edit.kind)
            && before != self.saved_revision
            && !self.past.is_empty();
        self.mergeable_kind = Some(edit.kind);
        if merges {
            // Undoing restores what the first of the merged edits replaced.
            if let Some(first) = self.past.back_mut() {
                first.revision_after = self.revision;
                first.to = edit.to;
            }
            return;
        }
        (edit.revision_before, edit.revision_after) = (before, self.revision);
        self.past_bytes += edit.byte_size();
        self.past.push_back(edit);
        while self.past.len() > MAX_EDITS || (self.past_bytes > MAX_BYTES && self.past.len() > 1) {
            let oldest = self.past.pop_front();
            self.past_bytes -= oldest.map_or(0, |oldest| oldest.byte_size());
        }
    }

    /// Prevents the next edit from being merged with the last one.
    pub fn end_merge(&mut self) {
        self.mergeable_kind = None;
    }

    /// Undoes the last edit: `swap` exchanges its content with the current one. Returns the cursor.
    pub fn undo(&mut self, swap: impl FnOnce(&mut HistoryEdit)) -> Option<Cursor> {
        let mut edit = self.past.pop_back()?;
        self.past_bytes -= edit.byte_size();
        swap(&mut edit);
        self.mergeable_kind = None;
        self.revision = edit.revision_before;
        let cursor = edit.from;
        self.future.push(edit);
        Some(cursor)
    }

    /// Redoes the edit that was undone last. Returns the cursor.
    pub fn redo(&mut self, swap: impl FnOnce(&mut HistoryEdit)) -> Option<Cursor> {
        let mut edit = self.future.pop()?;
        swap(&mut edit);
        self.past_bytes += edit.byte_size();
        self.mergeable_kind = None;
        self.revision = edit.revision_after;
        let cursor = edit.to;
        self.past.push_back(edit);
        Some(cursor)
    }

    /// Adds a child that the game itself has added to a node, so that undo does not remove it.
    pub fn add_child(&mut self, parent: NodeId, child: NodeId) {
        for edit in self.past.iter_mut().chain(&mut self.future) {
            edit.patch.add_child(parent, child);
        }
        self.past_bytes = self.past.iter().map(HistoryEdit::byte_size).sum();
    }

    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }
}
