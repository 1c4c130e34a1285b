//! Reading a file piece by piece, so that memory stays flat however large it is.

use super::origin::Origin;
use crate::findings::{Code, Finding};
use crate::formats::{Context, Format, LARGEST_TEXT, LONGEST_LINE, decode, detect};
use crate::games::DynGame;
use std::io::{self, Read};
use std::sync::Arc;

/// A piece is some this long.
const PIECE: usize = 256 << 10;
/// So much is looked at to find the format.
pub(super) const START: usize = 64 << 10;

/// What the user says of the logs.
#[derive(Clone, Copy, Default)]
pub struct Told {
    /// The format, or to be detected.
    pub from: Option<&'static dyn Format>,
    /// The game, or to be found out.
    pub game: Option<&'static dyn DynGame>,
}

/// A piece of a file that can be read by itself.
#[derive(Clone)]
pub struct Piece {
    /// The file.
    pub origin: Arc<Origin>,
    /// How it is read.
    pub format: &'static dyn Format,
    /// The game, if the user named it.
    pub game: Option<&'static dyn DynGame>,
    /// The first line of the file, where later pieces need it.
    pub header: Option<Arc<str>>,
    /// Its text.
    pub bytes: Vec<u8>,
    /// Where it stands in the file.
    pub stretch: Stretch,
}

/// Where a piece stands in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// Its first byte.
    pub offset: u64,
    /// How many bytes it has.
    pub length: u64,
    /// The number of its first line, from 1.
    pub line: u32,
    /// It is the whole file.
    pub whole: bool,
}

impl Stretch {
    /// It starts the file; a byte order mark can stand there only.
    pub const fn is_first(&self) -> bool {
        self.offset == 0
    }
}

/// What comes next in a file.
pub enum Part {
    /// A piece to read.
    Piece(Piece),
    /// A part that cannot be read.
    Unreadable(Finding),
    /// The file is of no known format; its beginning.
    Unknown(String),
}

/// What a format can be cut into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    Line,
    Block,
    Whole,
}

impl Unit {
    fn of(format: &dyn Format) -> Self {
        if format.cut(b"x\n").is_some() {
            Self::Line
        } else if format.cut(b"x\n\n").is_some() {
            Self::Block
        } else {
            Self::Whole
        }
    }

    /// The most bytes that are held to find one.
    const fn limit(self) -> usize {
        match self {
            Self::Line => LONGEST_LINE,
            Self::Block | Self::Whole => LARGEST_TEXT,
        }
    }
}

/// A file, piece by piece.
pub struct Parts {
    reader: Box<dyn Read>,
    origin: Arc<Origin>,
    told: Told,
    /// Read and not yet handed out.
    held: Vec<u8>,
    /// Where in the file that starts.
    offset: u64,
    at_end: bool,
    done: bool,
    format: Option<(&'static dyn Format, Unit)>,
    header: Option<Arc<str>>,
    line: u32,
    first: bool,
}

impl Parts {
    /// A file at its beginning.
    pub fn new(reader: Box<dyn Read>, origin: Arc<Origin>, told: Told) -> Self {
        Self {
            reader,
            origin,
            told,
            held: Vec::new(),
            offset: 0,
            at_end: false,
            done: false,
            format: None,
            header: None,
            line: 1,
            first: true,
        }
    }

    /// The next part; `None` at the end.
    ///
    /// # Errors
    /// The file cannot be read on.
    pub fn next_part(&mut self) -> io::Result<Option<Part>> {
        if self.done {
            return Ok(None);
        }
        let Some((format, unit)) = self.format()? else {
            self.done = true;
            let start = decode(&self.held[..self.held.len().min(START)]);
            return Ok(Some(Part::Unknown(start.text.into_owned())));
        };
        let mut want = PIECE;
        loop {
            self.fill(want)?;
            if self.at_end && self.held.len() <= unit.limit() {
                self.done = true;
                return Ok(self.last(format));
            }
            let cut = match unit {
                Unit::Whole if self.is_wide() => None,
                _ => format.cut(&self.held).filter(|cut| *cut > 0),
            };
            if let Some(cut) = cut {
                return Ok(Some(Part::Piece(self.take(cut, format))));
            }
            if self.held.len() > unit.limit() {
                let line = self.line;
                self.skip(format, unit)?;
                return Ok(Some(Part::Unreadable(too_large(unit, line))));
            }
            want = (2 * self.held.len()).min(unit.limit() + 1);
        }
    }

    /// Reads until so much is held, or to the end.
    fn fill(&mut self, want: usize) -> io::Result<()> {
        let missing = want.saturating_sub(self.held.len());
        if missing > 0 && !self.at_end {
            let mut reader = self.reader.by_ref().take(missing as u64);
            self.at_end = reader.read_to_end(&mut self.held)? < missing;
        }
        Ok(())
    }

