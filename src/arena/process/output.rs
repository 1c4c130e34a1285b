//! What a program says, within limits.

/// The longest line.
const MAX_LINE_BYTES: usize = 64 << 10;
/// So much may wait that nobody asked for.
const MAX_PENDING_BYTES: usize = 256 << 10;
/// So much of a ply's standard error is kept.
const MAX_STDERR_BYTES_PER_PLY: usize = 16 << 10;
/// So much of a game's.
const MAX_STDERR_BYTES_PER_GAME: usize = 1 << 20;

/// What came of waiting for a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::arena) enum ReadOutcome {
    /// A line, without its end.
    Line(Vec<u8>),
    /// The start of a line that does not end.
    TooLong(Vec<u8>),
    /// Standard output was closed, after this beginning of a line.
    Closed(Vec<u8>),
    /// The time is up, after this beginning of a line.
    TimedOut(Vec<u8>),
}

/// Standard output that was not asked for yet.
#[derive(Default)]
pub(super) struct StdoutBuffer {
    bytes: Vec<u8>,
    /// Up to here there is no line feed.
    scanned: usize,
    /// It was full once.
    flooded: bool,
}

impl StdoutBuffer {
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        self.flooded |= self.is_full();
    }

    /// Whether there ever was far too much of it.
    pub const fn has_flooded(&self) -> bool {
        self.flooded
    }

    /// Nothing more is read before some of it is asked for.
    pub fn is_full(&self) -> bool {
        self.bytes.len() >= MAX_PENDING_BYTES
    }

    fn find_line_end(&mut self) -> Option<usize> {
        let found = memchr::memchr(b'\n', &self.bytes[self.scanned..]);
        let end = found.map(|at| self.scanned + at);
        self.scanned = end.unwrap_or(self.bytes.len());
        end
    }

    pub fn has_line(&mut self) -> bool {
        self.find_line_end().is_some()
    }

    /// The next line, or why there is none and never will be.
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

    /// A line without an end.
    pub fn partial_line(&self) -> Vec<u8> {
        self.bytes.clone()
    }

    pub fn clear(&mut self) {
        self.bytes.clear();
        self.scanned = 0;
    }
}

/// Standard error since it was last asked for.
pub(super) struct StderrBuffer {
    bytes: Vec<u8>,
    dropped_bytes: usize,
    /// How much more is kept in this game.
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
    pub fn push(&mut self, bytes: &[u8]) {
        let most = MAX_STDERR_BYTES_PER_PLY
            .saturating_sub(self.bytes.len())
            .min(self.remaining_bytes);
        let kept = bytes.len().min(most);
        self.bytes.extend_from_slice(&bytes[..kept]);
        self.remaining_bytes -= kept;
        self.dropped_bytes += bytes.len() - kept;
    }

    /// The text, without line feeds at its end; what was too much is told of.
    pub fn take(&mut self) -> String {
        let bytes = std::mem::take(&mut self.bytes);
        let mut text = String::from_utf8_lossy(&bytes).into_owned();
        text.truncate(text.trim_end_matches(['\n', '\r']).len());
        let lost = std::mem::take(&mut self.dropped_bytes);
        if lost > 0 {
            text.push_str(&format!("\n[{lost} more bytes were dropped]"));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_one_by_one_and_the_rest_waits() {
        let mut lines = StdoutBuffer::default();
        lines.push(b"A2h\r\nB");
        assert_eq!(
            lines.next_line(true),
            Some(ReadOutcome::Line(b"A2h".to_vec()))
        );
        assert_eq!(lines.next_line(true), None);
        lines.push(b"1v\n\n");
        assert_eq!(
            lines.next_line(true),
            Some(ReadOutcome::Line(b"B1v".to_vec()))
        );
        assert_eq!(lines.next_line(true), Some(ReadOutcome::Line(Vec::new())));
        assert_eq!(
            lines.next_line(false),
            Some(ReadOutcome::Closed(Vec::new()))
        );
        lines.push(&vec![b'x'; MAX_LINE_BYTES + 1]);
        assert!(matches!(
            lines.next_line(true),
            Some(ReadOutcome::TooLong(_))
        ));
        assert!(!lines.has_flooded());
        lines.push(&vec![b'\n'; MAX_PENDING_BYTES]);
        assert!(lines.is_full() && lines.has_flooded());
        lines.clear();
        assert!(!lines.is_full() && lines.has_flooded());
    }

    #[test]
    fn words_are_kept_up_to_the_limit_and_the_rest_is_counted() {
        let mut errors = StderrBuffer::default();
        errors.push(&vec![b'x'; MAX_STDERR_BYTES_PER_PLY + 10]);
        assert!(errors.take().ends_with("x\n[10 bytes more were not kept]"));
        errors.push(b"short\n");
        assert_eq!(errors.take(), "short");
        for _ in 0..MAX_STDERR_BYTES_PER_GAME / MAX_STDERR_BYTES_PER_PLY {
            errors.push(&vec![b'x'; MAX_STDERR_BYTES_PER_PLY]);
            errors.take();
        }
        errors.push(b"late");
        assert_eq!(errors.take(), "\n[4 bytes more were not kept]");
    }
}
