//! The notes and variations of plies in an SGF tree.

use super::property_values::write_escaped;
use super::read::black_player;
use super::syntax::{MAX_NODES, is_tree_list};
use super::variation_tree::{VariationNode, VariationTree, WriteStep};
use super::write::SgfWriter;
use kifu_core::contract::Player;
use kifu_core::record::{Glyph, Mark, MarkKind, MovedBy, Note, Variation};

impl<'a> SgfWriter<'a> {
    /// Writes what is known of a ply into its node.
    pub fn write_note(&mut self, ply: u32) {
        if let Some(ms) = self.record.times_ms.get_ms(ply) {
            self.write_property("KT", &ms.to_string());
        }
        // Those before the first move have a node of their own.
        if ply > 0 {
            self.write_kept_properties(Some(ply));
        }
        let record = self.record;
        let Some(note) = record.notes.get(&ply) else {
            return;
        };
        if let Some(raw) = &note.raw {
            self.add_kifu_key("raw", raw);
        }
        if note.by == Some(MovedBy::Jury) {
            self.add_kifu_key("by", "jury");
        }
        self.add_kifu_key_unless_empty("message", &note.message);
        self.add_kifu_key_unless_empty("stderr", &note.stderr);
        for line in &note.variations {
            if !self.can_spell(line) {
                self.add_kifu_key("variation", &line.moves);
            }
        }
        let glyph = note.glyph.filter(|_| self.has_move && ply > 0);
        if let Some(other) = note.glyph.filter(|_| glyph.is_none()) {
            self.add_kifu_key("glyph", other.symbol());
        }
        self.write_annotations(glyph, &note.marks, &note.comment);
    }

    fn write_annotations(&mut self, glyph: Option<Glyph>, marks: &[Mark], comment: &str) {
        self.out.push_str(match glyph {
            None => "",
            Some(Glyph::Brilliant) => "TE[2]",
            Some(Glyph::Good) => "TE[1]",
            Some(Glyph::Interesting) => "IT[]",
            Some(Glyph::Inaccuracy) => "DO[]",
            Some(Glyph::Mistake) => "BM[1]",
            Some(Glyph::Blunder) => "BM[2]",
        });
        self.write_marks(marks);
        self.write_property_unless_empty("C", comment);
    }

    /// Writes marks, those of each kind together.
    fn write_marks(&mut self, marks: &[Mark]) {
        let setup = &self.record.setup;
        let point = |at: &str| (self.sgf.value)(setup, at).filter(|value| !value.is_empty());
        let mut lists: Vec<(&str, String)> = Vec::new();
        for mark in marks {
            let Some(mut value) = point(&mark.at) else {
                continue;
            };
            let name = match mark.kind {
                MarkKind::Circle => "CR",
                MarkKind::Cross => "MA",
                MarkKind::Triangle => "TR",
                MarkKind::Square => "SQ",
                MarkKind::Arrow => "AR",
                MarkKind::Text => "LB",
            };
            if mark.kind == MarkKind::Text {
                value.push(':');
                write_escaped(
                    &super::super::result_text::one_line(&mark.text),
                    true,
                    &mut value,
                );
            } else if mark.kind == MarkKind::Arrow {
                let Some(to) = point(&mark.to) else {
                    continue;
                };
                value.push(':');
                value.push_str(&to);
            }
            let value = format!("[{value}]");
            // A property may occur only once in a node, with all its values.
            match lists.iter_mut().find(|(known, _)| *known == name) {
                Some((_, values)) => values.push_str(&value),
                None => lists.push((name, value)),
            }
        }
        for (name, values) in lists {
            self.out.push_str(name);
            self.out.push_str(&values);
        }
    }

    fn can_spell(&self, line: &Variation) -> bool {
        let mut tokens = line.moves.split_ascii_whitespace().peekable();
        tokens.peek().is_some()
            && tokens.all(|token| (self.sgf.value)(&self.record.setup, token).is_some())
    }

    fn writable_variations(&self, ply: u32) -> impl Iterator<Item = &'a Variation> {
        let note: Option<&'a Note> = self.record.notes.get(&ply);
        let lines: &'a [Variation] = note.map_or(&[], |note| &note.variations);
        lines.iter().filter(|line| self.can_spell(line))
    }

    pub fn has_variations(&self, ply: u32) -> bool {
        let ext = self.record.ext.iter();
        self.writable_variations(ply).next().is_some()
            || ext
                .filter_map(|(key, text)| self.unread_trees(key, text))
                .any(|(at, _)| at == ply)
    }

    /// Opens the bracket of the main line before a ply that has variations.
    pub fn open_branch(&mut self, mover: Player, ply: u32, branches: &mut Vec<(Player, u32)>) {
        if self.has_variations(ply) {
            self.out.push_str("\n(");
            branches.push((mover, ply));
        }
    }

    /// Returns the ply that the trees of an entry of `ext` replace, and the moves before them.
    pub fn unread_trees<'k>(&self, key: &'k str, text: &str) -> Option<(u32, &'k str)> {
        let at = key.strip_prefix("sgf.unread.")?;
        let (ply, moves) = at.split_once('.').unwrap_or((at, ""));
        let mut tokens = moves.split_ascii_whitespace();
        let ply: u32 = ply.parse().ok().filter(|ply| *ply > 0)?;
        let is_placed = (ply as usize) <= MAX_NODES
            && tokens.all(|token| (self.sgf.value)(&self.record.setup, token).is_some())
            && is_tree_list(text);
        is_placed.then_some((ply, moves))
    }

    pub fn write_variations(&mut self, mover: Player, ply: u32) {
        let mut tree = VariationTree::default();
        for line in self.writable_variations(ply) {
            tree.insert(line, ply);
        }
        for (key, text) in &self.record.ext {
            if let Some((at, moves)) = self.unread_trees(key, text)
                && at == ply
            {
                tree.insert_text(moves, text);
            }
        }
        let mut steps = tree.child_steps(0, true);
        while let Some(step) = steps.pop() {
            match step {
                WriteStep::Open => {
                    self.out.push_str("\n(");
                    self.nodes_on_line = 0;
                }
                WriteStep::Close => self.out.push(')'),
                WriteStep::Text(text) => {
                    self.out.push('\n');
                    self.out.push_str(text);
                }
                WriteStep::Node(node) => {
                    let VariationNode { token, depth, .. } = tree.nodes[node];
                    // The games that SGF can write have strictly alternating moves.
                    let mover = if depth % 2 == 1 {
                        mover
                    } else {
                        mover.opponent()
                    };
                    let value = (self.sgf.value)(&self.record.setup, token).unwrap_or_default();
                    self.write_move(mover == black_player(self.game), &value);
                    if let Some(remark) = tree.nodes[node].remark {
                        self.write_annotations(remark.glyph, &remark.marks, &remark.comment);
                    }
                    steps.extend(tree.child_steps(node, false));
                }
            }
        }
    }
}
