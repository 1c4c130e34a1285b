//! Parsing the lines of a dialogue in its three forms.

use super::table;
use crate::formats::non_blank_lines as all_lines;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while};
use nom::character::complete::{char, digit1, one_of, space0, u32};
use nom::combinator::{eof, opt, verify};
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Offset, Parser};
use std::ops::Range;

/// The form of a dialogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DialogueForm {
    /// The form with `IO RCVD [..]` and `IO SEND [..]`.
    Io,
    /// The form of tables with columns of input and output.
    Table,
    /// The generic form with `>`, `<`, `!` and `#`.
    Generic,
}

/// Detects the form of a dialogue; `None` if the text is not a dialogue.
pub(super) fn detect_form(text: &str) -> Option<DialogueForm> {
    let all_lines = |text| all_lines(text).flat_map(split_at_file_starts);
    let all_lines = |text| {
        all_lines(text).map(|(start, line)| (start, line.trim_start_matches(BYTE_ORDER_MARK)))
    };
    if all_lines(text).any(|(_, line)| is_log_line(line)) {
        return Some(DialogueForm::Io);
    }
    // A bot may write the head of a table to its standard error.
    let is_marked = |line: &str| line.starts_with(['!', '#', '>', '<']);
    let is_head = |line: &str| !is_marked(line) && table::parse_head(line).is_some();
    if all_lines(text).any(|(_, line)| is_head(line)) {
        return Some(DialogueForm::Table);
    }
    let marked = |line: &str| {
        let mark = marked(line.trim_end()).map(|(_, (_, mark))| mark);
        matches!(mark, Ok('>' | '<'))
    };
    all_lines(text)
        .any(|(_, line)| marked(line))
        .then_some(DialogueForm::Generic)
}

/// Reports whether a line is one of a player's log: `IO RCVD [` or `IO SEND [`.
pub(in crate::formats) fn is_log_line(line: &str) -> bool {
    io(line.trim()).is_ok()
}

/// Reports whether a line of the generic form has a text from the jury or from the program, with a
/// blank or a time before it: other texts have lines such as `>quote` and `<br>`.
pub(in crate::formats) fn is_exchange(line: &str) -> bool {
    let line = line.trim_end();
    match marked(line) {
        Ok((text, (_, mark @ ('>' | '<')))) => {
            let is_apart = |from: usize| line[from + 1..].starts_with([' ', '\t', '[']);
            !text.trim().is_empty() && line.find(mark).is_some_and(is_apart)
        }
        _ => false,
    }
}

/// Passes each dialogue of the text to `each`, with the offset at which it was cut off if it is too
/// long.
pub(super) fn for_each_dialogue<'a>(
    text: &'a str,
    form: DialogueForm,
    each: &mut dyn FnMut(&[LogLine<'a>], Option<usize>),
) {
    if form == DialogueForm::Table {
        return table::for_each_dialogue(text, each);
    }
    let mut lines = Vec::new();
    let mut cut = None;
    for (start, line) in all_lines(text).flat_map(split_at_file_starts) {
        let line = line.strip_suffix('\r').unwrap_or(line);
        if line.starts_with(BYTE_ORDER_MARK) && !lines.is_empty() {
            each(&lines, cut.take());
            lines.clear();
        }
        let start = start + line.len() - line.trim_start_matches(BYTE_ORDER_MARK).len();
        let line = line.trim_start_matches(BYTE_ORDER_MARK);
        if form == DialogueForm::Generic && is_rule(line) {
            if !lines.is_empty() {
                each(&lines, cut.take());
                lines.clear();
            }
        } else if lines.len() == MAX_LINES {
            cut.get_or_insert(start);
        } else if form == DialogueForm::Io {
            lines.push(io_line(line, start));
        } else {
            lines.push(generic_line(line, start));
        }
    }
    if !lines.is_empty() {
        each(&lines, cut);
    }
}

/// The character at the start of a file, also where files were joined.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Splits a line before each mark of a file's start with a line of the exchange behind it: the file
/// before may lack its last line feed.
fn split_at_file_starts((start, line): (usize, &str)) -> impl Iterator<Item = (usize, &str)> {
    let is_start = |at: &usize| {
        let rest = line[*at..].trim_start_matches(BYTE_ORDER_MARK);
        *at > 0 && (is_log_line(rest) || is_exchange(rest))
    };
    let mut splits = line
        .match_indices(BYTE_ORDER_MARK)
        .map(|(at, _)| at)
        .filter(is_start)
        .collect::<Vec<_>>();
    splits.push(line.len());
    let mut from = 0;
    splits.into_iter().map(move |to| {
        let part = &line[std::mem::replace(&mut from, to)..to];
        (start + to - part.len(), part)
    })
}

fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.len() >= 3 && line.bytes().all(|byte| byte == b'-')
}

