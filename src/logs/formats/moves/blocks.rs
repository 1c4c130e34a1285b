//! Splitting a text of move lists into games, headers and words.

use super::super::headers::KeyValueHeader;
use nom::branch::alt;
use nom::bytes::complete::{take_till1, take_while, take_while1};
use nom::character::complete::one_of;
use nom::combinator::recognize;
use nom::sequence::pair;
use nom::{IResult, Parser};
use std::ops::Range;

/// The maximum number of lines of moves in a block.
///
/// A text of the largest size that is read whole has no more lines of real games.
const MAX_LINES: usize = 2_000_000;
/// The maximum number of headers in a block.
const MAX_HEADERS: usize = 1000;

/// The lines between two separators: one game, or several that each start on a new line.
#[derive(Default)]
pub struct MoveListBlock {
    /// The `key: value` lines.
    pub headers: Vec<KeyValueHeader>,
    /// The lines of moves.
    pub lines: Vec<MoveLine>,
    /// The comments, each with the number of lines of moves that begin before it.
    pub comments: Vec<(usize, Range<usize>)>,
    /// The offset of the first line that was not read, because there are too many.
    pub left_out: Option<usize>,
}

/// A line of moves.
pub enum MoveLine {
    /// Words separated only by blanks.
    Plain(Range<usize>),
    /// Words with other separators, or with a comment.
    Words(Range<usize>),
}

impl MoveLine {
    /// Returns the spans of the words in the line.
    pub fn words<'a>(&'a self, text: &'a str) -> impl Iterator<Item = Range<usize>> + 'a {
        let (plain, words) = match self {
            Self::Plain(run) => (Some(run), None),
            Self::Words(run) => (None, Some(run)),
        };
        let plain = plain.into_iter().flat_map(|run| {
            let spans = kifu_core::contract::tokens(text[run.clone()].as_bytes());
            spans.map(|span| run.start + span.start..run.start + span.end)
        });
        let words = words.into_iter().flat_map(|run| {
            words_of_line(&text[run.clone()])
                .map(|span| run.start + span.start..run.start + span.end)
        });
        plain.chain(words)
    }
}

impl MoveListBlock {
    /// Returns the spans of the words in all lines.
    pub fn words<'a>(&'a self, text: &'a str) -> impl Iterator<Item = Range<usize>> + 'a {
        self.lines.iter().flat_map(|line| line.words(text))
    }

    /// Returns the value of the first header with this name.
    pub fn header(&self, name: &str) -> Option<&str> {
        let header = self.headers.iter().find(|header| header.name == name)?;
        Some(&header.value)
    }

    /// Reports whether the block has neither headers nor moves; it may have comments.
    pub const fn is_empty(&self) -> bool {
        self.headers.is_empty() && self.lines.is_empty()
    }

    /// Reports whether no more lines are read.
    const fn is_full(&self) -> bool {
        self.lines.len() >= MAX_LINES
            || self.comments.len() >= MAX_LINES
            || self.headers.len() >= MAX_HEADERS
    }
}

/// An iterator over the blocks of a text.
pub struct MoveListBlocks<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> MoveListBlocks<'a> {
    /// Creates an iterator over the blocks of a text.
    pub const fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }
}

impl Iterator for MoveListBlocks<'_> {
    type Item = MoveListBlock;

    fn next(&mut self) -> Option<MoveListBlock> {
        let mut block = MoveListBlock::default();
        let bytes = self.text.as_bytes();
        while self.at < bytes.len() {
            let start = self.at;
            let end = memchr::memchr(b'\n', &bytes[start..]).map_or(bytes.len(), |end| start + end);
            self.at = end + 1;
            let line = &self.text[start..end];
            match line.trim() {
                // A blank line between headers and moves is not a separator.
                "" if block.lines.is_empty() => {}
                rule if rule.bytes().all(|byte| byte == b'-') && rule.len() != 1 => {
                    if !block.is_empty() {
                        break;
                    }
                }
                _ if block.is_full() => {
                    block.left_out.get_or_insert(start);
                }
                _ => take_line(&mut block, line, start),
            }
        }
        let is_empty = block.is_empty() && block.comments.is_empty();
        (!is_empty).then_some(block)
    }
}

fn take_line(block: &mut MoveListBlock, line: &str, start: usize) {
    let first = line.trim_start().as_bytes().first();
    if first.is_some_and(u8::is_ascii_alphabetic) && is_plain(line.as_bytes()) {
        block.lines.push(MoveLine::Plain(start..start + line.len()));
        return;
    }
    if let Some(header) = KeyValueHeader::parse(line, start) {
        block.headers.push(header);
        return;
    }
    let (words, comment) = match line.split_once('#') {
        Some((before, comment)) => (before, Some(comment)),
        None => (line, None),
    };
    if words_of_line(words).next().is_some() {
        block
            .lines
            .push(MoveLine::Words(start..start + words.len()));
    }
    if let Some(comment) = comment.map(str::trim_end)
        && !is_diagram(comment, words.trim().is_empty())
    {
        let text = comment.trim_start();
        let offset = start + words.len() + 1 + (comment.len() - text.len());
        block
            .comments
            .push((block.lines.len(), offset..offset + text.len()));
    }
}

/// Returns the spans of the words in a line without its comment.
fn words_of_line(line: &str) -> impl Iterator<Item = Range<usize>> {
    let mut rest = line;
    std::iter::from_fn(move || {
        loop {
            let (after, word) = word(rest).ok()?;
            let end = line.len() - after.len();
            rest = after;
            if !word.is_empty() {
                return Some(end - word.len()..end);
            }
        }
    })
}

/// Reports whether a comment is empty, or a part of a board diagram that `txt` writes: ` 3. White`,
/// a row after three blanks, or the reason of a refused move.
fn is_diagram(comment: &str, is_whole_line: bool) -> bool {
    let text = comment.trim_start();
    let is_heading = || {
        let (number, side) = text.split_once(". ").unwrap_or_default();
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        is_number && side.chars().all(char::is_alphabetic)
    };
    text.is_empty()
        || is_whole_line
            && (comment.starts_with("   ") || text.starts_with("refused: ") || is_heading())
}

/// Reports whether all words are separated by blanks and none is a number, because two numbers
/// make a move.
fn is_plain(line: &[u8]) -> bool {
    let mut last = b' ';
    line.iter().all(|&byte| {
        let number = last <= b' ' && (byte.is_ascii_digit() || byte == b'-');
        last = byte;
        !number && byte.is_ascii() && !matches!(byte, b',' | b';' | b'#' | b':' | b'.')
    })
}

/// Parses `word = *gap (ply-number / 1*not-gap)`, `ply-number = 1*digit ("." / ":")`.
///
/// A ply number gives an empty word.
fn word(text: &str) -> IResult<&str, &str> {
    let gap = |c: char| c.is_whitespace() || c == ',' || c == ';';
    let (text, _) = take_while(gap).parse(text)?;
    let number = recognize(pair(
        take_while1(|c: char| c.is_ascii_digit()),
        one_of(".:"),
    ))
    .map(|_| "");
    alt((number, take_till1(gap))).parse(text)
}
