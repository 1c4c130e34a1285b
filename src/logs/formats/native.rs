//! Records in the formats of kifu itself: `.ron`, `.ronl`, `.json` and `.jsonl`.
//!
//! - **A game begins** with a bracket: one in the file, or one on each line.
//! - **A game ends** with its bracket. What follows it, but for blanks and comments, is an error. A
//!   carriage return alone and the line separators of Unicode end a line, and so a comment, as a line
//!   feed does.
//! - **Behind something unreadable** reading goes on with the next line; a file of one record has no
//!   more. Nothing is read of a record that is not whole.
//! - **What is said twice is compared**: the stored result with the moves, points and status words with
//!   the winner, the numbers of times and notes with the plies, times with their sums, and the lines of
//!   evaluations with the position.

use super::detect::first_field;
use super::field_spans::{RecordSyntax, skip_preamble};
use super::json_error::{JsonError, explain_json_error};
use super::parsed_game::HeldGame;
use super::record_checks::check_values;
use super::{
    Format, FormatWriter, GameSpans, ParsedGame, ReadContext, UNLIKELY, WriteError, last_line_end,
    non_blank_lines, to_json, to_json_pretty,
};
use kifu_core::findings::{Code, Finding, SourceText};
use kifu_core::games::Catalogue;
use kifu_core::record::{
    DuplicateKey, Record, RecordPart, RonError, RonErrorKind, TextSyntax, VERSION, VersionedError,
    find_duplicate_key, read_any_version, read_ron, write_ron, write_ronl,
};
use serde::de::DeserializeOwned;
use std::ops::Range;

/// The length of a line that is taken for a record whose end was cut off; no person writes a line
/// that long.
const MIN_TRUNCATED_LINE_BYTES: usize = 32 << 10;
/// The maximum number of fields of a record, those of its notes, lines and variations included.
///
/// A field of a few bytes takes some hundred in memory. A long game whose every ply has ten lines
/// has a fifth of it.
const MAX_FIELDS: usize = 500_000;

/// A native format.
pub(super) struct NativeFormat {
    id: &'static str,
    description: &'static str,
    extensions: &'static [&'static str],
    /// Whether a file holds one record per line; otherwise it holds one record.
    is_line_based: bool,
    syntax: RecordSyntax,
}

pub(super) static RON: NativeFormat = NativeFormat {
    id: "ron",
    description: "kifu's record, one per file, for people and version control",
    extensions: &["ron"],
    is_line_based: false,
    syntax: RecordSyntax::Ron,
};
pub(super) static RONL: NativeFormat = NativeFormat {
    id: "ronl",
    description: "kifu's record, one per line, for archives and pipes",
    extensions: &["ronl"],
    is_line_based: true,
    syntax: RecordSyntax::Ron,
};
pub(super) static JSON: NativeFormat = NativeFormat {
    id: "json",
    description: "the record as JSON, one per file",
    extensions: &["json"],
    is_line_based: false,
    syntax: RecordSyntax::Json,
};
pub(super) static JSONL: NativeFormat = NativeFormat {
    id: "jsonl",
    description: "the record as JSON, one per line",
    extensions: &["jsonl", "ndjson"],
    is_line_based: true,
    syntax: RecordSyntax::Json,
};

/// Returns the format of lines to which a file with this extension belongs.
pub(super) fn lines_format_with_extension(extension: &str) -> Option<&'static NativeFormat> {
    let has_extension = |format: &&NativeFormat| {
        let mut known = format.extensions.iter();
        known.any(|known| known.eq_ignore_ascii_case(extension))
    };
    [&RONL, &JSONL].into_iter().find(has_extension)
}

