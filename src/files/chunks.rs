//! Reading a file piece by piece, so that memory stays flat however large it is.

use super::origin::Origin;
use crate::findings::{Code, Finding};
use crate::formats::{Format, MAX_LINE_BYTES, MAX_TEXT_BYTES, ReadContext, decode, detect};
use crate::games::DynGame;
use std::io::{self, Read};
use std::sync::Arc;

/// A piece is some this long.
const CHUNK_BYTES: usize = 256 << 10;
/// So much is looked at to find the format.
pub(super) const SNIFF_BYTES: usize = 64 << 10;

/// What the user says of the logs.
#[derive(Clone, Copy, Default)]
pub struct ReadOptions {
    /// The format, or to be detected.
    pub format: Option<&'static dyn Format>,
    /// The game, or to be found out.
    pub game: Option<&'static dyn DynGame>,
}

/// A piece of a file that can be read by itself.
#[derive(Clone)]
pub struct Chunk {
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
    pub span: ChunkSpan,
}

/// Where a piece stands in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChunkSpan {
    /// Its first byte.
    pub offset: u64,
    /// How many bytes it has.
    pub length: u64,
    /// The number of its first line, from 1.
    pub first_line: u32,
    /// It is the whole file.
    pub is_whole_file: bool,
}

impl ChunkSpan {
    /// It starts the file; a byte order mark can stand there only.
    pub const fn is_file_start(&self) -> bool {
        self.offset == 0
    }
}

/// What comes next in a file.
pub enum FilePart {
    /// A piece to read.
    Chunk(Chunk),
    /// A part that cannot be read.
    Unreadable(Finding),
    /// The file is of no known format; its beginning.
    UnknownFormat(String),
}

/// What a format can be cut into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ChunkUnit {
    Line,
    Block,
    Whole,
}

impl ChunkUnit {
    fn for_format(format: &dyn Format) -> Self {
        if format.split_point(b"x\n").is_some() {
            Self::Line
        } else if format.split_point(b"x\n\n").is_some() {
            Self::Block
        } else {
            Self::Whole
        }
    }

    /// The most bytes that are held to find one.
    const fn max_bytes(self) -> usize {
        match self {
            Self::Line => MAX_LINE_BYTES,
            Self::Block | Self::Whole => MAX_TEXT_BYTES,
        }
    }
}

/// A file, piece by piece.
pub struct ChunkReader {
    reader: Box<dyn Read>,
    origin: Arc<Origin>,
    options: ReadOptions,
    /// Read and not yet handed out.
    buffer: Vec<u8>,
    /// Where in the file that starts.
    buffer_offset: u64,
    at_end: bool,
    done: bool,
    format: Option<(&'static dyn Format, ChunkUnit)>,
    header: Option<Arc<str>>,
    next_line: u32,
    at_start: bool,
}

impl ChunkReader {
    /// A file at its beginning.
    pub fn new(reader: Box<dyn Read>, origin: Arc<Origin>, told: ReadOptions) -> Self {
        Self {
            reader,
            origin,
            options: told,
            buffer: Vec::new(),
            buffer_offset: 0,
            at_end: false,
            done: false,
            format: None,
            header: None,
            next_line: 1,
            at_start: true,
        }
    }

    /// The next part; `None` at the end.
    ///
    /// # Errors
    /// The file cannot be read on.
    pub fn next_part(&mut self) -> io::Result<Option<FilePart>> {
        if self.done {
            return Ok(None);
        }
        let Some((format, unit)) = self.detect_format()? else {
            self.done = true;
            let start = decode(&self.buffer[..self.buffer.len().min(SNIFF_BYTES)]);
            return Ok(Some(FilePart::UnknownFormat(start.text.into_owned())));
        };
        let mut want = CHUNK_BYTES;
        loop {
            self.fill(want)?;
            if self.at_end && self.buffer.len() <= unit.max_bytes() {
                self.done = true;
                return Ok(self.take_rest(format));
            }
            let cut = match unit {
                ChunkUnit::Whole if self.is_utf16() => None,
                _ => format.split_point(&self.buffer).filter(|cut| *cut > 0),
            };
            if let Some(cut) = cut {
                return Ok(Some(FilePart::Chunk(self.take_chunk(cut, format))));
            }
            if self.buffer.len() > unit.max_bytes() {
                let line = self.next_line;
                self.skip_oversized(format, unit)?;
                return Ok(Some(FilePart::Unreadable(too_large(unit, line))));
            }
            want = (2 * self.buffer.len()).min(unit.max_bytes() + 1);
        }
    }

    /// Reads until so much is held, or to the end.
    fn fill(&mut self, want: usize) -> io::Result<()> {
        let missing = want.saturating_sub(self.buffer.len());
        if missing > 0 && !self.at_end {
            let mut reader = self.reader.by_ref().take(missing as u64);
            self.at_end = reader.read_to_end(&mut self.buffer)? < missing;
        }
        Ok(())
    }

    /// UTF-16 has line feeds that are none: it cannot be cut by bytes.
    fn is_utf16(&self) -> bool {
        self.at_start
            && (self.buffer.starts_with(b"\xff\xfe") || self.buffer.starts_with(b"\xfe\xff"))
    }

