//! Reading inputs line by line as they arrive, for filters that write a line for each line.

use super::chunks::{Chunk, ChunkSpan};
use super::error::InputError;
use super::origin::Origin;
use super::paths::{InputProblem, LogInput};
use crate::formats::{Format, MAX_LINE_BYTES, by_id};
use kifu_core::games::DynGame;
use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;

/// A line of an input, or a part of one that is too long to be a record.
#[derive(Clone)]
pub struct InputLine {
    /// The file or stream.
    pub origin: Arc<Origin>,
    /// The number of the line, from 1.
    pub number: u32,
    /// The offset of the first byte in the input.
    pub offset: u64,
    /// The bytes, without the line feed.
    pub bytes: Vec<u8>,
    /// The part of the line that was read.
    pub part: LinePart,
}

/// The part of a line that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinePart {
    /// The whole line.
    Whole,
    /// The start of a line that is longer than [`MAX_LINE_BYTES`].
    Start,
    /// A later part of such a line.
    Middle,
    /// The last part of such a line.
    End,
}

impl LinePart {
    /// Reports whether the line ends with this part.
    pub const fn is_last(self) -> bool {
        matches!(self, Self::Whole | Self::End)
    }
}

impl InputLine {
    /// Reports whether nothing but white space is in the line.
    pub fn is_blank(&self) -> bool {
        self.bytes.iter().all(u8::is_ascii_whitespace)
    }

    /// Returns the format of the record that the line may hold: `jsonl` for an object, else `ronl`.
    pub fn record_format(&self) -> Option<&'static dyn Format> {
        let text = self.bytes.strip_prefix(b"\xef\xbb\xbf");
        let text = text.unwrap_or(&self.bytes).trim_ascii_start();
        by_id(if text.starts_with(b"{") {
            "jsonl"
        } else {
            "ronl"
        })
    }

    /// Returns the line as a chunk in a format, whose games can be judged.
    pub fn to_chunk(
        &self,
        format: &'static dyn Format,
        game: Option<&'static dyn DynGame>,
    ) -> Chunk {
        Chunk {
            origin: Arc::clone(&self.origin),
            format,
            game,
            header: None,
            bytes: self.bytes.clone(),
            span: ChunkSpan {
                offset: self.offset,
                length: self.bytes.len() as u64,
                first_line: self.number,
                is_whole_file: false,
            },
        }
    }
}

/// The lines of inputs, one input after the other, in batches.
///
/// A batch has the next line and those that were read with it, and it is returned as soon as they
/// are there: a filter need not wait for further lines.
pub struct InputLines<I> {
    inputs: I,
    current: Option<LineReader>,
}

impl<I: Iterator<Item = Result<LogInput, InputProblem>>> InputLines<I> {
    /// Creates the lines of these inputs, which are opened one by one.
    pub const fn new(inputs: I) -> Self {
        Self {
            inputs,
            current: None,
        }
    }
}

impl<I: Iterator<Item = Result<LogInput, InputProblem>>> Iterator for InputLines<I> {
    type Item = Vec<Result<InputLine, InputProblem>>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut batch = vec![self.next_line()?];
        while self
            .current
            .as_ref()
            .is_some_and(LineReader::has_line_at_once)
        {
            batch.extend(self.next_line());
        }
        Some(batch)
    }
}

impl<I: Iterator<Item = Result<LogInput, InputProblem>>> InputLines<I> {
    fn next_line(&mut self) -> Option<Result<InputLine, InputProblem>> {
        loop {
            if let Some(reader) = &mut self.current {
                match reader.next_line() {
                    Ok(Some(line)) => return Some(Ok(line)),
                    Ok(None) => self.current = None,
                    Err(error) => {
                        let name = reader.origin.display_name.clone();
                        self.current = None;
                        return Some(Err(InputError::io(name, error).into()));
                    }
                }
                continue;
            }
            let opened = self.inputs.next()?.and_then(|input| {
                let origin = Arc::new(Origin::new(input));
                LineReader::open(origin).map_err(InputProblem::from)
            });
            match opened {
                Ok(reader) => self.current = Some(reader),
                Err(problem) => return Some(Err(problem)),
            }
        }
    }
}

/// A reader of one input, line by line.
struct LineReader {
    origin: Arc<Origin>,
    reader: BufReader<Box<dyn Read + Send>>,
    number: u32,
    offset: u64,
    /// Whether the last part that was read does not end its line.
    is_within_line: bool,
}

impl LineReader {
    fn open(origin: Arc<Origin>) -> Result<Self, InputError> {
        Ok(Self {
            reader: BufReader::with_capacity(64 << 10, origin.open()?),
            origin,
            number: 0,
            offset: 0,
            is_within_line: false,
        })
    }

    /// Reports whether the next line was read whole with those before it.
    fn has_line_at_once(&self) -> bool {
        memchr::memchr(b'\n', self.reader.buffer()).is_some()
    }

    /// Returns the next line, or the next part of one that is too long; `None` at the end.
    fn next_line(&mut self) -> io::Result<Option<InputLine>> {
        let mut bytes = Vec::new();
        let mut limited = (&mut self.reader).take(MAX_LINE_BYTES as u64 + 1);
        let length = limited.read_until(b'\n', &mut bytes)?;
        if length == 0 && !self.is_within_line {
            return Ok(None);
        }
        if !self.is_within_line {
            self.number = self.number.saturating_add(1);
        }
        let ends_here = bytes.pop_if(|last| *last == b'\n').is_some() || length <= MAX_LINE_BYTES;
        let part = match (self.is_within_line, ends_here) {
            (false, true) => LinePart::Whole,
            (false, false) => LinePart::Start,
            (true, false) => LinePart::Middle,
            (true, true) => LinePart::End,
        };
        self.is_within_line = !ends_here;
        let offset = self.offset;
        self.offset += length as u64;
        Ok(Some(InputLine {
            origin: Arc::clone(&self.origin),
            number: self.number,
            offset,
            bytes,
            part,
        }))
    }
}
