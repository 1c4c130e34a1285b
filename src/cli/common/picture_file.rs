//! The file to which a picture is written.

use super::out_file::is_device;
use super::terminal::StdoutWriter;
use kifu_logs::files::{self, AtomicFile};
use kifu_study::failure::Failure;
use std::path::Path;

/// Writes a picture to a file, a device, or standard output if the path is `-`.
///
/// # Errors
/// Returns an error if the path cannot be written, or exists and `force` is not set.
pub(crate) fn write(place: &Path, bytes: &[u8], force: bool) -> Result<(), Failure> {
    if place.as_os_str() == "-" {
        let mut out = StdoutWriter::new();
        match str::from_utf8(bytes) {
            Ok(text) => out.print_data(text)?,
            Err(_) => out.write_bytes(bytes)?,
        }
        return out.flush();
    }
    if is_device(place) {
        let written = std::fs::write(place, bytes);
        return written.map_err(|error| Failure::cannot_write(place, error));
    }
    files::install_signal_handlers();
    let mut file = AtomicFile::new(place, force)?;
    file.write(bytes)?;
    Ok(file.finish()?)
}
