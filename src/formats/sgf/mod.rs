//! `sgf`: the Smart Game Format of Go players, FF\[4\], for every game that has an
//! [`SgfSpec`](crate::contract::SgfSpec).
//!
//! Standard properties hold names (`PB`, `PW`), event and round (`EV`, `RO`), date (`DT`), moves
//! (`B`, `W`; a pass is empty), comments (`C`), variations, marks (`CR`, `MA`, `TR`, `SQ`, `AR`,
//! `LB`), glyphs (`TE[2]` `!!`, `TE[1]` `!`, `IT` `!?`, `DO` `?!`, `BM[1]` `?`, `BM[2]` `??`), and
//! the result (`RE`: the margin is that of the scores; `F` is a fault, `T` a timeout). Two private
//! properties hold the rest; other programs leave them alone:
//!
//! - `KT[ms]` in a move's node: the milliseconds used for it. (In files without it, `BL` and `WL`,
//!   the time left, give the times, unless overtime makes them ambiguous.)
//! - `KF[key:text]`, with any number of values. In the root: `id`, `table`, `rules`, `setup.KEY`,
//!   `author1`, `version1`, `time1`, the same three with 2, `scores`, `points`, `fault1`,
//!   `fault2`, `ext.KEY`. In other nodes: `raw`, `message`, `stderr`, `by` (`jury`), `variation`
//!   (one that SGF cannot spell), `attempt` and `rest` (the attempt at which the game failed, and
//!   the moves after it), and `at`, the ply of a node without a move.
//!
//! Properties for which the record has no field stay in `ext` as `sgf.NAME` (in the root) or
//! `sgf.NAME.PLY` and are written back; those of variations stay there as `sgf.variations`.
//! Evaluations are not carried over. Setup stones are not supported, as these games start from
//! their own position. Variations are flat in the record: each is a whole line from its branching
//! ply, so those with a common start share their nodes when written.

mod checks;
mod kifu_keys;
pub(crate) mod known_properties;
mod node;
pub(crate) mod property_values;
mod read;
pub(crate) mod syntax;
mod variation_tree;
mod variations;
mod write;

use super::{Format, FormatWriter, ParsedGame, ReadContext, WriteError, first_line_span};
use crate::findings::{Code, Finding, SourceText};
use crate::games::Catalogue;
use crate::record::Record;

/// The Smart Game Format.
pub(super) struct SgfFormat;

impl Format for SgfFormat {
    fn id(&self) -> &'static str {
        "sgf"
    }
    fn description(&self) -> &'static str {
        "Smart Game Format (FF[4]), as used for Go"
    }
    fn extensions(&self) -> &'static [&'static str] {
        &["sgf"]
    }
    fn sniff(&self, start: &str, _context: &ReadContext<'_>) -> u8 {
        let Some(at) = tree_start(start, 0) else {
            return 0;
        };
        let named = ["GM[", "FF[", "SZ["]
            .iter()
            .any(|name| start[at..].contains(name));
        match (start[..at].trim().is_empty(), named) {
            (true, true) => 97,
            (true, false) => 92,
            (false, true) => 40,
            (false, false) => 0,
        }
    }
    fn read(
        &self,
        source: &SourceText<'_>,
        context: &ReadContext<'_>,
        out: &mut dyn FnMut(ParsedGame),
    ) {
        let text = source.text();
        let mut next = tree_start(text, 0);
        if next.is_none() {
            let message = "expected a game that starts `(;`, found none";
            let finding = Finding::new(Code::NoGame, message)
                .at(source.location(first_line_span(source.text())));
            out(ParsedGame::unreadable(finding));
        }
        while let Some(start) = next {
            let tree = syntax::SgfTree::parse(text, start);
            // After a syntax error the next game is the first one that starts a line.
            let has_error = tree.error.is_some();
            let mut from = tree.end.max(start + 1);
            next = loop {
                from = text.ceil_char_boundary(from.min(text.len()));
                match tree_start(text, from) {
                    Some(at) if has_error && !text[..at].ends_with('\n') => from = at + 1,
                    found => break found,
                }
            };
            out(read::read_game(source, &tree, start, context));
        }
    }
    fn writer(&self) -> Option<&dyn FormatWriter> {
        Some(self)
    }
}

/// Returns the offset of the next `(` that is followed by `;`, white space aside.
fn tree_start(text: &str, from: usize) -> Option<usize> {
    let opens = memchr::memchr_iter(b'(', &text.as_bytes()[from..]);
    opens
        .map(|at| from + at)
        .find(|at| text[at + 1..].trim_start().starts_with(';'))
}

impl FormatWriter for SgfFormat {
    fn limits(&self) -> &'static [super::FieldLimit] {
        super::losses::SGF
    }

    fn write_record(
        &self,
        record: &Record,
        catalogue: Catalogue,
        index: usize,
        out: &mut String,
    ) -> Result<(), WriteError> {
        let game = super::writer::require_game("sgf", record, catalogue)?;
        let text = write::write_game(record, game)
            .map_err(|why| WriteError::unrepresentable("sgf", record, why.to_string()))?;
        if index > 0 {
            out.push('\n');
        }
        out.push_str(&text);
        Ok(())
    }
}
