//! Lines kept in a temporary file instead of memory.

use kifu_logs::files::describe_io_error;
use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// The error of the temporary file that holds the records of a merge.
#[derive(Debug, thiserror::Error)]
#[error("cannot use the temporary file of the merge: {}", describe_io_error(.0))]
pub struct SpoolError(#[from] io::Error);

/// A temporary file of lines, which vanishes with the program.
#[derive(Debug)]
pub(super) struct Spool {
    writer: BufWriter<File>,
    length: u64,
}

/// The place of a line in a spool.
#[derive(Clone, Copy, Debug)]
pub(super) struct SpoolSpan {
    offset: u64,
    length: usize,
}

impl Spool {
    /// Creates an empty spool in a folder.
    pub fn create_in(folder: &Path) -> Result<Self, SpoolError> {
        Ok(Self {
            writer: BufWriter::with_capacity(256 << 10, tempfile::tempfile_in(folder)?),
            length: 0,
        })
    }

    /// Appends a line.
    pub fn push(&mut self, line: &str) -> Result<SpoolSpan, SpoolError> {
        self.writer.write_all(line.as_bytes())?;
        let span = SpoolSpan {
            offset: self.length,
            length: line.len(),
        };
        self.length += line.len() as u64;
        Ok(span)
    }

    /// Reads a line.
    pub fn read(&mut self, span: SpoolSpan) -> Result<String, SpoolError> {
        // Seeking also writes what is buffered.
        self.writer.seek(SeekFrom::Start(span.offset))?;
        let mut bytes = vec![0; span.length];
        self.writer.get_mut().read_exact(&mut bytes)?;
        self.writer.seek(SeekFrom::End(0))?;
        let text = String::from_utf8(bytes);
        Ok(text.map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?)
    }
}