/// Classifies a line of a player's log, `IO RCVD [text]` or `IO SEND [text]`.
///
/// `start` is the offset of the line in the text.
pub fn io_line(line: &str, start: usize) -> LogLine<'_> {
    if let Ok((rest, kind)) = io(line.trim()) {
        return match rest.strip_suffix(']') {
            Some(text) if !has_io_mark(text) => LogLine::new(kind, line, start, text),
            _ => LogLine::new(LineKind::Damaged, line, start, line),
        };
    }
    if is_damaged_io(line.trim()) {
        return LogLine::new(LineKind::Damaged, line, start, line);
    }
    let comment = line.trim_start().strip_prefix('#');
    match comment.map(total_time_ms) {
        Some(Ok((_, ms))) => LogLine::new(LineKind::TotalTimeMs(ms), line, start, line),
        _ => LogLine::new(LineKind::Stderr, line, start, line),
    }
}

/// The marks of a player's log before the text.
const IO_MARKS: [&str; 2] = ["IO RCVD [", "IO SEND ["];

/// Reports whether a text holds a mark of a player's log, or most of one.
fn has_io_mark(text: &str) -> bool {
    let is_mark = |mark: &&str| text.contains(&mark[..mark.len() - 2]) || text.contains(&mark[3..]);
    IO_MARKS.iter().any(is_mark)
}

/// Reports whether a line may be one of the exchange with a damaged mark: torn at its start or its
/// end, behind another text on the same line, or with a wrong character.
fn is_damaged_io(line: &str) -> bool {
    let is_start = |mark: &&str| line.len() >= 2 && mark.starts_with(line);
    let is_end = |mark: &&str| {
        let inside = line.ends_with(']').then(|| line.split_once('[')).flatten();
        inside.is_some_and(|(before, _)| before.len() >= 2 && mark[..8].ends_with(before))
    };
    let is_misspelled = || {
        let head = line.get(..3).unwrap_or_default();
        head.eq_ignore_ascii_case("IO ") && line.contains(['[', ']'])
    };
    has_io_mark(line)
        || IO_MARKS.iter().any(|mark| is_start(mark) || is_end(mark))
        || is_misspelled()
}

/// Parses `io = "IO" " " ("RCVD" / "SEND") " " "["`, before the text and `"]"`.
fn io(line: &str) -> IResult<&str, LineKind> {
    let direction = alt((
        tag("RCVD").map(|_| LineKind::FromJury),
        tag("SEND").map(|_| LineKind::FromBot),
    ));
    delimited(tag("IO "), direction, tag(" [")).parse(line)
}

/// Classifies a line by its mark: `>`, `<`, `!` or `#`.
///
/// `start` is the offset of the line in the text.
pub fn generic_line(line: &str, start: usize) -> LogLine<'_> {
    let Ok((text, (before, mark))) = marked(line) else {
        return LogLine::new(LineKind::Unmarked, line, start, line);
    };
    let timed = |kind, text| {
        // `opt` never fails; a text that does not start with a time stays as it is.
        let (rest, time) = opt(bracketed_ms).parse(text).unwrap_or((text, None));
        let mut exchanged = LogLine::new(kind, line, start, rest);
        exchanged.time_ms = time.flatten().or(before);
        exchanged
    };
    match mark {
        '>' => timed(LineKind::FromJury, text),
        '<' => timed(LineKind::FromBot, text),
        '!' => LogLine::new(LineKind::Stderr, line, start, text),
        _ => match next_move_comment(text) {
            Ok((rest, kind @ (LineKind::HiddenMove | LineKind::Attempt))) => timed(kind, rest),
            Ok((rest, kind)) => LogLine::new(kind, line, start, rest),
            Err(_) => match total_time_ms(text) {
                Ok((_, ms)) => LogLine::new(LineKind::TotalTimeMs(ms), line, start, text),
                Err(_) => LogLine::new(LineKind::Comment, line, start, text),
            },
        },
    }
}

