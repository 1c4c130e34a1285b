//! The lines of a game: the one that was played, and those that somebody would rather have seen.

use crate::record::{Note, Record, Remark, Variation};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A place in a [`Tree`]: the position after one act. Stays the same as long as the node lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// The position before the first act.
    pub const ROOT: Self = Self(0);

    const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One act, and what is said of it.
#[derive(Clone, Debug)]
struct Node {
    token: Arc<str>,
    parent: NodeId,
    /// The order in which they are shown; the act of the main line comes first.
    children: Vec<NodeId>,
    /// Without variations: those are the children.
    note: Arc<Note>,
}

/// All lines of a game. Cheap to clone: what is said of an act is shared.
#[derive(Clone, Debug)]
pub struct Tree {
    /// Deleted ones stay behind without being reached, so that ids stay true.
    nodes: Vec<Node>,
    /// The acts of the game as played, without the root.
    main: Vec<NodeId>,
    /// How many tokens of the main line are no player's ply.
    lead_in: usize,
    /// What a record says of plies that it does not have; kept.
    stray: BTreeMap<u32, Note>,
    /// Remarks on plies that a variation does not have, with the end of that variation; kept.
    stray_remarks: Vec<(NodeId, u32, Remark)>,
}

impl Tree {
    /// The lines of a record; `lead_in` as the game says.
    pub fn new(record: &Record, lead_in: usize) -> Self {
        let mut tree = Self {
            nodes: vec![Node {
                token: Arc::from(""),
                parent: NodeId::ROOT,
                children: Vec::new(),
                note: Arc::default(),
            }],
            main: Vec::new(),
            lead_in,
            stray: BTreeMap::new(),
            stray_remarks: Vec::new(),
        };
        let mut last = NodeId::ROOT;
        for token in record.tokens() {
            last = tree.add(last, token);
            tree.main.push(last);
        }
        for (ply, note) in &record.notes {
            tree.read_note(*ply, note);
        }
        tree
    }

    fn read_note(&mut self, ply: u32, note: &Note) {
        let (parent, here) = (self.main_at(ply.checked_sub(1)), self.main_at(Some(ply)));
        let mut bare = note.clone();
        let variations = std::mem::take(&mut bare.variations);
        for variation in variations {
            match parent {
                Some(parent) => self.read_variation(parent, ply, &variation),
                None => bare.variations.push(variation),
            }
        }
        if bare == Note::default() {
            return;
        }
        match here {
            Some(node) if bare.variations.is_empty() => {
                self.nodes[node.index()].note = Arc::new(bare);
            }
            _ => {
                self.stray.insert(ply, bare);
            }
        }
    }

    /// Lines share their beginnings; a record spells each of them whole.
    fn read_variation(&mut self, parent: NodeId, ply: u32, variation: &Variation) {
        let mut node = parent;
        let mut remarks = variation.notes.clone();
        for (ply, token) in (ply..).zip(variation.moves.split_ascii_whitespace()) {
            node = match self.child(node, token) {
                Some(known) => known,
                None => self.add(node, token),
            };
            if let Some(remark) = remarks.remove(&ply) {
                let note = Arc::make_mut(&mut self.nodes[node.index()].note);
                let Remark {
                    comment,
                    glyph,
                    marks,
                    evals,
                } = remark;
                // The move played may begin a variation too; then its own note is not overwritten.
                if note.comment.is_empty() {
                    note.comment = comment;
                } else if !comment.is_empty() && note.comment != comment {
                    note.comment = format!("{}\n{comment}", note.comment);
                }
                note.glyph = note.glyph.or(glyph);
                extend_new(&mut note.marks, marks);
                extend_new(&mut note.evals, evals);
            }
        }
        let left = remarks.into_iter().map(|(ply, remark)| (node, ply, remark));
        self.stray_remarks.extend(left);
    }

    fn main_at(&self, ply: Option<u32>) -> Option<NodeId> {
        // The ply before ply 0 is the root's, if the game has a lead-in.
        let index = match ply {
            Some(ply) => ply as usize + self.lead_in,
            None => self.lead_in.checked_sub(1)?,
        };
        match index.checked_sub(1) {
            None => Some(NodeId::ROOT),
            Some(nth) => self.main.get(nth).copied(),
        }
    }

