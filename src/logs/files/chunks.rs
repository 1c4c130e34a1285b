//! Reading a file chunk by chunk, so that memory use stays flat however large the file is.

use super::error::InputError;
use super::origin::Origin;
use super::pipeline::GameLocation;
use crate::formats::{
    CheckedGame, Format, MAX_LINE_BYTES, MAX_TEXT_BYTES, ReadContext, binary_kind,
    blank_and_comment_lines_len, decode, detect, detect_log, is_har,
};
use kifu_core::findings::{Code, Finding};
use kifu_core::games::DynGame;
use std::fs::File;
use std::io::{BufRead, Cursor, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;
use std::{fs, io};

/// The usual size of a chunk in bytes.
const CHUNK_BYTES: usize = 256 << 10;
/// The number of bytes at the start of a file from which its format is detected.
const SNIFF_BYTES: usize = 64 << 10;

/// The user's choices for reading logs.
#[derive(Clone, Copy, Default)]
pub struct ReadOptions {
    /// The format; `None` to detect it.
    pub format: Option<&'static dyn Format>,
    /// The game; `None` to detect it.
    pub game: Option<&'static dyn DynGame>,
}

/// A part of a file that can be read on its own.
#[derive(Clone)]
pub struct Chunk {
    /// The file that the chunk belongs to.
    pub origin: Arc<Origin>,
    /// The format of the file.
    pub format: &'static dyn Format,
    /// The game, if the user named it.
    pub game: Option<&'static dyn DynGame>,
    /// The start of the file, if later chunks need it ([`Format::header`]).
    pub header: Option<Arc<str>>,
    /// The chunk's bytes.
    pub bytes: Vec<u8>,
    /// The chunk's location in the file.
    pub span: ChunkSpan,
}

/// The location of a chunk in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChunkSpan {
    /// The offset of the first byte.
    pub offset: u64,
    /// The number of bytes.
    pub length: u64,
    /// The line number of the first line, from 1.
    pub first_line: u32,
    /// Whether the chunk is the whole file.
    pub is_whole_file: bool,
}

impl ChunkSpan {
    /// Reports whether the chunk starts the file; only there can a byte order mark occur.
    pub const fn is_file_start(&self) -> bool {
        self.offset == 0
    }
}

/// The next part of a file.
pub enum FilePart {
    /// A chunk to read.
    Chunk(Chunk),
    /// A part that cannot be read, and why.
    Unreadable(Finding),
    /// The start of a file whose format is unknown.
    UnknownFormat(String),
    /// A file that is no text, and what it is.
    NoText(&'static str),
}

/// The unit at whose ends a format can be cut into chunks.
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

    /// Returns the number of bytes to buffer while searching for the end of a unit.
    const fn max_bytes(self) -> usize {
        match self {
            Self::Line => MAX_LINE_BYTES,
            Self::Block | Self::Whole => MAX_TEXT_BYTES,
        }
    }
}

