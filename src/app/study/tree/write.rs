//! To a record.

use super::{NodeId, Odd, Tree};
use crate::record::{Note, Record, Variation, VariationNote};
use std::collections::{HashMap, HashSet};

impl Tree {
    /// Writes the lines into a record whose other fields stay as they are.
    pub fn write(&self, record: &mut Record) {
        let tokens: Vec<&str> = self.main.iter().map(|node| self.token(*node)).collect();
        record.moves = tokens.join(" ");
        record.notes.clear();
        let writer = Writer::new(self);
        let line = std::iter::once(NodeId::ROOT).chain(self.main.iter().copied());
        for (index, node) in line.clone().enumerate() {
            if let Some(ply) = self.ply_of_index(index)
                && let Some(note) = &self.node(node).note
            {
                record.notes.insert(ply, (**note).clone());
            }
        }
        for (index, node) in line.enumerate() {
            let variations = writer.variations(node, index);
            if let Some(ply) = self.ply_of_index(index + 1)
                && !variations.is_empty()
            {
                record.note_mut(ply).variations = variations;
            }
        }
        self.write_stray(record);
        writer.odd(record);
    }

    fn write_stray(&self, record: &mut Record) {
        let after = self.ply_of_index(self.main.len() + 1);
        if let Some(ply) = after
            && let Some(failure) = self.failure
            && let Some(note) = &self.node(failure).note
        {
            put(record.note_mut(ply), note);
        }
        for (ply, note) in &self.stray {
            // A main line that grew may have this ply by now.
            put(record.note_mut(*ply), note);
        }
    }
}

/// Adds what a note says to one that may say something already.
fn put(note: &mut Note, more: &Note) {
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

struct Writer<'t> {
    tree: &'t Tree,
    main: HashSet<NodeId>,
    /// Lines that say something of plies that they do not have, by where they end.
    odd: HashMap<NodeId, Vec<&'t Odd>>,
}

impl<'t> Writer<'t> {
    fn new(tree: &'t Tree) -> Self {
        let mut odd: HashMap<NodeId, Vec<&Odd>> = HashMap::new();
        for line in &tree.odd {
            odd.entry(line.end).or_default().push(line);
        }
        Self {
            tree,
            main: tree.main.iter().copied().collect(),
            odd,
        }
    }

    /// All lines that leave the main line at the position with this index.
    fn variations(&self, node: NodeId, index: usize) -> Vec<Variation> {
        let children = self.tree.children(node).iter();
        let others = children.filter(|id| !self.main.contains(*id));
        others
            .flat_map(|first| self.from(node, *first, index))
            .collect()
    }

    /// All lines that begin with the act `first`, made in the position `parent` with this index.
    fn from(&self, parent: NodeId, first: NodeId, index: usize) -> Vec<Variation> {
        let mut told = HashSet::new();
        let mut found = Vec::new();
        for leaf in self.leaves(first) {
            let up = self.tree.ancestors(leaf);
            let mut path: Vec<NodeId> = up.take_while(|node| *node != parent).collect();
            path.reverse();
            let mut variation = self.spelled(&path);
            for (node, at) in path.iter().zip(index + 1..) {
                if let Some(ply) = self.tree.ply_of_index(at)
                    && told.insert(*node)
                    && let Some(note) = &self.tree.node(*node).note
                {
                    let remark = remark(note);
                    if remark != VariationNote::default() {
                        variation.notes.insert(ply, remark);
                    }
                }
            }
            for odd in self.odd.get(&leaf).into_iter().flatten() {
                for (ply, remark) in &odd.line.notes {
                    let entry = variation.notes.entry(*ply);
                    entry.or_insert_with(|| remark.clone());
                }
            }
            found.push(variation);
        }
        found
    }

    fn spelled(&self, path: &[NodeId]) -> Variation {
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
    fn odd(&self, record: &mut Record) {
        let apart = |end: NodeId| {
            let leaf = self.tree.children(end).is_empty();
            let main = end == NodeId::ROOT || self.main.contains(&end);
            (!leaf || main) && self.tree.holds(end)
        };
        for odd in self.tree.odd.iter().filter(|odd| apart(odd.end)) {
            let (ply, line) = self.shortened(odd);
            record.note_mut(ply).variations.push(line);
        }
    }

    /// An odd line from where it leaves the main line, as all lines are written.
    fn shortened(&self, odd: &Odd) -> (u32, Variation) {
        let is_main = |node: &NodeId| *node == NodeId::ROOT || self.main.contains(node);
        let up = self.tree.ancestors(odd.end);
        let mut path: Vec<NodeId> = up.take_while(|node| !is_main(node)).collect();
        path.reverse();
        let first = path.first().and_then(|first| self.tree.parent(*first));
        let ply = first.and_then(|parent| self.tree.ply_of_index(self.tree.depth(parent) + 1));
        match ply {
            Some(ply) => {
                let notes = odd.line.notes.clone();
                (
                    ply,
                    Variation {
                        notes,
                        ..self.spelled(&path)
                    },
                )
            }
            None => (odd.ply, odd.line.clone()),
        }
    }
}

fn remark(note: &Note) -> VariationNote {
    VariationNote {
        comment: note.comment.clone(),
        glyph: note.glyph,
        marks: note.marks.clone(),
        evals: note.evals.clone(),
    }
}
