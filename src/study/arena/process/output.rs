//! Buffers for the output of a program, with limits.

use super::limits::ExcessiveUse;

/// The maximum length of a line.
pub const MAX_LINE_BYTES: usize = 64 << 10;
/// The maximum amount of standard output buffered ahead of requests.
pub const MAX_PENDING_BYTES: usize = 256 << 10;
/// The maximum amount of standard error kept per ply.
pub const MAX_STDERR_BYTES_PER_PLY: usize = 16 << 10;
/// The maximum amount of standard error kept per game.
pub const MAX_STDERR_BYTES_PER_GAME: usize = 1 << 20;

/// The outcome of waiting for a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadOutcome {
    /// A line without its line ending.
    Line(Vec<u8>),
    /// The beginning of a line that exceeds the maximum length.
    TooLong(Vec<u8>),
    /// Standard output was closed after this partial line.
    Closed(Vec<u8>),
    /// The time ran out after this partial line.
    TimedOut(Vec<u8>),
    /// The program uses more than it may.
    Excess(ExcessiveUse),
}

/// Standard output that has not been asked for yet.
#[derive(Default)]
pub struct StdoutBuffer {
    bytes: Vec<u8>,
    /// The length of the prefix that contains no line feed.
    scanned: usize,
    /// Whether the buffer has ever been full.
    flooded: bool,
}

impl StdoutBuffer {
    /// Adds output that was read.
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        self.flooded |= self.is_full();
    }

    /// Reports whether the buffer has ever been full.
    pub const fn has_flooded(&self) -> bool {
        self.flooded
    }

    /// Reports whether the buffer is full; nothing more is read until some of it is consumed.
    pub fn is_full(&self) -> bool {
        self.bytes.len() >= MAX_PENDING_BYTES
    }

    fn find_line_end(&mut self) -> Option<usize> {
        let end =
            memchr::memchr(b'\n', &self.bytes[self.scanned..]).map(|offset| self.scanned + offset);
        self.scanned = end.unwrap_or(self.bytes.len());
        end
    }

    /// Reports whether the buffer holds a complete line.
    pub fn has_line(&mut self) -> bool {
        self.find_line_end().is_some()
    }

    /// Returns the next line, or the reason why there will never be one; `None` if it may still
    /// come.
    pub fn next_line(&mut self, is_open: bool) -> Option<ReadOutcome> {
        match self.find_line_end() {
            Some(end) if end <= MAX_LINE_BYTES => {
                let mut line: Vec<u8> = self.bytes.drain(..=end).collect();
                self.scanned = 0;
                line.pop();
                if line.last() == Some(&b'\r') {
                    line.pop();
                }
                Some(ReadOutcome::Line(line))
            }
            None if self.bytes.len() <= MAX_LINE_BYTES => {
                (!is_open).then(|| ReadOutcome::Closed(self.bytes.clone()))
            }
            _ => Some(ReadOutcome::TooLong(self.bytes.clone())),
        }
    }

    /// Returns the output so far that has no line ending.
    pub fn partial_line(&self) -> Vec<u8> {
        self.bytes.clone()
    }

    /// Drops everything in the buffer.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.scanned = 0;
    }
}

/// Standard error since it was last taken.
pub struct StderrBuffer {
    bytes: Vec<u8>,
    dropped_bytes: usize,
    /// The number of bytes that may still be kept in this game.
    remaining_bytes: usize,
}

impl Default for StderrBuffer {
    fn default() -> Self {
        Self {
            bytes: Vec::new(),
            dropped_bytes: 0,
            remaining_bytes: MAX_STDERR_BYTES_PER_GAME,
        }
    }
}

impl StderrBuffer {
    /// Adds output that was read, as far as it may be kept.
    pub fn push(&mut self, bytes: &[u8]) {
        let capacity = MAX_STDERR_BYTES_PER_PLY
            .saturating_sub(self.bytes.len())
            .min(self.remaining_bytes);
        let kept = bytes.len().min(capacity);
        self.bytes.extend_from_slice(&bytes[..kept]);
        self.remaining_bytes -= kept;
        self.dropped_bytes += bytes.len() - kept;
    }

    /// Takes the text without trailing line feeds, followed by a note if some of it was dropped.
    pub fn take(&mut self) -> String {
        let bytes = std::mem::take(&mut self.bytes);
        let mut text = String::from_utf8_lossy(&bytes).into_owned();
        text.truncate(text.trim_end_matches(['\n', '\r']).len());
        let dropped = std::mem::take(&mut self.dropped_bytes);
        if dropped > 0 {
            text.push_str(&format!("\n[{dropped} more bytes were dropped]"));
        }
        text
    }
}