    fn detect_format(&mut self) -> io::Result<Option<(&'static dyn Format, ChunkUnit)>> {
        if self.format.is_some() {
            return Ok(self.format);
        }
        self.fill(CHUNK_BYTES)?;
        if self.at_end {
            self.origin.cache_sha256(&self.buffer);
        }
        let start = utf8_prefix(&self.buffer, SNIFF_BYTES);
        let text = decode(start).text;
        let context = ReadContext {
            game: self.options.game,
            file_name: &self.origin.file_name,
            ..ReadContext::default()
        };
        let format = self.options.format.or_else(|| detect(&text, &context));
        self.format = format.map(|format| {
            let unit = if self.is_utf16() {
                ChunkUnit::Whole
            } else {
                ChunkUnit::for_format(format)
            };
            (format, unit)
        });
        if format.is_some_and(Format::has_header) {
            self.header = header_line(start);
        }
        Ok(self.format)
    }

    /// The rest of the file, unless there is nothing in it.
    fn take_rest(&mut self, format: &'static dyn Format) -> Option<FilePart> {
        let blank = self.buffer.iter().all(u8::is_ascii_whitespace);
        if blank && !self.at_start {
            return None;
        }
        let piece = self.take_chunk(self.buffer.len(), format);
        Some(FilePart::Chunk(piece))
    }

    fn take_chunk(&mut self, length: usize, format: &'static dyn Format) -> Chunk {
        let rest = self.buffer.split_off(length);
        let bytes = std::mem::replace(&mut self.buffer, rest);
        let piece = Chunk {
            origin: Arc::clone(&self.origin),
            format,
            game: self.options.game,
            header: self.header.clone().filter(|_| !self.at_start),
            span: ChunkSpan {
                offset: self.buffer_offset,
                length: bytes.len() as u64,
                first_line: self.next_line,
                is_whole_file: self.at_start && self.done,
            },
            bytes,
        };
        self.advance(&piece.bytes);
        self.at_start = false;
        piece
    }

    /// Counts what is handed out or dropped.
    fn advance(&mut self, bytes: &[u8]) {
        self.buffer_offset += bytes.len() as u64;
        let lines = memchr::memchr_iter(b'\n', bytes).count();
        let lines = u32::try_from(lines).unwrap_or(u32::MAX);
        self.next_line = self.next_line.saturating_add(lines);
    }

    /// Drops what is too large, up to where something new starts.
    fn skip_oversized(&mut self, format: &'static dyn Format, unit: ChunkUnit) -> io::Result<()> {
        self.at_start = false;
        if unit == ChunkUnit::Whole {
            self.done = true;
            return Ok(());
        }
        loop {
            if let Some(end) = first_cut(format, &self.buffer) {
                let rest = self.buffer.split_off(end);
                let dropped = std::mem::replace(&mut self.buffer, rest);
                self.advance(&dropped);
                return Ok(());
            }
            let dropped = std::mem::take(&mut self.buffer);
            // A new start may need the last lines (a blank one after others).
            let keep = lines_from_end(&dropped, 3).max(dropped.len().saturating_sub(CHUNK_BYTES));
            self.advance(&dropped[..keep]);
            self.buffer.extend_from_slice(&dropped[keep..]);
            if self.at_end {
                self.buffer.clear();
                self.done = true;
                return Ok(());
            }
            self.fill(self.buffer.len() + CHUNK_BYTES)?;
        }
    }
}

/// The first line of a file, of whose beginning these bytes are at most [`START`].
pub(super) fn header_line(start: &[u8]) -> Option<Arc<str>> {
    let text = decode(utf8_prefix(start, SNIFF_BYTES)).text;
    text.lines().next().map(Arc::from)
}

/// The first place where the format can be cut.
fn first_cut(format: &dyn Format, bytes: &[u8]) -> Option<usize> {
    memchr::memchr_iter(b'\n', bytes)
        .map(|at| at + 1)
        .find(|end| {
            let from = lines_from_end(&bytes[..*end], 3);
            format.split_point(&bytes[from..*end]) == Some(end - from)
        })
}

/// Where the last so many lines start.
fn lines_from_end(bytes: &[u8], lines: usize) -> usize {
    let mut feeds = memchr::memrchr_iter(b'\n', bytes);
    feeds.nth(lines).map_or(0, |at| at + 1)
}

/// The beginning of a text, at most `most` bytes, without half a character at its end.
fn utf8_prefix(bytes: &[u8], most: usize) -> &[u8] {
    let start = &bytes[..bytes.len().min(most)];
    match std::str::from_utf8(start) {
        Err(error) if error.error_len().is_none() => &start[..error.valid_up_to()],
        _ => start,
    }
}

fn too_large(unit: ChunkUnit, line: u32) -> Finding {
    let what = match unit {
        ChunkUnit::Line => "a line",
        ChunkUnit::Block => "a game",
        ChunkUnit::Whole => "a file",
    };
    let message = format!(
        "expected {what} of at most {} MiB, found a longer one",
        unit.max_bytes() >> 20
    );
    Finding::new(Code::TooLarge, message).at(crate::findings::TextLocation {
        line,
        column: 1,
        excerpt: String::new(),
        highlight: 0..0,
    })
}
