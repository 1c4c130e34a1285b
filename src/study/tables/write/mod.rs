//! Writers of tables, one for each format, which write rows as they come.
//!
//! - **CSV**: RFC 4180, lines ended by a line feed. A missing value is an empty cell. A text that
//!   begins like a formula gets an apostrophe in front, so that no spreadsheet runs it; numbers stay
//!   as they are.
//! - **JSON lines**: one object a line; a missing value is `null`.
//! - **Parquet**: groups of rows, column by column, compressed with Snappy.

mod parquet;

use crate::tables::column::{TableCell, TableColumn, TableRow};
use kifu_logs::files::{AtomicFile, FileSet, OutputError, SyncedFile};
use kifu_logs::formats::{push_cell, to_json};
use std::fmt::Write;
use std::io;

/// The format of the files of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableFormat {
    /// Apache Parquet, compressed with Snappy.
    Parquet,
    /// CSV with a header, in UTF-8.
    Csv,
    /// One JSON object per line.
    JsonLines,
}

impl TableFormat {
    /// All formats.
    pub const ALL: [Self; 3] = [Self::Parquet, Self::Csv, Self::JsonLines];

    /// Returns the extension of the files, which is also the name of the format.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Parquet => "parquet",
            Self::Csv => "csv",
            Self::JsonLines => "jsonl",
        }
    }
}

/// The number of bytes that are collected before they are written.
const BUFFER_BYTES: usize = 64 << 10;

/// A file that is written atomically, with a buffer.
///
/// It implements [`io::Write`] for writers that expect it, and keeps the error of the file for
/// those who want to know which one it was.
pub(super) struct BufferedFile {
    file: AtomicFile,
    buffer: Vec<u8>,
    error: Option<OutputError>,
}

impl BufferedFile {
    fn new(file: AtomicFile) -> Self {
        Self {
            file,
            buffer: Vec::with_capacity(BUFFER_BYTES),
            error: None,
        }
    }

    fn append(&mut self, bytes: &[u8]) -> Result<(), OutputError> {
        self.buffer.extend_from_slice(bytes);
        if self.buffer.len() >= BUFFER_BYTES {
            self.write_out()?;
        }
        Ok(())
    }

    fn write_out(&mut self) -> Result<(), OutputError> {
        self.file.write(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }

    /// Writes what is left and syncs the file, to be moved to its place when all are complete.
    fn sync(mut self) -> Result<SyncedFile, OutputError> {
        self.write_out()?;
        self.file.sync()
    }
}

impl io::Write for BufferedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.append(bytes) {
            Ok(()) => Ok(bytes.len()),
            Err(error) => {
                let text = error.to_string();
                self.error = Some(error);
                Err(io::Error::other(text))
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A writer of one table.
pub(super) enum TableWriter {
    Parquet(Box<parquet::ParquetTable>),
    Csv(BufferedFile),
    JsonLines(BufferedFile),
}

impl TableWriter {
    /// Starts the file of a table in a set.
    pub fn new<R: TableRow>(set: &FileSet, format: TableFormat) -> Result<Self, OutputError> {
        let name = format!("{}.{}", R::TABLE, format.extension());
        let mut file = BufferedFile::new(set.file(&name)?);
        Ok(match format {
            TableFormat::Parquet => Self::Parquet(Box::new(parquet::ParquetTable::new(
                R::TABLE,
                R::COLUMNS,
                file,
                name.into(),
            )?)),
            TableFormat::Csv => {
                file.append(csv_header(R::COLUMNS).as_bytes())?;
                Self::Csv(file)
            }
            TableFormat::JsonLines => Self::JsonLines(file),
        })
    }

    /// Appends rows.
    pub fn append<R: TableRow>(&mut self, rows: &[R]) -> Result<(), OutputError> {
        rows.iter().try_for_each(|row| match self {
            Self::Parquet(table) => table.append(row),
            Self::Csv(file) => file.append(csv_line(row).as_bytes()),
            Self::JsonLines(file) => file.append(json_line(row).as_bytes()),
        })
    }

    /// Writes all that is left and syncs the file, to be moved to its place when all are complete.
    pub fn sync(self) -> Result<SyncedFile, OutputError> {
        match self {
            Self::Parquet(table) => table.sync(),
            Self::Csv(file) | Self::JsonLines(file) => file.sync(),
        }
    }
}

/// Returns the header.
fn csv_header(columns: &[TableColumn]) -> String {
    let names: Vec<&str> = columns.iter().map(|column| column.name).collect();
    names.join(",") + "\n"
}

/// Returns the line of a row.
fn csv_line<R: TableRow>(row: &R) -> String {
    let mut line = String::new();
    let mut separator = "";
    row.for_each_cell(&mut |cell| {
        line.push_str(separator);
        separator = ",";
        // Writing to a String cannot fail.
        let _ = match cell {
            TableCell::Missing => Ok(()),
            TableCell::Text(text) => {
                push_cell(&mut line, text, |c| matches!(c, ',' | '"' | '\n' | '\r'));
                Ok(())
            }
            TableCell::Integer(number) => write!(line, "{number}"),
            TableCell::Number(number) => write!(line, "{number}"),
            TableCell::Flag(flag) => write!(line, "{flag}"),
        };
    });
    line.push('\n');
    line
}

/// Returns the line of a row.
fn json_line<R: TableRow>(row: &R) -> String {
    to_json(row) + "\n"
}
