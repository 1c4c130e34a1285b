//! Readers and writers of the contests' logs: bytes to records and findings, and back.
//!
//! - [`decode()`] turns bytes into text and reports what was unusual about them.
//! - [`detect()`] finds the format by how the text begins and is built, and by its file's extension.
//! - A [`Format`] parses a text, or a chunk of a long one, into [`ParsedGame`]s: records as the log
//!   has them, with the locations of their moves.
//! - [`ParsedGame::check`] judges them by the rules and gives [`CheckedGame`]s.
//! - A [`FormatWriter`] writes records.
//!
//! Every reader takes linear time and bounded memory and never panics, on any input. Nothing here
//! knows files, clocks or threads.

mod arbiter;
mod caia;
mod codecup_csv;
mod codecup_page;
pub mod codingame;
pub mod common;
mod detect;
pub mod dialogue;
mod gtp;
mod kaggle;
mod losses;
pub mod moves;
mod native;
mod openspiel;
mod picture;
mod psyleague;
mod record_checks;
mod result_table;
pub mod sgf;
mod svg;
mod txt;

use common::{
    decode, field_spans, game_builder, har, headers, json_doc, json_error, parsed_game, statuses,
    writer,
};
use kifu_core::findings::SourceText;
use kifu_core::games::{CATALOGUE, Catalogue, DynGame};
use parsed_game::first_line_span;

pub use common::quoting::{push_cell, to_json, to_json_pretty};
pub use decode::{DecodedText, binary_kind, decode, decode_chunk};
pub use detect::{blank_and_comment_lines_len, detect, detect_log};
pub use dialogue::{ExchangedLine, NoDialogue, exchanged_lines};
pub use har::is_har;
pub use losses::{
    FieldLimit, FieldLoss, Losses, RecordField, compare_records, is_text_limit, losses,
};
pub use parsed_game::{CheckedGame, GameSpans, ParsedGame, TokenSpans, UnreadableToken};
pub use picture::{
    BetterMove, PictureJudgement, PictureParts, PictureSequence, game_picture, mark_items,
    position_picture,
};
pub use result_table::{ParseColumnsError, ResultColumns, result_table};
pub use svg::{CssPalette, render_svg};
pub use writer::{FormatWriter, WriteError, write_all};

/// The maximum length, in bytes, of a line in formats that are read line by line; no real game is
/// that long.
pub const MAX_LINE_BYTES: usize = 16 << 20;
/// The maximum size, in bytes, of a text in formats that are read whole.
pub const MAX_TEXT_BYTES: usize = 64 << 20;

/// The rating of a text that is no log, but of which a format can explain what it lacks.
pub const UNLIKELY: u8 = 5;

/// The knowledge that a reader has besides the text.
#[derive(Clone, Copy)]
pub struct ReadContext<'a> {
    /// The known games.
    pub catalogue: Catalogue,
    /// The game, if the user named it.
    pub game: Option<&'static dyn DynGame>,
    /// The file name, stored as the record's source; empty if there is none.
    pub file_name: &'a str,
    /// The start of the whole text, if this is a later chunk of it ([`Format::header`]).
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

impl ReadContext<'_> {
    /// Returns the extension of the file's name without its dot; empty if there is none.
    fn extension(&self) -> &str {
        self.file_name.rsplit_once('.').map_or("", |(_, end)| end)
    }
}

/// A format of game logs.
pub trait Format: Sync {
    /// Returns the name for `--from` and `--to`.
    fn id(&self) -> &'static str;

    /// Returns a one-line description for users.
    fn description(&self) -> &'static str;

    /// Returns the file extensions that suggest the format, without the dot. The first is the one
    /// that is written.
    fn extensions(&self) -> &'static [&'static str] {
        &[]
    }

    /// Reports whether a file with one of these extensions is of this format unless its content is
    /// surely of another format; its errors are then reported in the words of this format.
    fn owns_extension(&self) -> bool {
        false
    }

    /// Rates how likely the start of a text is of this format: 0 no, 50 perhaps, 100 certainly.
    ///
    /// Up to [`UNLIKELY`] the text is no log; the format only explains best what it lacks.
    ///
    /// `start` holds some 64 kB and may end in the middle of anything.
    fn sniff(&self, start: &str, context: &ReadContext<'_>) -> u8;

    /// Returns the offset after which a text that is still being read can be cut into chunks that
    /// are read one by one.
    ///
    /// A new line starts at the offset. `None` if the text must be read whole, or if more of it is
    /// needed.
    fn split_point(&self, _text: &[u8]) -> Option<usize> {
        None
    }

    /// Reports whether every chunk needs the start of the text ([`Format::header`]).
    fn has_header(&self) -> bool {
        false
    }

    /// Returns the part of a text's start that every chunk needs: the names of columns, and some
    /// rows by which the game is known.
    fn header<'t>(&self, _start: &'t str) -> Option<&'t str> {
        None
    }

    /// Passes every game of the text to `out`, in order.
    ///
    /// A text without games gives a [`ParsedGame`] with an empty record and a finding that says
    /// why.
    fn read(
        &self,
        source: &SourceText<'_>,
        context: &ReadContext<'_>,
        out: &mut dyn FnMut(ParsedGame),
    );

    /// Returns the writer of the format, if kifu writes it.
    fn writer(&self) -> Option<&dyn FormatWriter> {
        None
    }
}

