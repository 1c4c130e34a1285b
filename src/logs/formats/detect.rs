//! Detection of a text's format.
//!
//! 1. The first token decides, if it is one that only one format begins with (see `Opening`): what
//!    is in the names, comments and bots' lines of such a text never makes another format of it.
//! 2. Otherwise an extension that belongs to one format decides, unless the content is surely of
//!    another one (see [`Format::owns_extension`]).
//! 3. Otherwise the format that rates the text highest; the extension breaks ties.

use super::field_spans::{RecordSyntax, skip_preamble};
use super::headers::KeyValueHeader;
use super::{
    FORMATS, Format, ReadContext, caia, codecup_page, dialogue, kaggle, moves, native, sgf,
};
use kifu_core::games::by_name;

/// The number of bytes at the start of a text from which its format is detected.
const MAX_SNIFF_BYTES: usize = 64 << 10;

/// The rating from which a text is of a format even against its file's extension.
const SURE: u8 = 93;
/// The rating from which a page or a dialogue, which begin as one, holds a game.
const LIKELY: u8 = 60;

/// The kind of text that the first token announces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Opening {
    /// A record: `(kifu:`, or a bracket with another field of a record.
    Record(RecordSyntax),
    /// A game of SGF: `(;`, or a bracket with a property.
    Sgf,
    /// A list of moves as kifu writes it: `game: NAME` of a known game.
    MoveList,
    /// A dialogue as kifu writes it, `# game: NAME`, or a line that the jury or a bot writes.
    Dialogue,
    /// An element of HTML or XML.
    Markup,
    /// Anything else.
    Other,
}

impl Opening {
    fn of(start: &str, context: &ReadContext<'_>) -> Self {
        if sgf::starts_game(start) {
            return Self::Sgf;
        }
        let syntaxes = [RecordSyntax::Ron, RecordSyntax::Json];
        if let Some(syntax) = syntaxes.into_iter().find(|own| own.starts_record(start)) {
            return Self::Record(syntax);
        }
        let text = start.trim_start();
        let line = text.lines().next().unwrap_or_default();
        let names_game = |line: &str| {
            let header = KeyValueHeader::parse(line, 0).filter(|header| header.name == "game");
            header.is_some_and(|header| by_name(context.catalogue, &header.value).is_some())
        };
        if names_game(line) && !is_dialogue_below_headers(text) {
            Self::MoveList
        } else if line.strip_prefix('#').is_some_and(names_game)
            || line.starts_with("! ")
            || dialogue::is_exchange(line)
        {
            Self::Dialogue
        } else if text.starts_with('<') && !text.starts_with(caia::MARKER_PREFIX) {
            Self::Markup
        } else {
            Self::Other
        }
    }
}

/// Reports whether a dialogue, and no list of moves, follows the headers that start a text.
fn is_dialogue_below_headers(text: &str) -> bool {
    let lines = || super::non_blank_lines(text).map(|(_, line)| line);
    let mut others = lines().filter(|line| KeyValueHeader::parse(line, 0).is_none());
    // A program may write a header to its standard error.
    others.next().is_some_and(dialogue::is_exchange) || lines().any(dialogue::is_log_line)
}

/// Returns the part of a text from which its format is detected.
///
/// It is the start, or what follows the blank lines and comments that fill most of it.
fn sniffed_part(text: &str) -> &str {
    let text = text.trim_start_matches('\u{feff}');
    let skipped = blank_and_comment_lines_len(text.as_bytes());
    let rest = &text[if skipped > MAX_SNIFF_BYTES / 2 {
        skipped
    } else {
        0
    }..];
    &rest[..rest.floor_char_boundary(MAX_SNIFF_BYTES)]
}

/// Returns the number of bytes in the lines at the start of a text that are blank or, as in archives
/// of records, begin with `//`. A last line without its end does not count.
pub fn blank_and_comment_lines_len(text: &[u8]) -> usize {
    let mut at = 0;
    while let Some(length) = memchr::memchr(b'\n', &text[at..]) {
        let line = &text[at..at + length];
        if !line.trim_ascii().is_empty() && !line.starts_with(b"//") {
            break;
        }
        at += length + 1;
    }
    at
}