/// A reader that splits a file into chunks.
pub struct ChunkReader {
    reader: Box<dyn Read>,
    origin: Arc<Origin>,
    options: ReadOptions,
    /// Bytes that were read and not yet returned in a chunk.
    buffer: Vec<u8>,
    /// The offset in the file of the first byte of `buffer`.
    buffer_offset: u64,
    at_end: bool,
    done: bool,
    format: Option<(&'static dyn Format, ChunkUnit)>,
    header: Option<Arc<str>>,
    next_line: u32,
    at_start: bool,
}

impl ChunkReader {
    /// Creates a reader at the start of a file.
    pub fn new(reader: Box<dyn Read>, origin: Arc<Origin>, options: ReadOptions) -> Self {
        Self {
            reader,
            origin,
            options,
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

    /// Returns the next part of the file, or `None` at its end.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read any further.
    pub fn next_part(&mut self) -> io::Result<Option<FilePart>> {
        if self.done {
            return Ok(None);
        }
        let Some((format, unit)) = self.detect_format()? else {
            self.done = true;
            if let Some(kind) = binary_kind(&self.buffer[..self.buffer.len().min(SNIFF_BYTES)]) {
                return Ok(Some(FilePart::NoText(kind)));
            }
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

    /// Reads until `want` bytes are buffered or the file ends.
    fn fill(&mut self, want: usize) -> io::Result<()> {
        let missing = want.saturating_sub(self.buffer.len());
        if missing > 0 && !self.at_end {
            let mut reader = self.reader.by_ref().take(missing as u64);
            self.at_end = reader.read_to_end(&mut self.buffer)? < missing;
            if self.at_end {
                // Windows replaces no file that is open, as a conversion in place does.
                self.reader = Box::new(io::empty());
            }
        }
        Ok(())
    }

    /// Reports whether the file is UTF-16, which cannot be cut by bytes: half of a character may
    /// look like a line feed.
    fn is_utf16(&self) -> bool {
        self.at_start
            && (self.buffer.starts_with(b"\xff\xfe") || self.buffer.starts_with(b"\xfe\xff"))
    }

    fn detect_format(&mut self) -> io::Result<Option<(&'static dyn Format, ChunkUnit)>> {
        if self.format.is_some() {
            return Ok(self.format);
        }
        self.fill(CHUNK_BYTES)?;
        let is_archive = is_har(&self.buffer);
        if is_archive {
            // The answers with games may be anywhere.
            self.fill(MAX_TEXT_BYTES + 1)?;
        }
        let skipped = self.skip_blank_start()?;
        if self.at_end {
            self.origin.cache_sha256(&self.buffer);
        }
        let start = if is_archive {
            &self.buffer
        } else {
            utf8_prefix(&self.buffer[skipped..], SNIFF_BYTES)
        };
        let text = decode(start).text;
        let context = ReadContext {
            game: self.options.game,
            file_name: &self.origin.file_name,
            ..ReadContext::default()
        };
        let detected = || match binary_kind(start) {
            Some(_) => None,
            // In a folder are files of other programs.
            None if self.origin.is_skippable() => detect_log(&text, &context),
            None => detect(&text, &context),
        };
        let format = self.options.format.or_else(detected);
        self.format = format.map(|format| {
            let unit = if self.is_utf16() {
                ChunkUnit::Whole
            } else {
                ChunkUnit::for_format(format)
            };
            (format, unit)
        });
        self.header = format.and_then(|format| header(format, start));
        if skipped > 0 && matches!(self.format, Some((_, ChunkUnit::Line))) {
            // The first chunk has at least one line with content.
            let rest = self.buffer.split_off(skipped);
            let dropped = std::mem::replace(&mut self.buffer, rest);
            self.advance(&dropped);
            self.at_start = false;
        }
        Ok(self.format)
    }

    /// Returns the number of bytes in the blank lines and comments that start the file, if they fill
    /// the part from which the format is detected; otherwise 0.
    ///
    /// What follows them is buffered, unless they are as long as a text may be.
    fn skip_blank_start(&mut self) -> io::Result<usize> {
        loop {
            let skipped = blank_and_comment_lines_len(&self.buffer);
            let is_seen = self.buffer.len() - skipped >= SNIFF_BYTES;
            if is_seen || self.at_end || self.buffer.len() > MAX_TEXT_BYTES {
                let fills = skipped > SNIFF_BYTES / 2 && skipped < self.buffer.len();
                return Ok(if fills { skipped } else { 0 });
            }
            self.fill(2 * self.buffer.len())?;
        }
    }

    /// Returns the rest of the file, unless it is blank.
    fn take_rest(&mut self, format: &'static dyn Format) -> Option<FilePart> {
        let blank = self.buffer.iter().all(u8::is_ascii_whitespace);
        if blank && !self.at_start {
            return None;
        }
        let chunk = self.take_chunk(self.buffer.len(), format);
        Some(FilePart::Chunk(chunk))
    }

    fn take_chunk(&mut self, length: usize, format: &'static dyn Format) -> Chunk {
        let rest = self.buffer.split_off(length);
        let bytes = std::mem::replace(&mut self.buffer, rest);
        let chunk = Chunk {
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
        self.advance(&chunk.bytes);
        self.at_start = false;
        chunk
    }

    /// Moves offset and line number past bytes that were returned or dropped.
    fn advance(&mut self, bytes: &[u8]) {
        self.buffer_offset += bytes.len() as u64;
        let lines = memchr::memchr_iter(b'\n', bytes).count();
        let lines = u32::try_from(lines).unwrap_or(u32::MAX);
        self.next_line = self.next_line.saturating_add(lines);
    }

    /// Drops a unit that is too large, up to the start of the next one.
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
            // The next unit may only be recognised after the last lines (a blank one after others).
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

/// Reports whether a file is read where its folder is: whether it begins as a log.
pub(super) fn begins_as_log(path: &Path) -> bool {
    let mut start = Vec::new();
    let opened = File::open(path);
    let read = opened.and_then(|file| file.take(SNIFF_BYTES as u64).read_to_end(&mut start));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let context = ReadContext {
        file_name: &name,
        ..ReadContext::default()
    };
    let text = decode(utf8_prefix(&start, SNIFF_BYTES)).text;
    read.is_ok() && detect_log(&text, &context).is_some()
}

/// Returns the start of a file that every chunk needs, from its first [`SNIFF_BYTES`] bytes.
fn header(format: &dyn Format, start: &[u8]) -> Option<Arc<str>> {
    if !format.has_header() {
        return None;
    }
    let text = decode(utf8_prefix(start, SNIFF_BYTES)).text;
    format.header(&text).map(Arc::from)
}

/// Returns the first offset at which the format can be cut.
fn first_cut(format: &dyn Format, bytes: &[u8]) -> Option<usize> {
    memchr::memchr_iter(b'\n', bytes)
        .map(|at| at + 1)
        .find(|end| {
            let line_start = lines_from_end(&bytes[..*end], 3);
            format.split_point(&bytes[line_start..*end]) == Some(end - line_start)
        })
}

/// Returns the offset at which the last `lines` lines start.
fn lines_from_end(bytes: &[u8], lines: usize) -> usize {
    let mut feeds = memchr::memrchr_iter(b'\n', bytes);
    feeds.nth(lines).map_or(0, |at| at + 1)
}

/// Returns the first `max_bytes` bytes of a text, without half a character at the end.
fn utf8_prefix(bytes: &[u8], max_bytes: usize) -> &[u8] {
    let start = &bytes[..bytes.len().min(max_bytes)];
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
    Finding::new(Code::TooLarge, message).at(kifu_core::findings::TextLocation {
        line,
        column: 1,
        excerpt: String::new(),
        highlight: 0..0,
    })
}

// Reading small files whole, and lines of large ones, in bounded memory.

/// The maximum size of a file that is not a log, such as the configuration of a match.
pub const MAX_FILE_BYTES: usize = 64 << 20;

/// Checks that a path is neither a pipe nor a device, which may never end.
///
/// # Errors
/// Returns an error if it is one, or if nothing is there.
pub(super) fn check_regular(path: &Path) -> Result<(), InputError> {
    let name = path.display();
    let meta = fs::metadata(path).map_err(|error| InputError::io(name, error))?;
    if meta.is_file() || meta.is_dir() {
        Ok(())
    } else {
        let name = path.display().to_string();
        Err(InputError::PipeOrDevice { name })
    }
}

/// Reads a text file of at most [`MAX_FILE_BYTES`].
///
/// # Errors
/// Returns an error if it cannot be read, is a pipe or device, is not UTF-8 or is larger.
pub fn read_text(path: &Path) -> Result<String, InputError> {
    check_regular(path)?;
    let failed = |error| InputError::io(path.display(), error);
    let file = File::open(path).map_err(failed)?;
    let mut text = String::new();
    let mut reader = file.take(MAX_FILE_BYTES as u64 + 1);
    let length = reader.read_to_string(&mut text).map_err(failed)?;
    if length > MAX_FILE_BYTES {
        return Err(InputError::TooLarge {
            name: path.display().to_string(),
            max_bytes: MAX_FILE_BYTES,
        });
    }
    Ok(text)
}

/// Reads the next line with its line feed into `line`.
///
/// Returns whether it has one; `None` if it is longer than [`MAX_LINE_BYTES`].
pub(super) fn read_line(reader: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Option<bool>> {
    line.clear();
    let mut limited = reader.take(MAX_LINE_BYTES as u64 + 1);
    limited.read_until(b'\n', line)?;
    Ok((line.len() <= MAX_LINE_BYTES).then(|| line.ends_with(b"\n")))
}

// Reading one game again, without the rest of its file.

/// A source that can be read at any offset.
trait ReadSeek: Read + Seek {}

impl<T: Read + Seek> ReadSeek for T {}

/// Reads again the chunk that holds a game.
///
/// # Errors
/// Returns an error if the file cannot be read, or is shorter than it was.
pub fn reread_chunk(
    origin: &Arc<Origin>,
    location: &GameLocation,
    format: &'static dyn Format,
) -> Result<Chunk, InputError> {
    let failed = |error: io::Error| InputError::io(&origin.display_name, error);
    let mut file: Box<dyn ReadSeek> = match (origin.path(), origin.memory()) {
        (Some(path), _) => Box::new(File::open(path).map_err(failed)?),
        (None, Some(bytes)) => Box::new(Cursor::new(bytes)),
        (None, None) => {
            let name = origin.display_name.clone();
            return Err(InputError::NotRereadable { name });
        }
    };
    let header = if format.has_header() && !location.span.is_file_start() {
        let mut start = Vec::new();
        let mut reader = file.as_mut().take(SNIFF_BYTES as u64);
        reader.read_to_end(&mut start).map_err(failed)?;
        header(format, &start)
    } else {
        None
    };
    file.seek(SeekFrom::Start(location.span.offset))
        .map_err(failed)?;
    let mut bytes = Vec::new();
    file.take(location.span.length)
        .read_to_end(&mut bytes)
        .map_err(failed)?;
    if bytes.len() as u64 != location.span.length {
        return Err(changed_since_read(origin));
    }
    Ok(Chunk {
        origin: Arc::clone(origin),
        format,
        game: location.game,
        header,
        bytes,
        span: location.span,
    })
}

/// Reads again the game at a location, judged.
///
/// Without a known format, the first game of the file is returned.
///
/// # Errors
/// Returns an error if the file cannot be read, or no longer holds this game.
pub fn reread_game(
    origin: &Arc<Origin>,
    location: &GameLocation,
) -> Result<CheckedGame, InputError> {
    let checked = match location.format {
        Some(format) => {
            reread_chunk(origin, location, format)?.judged_game(location.index_in_chunk)
        }
        None => first_game(origin)?,
    };
    checked.ok_or_else(|| changed_since_read(origin))
}

fn first_game(origin: &Arc<Origin>) -> Result<Option<CheckedGame>, InputError> {
    let mut parts = ChunkReader::new(origin.open()?, Arc::clone(origin), ReadOptions::default());
    let mut first = None;
    let failed = |error| InputError::io(&origin.display_name, error);
    while let Some(part) = parts.next_part().map_err(failed)? {
        part.for_each_game(&mut |checked, _| {
            first.get_or_insert(checked);
        });
        if first.is_some() {
            break;
        }
    }
    Ok(Some(
        first.unwrap_or_else(super::pipeline::judged_without_game),
    ))
}

fn changed_since_read(origin: &Origin) -> InputError {
    let name = origin.display_name.clone();
    InputError::Changed { name }
}
