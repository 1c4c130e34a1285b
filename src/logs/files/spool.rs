//! A temporary file of texts: what a command works on later need not stay in memory.

use super::describe_io_error;
use std::error::Error;
use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// The bytes that are kept before they are written.
const BUFFER_BYTES: usize = 256 << 10;

/// The error of a temporary file.
#[derive(Debug, thiserror::Error)]
#[error("cannot use a temporary file: {}", describe_io_error(.0))]
pub struct SpoolError(#[from] io::Error);

impl SpoolError {
    /// Creates the error of a text that is not what was written.
    pub fn invalid(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self(io::Error::new(io::ErrorKind::InvalidData, error))
    }
}

/// A temporary file of texts, which vanishes with the program.
#[derive(Debug)]
pub struct Spool {
    writer: BufWriter<File>,
    length: u64,
}

/// The place of a text in a spool.
#[derive(Clone, Copy, Debug)]
pub struct SpoolSpan {
    offset: u64,
    length: usize,
}

impl Spool {
    /// Creates an empty spool in a folder.
    ///
    /// # Errors
    /// Returns an error if the file cannot be created.
    pub fn create_in(folder: &Path) -> Result<Self, SpoolError> {
        Ok(Self {
            writer: BufWriter::with_capacity(BUFFER_BYTES, tempfile::tempfile_in(folder)?),
            length: 0,
        })
    }

    /// Appends a text.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn push(&mut self, text: &str) -> Result<SpoolSpan, SpoolError> {
        self.writer.write_all(text.as_bytes())?;
        let span = SpoolSpan {
            offset: self.length,
            length: text.len(),
        };
        self.length += text.len() as u64;
        Ok(span)
    }

    /// Reads a text.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written or read.
    pub fn read(&mut self, span: SpoolSpan) -> Result<String, SpoolError> {
        // Seeking also writes what is buffered.
        self.writer.seek(SeekFrom::Start(span.offset))?;
        let mut bytes = vec![0; span.length];
        self.writer.get_mut().read_exact(&mut bytes)?;
        self.writer.seek(SeekFrom::End(0))?;
        String::from_utf8(bytes).map_err(SpoolError::invalid)
    }
}
