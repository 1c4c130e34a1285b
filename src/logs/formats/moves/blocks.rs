//! Splitting a text of move lists into games, headers and words.

use super::super::headers::{self, KeyValueHeader};
use super::super::native::BYTE_ORDER_MARK;
use super::array::{self, MoveArray};
use super::words::{self, ListItem};
use kifu_core::games::Catalogue;
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
    /// The comments.
    pub comments: Vec<ListComment>,
    /// The offset of the first line that was not read, because there are too many.
    pub left_out: Option<usize>,
    /// Whether only blank lines separate the block from the one above it.
    pub is_after_blank: bool,
    /// The byte order marks at the start of a line.
    pub marks: Vec<Range<usize>>,
    /// The array that the lines are, if they are one.
    pub array: Option<MoveArray>,
    /// The numbers of headers, comments and marks before the first header below the moves that can
    /// begin a game, with the offset of its line.
    heading_below: Option<(usize, usize, usize, usize)>,
}

/// A comment of a list.
pub struct ListComment {
    /// The number of lines of moves that begin before it.
    pub lines_before: usize,
    /// The span of its text, without blanks around it.
    pub span: Range<usize>,
    /// The span of all that follows the `#`, if nothing is before it on the line.
    pub whole_line: Option<Range<usize>>,
}

/// A line of moves.
pub enum MoveLine {
    /// Words separated only by blanks.
    Plain(Range<usize>),
    /// Words with numbers or other separators, or with a comment.
    Words(Range<usize>),
    /// The elements of an array.
    Elements(Vec<Range<usize>>),
}

impl MoveLine {
    /// Returns the moves, numbers and result words of the line.
    pub fn items<'a>(&'a self, text: &'a str) -> impl Iterator<Item = ListItem> + 'a {
        let (plain, words, elements) = match self {
            Self::Plain(run) => (Some(run), None, None),
            Self::Words(run) => (None, Some(run), None),
            Self::Elements(spans) => (None, None, Some(spans)),
        };
        let plain = plain.into_iter().flat_map(|run| {
            let spans = kifu_core::contract::tokens(text[run.clone()].as_bytes());
            spans.map(|span| run.start + span.start..run.start + span.end)
        });
        let words = words.into_iter();
        let words = words.flat_map(|run| words::items(&text[run.clone()], run.start));
        let elements = elements.into_iter().flatten().cloned();
        let moves = plain.chain(elements).map(ListItem::Move);
        moves.chain(words)
    }

    /// Returns the spans of the moves in the line.
    pub fn words<'a>(&'a self, text: &'a str) -> impl Iterator<Item = Range<usize>> + 'a {
        self.items(text).filter_map(|item| match item {
            ListItem::Move(span) => Some(span),
            ListItem::Number(_) | ListItem::Result(..) => None,
        })
    }
}

impl MoveListBlock {
    /// Returns the spans of the moves in all lines.
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
            || self.marks.len() >= MAX_HEADERS
    }

    /// Makes one line of lines that are an array.
    fn join_array(&mut self, text: &str) {
        let span = |line: &MoveLine| match line {
            MoveLine::Words(span) | MoveLine::Plain(span) => Some(span.clone()),
            MoveLine::Elements(_) => None,
        };
        let ends = self
            .lines
            .first()
            .and_then(span)
            .zip(self.lines.last().and_then(span));
        let Some(run) = ends.map(|(first, last)| first.start..last.end) else {
            return;
        };
        let body = &text[run.clone()];
        if !array::begins_array(body.trim_start()) || !self.comments.is_empty() {
            return;
        }
        if let Some(mut found) = array::parse(body) {
            let moved = |span: &Range<usize>| run.start + span.start..run.start + span.end;
            found.words = found.words.iter().map(moved).collect();
            found.stated = found.stated.map(|(count, span)| (count, moved(&span)));
            self.lines = vec![MoveLine::Elements(found.words.clone())];
            self.array = Some(found);
        }
    }
}

/// An iterator over the blocks of a text.
pub struct MoveListBlocks<'a> {
    text: &'a str,
    at: usize,
    catalogue: Catalogue,
    is_after_blank: bool,
}

impl<'a> MoveListBlocks<'a> {
    /// Creates an iterator over the blocks of a text, whose headers may name the sides and the setup
    /// of these games.
    pub const fn new(text: &'a str, catalogue: Catalogue) -> Self {
        Self {
            text,
            at: 0,
            catalogue,
            is_after_blank: false,
        }
    }

    /// Reports whether a header begins another game than the block it would be added to: it repeats
    /// one that names the game or describes it, after a blank line or below moves.
    fn begins_game(
        &self,
        block: &MoveListBlock,
        header: &KeyValueHeader,
        is_after_blank: bool,
    ) -> bool {
        // `game: A`, `game: B` names a game twice.
        let follows_other = block.headers.last().is_some_and(|last| last.name != "game");
        let is_game = header.name == "game" && follows_other;
        let is_apart = is_after_blank || is_game || !block.lines.is_empty();
        let is_repeated = block.header(&header.name).is_some();
        is_apart
            && (is_repeated || is_game && !block.lines.is_empty())
            && header.name != "attempt"
            && headers::describes_game(self.catalogue, &header.name)
    }
}