    /// Writes the lines into a record whose other fields stay as they are.
    pub fn write(&self, record: &mut Record) {
        let tokens: Vec<&str> = self.main.iter().map(|node| self.token(*node)).collect();
        record.moves = tokens.join(" ");
        record.notes = self.stray.clone();
        let line = std::iter::once(NodeId::ROOT).chain(self.main.iter().copied());
        for (index, node) in line.enumerate() {
            if let Some(ply) = self.ply_of_index(index)
                && *self.note(node) != Note::default()
            {
                record.notes.insert(ply, self.note(node).clone());
            }
            let next = self.main.get(index).copied();
            let others = self.children(node).iter().filter(|id| Some(**id) != next);
            let variations: Vec<Variation> = others
                .flat_map(|first| self.variations(*first, index))
                .collect();
            if let Some(ply) = self.ply_of_index(index + 1)
                && !variations.is_empty()
            {
                record.note(ply).variations.extend(variations);
            }
        }
    }

    /// The ply after which the position with this index in the main line stands; `None` within
    /// the lead-in but for its end, which is ply 0.
    fn ply_of_index(&self, index: usize) -> Option<u32> {
        u32::try_from(index.checked_sub(self.lead_in)?).ok()
    }

    /// All lines that begin with the act `first`, made in the position with this index.
    fn variations(&self, first: NodeId, index: usize) -> Vec<Variation> {
        let mut found = Vec::new();
        let mut told = std::collections::BTreeSet::new();
        for leaf in self.leaves(first) {
            let path: Vec<NodeId> = self
                .ancestors(leaf)
                .take_while(|node| *node != self.parent(first).unwrap_or(NodeId::ROOT))
                .collect();
            let mut variation = Variation::default();
            let mut tokens = Vec::new();
            for (depth, node) in path.iter().rev().enumerate() {
                tokens.push(self.token(*node));
                let note = self.note(*node);
                let remark = Remark {
                    comment: note.comment.clone(),
                    glyph: note.glyph,
                    marks: note.marks.clone(),
                    evals: note.evals.clone(),
                };
                let ply = self.ply_of_index(index + 1 + depth);
                if let Some(ply) = ply
                    && told.insert(*node)
                    && remark != Remark::default()
                {
                    variation.notes.insert(ply, remark);
                }
            }
            for (_, ply, remark) in self.stray_remarks.iter().filter(|(end, ..)| *end == leaf) {
                variation
                    .notes
                    .entry(*ply)
                    .or_insert_with(|| remark.clone());
            }
            variation.moves = tokens.join(" ");
            found.push(variation);
        }
        found
    }

    fn leaves(&self, from: NodeId) -> Vec<NodeId> {
        let mut found = Vec::new();
        let mut waiting = vec![from];
        while let Some(node) = waiting.pop() {
            match self.children(node) {
                [] => found.push(node),
                children => waiting.extend(children.iter().rev()),
            }
        }
        found
    }

