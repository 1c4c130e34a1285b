//! The lines of a dialogue, in the forms in which they come.

use super::super::lines as all_lines;
use super::table;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while};
use nom::character::complete::{char, digit1, one_of, space0, u32};
use nom::combinator::{eof, opt, peek};
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Offset, Parser};
use std::ops::Range;

/// More lines than any dialogue has; what follows is not read.
pub(super) const MOST_LINES: usize = 1 << 20;

/// The form of a dialogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// `IO RCVD [..]`, `IO SEND [..]`.
    Io,
    /// Columns of input and output.
    Table,
    /// `>`, `<`, `!`, `#`.
    Generic,
}

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The program reads it.
    Heard,
    /// The program writes it.
    Said,
    /// The program's words.
    Words,
    /// A line that should have ended with `]`.
    Cut,
    /// A line without a mark.
    Unmarked,
    /// `key: value`, or something else after `#`.
    Comment,
    /// An act of which the program is not told.
    Act,
    /// The act at which the game failed.
    Attempt,
    /// The spelling of the next act.
    Raw,
    /// The token of the next act, of which the program is not told all.
    Token,
    /// What is said beside the next act.
    Message,
    /// Who makes the next act.
    By,
    /// All the time used, in milliseconds.
    Total(u64),
}

/// One line, as bytes `span` of the text.
#[derive(Clone, Debug)]
pub(super) struct Spoken<'a> {
    pub kind: Kind,
    pub text: &'a str,
    pub span: Range<usize>,
    pub ms: Option<u32>,
}

impl<'a> Spoken<'a> {
    /// A part of a line that starts at byte `start` of the text.
    pub fn new(kind: Kind, line: &'a str, start: usize, part: &'a str) -> Self {
        let at = start + line.offset(part);
        Self {
            kind,
            text: part,
            span: at..at + part.len(),
            ms: None,
        }
    }
}

/// The form of a text, if it is a dialogue at all.
pub(super) fn form(text: &str) -> Option<Form> {
    if all_lines(text).any(|(_, line)| io(line.trim()).is_ok()) {
        return Some(Form::Io);
    }
    if all_lines(text).any(|(_, line)| table::head(line).is_some()) {
        return Some(Form::Table);
    }
    let marked = |line: &str| {
        let mark = marked(line.trim_end()).map(|(_, (_, mark))| mark);
        matches!(mark, Ok('>' | '<'))
    };
    all_lines(text)
        .any(|(_, line)| marked(line))
        .then_some(Form::Generic)
}

/// Hands each dialogue of the text to `each`, and where it was cut off if it is too long.
pub(super) fn dialogues<'a>(
    text: &'a str,
    form: Form,
    each: &mut dyn FnMut(&[Spoken<'a>], Option<usize>),
) {
    if form == Form::Table {
        return table::dialogues(text, each);
    }
    let mut lines = Vec::new();
    let mut cut = None;
    for (start, line) in all_lines(text) {
        let line = line.strip_suffix('\r').unwrap_or(line);
        if form == Form::Generic && is_rule(line) {
            if !lines.is_empty() {
                each(&lines, cut.take());
                lines.clear();
            }
        } else if lines.len() == MOST_LINES {
            cut.get_or_insert(start);
        } else if form == Form::Io {
            lines.push(io_line(line, start));
        } else {
            lines.push(generic_line(line, start));
        }
    }
    if !lines.is_empty() {
        each(&lines, cut);
    }
}

fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.len() >= 3 && line.bytes().all(|byte| byte == b'-')
}

fn io_line(line: &str, start: usize) -> Spoken<'_> {
    if let Ok((rest, kind)) = io(line.trim()) {
        return match rest.strip_suffix(']') {
            Some(text) => Spoken::new(kind, line, start, text),
            None => Spoken::new(Kind::Cut, line, start, line),
        };
    }
    let comment = line.trim_start().strip_prefix('#');
    match comment.map(total) {
        Some(Ok((_, ms))) => Spoken::new(Kind::Total(ms), line, start, line),
        _ => Spoken::new(Kind::Words, line, start, line),
    }
}

/// `io = "IO" " " ("RCVD" / "SEND") " " "["`, before the text and `"]"`.
fn io(line: &str) -> IResult<&str, Kind> {
    let way = alt((
        tag("RCVD").map(|_| Kind::Heard),
        tag("SEND").map(|_| Kind::Said),
    ));
    delimited(tag("IO "), way, tag(" [")).parse(line)
}

