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
mod decode;
mod detect;
mod dialogue;
mod draft;
mod headers;
mod json;
mod keys;
mod moves;
mod native;
mod picture;
mod reading;
mod sgf;
mod statuses;
mod svg;
mod txt;
mod words;
mod write;

pub use decode::{Decoded, decode, decode_piece};
pub use detect::detect;
pub use dialogue::{Exchanged, exchange};
pub use picture::{marks, picture, picture_of};
use reading::first_line;
pub use reading::{Checked, Places, Reading, TokenPlaces};
pub use svg::{Inks, svg};
pub use write::{WriteError, Writer, write_all};

use crate::findings::SourceText;
use crate::games::{CATALOGUE, Catalogue, DynGame};

/// The longest line, in bytes, of formats that are read by lines; longer than any real game.
pub const LONGEST_LINE: usize = 16 << 20;
/// The largest text, in bytes, of formats that are read whole.
pub const LARGEST_TEXT: usize = 64 << 20;

/// What a reader is told beside the text.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The games there are.
    pub catalogue: Catalogue,
    /// The game, if the user named it.
    pub game: Option<&'static dyn DynGame>,
    /// The name of the file, for the record's source; empty if there is none.
    pub file: &'a str,
    /// The first line of the text of which this is a later piece ([`Format::has_header`]).
    pub header: Option<&'a str>,
}

impl Default for Context<'_> {
    fn default() -> Self {
        Self {
            catalogue: CATALOGUE,
            game: None,
            file: "",
            header: None,
        }
    }
}

/// A format of logs.
pub trait Format: Sync {
    /// The name for `--from` and `--to`.
    fn id(&self) -> &'static str;

    /// What it is, in a line.
    fn about(&self) -> &'static str;

    /// Extensions without the dot that hint at it; a writer's own first.
    fn extensions(&self) -> &'static [&'static str] {
        &[]
    }

    /// How surely the beginning of a text (some 64 kB, perhaps cut) is of this format: 0 not at
    /// all, 50 perhaps, 100 certainly.
    fn sniff(&self, start: &str, context: &Context<'_>) -> u8;

    /// Where a text that is still being read can be cut so that the pieces can be read one by
    /// one: a byte offset after which a new line starts. `None` if it must be read whole (or if
    /// more of it is needed).
    fn cut(&self, _text: &[u8]) -> Option<usize> {
        None
    }

    /// The first line names columns and is needed with every piece.
    fn has_header(&self) -> bool {
        false
    }

    /// Whether kifu reads it; a picture is written only.
    fn is_read(&self) -> bool {
        true
    }

    /// Hands every game of the text to `out`, in order. A text without a game gives a reading
    /// with an empty record and a finding that says why.
    fn read(&self, source: &SourceText<'_>, context: &Context<'_>, out: &mut dyn FnMut(Reading));

    /// The writer of this format, if kifu writes it.
    fn writer(&self) -> Option<&dyn Writer> {
        None
    }
}

/// All formats, in the order in which they are listed to people.
pub static FORMATS: &[&dyn Format] = &[
    &native::RON,
    &native::RONL,
    &native::JSON,
    &native::JSONL,
    &codecup_csv::CodeCupCsv,
    &codecup_page::CodeCupPage,
    &caia::Caia,
    &codingame::Codingame,
    &moves::Moves,
    &txt::Txt,
    &dialogue::Dialogue,
    &sgf::Sgf,
    &svg::Svg,
];

/// The format with this id.
pub fn by_id(id: &str) -> Option<&'static dyn Format> {
    FORMATS.iter().copied().find(|format| format.id() == id)
}

/// Reads and checks a whole text in memory; the format is detected if none is given.
pub fn check_text(
    text: &str,
    format: Option<&'static dyn Format>,
    context: &Context<'_>,
) -> Vec<Checked> {
    let source = SourceText::new(text);
    let mut checked = Vec::new();
    match format.or_else(|| detect(text, context)) {
        Some(format) => format.read(&source, context, &mut |reading| {
            checked.push(reading.check(&source, context.catalogue));
        }),
        None => checked.push(Reading::unknown_format(text).check(&source, context.catalogue)),
    }
    checked
}

/// The end of the last whole line: where a text of lines can be cut.
fn last_line_end(text: &[u8]) -> Option<usize> {
    memchr::memrchr(b'\n', text).map(|at| at + 1)
}

/// Hands each line that is not blank to `each`, with the offset at which it starts.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
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
