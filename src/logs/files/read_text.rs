//! Reading small files whole, and lines of large ones, in bounded memory.

use super::error::InputError;
use crate::formats::MAX_LINE_BYTES;
use std::fs::{self, File};
use std::io::{self, BufRead, Read};
use std::path::Path;

/// The maximum size of a file that is not a log, such as the configuration of a match.
pub const MAX_FILE_BYTES: usize = 64 << 20;

/// Checks that a path is neither a pipe nor a device, whose reading may never end.
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
