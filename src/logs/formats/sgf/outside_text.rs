//! Text outside of the trees, and flaws of a tree's syntax.

use super::super::result_text::shorten;
use super::read::{OutsideText, SgfReader};
use super::syntax::SgfTree;
use kifu_core::findings::Code;

/// The maximum length of a text outside of trees that is kept.
const MAX_KEPT_TEXT: usize = 64 << 10;
impl SgfReader<'_, '_> {
    /// Keeps the text outside of the tree, and reports what looks like a part of it.
    pub fn read_outside_text(&mut self, outside: &OutsideText, start: usize) {
        for (key, span) in [
            ("sgf.before", &outside.before),
            ("sgf.after", &outside.after),
        ] {
            let text = &self.source.text()[span.clone()];
            let at = span.start + (text.len() - text.trim_start().len());
            let text = text.trim();
            let kept = &text[..text.floor_char_boundary(MAX_KEPT_TEXT)];
            if kept.is_empty() {
                continue;
            }
            self.draft
                .record
                .ext
                .insert(key.to_owned(), kept.to_owned());
            if at > start && self.nodes.tree.error.is_some() {
                // The syntax error is reported already.
                continue;
            }
            let line = shorten(text.lines().next().unwrap_or_default());
            let message = if at > start {
                format!("expected the end of the text or `(;` after a game, found `{line}`")
            } else if looks_like_nodes(text) || kept.len() < text.len() {
                format!("expected `(;` before the first node, found `{line}`")
            } else {
                continue;
            };
            self.add_finding(Code::TrailingText, message, at..at + 1);
        }
    }

    /// Reports what breaks the grammar and was read as it was meant.
    pub fn read_tree_flaws(&mut self, tree: &SgfTree) {
        for flaw in &tree.flaws {
            let message = flaw.message.to_owned();
            self.add_finding(Code::ForgivenSyntax, message, flaw.span.clone());
        }
    }
}

/// Reports whether a text outside of trees has nodes or properties, which belong into one.
fn looks_like_nodes(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr::memchr_iter(b'[', bytes).any(|at| at > 0 && bytes[at - 1].is_ascii_uppercase())
}