/// Returns the format of a text that begins as a record: one record, or one on each line.
///
/// The bracket that the text begins with decides, if it is closed; brackets and line ends in strings
/// do not count.
pub(super) fn format_of_record(
    syntax: RecordSyntax,
    start: &str,
    extension: &str,
) -> &'static NativeFormat {
    let (file, lines, preamble_end) = match syntax {
        RecordSyntax::Ron => (&RON, &RONL, start.len() - skip_preamble(start).len()),
        RecordSyntax::Json => (&JSON, &JSONL, start.len() - start.trim_start().len()),
    };
    let has_extension_of_lines =
        lines_format_with_extension(extension).is_some_and(|own| own.syntax == syntax);
    let (head, body) = start.split_at(preamble_end);
    let is_skipped = |line: &str| line.trim().is_empty() || line.starts_with("//");
    if !(head.is_empty() || head.ends_with('\n')) || !head.lines().all(is_skipped) {
        // The name of the struct, attributes and block comments begin a file of one record.
        let has_records = has_extension_of_lines && syntax.sniff_lines(start) > 0;
        return if has_records { lines } else { file };
    }
    let first_line = body.lines().next().unwrap_or_default();
    let is_of_lines = match syntax.bracket_end(body, 0) {
        Some(end) if end <= first_line.len() => {
            let is_single = body[first_line.len()..].trim().is_empty();
            let after = first_line[end..].trim();
            after.is_empty() || has_extension_of_lines || !is_single
        }
        // A torn line may swallow the next ones up to a bracket that seems to close it.
        Some(_) => has_extension_of_lines && syntax.sniff_lines(body) > 0,
        // A record with all of a bot's output can be longer than the sniffed start of the text.
        None if body.len() == first_line.len() => body.len() > MIN_TRUNCATED_LINE_BYTES,
        None => {
            // As `ron` and `json` are written: the bracket alone, above indented fields.
            let is_indented = first_line.trim_end().len() == 1
                && body[first_line.len()..]
                    .trim_start_matches(['\r', '\n'])
                    .starts_with(' ');
            let has_records = syntax.sniff_lines(body) > 0;
            has_records && (has_extension_of_lines || !is_indented)
        }
    };
    if is_of_lines { lines } else { file }
}

impl Format for NativeFormat {
    fn id(&self) -> &'static str {
        self.id
    }
    fn description(&self) -> &'static str {
        self.description
    }
    fn extensions(&self) -> &'static [&'static str] {
        self.extensions
    }
    /// Rates a text that does not begin as a record; [`format_of_record`] knows those that do.
    fn sniff(&self, start: &str, _context: &ReadContext<'_>) -> u8 {
        if self.is_line_based {
            self.syntax.sniff_lines(start)
        } else {
            self.syntax.sniff_file(start)
        }
    }
    fn split_point(&self, text: &[u8]) -> Option<usize> {
        last_line_end(text).filter(|_| self.is_line_based)
    }
    fn read(
        &self,
        source: &SourceText<'_>,
        context: &ReadContext<'_>,
        out: &mut dyn FnMut(ParsedGame),
    ) {
        if self.is_line_based {
            let mut games = HeldGame::new(out);
            let mut any = false;
            for (start, marked) in non_blank_lines(source.text()) {
                let line = unmarked(marked);
                let mark = start..start + marked.len() - line.len();
                let start = mark.end;
                if !line.trim_start().starts_with("//") {
                    any = true;
                    let mut parsed = read_record(self.syntax, source, start, line, context);
                    if !mark.is_empty() {
                        parsed.findings.push(joined_files(source, mark));
                    }
                    games.add(parsed);
                } else if self.syntax == RecordSyntax::Json {
                    let message = "expected a record, found a comment, which JSON does not have; \
                                   skipped";
                    let location = source.location(start..start + line.trim_end().len());
                    games.add_finding(Finding::new(Code::ForgivenSyntax, message).at(location));
                }
            }
            // A later chunk of a text may have no record.
            if !any && source.first_line() == 1 {
                let message = "expected a record on each line, found none";
                games.add(ParsedGame::unreadable(Finding::new(Code::NoGame, message)));
            }
            games.finish_with_findings();
        } else {
            out(read_record(self.syntax, source, 0, source.text(), context));
        }
    }
    fn writer(&self) -> Option<&dyn FormatWriter> {
        Some(self)
    }
}

impl FormatWriter for NativeFormat {
    fn is_lossless(&self) -> bool {
        self.syntax == RecordSyntax::Ron
    }
    fn limits(&self) -> &'static [super::FieldLimit] {
        match self.syntax {
            RecordSyntax::Ron => &[],
            RecordSyntax::Json => super::losses::JSON,
        }
    }
    fn supports_multiple_games(&self) -> bool {
        self.is_line_based
    }
    fn write_record(
        &self,
        record: &Record,
        _catalogue: Catalogue,
        _index: usize,
        out: &mut String,
    ) -> Result<(), WriteError> {
        // All keys of the record's maps are texts or numbers, which JSON can write.
        let text = match (self.syntax, self.is_line_based) {
            (RecordSyntax::Ron, false) => write_ron(record),
            (RecordSyntax::Ron, true) => write_ronl(record),
            (RecordSyntax::Json, false) => to_json_pretty(record) + "\n",
            (RecordSyntax::Json, true) => to_json(record) + "\n",
        };
        out.push_str(&text);
        Ok(())
    }
}