    fn add(&mut self, parent: NodeId, token: &str) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        self.nodes.push(Node {
            token: Arc::from(token),
            parent,
            children: Vec::new(),
            note: Arc::default(),
        });
        self.nodes[parent.index()].children.push(id);
        id
    }

    /// The act that leads to this position; empty for the root.
    pub fn token(&self, node: NodeId) -> &str {
        &self.nodes[node.index()].token
    }

    /// What is said of the act.
    pub fn note(&self, node: NodeId) -> &Note {
        &self.nodes[node.index()].note
    }

    /// What is said of the act at which the game failed.
    pub fn failure_note(&self) -> Option<&Note> {
        let after = self.ply_of_index(self.main.len() + 1)?;
        self.stray.get(&after)
    }

    /// Says something else of the act.
    pub fn note_mut(&mut self, node: NodeId) -> &mut Note {
        Arc::make_mut(&mut self.nodes[node.index()].note)
    }

    /// The position before; `None` for the root.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        (node != NodeId::ROOT).then(|| self.nodes[node.index()].parent)
    }

    /// The acts made from here, in order.
    pub fn children(&self, node: NodeId) -> &[NodeId] {
        &self.nodes[node.index()].children
    }

    /// The act with this token made from here.
    pub fn child(&self, node: NodeId, token: &str) -> Option<NodeId> {
        let mut children = self.children(node).iter();
        children.find(|child| self.token(**child) == token).copied()
    }

    /// The acts of the main line.
    pub fn main(&self) -> &[NodeId] {
        &self.main
    }

    /// Whether the position is one of the game as played.
    pub fn is_main(&self, node: NodeId) -> bool {
        node == NodeId::ROOT || self.main.contains(&node)
    }

    /// The position, the one before it, and so on to the root.
    pub fn ancestors(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(node), |node| self.parent(*node))
    }

    /// How many acts led here.
    pub fn depth(&self, node: NodeId) -> usize {
        self.ancestors(node).count() - 1
    }

    /// Makes an act from here: an act that is known already is entered. `extend` lets it
    /// continue the main line at its end.
    pub fn play(&mut self, node: NodeId, token: &str, extend: bool) -> NodeId {
        if let Some(known) = self.child(node, token) {
            return known;
        }
        let at_end = node == self.main.last().copied().unwrap_or(NodeId::ROOT);
        let child = self.add(node, token);
        if extend && at_end && self.children(node).len() == 1 {
            self.main.push(child);
        }
        child
    }

    /// Takes the act and all that follows it away.
    ///
    /// # Errors
    /// It is the root, or an act of the main line and `main` forbids that.
    pub fn delete(&mut self, node: NodeId, main: bool) -> Result<(), Refused> {
        let parent = self.parent(node).ok_or(Refused::Nothing)?;
        if self.is_main(node) {
            if !main {
                return Err(Refused::Played);
            }
            let at = self.main.iter().position(|id| *id == node);
            self.main.truncate(at.unwrap_or(0));
        }
        self.nodes[parent.index()].children.retain(|id| *id != node);
        Ok(())
    }

    /// Moves the line that the act begins so many places down among those from the same position
    /// (up if negative).
    ///
    /// # Errors
    /// There is no such place; the first one is the main line's and `main` forbids to take it.
    pub fn reorder(&mut self, node: NodeId, by: isize, main: bool) -> Result<(), Refused> {
        let parent = self.parent(node).ok_or(Refused::Nothing)?;
        let children = &self.nodes[parent.index()].children;
        let from = children.iter().position(|id| *id == node);
        let from = from.ok_or(Refused::Nothing)?;
        let to = from
            .checked_add_signed(by)
            .filter(|to| *to < children.len());
        let to = to.ok_or(Refused::Nothing)?;
        let on_main = children.first().is_some_and(|first| self.is_main(*first));
        if on_main && (from == 0 || to == 0) {
            if !main {
                return Err(Refused::Played);
            }
            self.nodes[parent.index()].children.swap(from, to);
            self.set_main(parent);
            return Ok(());
        }
        let moved = self.nodes[parent.index()].children.remove(from);
        self.nodes[parent.index()].children.insert(to, moved);
        Ok(())
    }

    /// Makes the line through this position the first one, as far up as may be: all the way with
    /// `main`, otherwise up to the first variation of the game as played.
    ///
    /// # Errors
    /// It is there already, or may not go further.
    pub fn promote(&mut self, node: NodeId, main: bool) -> Result<(), Refused> {
        let path: Vec<NodeId> = self.ancestors(node).collect();
        let mut changed = false;
        for id in path {
            let Some(parent) = self.parent(id) else { break };
            let children = &self.nodes[parent.index()].children;
            let held = children.first().is_some_and(|first| self.is_main(*first));
            let top = usize::from(held && !main && !self.is_main(id));
            let from = children.iter().position(|child| *child == id).unwrap_or(0);
            if from > top {
                let children = &mut self.nodes[parent.index()].children;
                let moved = children.remove(from);
                children.insert(top, moved);
                changed = true;
            }
        }
        if main && changed {
            self.set_main(NodeId::ROOT);
        }
        if changed {
            Ok(())
        } else if !main && !self.is_main(node) {
            Err(Refused::Played)
        } else {
            Err(Refused::Nothing)
        }
    }

    /// The main line follows the first acts from here on.
    fn set_main(&mut self, from: NodeId) {
        let keep = self.main.iter().position(|id| *id == from);
        self.main.truncate(keep.map_or(0, |at| at + 1));
        let mut node = from;
        while let Some(first) = self.children(node).first().copied() {
            self.main.push(first);
            node = first;
        }
    }

    /// Every position that can be reached, the game as played first, each line before the next.
    pub fn walk(&self) -> Vec<NodeId> {
        let mut found = Vec::new();
        let mut waiting = vec![NodeId::ROOT];
        while let Some(node) = waiting.pop() {
            found.push(node);
            waiting.extend(self.children(node).iter().rev());
        }
        found
    }
}

fn extend_new<T: PartialEq>(known: &mut Vec<T>, more: Vec<T>) {
    for item in more {
        if !known.contains(&item) {
            known.push(item);
        }
    }
}

/// Why a line was left as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// The game as played is evidence; it is never changed.
    #[error("the main line is the game as it was played and stays so")]
    Played,
    /// There is nothing to change.
    #[error("there is nothing to move or delete here")]
    Nothing,
}
