//! `sgf`: the Smart Game Format of Go players, FF\[4\], for every game that has an
//! [`SgfSpec`](kifu_core::contract::SgfSpec).
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
//!   `author1`, `version1`, `time1`, `status1`, `fault1`, the same five with 2, `scores`, `points`,
//!   `game_points`, `result` (its wording, where `RE` cannot hold it), `ext.KEY`. In other nodes:
//!   `raw`, `message`, `stderr`, `by` (`jury`), `glyph` (of a node without a move), `variation`
//!   (one that SGF cannot spell), `attempt`, `rest`, `rule`, `reason` and `player` (the attempt at
//!   which the game failed, and the moves after it), and `at`, the ply of a node without a move.
//!
//! # What the record has no field for
//!
//! Nothing that a file says is left out in silence. These keys of `ext` hold the rest; all of them
//! are written back to their places.
//!
//! - `sgf.NAME` (in the root) and `sgf.NAME.PLY`: properties for which the record has no field, and
//!   those that set up stones or the player to move (`AB`, `AW`, `AE`, `PL`). Such setup is an error
//!   that ends the line, as these games start from their own position, unless it changes nothing.
//! - `sgf.unread`: the text of the tree below such a setup. `sgf.unread.PLY` and
//!   `sgf.unread.PLY.MOVES`: trees that no variation can hold, because of setup, of a value that is
//!   no move, or of a colour that is not that of the player to move; they replace the ply, or follow
//!   these moves of a variation from it.
//! - `sgf.color.PLY`: the colour of a move of the main line, if it is the wrong one.
//! - `sgf.variations`: other properties of variations. `sgf.surplus`: values next to the
//!   one that counts, and judgements with a value that they cannot have. `sgf.glyph.PLY`: further
//!   glyphs of a ply. `sgf.FF`: a version that does not exist.
//! - `sgf.before` and `sgf.after`: the text before the first game of a file and after a game.
//!
//! # Where games begin and end
//!
//! - **A game begins** with a tree, `(` before `;` or a property, at the depth of the file.
//! - **A game ends** with its `)`. What is not in a tree is no game and kept as text.
//! - **Behind something unreadable** nothing more of the tree's main line is played: a setup, a value
//!   that is no move or a bracket that is not closed ends it, and the rest is kept as text. The next
//!   tree is another game.
//!
//! Evaluations are not carried over. Variations are flat in the record: each is a whole line from
//! its branching ply, so those with a common start share their nodes when written.

mod game_info;
mod main_line;
mod node;
pub mod properties;
mod read;
pub mod syntax;
mod variations;
mod write;

use super::decode::declared_encoding;
use super::headers::KeyValueHeader;
use super::{
    Format, FormatWriter, ParsedGame, ReadContext, UNLIKELY, WriteError, first_line_span, statuses,
};
use kifu_core::findings::{Code, Finding, SourceText};
use kifu_core::games::Catalogue;
use kifu_core::record::Record;

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
    fn sniff(&self, start: &str, context: &ReadContext<'_>) -> u8 {
        if starts_game(start) {
            return 97;
        }
        // A mail or a post may hold a game; programs and their documents quote games.
        let is_post = ["", "sgf", "txt", "eml"]
            .iter()
            .any(|known| known.eq_ignore_ascii_case(context.extension()));
        let is_named = |at: usize| {
            ["GM[", "FF[", "SZ["]
                .iter()
                .any(|name| start[at..].contains(name))
        };
        match start_below_text(start).is_some_and(is_named) {
            true if is_post => 40,
            true => UNLIKELY,
            false => 0,
        }
    }
    fn owns_extension(&self) -> bool {
        true
    }
    fn read(
        &self,
        source: &SourceText<'_>,
        context: &ReadContext<'_>,
        out: &mut dyn FnMut(ParsedGame),
    ) {
        let text = source.text();
        let mut next = tree_start(text, 0);
        let mut outside = read::OutsideText {
            before: 0..next.unwrap_or(0),
            encoding: declared_encoding(text.as_bytes()).and_then(|declared| declared.encoding),
            ..read::OutsideText::default()
        };
        if next.is_none() {
            let span = first_line_span(text);
            let found = match text[span.clone()].trim() {
                "" => "an empty text".to_owned(),
                line => format!("`{}`", statuses::shorten(line)),
            };
            let message = format!("expected a game of SGF, which starts `(;`, found {found}");
            let finding = Finding::new(Code::NoGame, message).at(source.location(span));
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
            let end = text.ceil_char_boundary(tree.end.min(text.len()));
            outside.after = end..next.unwrap_or(text.len()).max(end);
            out(read::read_game(source, &tree, start, &outside, context));
            outside.before = 0..0;
        }
    }
    fn writer(&self) -> Option<&dyn FormatWriter> {
        Some(self)
    }
}

/// Reports whether a text begins with a game.
pub(super) fn starts_game(text: &str) -> bool {
    tree_start(text, 0).is_some_and(|at| text[..at].trim().is_empty())
}

/// Returns the offset of the first game below other text, such as the head of a mail.
///
/// What looks like a game in a `key: value` header, in a comment, in a line of a dialogue or in quotes
/// is none.
fn start_below_text(text: &str) -> Option<usize> {
    let mut from = 0;
    loop {
        let at = tree_start(text, from)?;
        let line = memchr::memrchr(b'\n', &text.as_bytes()[..at]).map_or(0, |end| end + 1);
        let before = &text[line..at];
        let is_value = KeyValueHeader::parse(before, 0).is_some()
            || before.starts_with(['!', '#', '<', '>'])
            || before.contains("# ")
            || before.ends_with(['`', '"', '\'']);
        if !is_value {
            return Some(at);
        }
        from = at + memchr::memchr(b'\n', &text.as_bytes()[at..])? + 1;
    }
}

/// Returns the offset of the next `(` that starts a tree: one that is followed by `;`, white space
/// aside, or one that starts a line and is followed by a property.
fn tree_start(text: &str, from: usize) -> Option<usize> {
    let opens = memchr::memchr_iter(b'(', &text.as_bytes()[from..]);
    opens.map(|at| from + at).find(|at| {
        let rest = text[at + 1..].trim_start();
        let starts_line = || {
            let line = text[from..*at].trim_end_matches([' ', '\t']);
            line.is_empty() || line.ends_with(['\n', '\r', ')'])
        };
        rest.starts_with(';') || (syntax::starts_property(rest) && starts_line())
    })
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