impl Iterator for MoveListBlocks<'_> {
    type Item = MoveListBlock;

    fn next(&mut self) -> Option<MoveListBlock> {
        let mut block = MoveListBlock {
            is_after_blank: self.is_after_blank,
            ..MoveListBlock::default()
        };
        self.is_after_blank = false;
        let bytes = self.text.as_bytes();
        let mut is_below_blank = false;
        while self.at < bytes.len() {
            let start = self.at;
            let end = memchr::memchr(b'\n', &bytes[start..]).map_or(bytes.len(), |end| start + end);
            self.at = end + 1;
            let marked = &self.text[start..end];
            let line = marked.trim_start_matches(BYTE_ORDER_MARK);
            let line_start = end - line.len();
            match line.trim() {
                // A blank line between headers and moves is not a separator.
                "" if block.lines.is_empty() => is_below_blank = true,
                "" => {
                    self.is_after_blank = true;
                    break;
                }
                rule if rule.bytes().all(|byte| byte == b'-') && rule.len() != 1 => {
                    if !block.is_empty() {
                        break;
                    }
                    block.is_after_blank = false;
                }
                _ if block.is_full() => {
                    block.left_out.get_or_insert(start);
                }
                _ => {
                    if start < line_start {
                        block.marks.push(start..line_start);
                    }
                    match kind_of_line(line, line_start) {
                        ListLineKind::Header(header) => {
                            if self.begins_game(&block, &header, is_below_blank) {
                                self.at = start;
                                if start < line_start {
                                    block.marks.pop();
                                }
                                break;
                            }
                            add_header(&mut block, header, start);
                            is_below_blank = false;
                        }
                        ListLineKind::Moves(line) => {
                            if let Some((headers, comments, marks, at)) = block.heading_below.take()
                            {
                                // Headers between moves describe the game below them.
                                block.headers.truncate(headers);
                                block.comments.truncate(comments);
                                block.marks.truncate(marks);
                                self.at = at;
                                break;
                            }
                            add_moves(&mut block, self.text, line, end);
                        }
                        ListLineKind::Comment => add_comment(&mut block, line, line_start),
                    }
                }
            }
        }
        block.join_array(self.text);
        let is_empty = block.is_empty() && block.comments.is_empty();
        (!is_empty).then_some(block)
    }
}

/// A line that is not blank.
enum ListLineKind {
    Header(KeyValueHeader),
    Moves(MoveLine),
    Comment,
}

fn kind_of_line(line: &str, start: usize) -> ListLineKind {
    let first = line.trim_start().as_bytes().first();
    if first == Some(&b'#') {
        return ListLineKind::Comment;
    }
    if first.is_some_and(u8::is_ascii_alphabetic) && is_plain(line.as_bytes()) {
        return ListLineKind::Moves(MoveLine::Plain(start..start + line.len()));
    }
    if let Some(header) = KeyValueHeader::parse(line, start) {
        return ListLineKind::Header(header);
    }
    let words = line.split_once('#').map_or(line, |(words, _)| words);
    ListLineKind::Moves(MoveLine::Words(start..start + words.len()))
}

/// Adds a header; one below moves may turn out to begin another game.
fn add_header(block: &mut MoveListBlock, header: KeyValueHeader, line_start: usize) {
    let describes_end = matches!(&*header.name, "result" | "attempt");
    if !block.lines.is_empty() && block.heading_below.is_none() && !describes_end {
        let (headers, comments) = (block.headers.len(), block.comments.len());
        block.heading_below = Some((headers, comments, block.marks.len(), line_start));
    }
    block.headers.push(header);
}

/// Adds a line of moves, with the comment behind them up to byte `end`.
fn add_moves(block: &mut MoveListBlock, text: &str, line: MoveLine, end: usize) {
    let MoveLine::Words(span) = &line else {
        block.lines.push(line);
        return;
    };
    let comment = span.end..end;
    if line.items(text).next().is_some() {
        block.lines.push(line);
    }
    if !comment.is_empty() {
        push_comment(block, &text[comment.clone()], comment.start, false);
    }
}

/// Adds the comment of a line without moves.
fn add_comment(block: &mut MoveListBlock, line: &str, start: usize) {
    let comment = line.trim_start();
    push_comment(block, comment, start + line.len() - comment.len(), true);
}

/// Adds a comment, which begins with `#`; an empty one says nothing.
fn push_comment(block: &mut MoveListBlock, comment: &str, start: usize, is_whole_line: bool) {
    let raw = comment[1..].trim_end();
    let text = raw.trim_start();
    let end = start + 1 + raw.len();
    if !text.is_empty() {
        block.comments.push(ListComment {
            lines_before: block.lines.len(),
            span: end - text.len()..end,
            whole_line: is_whole_line.then_some(start + 1..end),
        });
    }
}

/// Reports whether all words are separated by blanks and none is a number, because two numbers
/// make a move, nor a result.
fn is_plain(line: &[u8]) -> bool {
    let mut last = b' ';
    line.iter().all(|&byte| {
        let number = last <= b' ' && (byte.is_ascii_digit() || byte == b'-');
        last = byte;
        !number
            && byte.is_ascii()
            && !matches!(byte, b',' | b';' | b'#' | b':' | b'.' | b'*' | b'|')
    })
}
