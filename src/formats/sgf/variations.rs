//! Reading variations, which share nodes in the tree and are whole lines in the record.

use super::super::result_text::shorten;
use super::node::{NodeContent, add_line};
use super::read::{MAX_VARIATION_TOKENS, SgfReader, add_word};
use crate::findings::Code;
use crate::record::Variation;
use std::ops::Range;

impl SgfReader<'_, '_> {
    /// Reads the variations: each run of consecutive nodes after the main line is one.
    pub fn read_variations(&mut self) {
        let nodes = &self.nodes.tree.nodes;
        let mut from = self.ply_after_node.len();
        while from < nodes.len() {
            let follows = |at: &usize| nodes[*at].parent == Some(*at - 1);
            let to = from + 1 + (from + 1..nodes.len()).take_while(follows).count();
            if !self.read_variation(from..to) {
                let at = nodes[from].at;
                let message =
                    format!("expected variations of at most {MAX_VARIATION_TOKENS} moves");
                return self.add_finding(Code::TooLarge, message, at..at + 1);
            }
            from = to;
        }
    }

    /// Reads one variation; returns `false` if the variations have too many tokens.
    fn read_variation(&mut self, run: Range<usize>) -> bool {
        let mut path = Vec::new();
        let mut at = self.nodes.tree.nodes[run.start].parent;
        while let Some(node) = at.filter(|node| *node >= self.ply_after_node.len()) {
            if self.variation_tokens_left == 0 {
                return false;
            }
            self.variation_tokens_left -= 1;
            path.push(node);
            at = self.nodes.tree.nodes[node].parent;
        }
        let base = at
            .and_then(|node| self.ply_after_node.get(node))
            .copied()
            .unwrap_or(0);
        let mut line = Variation::default();
        let mut ply = base;
        for node in path.into_iter().rev() {
            ply = self.append_moves(&mut line, ply, node);
        }
        let shared = ply;
        for node in run {
            if self.variation_tokens_left == 0 {
                return false;
            }
            self.variation_tokens_left -= 1;
            ply = self.append_moves(&mut line, ply, node);
            let content = self.nodes.read_node(node);
            self.annotate_variation(&mut line, ply, content);
        }
        if ply > shared {
            self.draft.record.note_mut(base + 1).variations.push(line);
        } else {
            self.merge_comments(base, line);
        }
        true
    }

    /// Adds the comments of a branch without a move to the branch before it, or to the main line.
    fn merge_comments(&mut self, base: u32, line: Variation) {
        let notes = &mut self.draft.record.notes;
        let before = notes
            .get_mut(&(base + 1))
            .filter(|_| !line.moves.is_empty());
        let before = before.and_then(|note| note.variations.last_mut());
        match before {
            Some(before) => {
                for (ply, remark) in line.notes {
                    add_line(
                        &mut before.notes.entry(ply).or_default().comment,
                        &remark.comment,
                    );
                }
            }
            None => {
                for remark in line.notes.into_values() {
                    add_line(
                        &mut self.draft.record.note_mut(base).comment,
                        &remark.comment,
                    );
                }
            }
        }
    }

    /// Appends a node's moves to a variation and returns the ply after it.
    fn append_moves(&mut self, line: &mut Variation, ply: u32, node: usize) -> u32 {
        let mut ply = ply;
        for mv in self.nodes.moves(node) {
            let token = (self.nodes.sgf.token)(&self.nodes.setup, mv.value);
            if token.is_none() {
                let found = shorten(mv.value);
                let message = format!("expected a move in a variation, found `{found}`");
                self.add_finding(Code::BadValue, message, mv.span.clone());
            }
            if let Some(token) = token {
                if !line.moves.is_empty() {
                    line.moves.push(' ');
                }
                line.moves.push_str(&token);
                ply += 1;
            }
        }
        ply
    }

    fn annotate_variation(&mut self, line: &mut Variation, ply: u32, content: NodeContent<'_>) {
        for (message, span) in content.bad_values {
            self.add_finding(Code::BadValue, message, span);
        }
        if !content.comment.is_empty() || content.glyph.is_some() || !content.marks.is_empty() {
            let remark = line.notes.entry(ply).or_default();
            add_line(&mut remark.comment, &content.comment);
            remark.glyph = content.glyph.or(remark.glyph);
            remark.marks.extend(content.marks);
        }
        for property in content.other_properties.iter().chain(&content.setup) {
            let words = &self.source.text()[property.ident.start..property.values.end];
            add_word(&mut self.draft.record.ext, "sgf.variations", words);
        }
    }
}