impl RecordSyntax {
    /// Rates a text of lines: 85 if some of them are records though the first one is not.
    fn sniff_lines(self, start: &str) -> u8 {
        let mut lines = non_blank_lines(start).map(|(_, line)| line);
        // An attribute begins a file of one record.
        let first = lines.find(|line| !(self == Self::Ron && unmarked(line).starts_with("//")));
        let has_attribute = first.is_some_and(|line| self == Self::Ron && line.starts_with("#!["));
        // One line that is torn or rubbish must not cost the records behind it.
        let has_records = !has_attribute && lines.any(|line| self.is_record_line(line));
        if has_records { 85 } else { 0 }
    }

    /// Reports whether a line looks like a whole record that begins with its version.
    fn is_record_line(self, line: &str) -> bool {
        let (open, close) = match self {
            Self::Ron => ('(', ')'),
            Self::Json => ('{', '}'),
        };
        let inside = unmarked(line).strip_prefix(open);
        let names_version =
            |inside: &str| inside.trim_start_matches([' ', '"']).starts_with("kifu");
        inside.is_some_and(names_version) && line.trim_end().ends_with(close)
    }

    /// Rates a text that does not begin as a record but as a bracket of other fields.
    fn sniff_file(self, start: &str) -> u8 {
        let is_bracket_of_fields = self == Self::Ron && first_field(skip_preamble(start)).is_some();
        if is_bracket_of_fields { UNLIKELY } else { 0 }
    }

    fn parse(self, text: &str) -> Result<Record, RecordProblem> {
        match self {
            Self::Ron => read_ron(text).map_err(|error| RecordProblem::of_ron(error, text)),
            Self::Json => parse_json(text),
        }
    }
}

/// The reason why a text is not a record.
struct RecordProblem {
    code: Code,
    message: String,
    hint: Option<String>,
    location: ProblemLocation,
}

/// The location of a problem: a byte or a field.
enum ProblemLocation {
    At(usize),
    /// A byte, and the earlier one that it contradicts.
    Repeated {
        first: usize,
        second: usize,
    },
    Field(RecordPart),
}

impl RecordProblem {
    fn of_ron(error: RonError, text: &str) -> Self {
        match error {
            RonError::NewerVersion { version } => Self::version(version),
            RonError::DuplicateKey(duplicate) => Self::duplicate_key(&duplicate),
            RonError::InvalidValue { message, part } => Self {
                code: Code::BadValue,
                message,
                hint: None,
                location: ProblemLocation::Field(part),
            },
            RonError::Syntax {
                message,
                hint,
                line,
                column,
                kind,
            } => {
                let code = match kind {
                    RonErrorKind::Truncated => Code::Truncated,
                    RonErrorKind::TooDeep => Code::TooDeep,
                    RonErrorKind::MissingField => Code::MissingField,
                    RonErrorKind::InvalidValue => Code::BadValue,
                    RonErrorKind::Syntax => Code::Syntax,
                };
                let start = line_start(text, line as usize);
                let offset = text[start..]
                    .char_indices()
                    .map(|(at, _)| start + at)
                    .nth((column as usize).saturating_sub(1))
                    .unwrap_or(text.len())
                    .min(text.trim_end().len());
                Self {
                    code,
                    message,
                    hint,
                    location: ProblemLocation::At(offset),
                }
            }
        }
    }

    fn duplicate_key(duplicate: &DuplicateKey) -> Self {
        Self {
            code: Code::Syntax,
            message: format!("expected each key once, found `{}` again", duplicate.key),
            hint: Some("join the two, or remove one of them".to_owned()),
            location: ProblemLocation::Repeated {
                first: duplicate.first.offset,
                second: duplicate.second.offset,
            },
        }
    }

    fn of_json(error: &serde_json::Error, text: &str) -> Self {
        if let Some(duplicate) = duplicate_json_key(error, text) {
            return Self::duplicate_key(&duplicate);
        }
        let JsonError {
            code,
            message,
            hint,
            at,
        } = explain_json_error(error, text, "record");
        Self {
            code,
            message,
            hint,
            location: ProblemLocation::At(at),
        }
    }

    fn version(version: u32) -> Self {
        let (code, message, hint) = if version > VERSION {
            let hint = "update kifu to read it";
            let message = RonError::NewerVersion { version }.to_string();
            (Code::NewerVersion, message, Some(hint.to_owned()))
        } else {
            let message = format!("expected a version of the format from 1, found {version}");
            (Code::BadValue, message, None)
        };
        Self {
            code,
            message,
            hint,
            location: ProblemLocation::Field(RecordPart::Version),
        }
    }
}

/// Returns the offset at which a line, counted from 1, starts.
fn line_start(text: &str, line: usize) -> usize {
    let mut ends = memchr::memchr_iter(b'\n', text.as_bytes());
    match line.checked_sub(2) {
        None => 0,
        Some(before) => ends.nth(before).map_or(text.len(), |end| end + 1),
    }
}

