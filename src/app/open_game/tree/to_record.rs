//! To a record.

use super::{GameTree, NodeId, StrayRemarks};
use crate::record::{Note, Record, Variation, VariationNote};
use std::collections::{HashMap, HashSet};

impl GameTree {
    /// Writes the lines into a record whose other fields stay as they are.
    pub fn write_to(&self, record: &mut Record) {
        let tokens: Vec<&str> = self
            .main_line
            .iter()
            .map(|node| self.token(*node))
            .collect();
        record.moves = tokens.join(" ");
        record.notes.clear();
        let writer = TreeWriter::new(self);
        let line = std::iter::once(NodeId::ROOT).chain(self.main_line.iter().copied());
        for (index, node) in line.clone().enumerate() {
            if let Some(ply) = self.ply_at_index(index)
                && let Some(note) = &self.node(node).note
            {
                record.notes.insert(ply, (**note).clone());
            }
        }
        for (index, node) in line.enumerate() {
            let variations = writer.variations(node, index);
            if let Some(ply) = self.ply_at_index(index + 1)
                && !variations.is_empty()
            {
                record.note_mut(ply).variations = variations;
            }
        }
        self.write_stray_notes(record);
        writer.write_stray_remarks(record);
    }

    fn write_stray_notes(&self, record: &mut Record) {
        let after = self.ply_at_index(self.main_line.len() + 1);
        if let Some(ply) = after
            && let Some(failure) = self.failure
            && let Some(note) = &self.node(failure).note
        {
            merge_note(record.note_mut(ply), note);
        }
        for (ply, note) in &self.stray_notes {
            // A main line that grew may have this ply by now.
            merge_note(record.note_mut(*ply), note);
        }
    }
}

/// Adds what a note says to one that may say something already.
fn merge_note(note: &mut Note, more: &Note) {
    let mut variations = std::mem::take(&mut note.variations);
    if *note == Note::default() {
        *note = more.clone();
        variations.append(&mut note.variations);
    } else if *note != *more {
        variations.extend(more.variations.iter().cloned());
        for (text, more) in [
            (&mut note.comment, &more.comment),
            (&mut note.message, &more.message),
            (&mut note.stderr, &more.stderr),
        ] {
            if text != more && !more.is_empty() {
                let gap = if text.is_empty() { "" } else { "\n" };
                *text = format!("{text}{gap}{more}");
            }
        }
        note.by = note.by.or(more.by);
        note.raw = note.raw.take().or_else(|| more.raw.clone());
        note.glyph = note.glyph.or(more.glyph);
        note.marks.extend(more.marks.iter().cloned());
        note.evals.extend(more.evals.iter().cloned());
    }
    note.variations = variations;
}

struct TreeWriter<'t> {
    tree: &'t GameTree,
    main_line: HashSet<NodeId>,
    /// Lines that say something of plies that they do not have, by where they end.
    stray_remarks: HashMap<NodeId, Vec<&'t StrayRemarks>>,
}

impl<'t> TreeWriter<'t> {
    fn new(tree: &'t GameTree) -> Self {
        let mut odd: HashMap<NodeId, Vec<&StrayRemarks>> = HashMap::new();
        for line in &tree.stray_remarks {
            odd.entry(line.line_end).or_default().push(line);
        }
        Self {
            tree,
            main_line: tree.main_line.iter().copied().collect(),
            stray_remarks: odd,
        }
    }

    /// All lines that leave the main line at the position with this index.
    fn variations(&self, node: NodeId, index: usize) -> Vec<Variation> {
        let children = self.tree.children(node).iter();
        let others = children.filter(|id| !self.main_line.contains(*id));
        others
            .flat_map(|first| self.variations_from(node, *first, index))
            .collect()
    }

    /// All lines that begin with the act `first`, made in the position `parent` with this index.
    fn variations_from(&self, parent: NodeId, first: NodeId, index: usize) -> Vec<Variation> {
        let mut told = HashSet::new();
        let mut found = Vec::new();
        for leaf in self.leaves(first) {
            let up = self.tree.ancestors(leaf);
            let mut path: Vec<NodeId> = up.take_while(|node| *node != parent).collect();
            path.reverse();
            let mut variation = self.variation_along(&path);
            for (node, at) in path.iter().zip(index + 1..) {
                if let Some(ply) = self.tree.ply_at_index(at)
                    && told.insert(*node)
                    && let Some(note) = &self.tree.node(*node).note
                {
                    let remark = remark_from_note(note);
                    if remark != VariationNote::default() {
                        variation.notes.insert(ply, remark);
                    }
                }
            }
            for odd in self.stray_remarks.get(&leaf).into_iter().flatten() {
                for (ply, remark) in &odd.remarks.notes {
                    let entry = variation.notes.entry(*ply);
                    entry.or_insert_with(|| remark.clone());
                }
            }
            found.push(variation);
        }
        found
    }

    fn variation_along(&self, path: &[NodeId]) -> Variation {
        let tokens: Vec<&str> = path.iter().map(|node| self.tree.token(*node)).collect();
        Variation {
            moves: tokens.join(" "),
            ..Variation::default()
        }
    }

    fn leaves(&self, from: NodeId) -> Vec<NodeId> {
        let mut found = Vec::new();
        let mut waiting = vec![from];
        while let Some(node) = waiting.pop() {
            match self.tree.children(node) {
                [] => found.push(node),
                children => waiting.extend(children.iter().rev()),
            }
        }
        found
    }

    /// Odd lines that go on elsewhere, or along the main line, stand by themselves.
    fn write_stray_remarks(&self, record: &mut Record) {
        let apart = |end: NodeId| {
            let leaf = self.tree.children(end).is_empty();
            let main = end == NodeId::ROOT || self.main_line.contains(&end);
            (!leaf || main) && self.tree.contains(end)
        };
        for odd in self
            .tree
            .stray_remarks
            .iter()
            .filter(|odd| apart(odd.line_end))
        {
            let (ply, line) = self.from_branch_point(odd);
            record.note_mut(ply).variations.push(line);
        }
    }

    /// An odd line from where it leaves the main line, as all lines are written.
    fn from_branch_point(&self, odd: &StrayRemarks) -> (u32, Variation) {
        let is_main = |node: &NodeId| *node == NodeId::ROOT || self.main_line.contains(node);
        let up = self.tree.ancestors(odd.line_end);
        let mut path: Vec<NodeId> = up.take_while(|node| !is_main(node)).collect();
        path.reverse();
        let first = path.first().and_then(|first| self.tree.parent(*first));
        let ply = first.and_then(|parent| self.tree.ply_at_index(self.tree.depth(parent) + 1));
        match ply {
            Some(ply) => {
                let notes = odd.remarks.notes.clone();
                (
                    ply,
                    Variation {
                        notes,
                        ..self.variation_along(&path)
                    },
                )
            }
            None => (odd.ply, odd.remarks.clone()),
        }
    }
}

fn remark_from_note(note: &Note) -> VariationNote {
    VariationNote {
        comment: note.comment.clone(),
        glyph: note.glyph,
        marks: note.marks.clone(),
        evals: note.evals.clone(),
    }
}