fn generic_line(line: &str, start: usize) -> Spoken<'_> {
    let Ok((text, (before, mark))) = marked(line) else {
        return Spoken::new(Kind::Unmarked, line, start, line);
    };
    let timed = |kind, text| {
        // `ms` never fails to be optional; a text that is no time stays as it is.
        let (rest, time) = opt(ms).parse(text).unwrap_or((text, None));
        let mut spoken = Spoken::new(kind, line, start, rest);
        spoken.ms = time.flatten().or(before);
        spoken
    };
    match mark {
        '>' => timed(Kind::Heard, text),
        '<' => timed(Kind::Said, text),
        '!' => Spoken::new(Kind::Words, line, start, text),
        _ => match aside(text) {
            Ok((rest, kind @ (Kind::Act | Kind::Attempt))) => timed(kind, rest),
            Ok((rest, kind)) => Spoken::new(kind, line, start, rest),
            Err(_) => match total(text) {
                Ok((_, ms)) => Spoken::new(Kind::Total(ms), line, start, text),
                Err(_) => Spoken::new(Kind::Comment, line, start, text),
            },
        },
    }
}

/// `marked = [ms] (">" / "<") [" "] / ("!" / "#") [" "]`, before the text. A mark is followed by
/// a blank, a time or the end, so that `<html>` is none.
fn marked(line: &str) -> IResult<&str, (Option<u32>, char)> {
    let way = terminated(one_of("><"), peek(alt((eof, tag(" "), tag("[")))));
    let way = (opt(ms).map(Option::flatten), way);
    let own = one_of("!#").map(|mark| (None, mark));
    terminated(alt((way, own)), opt(char(' '))).parse(line)
}

/// `ms = "[" (number / "-") "]" [" "]`.
fn ms(text: &str) -> IResult<&str, Option<u32>> {
    let number = alt((char('-').map(|_| None), u32.map(Some)));
    terminated(delimited(char('['), number, char(']')), opt(char(' '))).parse(text)
}

/// `aside = ("act" / "attempt" / "raw" / "token" / "message" / "by") ":" [" "]`, before its text.
fn aside(text: &str) -> IResult<&str, Kind> {
    let key = alt((
        tag("act:").map(|_| Kind::Act),
        tag("attempt:").map(|_| Kind::Attempt),
        tag("raw:").map(|_| Kind::Raw),
        tag("token:").map(|_| Kind::Token),
        tag("message:").map(|_| Kind::Message),
        tag("by:").map(|_| Kind::By),
    ));
    terminated(key, opt(char(' '))).parse(text)
}

/// `total = "Total time used:" number ["." digits] "seconds"`, as milliseconds.
fn total(text: &str) -> IResult<&str, u64> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> (Kind, &str, Option<u32>) {
        let Spoken { kind, text, ms, .. } = generic_line(line, 0);
        (kind, text, ms)
    }

    #[test]
    fn a_mark_a_time_and_the_text() {
        assert_eq!(read("> Start"), (Kind::Heard, "Start", None));
        assert_eq!(read("< [12] A2h!"), (Kind::Said, "A2h!", Some(12)));
        assert_eq!(read("[12] < A2h"), (Kind::Said, "A2h", Some(12)));
        assert_eq!(read("< [-] [5] x"), (Kind::Said, "[5] x", None));
        assert_eq!(read("! [12] deep  "), (Kind::Words, "[12] deep  ", None));
        assert_eq!(read(">"), (Kind::Heard, "", None));
        assert_eq!(read("# act: [7] 4 4"), (Kind::Act, "4 4", Some(7)));
        assert_eq!(read("<html>").0, Kind::Unmarked);
        assert_eq!(
            read("# Total time used: 19.868 seconds").0,
            Kind::Total(19_868)
        );
        assert_eq!(read("# Total time used: 2.5 seconds").0, Kind::Total(2500));
    }

    #[test]
    fn a_players_log_has_brackets_round_its_lines() {
        let line = io_line("IO RCVD [a]b]", 10);
        assert_eq!(
            (line.kind, line.text, line.span),
            (Kind::Heard, "a]b", 19..22)
        );
        assert_eq!(io_line("IO SEND [Chv", 0).kind, Kind::Cut);
        assert_eq!(io_line("# Total time", 0).kind, Kind::Words);
    }
}
