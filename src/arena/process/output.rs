//! What a program says, within limits.

/// The longest line.
const LONGEST: usize = 64 << 10;
/// So much may wait that nobody asked for.
const FULL: usize = 256 << 10;
/// So much of a ply's standard error is kept.
const WORDS: usize = 16 << 10;
/// So much of a game's.
const ALL_WORDS: usize = 1 << 20;

/// What came of waiting for a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::arena) enum Heard {
    /// A line, without its end.
    Line(Vec<u8>),
    /// The start of a line that does not end.
    TooLong(Vec<u8>),
    /// Standard output was closed, after this beginning of a line.
    Closed(Vec<u8>),
    /// The time is up, after this beginning of a line.
    Nothing(Vec<u8>),
}

/// Standard output that was not asked for yet.
#[derive(Default)]
pub(super) struct Lines {
    bytes: Vec<u8>,
    /// Up to here there is no line feed.
    searched: usize,
    /// It was full once.
    flooded: bool,
}

impl Lines {
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        self.flooded |= self.is_full();
    }

    /// Whether there ever was far too much of it.
    pub const fn was_full(&self) -> bool {
        self.flooded
    }

    /// Nothing more is read before some of it is asked for.
    pub fn is_full(&self) -> bool {
        self.bytes.len() >= FULL
    }

    fn end(&mut self) -> Option<usize> {
        let found = memchr::memchr(b'\n', &self.bytes[self.searched..]);
        let end = found.map(|at| self.searched + at);
        self.searched = end.unwrap_or(self.bytes.len());
        end
    }

    pub fn has_one(&mut self) -> bool {
        self.end().is_some()
    }

    /// The next line, or why there is none and never will be.
    pub fn next(&mut self, is_open: bool) -> Option<Heard> {
        match self.end() {
            Some(end) if end <= LONGEST => {
                let mut line: Vec<u8> = self.bytes.drain(..=end).collect();
                self.searched = 0;
                line.pop();
                if line.last() == Some(&b'\r') {
                    line.pop();
                }
                Some(Heard::Line(line))
            }
            None if self.bytes.len() <= LONGEST => {
                (!is_open).then(|| Heard::Closed(self.bytes.clone()))
            }
            _ => Some(Heard::TooLong(self.bytes.clone())),
        }
    }

    /// A line without an end.
    pub fn rest(&self) -> Vec<u8> {
        self.bytes.clone()
    }

    pub fn forget(&mut self) {
        self.bytes.clear();
        self.searched = 0;
    }
}

/// Standard error since it was last asked for.
pub(super) struct Errors {
    bytes: Vec<u8>,
    lost: usize,
    /// How much more is kept in this game.
    room: usize,
}

impl Default for Errors {
    fn default() -> Self {
        Self {
            bytes: Vec::new(),
            lost: 0,
            room: ALL_WORDS,
        }
    }
}

impl Errors {
    pub fn push(&mut self, bytes: &[u8]) {
        let most = WORDS.saturating_sub(self.bytes.len()).min(self.room);
        let kept = bytes.len().min(most);
        self.bytes.extend_from_slice(&bytes[..kept]);
        self.room -= kept;
        self.lost += bytes.len() - kept;
    }

    /// The text, without line feeds at its end; what was too much is told of.
    pub fn take(&mut self) -> String {
        let bytes = std::mem::take(&mut self.bytes);
        let mut text = String::from_utf8_lossy(&bytes).into_owned();
        text.truncate(text.trim_end_matches(['\n', '\r']).len());
        let lost = std::mem::take(&mut self.lost);
        if lost > 0 {
            text.push_str(&format!("\n[{lost} bytes more were not kept]"));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_one_by_one_and_the_rest_waits() {
        let mut lines = Lines::default();
        lines.push(b"A2h\r\nB");
        assert_eq!(lines.next(true), Some(Heard::Line(b"A2h".to_vec())));
        assert_eq!(lines.next(true), None);
        lines.push(b"1v\n\n");
        assert_eq!(lines.next(true), Some(Heard::Line(b"B1v".to_vec())));
        assert_eq!(lines.next(true), Some(Heard::Line(Vec::new())));
        assert_eq!(lines.next(false), Some(Heard::Closed(Vec::new())));
        lines.push(&vec![b'x'; LONGEST + 1]);
        assert!(matches!(lines.next(true), Some(Heard::TooLong(_))));
        assert!(!lines.was_full());
        lines.push(&vec![b'\n'; FULL]);
        assert!(lines.is_full() && lines.was_full());
        lines.forget();
        assert!(!lines.is_full() && lines.was_full());
    }

    #[test]
    fn words_are_kept_up_to_the_limit_and_the_rest_is_counted() {
        let mut errors = Errors::default();
        errors.push(&vec![b'x'; WORDS + 10]);
        assert!(errors.take().ends_with("x\n[10 bytes more were not kept]"));
        errors.push(b"short\n");
        assert_eq!(errors.take(), "short");
        for _ in 0..ALL_WORDS / WORDS {
            errors.push(&vec![b'x'; WORDS]);
            errors.take();
        }
        errors.push(b"late");
        assert_eq!(errors.take(), "\n[4 bytes more were not kept]");
    }
}