/// Returns the key that is repeated in a JSON text, if that is the error.
///
/// An enum is an object with one key, whose parser expects the end of the object instead of a
/// second one.
fn duplicate_json_key(error: &serde_json::Error, text: &str) -> Option<DuplicateKey> {
    if error.is_eof() {
        return None;
    }
    find_duplicate_key(text, |word| {
        let text: String = serde_json::from_str(word).ok()?;
        Some(format!("text {text}"))
    })
}

struct JsonSyntax;

impl TextSyntax for JsonSyntax {
    type Error = serde_json::Error;

    fn parse<T: DeserializeOwned>(&self, text: &str) -> Result<T, serde_json::Error> {
        serde_json::from_str(text)
    }
}

fn parse_json(text: &str) -> Result<Record, RecordProblem> {
    read_any_version(&JsonSyntax, text).map_err(|error| match error {
        VersionedError::Version(version) => RecordProblem::version(version),
        VersionedError::Syntax(error) => RecordProblem::of_json(&error, text),
    })
}

/// Returns the number of fields in the text of a record: the colons outside of strings.
///
/// If there may be raw strings, which kifu does not write, the colons in strings count as well.
fn field_count(text: &str) -> usize {
    let bytes = text.as_bytes();
    let may_start_here = |at: usize| at == 0 || !bytes[at - 1].is_ascii_alphanumeric();
    let has_raw_strings = ["r\"", "r#"]
        .iter()
        .any(|mark| memchr::memmem::find_iter(bytes, mark.as_bytes()).any(may_start_here));
    if has_raw_strings {
        return memchr::memchr_iter(b':', bytes).count();
    }
    let (mut count, mut is_in_string, mut at) = (0, false, 0);
    while let Some(found) = memchr::memchr3(b':', b'"', b'\\', &bytes[at..]) {
        at += found + 1;
        match bytes[at - 1] {
            b'\\' if is_in_string => at = (at + 1).min(bytes.len()),
            b'"' => is_in_string = !is_in_string,
            b':' if !is_in_string => count += 1,
            _ => {}
        }
    }
    count
}

/// The mark with which programs begin a file in UTF-8; it begins a line where files were joined.
pub(super) const BYTE_ORDER_MARK: char = '\u{feff}';

/// Returns a line without the mark at its start.
fn unmarked(line: &str) -> &str {
    line.trim_start_matches(BYTE_ORDER_MARK)
}

/// Returns the finding for a byte order mark at the start of a line.
pub(super) fn joined_files(source: &SourceText<'_>, mark: Range<usize>) -> Finding {
    let message = "expected a byte order mark at the start of a file only, found one; skipped";
    Finding::new(Code::ControlBytes, message).at(source.location(mark))
}

fn read_record(
    syntax: RecordSyntax,
    source: &SourceText<'_>,
    start: usize,
    text: &str,
    context: &ReadContext<'_>,
) -> ParsedGame {
    let locate = |part| {
        let span = syntax.locate(text, &part);
        source.location(start + span.start..start + span.end)
    };
    if text.len() > MAX_FIELDS && field_count(text) > MAX_FIELDS {
        let message = format!("expected a record of at most {MAX_FIELDS} fields, found more");
        let finding = Finding::new(Code::TooLarge, message);
        return ParsedGame::unreadable(finding.at(source.location(start..start)));
    }
    let record = match syntax.parse(text) {
        Ok(record) => record,
        Err(problem) => {
            let mut message = problem.message;
            let location = match problem.location {
                ProblemLocation::At(at) => source.location(start + at..start + at + 1),
                ProblemLocation::Repeated { first, second } => {
                    let first = source.location(start + first..start + first + 1);
                    let (line, column) = (first.line, first.column);
                    message.push_str(&format!("; the first is at line {line}, column {column}"));
                    source.location(start + second..start + second + 1)
                }
                ProblemLocation::Field(part) => locate(part),
            };
            let finding = Finding::new(problem.code, message);
            return ParsedGame::unreadable(finding.at(location).hint(problem.hint));
        }
    };
    let mut findings = Vec::new();
    if let Some(game) = context.game
        && game.id() != record.game
    {
        let message = format!("expected a game of {}, found {}", game.id(), record.game);
        findings.push(Finding::new(Code::BadValue, message).at(locate(RecordPart::Game)));
    }
    let values = check_values(&record).into_iter();
    findings.extend(values.map(|(part, finding)| finding.at(locate(part))));
    ParsedGame {
        findings: findings.into(),
        game_spans: GameSpans {
            whole: start..start + text.len(),
            record_syntax: Some(syntax),
            ..GameSpans::default()
        },
        record,
        is_native: true,
    }
}