/// Parses `marked = [ms] (">" / "<") [" "] / ("!" / "#") [" "]`, before the text.
///
/// An element such as `<html>` has no mark.
fn marked(line: &str) -> IResult<&str, (Option<u32>, char)> {
    let is_element =
        line.starts_with('<') && !line[1..].starts_with([' ', '\t', '[']) && line.contains('>');
    let direction = verify(one_of("><"), |_| !is_element);
    let direction = (opt(bracketed_ms).map(Option::flatten), direction);
    let unsent = one_of("!#").map(|mark| (None, mark));
    terminated(alt((direction, unsent)), opt(one_of(" \t"))).parse(line)
}

/// Parses `ms = "[" (number / "-") "]" [" "]`.
fn bracketed_ms(text: &str) -> IResult<&str, Option<u32>> {
    let number = alt((char('-').map(|_| None), u32.map(Some)));
    terminated(delimited(char('['), number, char(']')), opt(char(' '))).parse(text)
}

/// Parses `aside = ("act" / "attempt" / "raw" / "token" / "message" / "by") ":" [" "]`, before its
/// text.
fn next_move_comment(text: &str) -> IResult<&str, LineKind> {
    let key = alt((
        tag("act:").map(|_| LineKind::HiddenMove),
        tag("attempt:").map(|_| LineKind::Attempt),
        tag("raw:").map(|_| LineKind::RawSpelling),
        tag("token:").map(|_| LineKind::Token),
        tag("message:").map(|_| LineKind::Message),
        tag("by:").map(|_| LineKind::MadeBy),
    ));
    terminated(key, opt(char(' '))).parse(text)
}

/// Parses `total = "Total time used:" number ["." digits] "seconds"` as milliseconds.
fn total_time_ms(text: &str) -> IResult<&str, u64> {
    let digits = take_while(|c: char| c.is_ascii_digit());
    let (rest, (whole, part)) = delimited(
        (space0, tag("Total time used:"), space0),
        (digit1, opt(preceded(char('.'), digits))),
        (
            space0,
            tag("second"),
            opt(char('s')),
            space0,
            opt(char('\r')),
            eof,
        ),
    )
    .parse(text)?;
    let thousandths: String = part
        .unwrap_or("")
        .chars()
        .chain("000".chars())
        .take(3)
        .collect();
    let ms = format!("{whole}{thousandths}").parse();
    Ok((rest, ms.unwrap_or(u64::MAX)))
}

// A classified line of a dialogue.

/// The maximum number of lines in a dialogue; the rest is not read.
pub(super) const MAX_LINES: usize = 1 << 20;

/// The kind of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// A line that the jury sends to the program.
    FromJury,
    /// A line that the program sends to the jury.
    FromBot,
    /// A line of the program's standard error.
    Stderr,
    /// A line of a player's log with a mark of the exchange that is damaged, or without its `]`.
    Damaged,
    /// A line without a mark.
    Unmarked,
    /// A comment: `key: value`, or any other text after `#`.
    Comment,
    /// A text outside the dialogue that is never a header.
    Remark,
    /// A move that the program does not see.
    HiddenMove,
    /// The attempt at which the game failed.
    Attempt,
    /// The spelling of the next move.
    RawSpelling,
    /// The token of the next move, if the program does not see all of it.
    Token,
    /// The message of the next move.
    Message,
    /// The maker of the next move.
    MadeBy,
    /// The total time used, in milliseconds.
    TotalTimeMs(u64),
}

/// A line of a dialogue.
#[derive(Clone, Debug)]
pub struct LogLine<'a> {
    /// The kind of the line.
    pub kind: LineKind,
    /// The text without mark and time.
    pub text: &'a str,
    /// The span of `text` in the whole text.
    pub span: Range<usize>,
    /// The time that the line states, in milliseconds.
    pub time_ms: Option<u32>,
}

impl<'a> LogLine<'a> {
    /// Creates a line from a part of `line`, which starts at byte `start` of the text.
    pub fn new(kind: LineKind, line: &'a str, start: usize, part: &'a str) -> Self {
        let from = start + line.offset(part);
        Self {
            kind,
            text: part,
            span: from..from + part.len(),
            time_ms: None,
        }
    }
}