/// Returns the format of a text: by its first token, its file's extension and its content.
///
/// The first token decides for texts that kifu writes, whatever the strings in them hold. Returns
/// `None` if no format recognises the text.
///
/// ```
/// use kifu_logs::formats::{ReadContext, detect};
///
/// let format = detect("(;FF[4]GM[1]SZ[6];B[cc])", &ReadContext::default()).unwrap();
/// assert_eq!(format.id(), "sgf");
///
/// let record = "(kifu:2,game:\"zuniq\",players:((name:\"a,User1,Score1,Score2\"),()),moves:\"\")";
/// let format = detect(record, &ReadContext::default()).unwrap();
/// assert_eq!(format.id(), "ronl");
/// ```
pub fn detect(text: &str, context: &ReadContext<'_>) -> Option<&'static dyn Format> {
    let start = sniffed_part(text);
    let extension = context.extension();
    let rate = |format: &dyn Format| format.sniff(start, context);
    match Opening::of(start, context) {
        Opening::Record(syntax) => Some(native::format_of_record(syntax, start, extension)),
        Opening::Sgf => Some(&sgf::SgfFormat),
        Opening::MoveList => Some(&moves::MovesFormat),
        Opening::Dialogue if rate(&dialogue::DialogueFormat) >= LIKELY => {
            Some(&dialogue::DialogueFormat)
        }
        Opening::Markup if rate(&caia::CaiaFormat) >= LIKELY => Some(&caia::CaiaFormat),
        Opening::Markup if rate(&codecup_page::CodeCupPageFormat) >= LIKELY => {
            Some(&codecup_page::CodeCupPageFormat)
        }
        Opening::Markup if rate(&kaggle::KaggleFormat) >= LIKELY => Some(&kaggle::KaggleFormat),
        _ => {
            let lines = native::lines_format_with_extension(extension);
            let lines = lines.filter(|format| rate(*format) > 0);
            lines.map_or_else(|| best_rated(start, extension, context), |own| Some(own))
        }
    }
}

/// Returns the format of a text as [`detect`] does; `None` if the text is no log, even if a format
/// can explain what it lacks.
///
/// Folders hold pages, quotes and settings of other programs among the logs.
///
/// ```
/// use kifu_logs::formats::{ReadContext, detect, detect_log};
///
/// let page = "<html><body>Welcome.</body></html>";
/// assert!(detect(page, &ReadContext::default()).is_some());
/// assert!(detect_log(page, &ReadContext::default()).is_none());
/// ```
pub fn detect_log(text: &str, context: &ReadContext<'_>) -> Option<&'static dyn Format> {
    let start = sniffed_part(text);
    let begins_as_log = matches!(
        Opening::of(start, context),
        Opening::Record(_) | Opening::Sgf | Opening::MoveList
    );
    // Only lists of moves have this extension.
    let is_named_list = context.extension().eq_ignore_ascii_case("moves");
    let is_likely = |format: &&dyn Format| {
        let rating = format.sniff(start, context);
        begins_as_log || rating > super::UNLIKELY || rating > 0 && is_named_list
    };
    detect(text, context).filter(is_likely)
}

/// Returns the format that rates a text highest, or the one that owns the extension.
fn best_rated(
    start: &str,
    extension: &str,
    context: &ReadContext<'_>,
) -> Option<&'static dyn Format> {
    let has_extension = |format: &&dyn Format| {
        let mut known = format.extensions().iter();
        known.any(|known| known.eq_ignore_ascii_case(extension))
    };
    let best = FORMATS
        .iter()
        .copied()
        .map(|format| {
            let score = u16::from(format.sniff(start, context));
            let hint = u16::from(has_extension(&format));
            (if score == 0 { 0 } else { 2 * score + hint }, format)
        })
        .filter(|(score, _)| *score > 0)
        // The first of equals wins: more specific formats come first in the list.
        .rev()
        .max_by_key(|(score, _)| *score);
    let mut owners = FORMATS.iter().copied();
    let owner = owners.find(|format| format.owns_extension() && has_extension(format));
    let is_sure = best.is_some_and(|(score, _)| score >= 2 * u16::from(SURE));
    match (owner, best) {
        (Some(owner), _) if !is_sure => Some(owner),
        (_, best) => best.map(|(_, format)| format),
    }
}

/// The fields of a record, one of which comes first.
const RECORD_FIELDS: [&str; 14] = [
    "kifu", "game", "rules", "setup", "event", "source", "players", "moves", "times_ms", "notes",
    "attempt", "result", "reported", "ext",
];

impl RecordSyntax {
    /// Reports whether a text begins as a record, of which the end may be missing.
    pub(super) fn starts_record(self, start: &str) -> bool {
        let body = match self {
            Self::Ron => skip_preamble(start),
            Self::Json => start.trim_start(),
        };
        let open = start.len() - body.len();
        match self {
            Self::Ron => {
                let first = first_field(body);
                first.is_some_and(|name| RECORD_FIELDS.contains(&name))
                    || first.is_some() && self.has_field(start, open, "kifu")
            }
            Self::Json => {
                let fields = body.strip_prefix('{').map(str::trim_start);
                fields.is_some_and(|fields| fields.starts_with("\"kifu\""))
                    || fields.is_some() && self.has_field(start, open, "kifu")
            }
        }
    }
}

/// Returns the name of the first field in the bracket of RON that starts a text: `kifu` in
/// `(kifu: 2`.
pub(super) fn first_field(body: &str) -> Option<&str> {
    let inside = body.strip_prefix('(')?;
    let at = RecordSyntax::Ron.skip_blanks_and_comments(inside, 0);
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let inside = &inside[at..];
    let name = &inside[..inside.find(|c| !is_part(c)).unwrap_or(inside.len())];
    let after = &inside[name.len()..];
    let after = &after[RecordSyntax::Ron.skip_blanks_and_comments(after, 0)..];
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    (is_name && after.starts_with(':') && !after.starts_with("::")).then_some(name)
}
