//! Readers and writers of the contests' logs: bytes in, records and findings out, and back.
//!
//! - [`decode()`] turns bytes into text and says what was odd about them.
//! - [`detect()`] finds the format by the content; a file's extension only breaks ties.
//! - A [`Format`] reads a text, or a piece of a long one, into [`Reading`]s: records as the log
//!   has them, with the places of their moves.
//! - [`Reading::check`] lets the rules judge them.
//! - A [`Writer`] writes records.
//!
//! Every reader is linear in time, bounded in memory and never panics, whatever it is given.
//! Nothing here knows files, clocks or threads.

mod caia;
mod codecup_csv;
mod codecup_page;
mod codingame;
mod common;
mod detect;
mod dialogue;
mod moves;
mod native;
mod picture;
mod sgf;
mod svg;
mod txt;

use common::{
    decode, field_spans, game_builder, headers, json_error, parsed_game, result_text, statuses,
    writer,
};
pub use decode::{DecodedText, decode, decode_chunk};
pub use detect::detect;
pub use dialogue::{ExchangedLine, NoDialogue, exchanged_lines};
use parsed_game::first_line_span;
pub use parsed_game::{CheckedGame, GameSpans, ParsedGame, TokenSpans};
pub use picture::{game_picture, mark_items, position_picture};
pub use svg::{CssPalette, render_svg};
pub use writer::{FormatWriter, WriteError, write_all};

use crate::findings::SourceText;
use crate::games::{CATALOGUE, Catalogue, DynGame};

/// The longest line, in bytes, of formats that are read by lines; longer than any real game.
pub const MAX_LINE_BYTES: usize = 16 << 20;
/// The largest text, in bytes, of formats that are read whole.
pub const MAX_TEXT_BYTES: usize = 64 << 20;

/// What a reader is told beside the text.
#[derive(Clone, Copy)]
pub struct ReadContext<'a> {
    /// The games there are.
    pub catalogue: Catalogue,
    /// The game, if the user named it.
    pub game: Option<&'static dyn DynGame>,
    /// The name of the file, for the record's source; empty if there is none.
    pub file_name: &'a str,
    /// The first line of the text of which this is a later piece ([`Format::has_header`]).
    pub header: Option<&'a str>,
}

impl Default for ReadContext<'_> {
    fn default() -> Self {
        Self {
            catalogue: CATALOGUE,
            game: None,
            file_name: "",
            header: None,
        }
    }
}

/// A format of logs.
pub trait Format: Sync {
    /// The name for `--from` and `--to`.
    fn id(&self) -> &'static str;

    /// What it is, in a line.
    fn description(&self) -> &'static str;

    /// Extensions without the dot that hint at it; a writer's own first.
    fn extensions(&self) -> &'static [&'static str] {
        &[]
    }

    /// How surely the beginning of a text (some 64 kB, perhaps cut) is of this format: 0 not at
    /// all, 50 perhaps, 100 certainly.
    fn sniff(&self, start: &str, context: &ReadContext<'_>) -> u8;

    /// Where a text that is still being read can be cut so that the pieces can be read one by
    /// one: a byte offset after which a new line starts. `None` if it must be read whole (or if
    /// more of it is needed).
    fn split_point(&self, _text: &[u8]) -> Option<usize> {
        None
    }

    /// The first line names columns and is needed with every piece.
    fn has_header(&self) -> bool {
        false
    }

    /// Whether kifu reads it; a picture is written only.
    fn can_read(&self) -> bool {
        true
    }

    /// Hands every game of the text to `out`, in order. A text without a game gives a reading
    /// with an empty record and a finding that says why.
    fn read(
        &self,
        source: &SourceText<'_>,
        context: &ReadContext<'_>,
        out: &mut dyn FnMut(ParsedGame),
    );

    /// The writer of this format, if kifu writes it.
    fn writer(&self) -> Option<&dyn FormatWriter> {
        None
    }
}

/// All formats, in the order in which they are listed to people.
pub static FORMATS: &[&dyn Format] = &[
    &native::RON,
    &native::RONL,
    &native::JSON,
    &native::JSONL,
    &codecup_csv::CodeCupCsvFormat,
    &codecup_page::CodeCupPageFormat,
    &caia::CaiaFormat,
    &codingame::CodingameFormat,
    &moves::MovesFormat,
    &txt::TxtFormat,
    &dialogue::DialogueFormat,
    &sgf::SgfFormat,
    &svg::SvgFormat,
];

/// The format with this id.
pub fn by_id(id: &str) -> Option<&'static dyn Format> {
    FORMATS.iter().copied().find(|format| format.id() == id)
}

/// Reads and checks a whole text in memory; the format is detected if none is given.
pub fn check_text(
    text: &str,
    format: Option<&'static dyn Format>,
    context: &ReadContext<'_>,
) -> Vec<CheckedGame> {
    let source = SourceText::new(text);
    let mut checked = Vec::new();
    match format.or_else(|| detect(text, context)) {
        Some(format) => format.read(&source, context, &mut |reading| {
            checked.push(reading.check(&source, context.catalogue));
        }),
        None => checked.push(ParsedGame::unknown_format(text).check(&source, context.catalogue)),
    }
    checked
}

/// The end of the last whole line: where a text of lines can be cut.
fn last_line_end(text: &[u8]) -> Option<usize> {
    memchr::memrchr(b'\n', text).map(|at| at + 1)
}

/// Hands each line that is not blank to `each`, with the offset at which it starts.
fn non_blank_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        if at >= text.len() {
            return None;
        }
        let rest = &text[at..];
        let end = memchr::memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len());
        let start = at;
        at += end + 1;
        Some((start, &rest[..end]))
    })
    .filter(|(_, line)| !line.trim().is_empty())
}
