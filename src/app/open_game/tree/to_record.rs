//! Writing of a tree into a record.

use super::{GameTree, NodeId, StrayRemarks};
use kifu_core::record::{Note, Record, Variation, VariationNote};
use std::collections::{HashMap, HashSet};

impl GameTree {
    /// Writes the lines into a record and keeps its other fields.
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
        let failed_ply = self.ply_at_index(self.main_line.len() + 1);
        if let Some(ply) = failed_ply
            && let Some(failure) = self.failure
            && let Some(note) = &self.node(failure).note
        {
            merge_note(record.note_mut(ply), note);
        }
        for (ply, note) in &self.stray_notes {
            // A main line that has grown may have this ply by now.
            merge_note(record.note_mut(*ply), note);
        }
    }
}

/// Merges a note into one that may have content already.
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
                let separator = if text.is_empty() { "" } else { "\n" };
                *text = format!("{text}{separator}{more}");
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
    /// The variations with stray remarks, by their end.
    stray_remarks: HashMap<NodeId, Vec<&'t StrayRemarks>>,
}

impl<'t> TreeWriter<'t> {
    fn new(tree: &'t GameTree) -> Self {
        let mut stray_remarks: HashMap<NodeId, Vec<&StrayRemarks>> = HashMap::new();
        for line in &tree.stray_remarks {
            stray_remarks.entry(line.line_end).or_default().push(line);
        }
        Self {
            tree,
            main_line: tree.main_line.iter().copied().collect(),
            stray_remarks,
        }
    }

    /// Returns all variations that leave the main line at the position with this index.
    fn variations(&self, node: NodeId, index: usize) -> Vec<Variation> {
        let children = self.tree.children(node).iter();
        let others = children.filter(|id| !self.main_line.contains(*id));
        others
            .flat_map(|first| self.variations_from(node, *first, index))
            .collect()
    }

    /// Returns all variations that begin with the move `first` from `parent`, which has this index.
    fn variations_from(&self, parent: NodeId, first: NodeId, index: usize) -> Vec<Variation> {
        let mut written = HashSet::new();
        let mut variations = Vec::new();
        for leaf in self.leaves(first) {
            let ancestors = self.tree.ancestors(leaf);
            let mut path: Vec<NodeId> = ancestors.take_while(|node| *node != parent).collect();
            path.reverse();
            let mut variation = self.variation_along(&path);
            for (node, node_index) in path.iter().zip(index + 1..) {
                if let Some(ply) = self.tree.ply_at_index(node_index)
                    && written.insert(*node)
                    && let Some(note) = &self.tree.node(*node).note
                {
                    let remark = remark_from_note(note);
                    if remark != VariationNote::default() {
                        variation.notes.insert(ply, remark);
                    }
                }
            }
            for stray in self.stray_remarks.get(&leaf).into_iter().flatten() {
                for (ply, remark) in &stray.remarks.notes {
                    let entry = variation.notes.entry(*ply);
                    entry.or_insert_with(|| remark.clone());
                }
            }
            variations.push(variation);
        }
        variations
    }

    fn variation_along(&self, path: &[NodeId]) -> Variation {
        let tokens: Vec<&str> = path.iter().map(|node| self.tree.token(*node)).collect();
        Variation {
            moves: tokens.join(" "),
            ..Variation::default()
        }
    }

    fn leaves(&self, from: NodeId) -> Vec<NodeId> {
        let mut leaves = Vec::new();
        let mut stack = vec![from];
        while let Some(node) = stack.pop() {
            match self.tree.children(node) {
                [] => leaves.push(node),
                children => stack.extend(children.iter().rev()),
            }
        }
        leaves
    }

    /// Writes the stray remarks of variations that were continued or run along the main line, as
    /// variations of their own.
    fn write_stray_remarks(&self, record: &mut Record) {
        let is_unwritten = |end: NodeId| {
            let is_leaf = self.tree.children(end).is_empty();
            let is_main = end == NodeId::ROOT || self.main_line.contains(&end);
            (!is_leaf || is_main) && self.tree.contains(end)
        };
        for stray in self
            .tree
            .stray_remarks
            .iter()
            .filter(|stray| is_unwritten(stray.line_end))
        {
            let (ply, line) = self.stray_variation(stray);
            record.note_mut(ply).variations.push(line);
        }
    }

    /// Returns a variation with stray remarks from where it leaves the main line, as all variations
    /// are written.
    fn stray_variation(&self, stray: &StrayRemarks) -> (u32, Variation) {
        let is_main = |node: &NodeId| *node == NodeId::ROOT || self.main_line.contains(node);
        let ancestors = self.tree.ancestors(stray.line_end);
        let mut path: Vec<NodeId> = ancestors.take_while(|node| !is_main(node)).collect();
        path.reverse();
        let first = path.first().and_then(|first| self.tree.parent(*first));
        let ply = first.and_then(|parent| self.tree.ply_at_index(self.tree.depth(parent) + 1));
        match ply {
            Some(ply) => {
                let notes = stray.remarks.notes.clone();
                (
                    ply,
                    Variation {
                        notes,
                        ..self.variation_along(&path)
                    },
                )
            }
            None => (stray.ply, stray.remarks.clone()),
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