/// All formats, in the order in which they are listed.
pub static FORMATS: &[&dyn Format] = &[
    &native::RON,
    &native::RONL,
    &native::JSON,
    &native::JSONL,
    &codecup_csv::CodeCupCsvFormat,
    &codecup_page::CodeCupPageFormat,
    &caia::CaiaFormat,
    &codingame::CodingameFormat,
    &kaggle::KaggleFormat,
    &openspiel::OpenSpielFormat,
    &codingame::battles::BattlesFormat,
    &psyleague::PsyleagueFormat,
    &arbiter::ArbiterFormat,
    &gtp::GtpFormat,
    &moves::MovesFormat,
    &txt::TxtFormat,
    &dialogue::DialogueFormat,
    &sgf::SgfFormat,
];

/// Yields the formats that can be written.
pub fn writable() -> impl Iterator<Item = &'static dyn Format> {
    let formats = FORMATS.iter().copied();
    formats.filter(|format| format.writer().is_some())
}

/// Returns the format in which to write a file with this name, by its extension: preferably one
/// to which the extension belongs.
///
/// ```
/// use kifu_logs::formats::format_to_write;
///
/// let format = format_to_write("games/all.ronl".as_ref()).expect("records, one a line");
/// assert_eq!(format.id(), "ronl");
/// assert!(format_to_write("games/all".as_ref()).is_none());
/// ```
pub fn format_to_write(path: &std::path::Path) -> Option<&'static dyn Format> {
    let extension = path.extension()?.to_string_lossy();
    let matches = |known: &str| known.eq_ignore_ascii_case(&extension);
    let by_main_extension =
        writable().find(|format| format.extensions().first().is_some_and(|e| matches(e)));
    let by_other_extension =
        || writable().find(|format| format.extensions().iter().any(|e| matches(e)));
    by_main_extension.or_else(by_other_extension)
}

/// Returns the format with this id.
pub fn by_id(id: &str) -> Option<&'static dyn Format> {
    FORMATS.iter().copied().find(|format| format.id() == id)
}

/// Parses and checks a whole text in memory; detects the format if none is given.
///
/// ```
/// use kifu_core::findings::Code;
/// use kifu_logs::formats::{ReadContext, check_text};
///
/// let games = check_text("game: clobber\nb1a1 b2a2", None, &ReadContext::default());
/// assert_eq!(games.len(), 1);
/// assert_eq!(games[0].ply_count, 2);
/// assert!(games[0].is_valid());
/// assert_eq!(games[0].findings[0].code, Code::Unterminated);
/// ```
pub fn check_text(
    text: &str,
    format: Option<&'static dyn Format>,
    context: &ReadContext<'_>,
) -> Vec<CheckedGame> {
    let source = SourceText::new(text);
    let mut checked = Vec::new();
    match format.or_else(|| detect(text, context)) {
        Some(format) => format.read(&source, context, &mut |parsed| {
            checked.push(parsed.check(&source, context.catalogue));
        }),
        None => checked.push(ParsedGame::unknown_format(text).check(&source, context.catalogue)),
    }
    checked
}

/// Returns the end of the last whole line, where a text of lines can be cut.
fn last_line_end(text: &[u8]) -> Option<usize> {
    memchr::memrchr(b'\n', text).map(|at| at + 1)
}

/// Appends a line to a text of lines, which are separated by line feeds.
fn append_line(text: &mut String, line: &str) {
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(line);
}

/// Returns the lines that are not blank, with the offset at which each starts.
fn non_blank_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut offset = 0;
    std::iter::from_fn(move || {
        if offset >= text.len() {
            return None;
        }
        let rest = &text[offset..];
        let end = memchr::memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len());
        let start = offset;
        offset += end + 1;
        Some((start, &rest[..end]))
    })
    .filter(|(_, line)| !line.trim().is_empty())
}