    /// UTF-16 has line feeds that are none: it cannot be cut by bytes.
    fn is_wide(&self) -> bool {
        self.first && (self.held.starts_with(b"\xff\xfe") || self.held.starts_with(b"\xfe\xff"))
    }

    fn format(&mut self) -> io::Result<Option<(&'static dyn Format, Unit)>> {
        if self.format.is_some() {
            return Ok(self.format);
        }
        self.fill(PIECE)?;
        if self.at_end {
            self.origin.seen_whole(&self.held);
        }
        let start = without_half_char(&self.held, START);
        let text = decode(start).text;
        let context = Context {
            game: self.told.game,
            file: &self.origin.file,
            ..Context::default()
        };
        let format = self.told.from.or_else(|| detect(&text, &context));
        self.format = format.map(|format| {
            let unit = if self.is_wide() {
                Unit::Whole
            } else {
                Unit::of(format)
            };
            (format, unit)
        });
        if format.is_some_and(Format::has_header) {
            self.header = header(start);
        }
        Ok(self.format)
    }

    /// The rest of the file, unless there is nothing in it.
    fn last(&mut self, format: &'static dyn Format) -> Option<Part> {
        let blank = self.held.iter().all(u8::is_ascii_whitespace);
        if blank && !self.first {
            return None;
        }
        let piece = self.take(self.held.len(), format);
        Some(Part::Piece(piece))
    }

    fn take(&mut self, length: usize, format: &'static dyn Format) -> Piece {
        let rest = self.held.split_off(length);
        let bytes = std::mem::replace(&mut self.held, rest);
        let piece = Piece {
            origin: Arc::clone(&self.origin),
            format,
            game: self.told.game,
            header: self.header.clone().filter(|_| !self.first),
            stretch: Stretch {
                offset: self.offset,
                length: bytes.len() as u64,
                line: self.line,
                whole: self.first && self.done,
            },
            bytes,
        };
        self.pass(&piece.bytes);
        self.first = false;
        piece
    }

    /// Counts what is handed out or dropped.
    fn pass(&mut self, bytes: &[u8]) {
        self.offset += bytes.len() as u64;
        let lines = memchr::memchr_iter(b'\n', bytes).count();
        let lines = u32::try_from(lines).unwrap_or(u32::MAX);
        self.line = self.line.saturating_add(lines);
    }

    /// Drops what is too large, up to where something new starts.
    fn skip(&mut self, format: &'static dyn Format, unit: Unit) -> io::Result<()> {
        self.first = false;
        if unit == Unit::Whole {
            self.done = true;
            return Ok(());
        }
        loop {
            if let Some(end) = first_cut(format, &self.held) {
                let rest = self.held.split_off(end);
                let dropped = std::mem::replace(&mut self.held, rest);
                self.pass(&dropped);
                return Ok(());
            }
            let dropped = std::mem::take(&mut self.held);
            // A new start may need the last lines (a blank one after others).
            let keep = lines_from_end(&dropped, 3).max(dropped.len().saturating_sub(PIECE));
            self.pass(&dropped[..keep]);
            self.held.extend_from_slice(&dropped[keep..]);
            if self.at_end {
                self.held.clear();
                self.done = true;
                return Ok(());
            }
            self.fill(self.held.len() + PIECE)?;
        }
    }
}

/// The first line of a file, of whose beginning these bytes are at most [`START`].
pub(super) fn header(start: &[u8]) -> Option<Arc<str>> {
    let text = decode(without_half_char(start, START)).text;
    text.lines().next().map(Arc::from)
}

/// The first place where the format can be cut.
fn first_cut(format: &dyn Format, bytes: &[u8]) -> Option<usize> {
    memchr::memchr_iter(b'\n', bytes)
        .map(|at| at + 1)
        .find(|end| {
            let from = lines_from_end(&bytes[..*end], 3);
            format.cut(&bytes[from..*end]) == Some(end - from)
        })
}

/// Where the last so many lines start.
fn lines_from_end(bytes: &[u8], lines: usize) -> usize {
    let mut feeds = memchr::memrchr_iter(b'\n', bytes);
    feeds.nth(lines).map_or(0, |at| at + 1)
}

/// The beginning of a text, at most `most` bytes, without half a character at its end.
fn without_half_char(bytes: &[u8], most: usize) -> &[u8] {
    let start = &bytes[..bytes.len().min(most)];
    match std::str::from_utf8(start) {
        Err(error) if error.error_len().is_none() => &start[..error.valid_up_to()],
        _ => start,
    }
}

fn too_large(unit: Unit, line: u32) -> Finding {
    let what = match unit {
        Unit::Line => "a line",
        Unit::Block => "a game",
        Unit::Whole => "a file",
    };
    let message = format!(
        "expected {what} of at most {} MiB, found a longer one",
        unit.limit() >> 20
    );
    Finding::new(Code::TooLarge, message).at(crate::findings::Place {
        line,
        column: 1,
        excerpt: String::new(),
        mark: 0..0,
    })
}
