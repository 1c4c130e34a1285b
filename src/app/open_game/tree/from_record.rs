//! From a record.

use super::{GameTree, NodeId, Patch, StrayRemarks};
use crate::record::{Glyph, Note, Record, Variation, VariationNote};
use std::collections::{BTreeMap, HashMap, HashSet};

/// So many marks of a position are looked at for one that is there already.
const MAX_COMPARED: usize = 256;

/// The lines of a record.
pub(super) fn tree_from_record(record: &Record, lead_in: usize) -> GameTree {
    let mut reader = TreeReader {
        tree: GameTree {
            nodes: Vec::new(),
            main_line: Vec::new(),
            failure: None,
            lead_in,
            stray_notes: BTreeMap::new(),
            stray_remarks: Vec::new(),
            patch: Patch::default(),
        },
        known_children: HashMap::new(),
        seen_comments: HashSet::new(),
    };
    reader.read_main_line(record);
    // A line may run along the main line first: what that says of itself comes before.
    for (ply, note) in &record.notes {
        reader.add_note(*ply, note);
    }
    for (ply, note) in &record.notes {
        for variation in &note.variations {
            reader.add_variation(*ply, variation);
        }
    }
    reader.tree
}

struct TreeReader<'r> {
    tree: GameTree,
    /// What was made from where. A record may hold very many lines from one position.
    known_children: HashMap<(NodeId, &'r str), NodeId>,
    /// Which comments a position has.
    seen_comments: HashSet<(NodeId, &'r str)>,
}

impl<'r> TreeReader<'r> {
    fn read_main_line(&mut self, record: &'r Record) {
        self.tree.add_node(NodeId::ROOT, "");
        let mut last = NodeId::ROOT;
        for token in record.tokens() {
            last = self.child_or_insert(last, token);
            self.tree.main_line.push(last);
        }
        if let Some(attempt) = &record.attempt {
            self.tree.failure = Some(self.tree.add_node(last, &attempt.raw));
        }
    }

    /// The act with this token made from here; a new one if there is none.
    fn child_or_insert(&mut self, from: NodeId, token: &'r str) -> NodeId {
        if let Some(known) = self.known_children.get(&(from, token)) {
            return *known;
        }
        let id = self.tree.add_node(from, token);
        self.tree.nodes[from.index()].children.push(id);
        self.known_children.insert((from, token), id);
        id
    }

    /// Of whom a note of the main line speaks.
    fn annotated_node(&self, ply: u32) -> Option<NodeId> {
        let after = self.tree.ply_at_index(self.tree.main_line.len() + 1);
        let failure = self.tree.failure.filter(|_| after == Some(ply));
        failure.or_else(|| self.tree.main_line_node_after(Some(ply)))
    }

    fn add_note(&mut self, ply: u32, told: &'r Note) {
        let bare = Note {
            variations: Vec::new(),
            ..told.clone()
        };
        if bare == Note::default() {
            return;
        }
        match self.annotated_node(ply) {
            Some(id) => {
                self.seen_comments.insert((id, &told.comment));
                self.tree.nodes[id.index()].note = Some(Box::new(bare));
            }
            None => {
                self.tree.stray_notes.insert(ply, bare);
            }
        }
    }

    /// Lines share their beginnings; a record spells each of them whole.
    fn add_variation(&mut self, ply: u32, variation: &'r Variation) {
        let Some(parent) = self.tree.main_line_node_after(ply.checked_sub(1)) else {
            let stray = self.tree.stray_notes.entry(ply).or_default();
            stray.variations.push(variation.clone());
            return;
        };
        let (mut node, mut next) = (parent, ply);
        for token in variation.moves.split_ascii_whitespace() {
            node = self.child_or_insert(node, token);
            if let Some(remark) = variation.notes.get(&next) {
                self.add_remark(node, remark);
            }
            next = next.saturating_add(1);
        }
        let told = variation.notes.iter();
        let odd: BTreeMap<u32, VariationNote> = told
            .filter(|(at, _)| !(ply..next).contains(*at))
            .map(|(at, remark)| (*at, remark.clone()))
            .collect();
        if !odd.is_empty() {
            self.tree.stray_remarks.push(StrayRemarks {
                ply,
                line_end: node,
                remarks: Variation {
                    moves: variation.moves.clone(),
                    notes: odd,
                },
            });
        }
    }

    /// What several lines say of an act that they share is all kept.
    fn add_remark(&mut self, id: NodeId, remark: &'r VariationNote) {
        if *remark == VariationNote::default() {
            return;
        }
        let note = self.tree.nodes[id.index()].note.get_or_insert_default();
        let mut comment = remark.comment.clone();
        match (note.glyph, remark.glyph) {
            (None, glyph) => note.glyph = glyph,
            (Some(old), Some(new)) if old != new => comment = prepend_glyph(new, &comment),
            _ => {}
        }
        let fresh = self.seen_comments.insert((id, &remark.comment)) || comment != remark.comment;
        if fresh && !comment.is_empty() {
            if !note.comment.is_empty() {
                note.comment.push('\n');
            }
            note.comment.push_str(&comment);
        }
        extend_unique(&mut note.marks, &remark.marks);
        extend_unique(&mut note.evals, &remark.evals);
    }
}

/// An act has one glyph; another one that somebody gave it goes into the words.
fn prepend_glyph(glyph: Glyph, comment: &str) -> String {
    match comment {
        "" => glyph.symbol().to_owned(),
        comment => format!("{} {comment}", glyph.symbol()),
    }
}

fn extend_unique<T: PartialEq + Clone>(known: &mut Vec<T>, more: &[T]) {
    for item in more {
        let compared = known.len().min(MAX_COMPARED);
        if !known[..compared].contains(item) {
            known.push(item.clone());
        }
    }
}
