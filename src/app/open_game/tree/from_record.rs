//! Construction of a tree from a record.

use super::{GameTree, NodeId, Patch, StrayRemarks};
use kifu_core::record::{Glyph, Note, Record, Variation, VariationNote};
use std::collections::{BTreeMap, HashMap, HashSet};

/// The maximum number of items of a position that are compared to detect duplicates.
const MAX_COMPARED: usize = 256;

/// Builds the tree of a record.
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
    // A variation may begin with moves of the main line, whose own notes come first.
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
    /// The children of each position by token, because a record may contain very many lines from
    /// one position.
    known_children: HashMap<(NodeId, &'r str), NodeId>,
    /// The comments that a position has.
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
    }

    /// Returns the child with this token, adding it if there is none.
    fn child_or_insert(&mut self, from: NodeId, token: &'r str) -> NodeId {
        if let Some(known) = self.known_children.get(&(from, token)) {
            return *known;
        }
        let id = self.tree.add_node(from, token);
        self.tree.nodes[from.index()].children.push(id);
        self.known_children.insert((from, token), id);
        id
    }

    fn add_note(&mut self, ply: u32, note: &'r Note) {
        let bare = Note {
            variations: Vec::new(),
            ..note.clone()
        };
        if bare == Note::default() {
            return;
        }
        match self.tree.main_line_node_after(Some(ply)) {
            Some(id) => {
                self.seen_comments.insert((id, &note.comment));
                self.tree.nodes[id.index()].note = Some(Box::new(bare));
            }
            None => {
                self.tree.stray_notes.insert(ply, bare);
            }
        }
    }

    /// Adds a variation to the tree. Variations share their beginnings, although a record spells
    /// out each of them.
    fn add_variation(&mut self, ply: u32, variation: &'r Variation) {
        let Some(parent) = self.tree.main_line_node_after(ply.checked_sub(1)) else {
            let stray = self.tree.stray_notes.entry(ply).or_default();
            stray.variations.push(variation.clone());
            return;
        };
        let (mut node, mut next_ply) = (parent, ply);
        for token in variation.moves.split_ascii_whitespace() {
            node = self.child_or_insert(node, token);
            if let Some(remark) = variation.notes.get(&next_ply) {
                self.add_remark(node, remark);
            }
            next_ply = next_ply.saturating_add(1);
        }
        let remarks = variation.notes.iter();
        let stray: BTreeMap<u32, VariationNote> = remarks
            .filter(|(ply_of_remark, _)| !(ply..next_ply).contains(*ply_of_remark))
            .map(|(ply_of_remark, remark)| (*ply_of_remark, remark.clone()))
            .collect();
        if !stray.is_empty() {
            self.tree.stray_remarks.push(StrayRemarks {
                ply,
                line_end: node,
                remarks: Variation {
                    moves: variation.moves.clone(),
                    notes: stray,
                },
            });
        }
    }

    /// Adds a remark of a variation to a node. If several variations share the node, all their
    /// remarks are kept.
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
        let is_new = self.seen_comments.insert((id, &remark.comment)) || comment != remark.comment;
        if is_new && !comment.is_empty() {
            if !note.comment.is_empty() {
                note.comment.push('\n');
            }
            note.comment.push_str(&comment);
        }
        extend_unique(&mut note.marks, &remark.marks);
        extend_unique(&mut note.evals, &remark.evals);
    }
}

/// Adds a further glyph to a comment, because a move can have only one glyph.
fn prepend_glyph(glyph: Glyph, comment: &str) -> String {
    match comment {
        "" => glyph.symbol().to_owned(),
        comment => format!("{} {comment}", glyph.symbol()),
    }
}

fn extend_unique<T: PartialEq + Clone>(items: &mut Vec<T>, new_items: &[T]) {
    for item in new_items {
        let compared = items.len().min(MAX_COMPARED);
        if !items[..compared].contains(item) {
            items.push(item.clone());
        }
    }
}
