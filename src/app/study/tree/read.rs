//! From a record.

use super::{NodeId, Odd, Patch, Tree};
use crate::record::{Glyph, Note, Record, Variation, VariationNote};
use std::collections::{BTreeMap, HashMap, HashSet};

/// So many marks of a position are looked at for one that is there already.
const MOST_COMPARED: usize = 256;

/// The lines of a record.
pub(super) fn tree(record: &Record, lead_in: usize) -> Tree {
    let mut reader = Reader {
        tree: Tree {
            nodes: Vec::new(),
            main: Vec::new(),
            failure: None,
            lead_in,
            stray: BTreeMap::new(),
            odd: Vec::new(),
            patch: Patch::default(),
        },
        known: HashMap::new(),
        said: HashSet::new(),
    };
    reader.main_line(record);
    // A line may run along the main line first: what that says of itself comes before.
    for (ply, note) in &record.notes {
        reader.note(*ply, note);
    }
    for (ply, note) in &record.notes {
        for variation in &note.variations {
            reader.variation(*ply, variation);
        }
    }
    reader.tree
}

struct Reader<'r> {
    tree: Tree,
    /// What was made from where. A record may hold very many lines from one position.
    known: HashMap<(NodeId, &'r str), NodeId>,
    /// Which comments a position has.
    said: HashSet<(NodeId, &'r str)>,
}

impl<'r> Reader<'r> {
    fn main_line(&mut self, record: &'r Record) {
        self.tree.add(NodeId::ROOT, "");
        let mut last = NodeId::ROOT;
        for token in record.tokens() {
            last = self.act(last, token);
            self.tree.main.push(last);
        }
        if let Some(attempt) = &record.attempt {
            self.tree.failure = Some(self.tree.add(last, &attempt.raw));
        }
    }

    /// The act with this token made from here; a new one if there is none.
    fn act(&mut self, from: NodeId, token: &'r str) -> NodeId {
        if let Some(known) = self.known.get(&(from, token)) {
            return *known;
        }
        let id = self.tree.add(from, token);
        self.tree.nodes[from.index()].children.push(id);
        self.known.insert((from, token), id);
        id
    }

    /// Of whom a note of the main line speaks.
    fn subject(&self, ply: u32) -> Option<NodeId> {
        let after = self.tree.ply_of_index(self.tree.main.len() + 1);
        let failure = self.tree.failure.filter(|_| after == Some(ply));
        failure.or_else(|| self.tree.main_at(Some(ply)))
    }

    fn note(&mut self, ply: u32, told: &'r Note) {
        let bare = Note {
            variations: Vec::new(),
            ..told.clone()
        };
        if bare == Note::default() {
            return;
        }
        match self.subject(ply) {
            Some(id) => {
                self.said.insert((id, &told.comment));
                self.tree.nodes[id.index()].note = Some(Box::new(bare));
            }
            None => {
                self.tree.stray.insert(ply, bare);
            }
        }
    }

    /// Lines share their beginnings; a record spells each of them whole.
    fn variation(&mut self, ply: u32, variation: &'r Variation) {
        let Some(parent) = self.tree.main_at(ply.checked_sub(1)) else {
            let stray = self.tree.stray.entry(ply).or_default();
            stray.variations.push(variation.clone());
            return;
        };
        let (mut node, mut next) = (parent, ply);
        for token in variation.moves.split_ascii_whitespace() {
            node = self.act(node, token);
            if let Some(remark) = variation.notes.get(&next) {
                self.remark(node, remark);
            }
            next = next.saturating_add(1);
        }
        let told = variation.notes.iter();
        let odd: BTreeMap<u32, VariationNote> = told
            .filter(|(at, _)| !(ply..next).contains(*at))
            .map(|(at, remark)| (*at, remark.clone()))
            .collect();
        if !odd.is_empty() {
            self.tree.odd.push(Odd {
                ply,
                end: node,
                line: Variation {
                    moves: variation.moves.clone(),
                    notes: odd,
                },
            });
        }
    }

    /// What several lines say of an act that they share is all kept.
    fn remark(&mut self, id: NodeId, remark: &'r VariationNote) {
        if *remark == VariationNote::default() {
            return;
        }
        let note = self.tree.nodes[id.index()].note.get_or_insert_default();
        let mut comment = remark.comment.clone();
        match (note.glyph, remark.glyph) {
            (None, glyph) => note.glyph = glyph,
            (Some(old), Some(new)) if old != new => comment = both(new, &comment),
            _ => {}
        }
        let fresh = self.said.insert((id, &remark.comment)) || comment != remark.comment;
        if fresh && !comment.is_empty() {
            if !note.comment.is_empty() {
                note.comment.push('\n');
            }
            note.comment.push_str(&comment);
        }
        extend(&mut note.marks, &remark.marks);
        extend(&mut note.evals, &remark.evals);
    }
}

/// An act has one glyph; another one that somebody gave it goes into the words.
fn both(glyph: Glyph, comment: &str) -> String {
    match comment {
        "" => glyph.symbol().to_owned(),
        comment => format!("{} {comment}", glyph.symbol()),
    }
}

fn extend<T: PartialEq + Clone>(known: &mut Vec<T>, more: &[T]) {
    for item in more {
        let compared = known.len().min(MOST_COMPARED);
        if !known[..compared].contains(item) {
            known.push(item.clone());
        }
    }
}
