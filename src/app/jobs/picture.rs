//! Export of pictures and animations.

use super::ExportReport;
use crate::open_game::ShownPicture;
use kifu_core::scene::Palette;
use kifu_logs::files::{AtomicFile, check_output_path};
use kifu_study::failure::Failure;
use kifu_study::render::PictureFormat;
use std::path::PathBuf;

/// A request to export a picture.
pub struct PictureRequest {
    /// The picture.
    pub picture: Box<ShownPicture>,
    /// The format.
    pub format: PictureFormat,
    /// The colours.
    pub palette: Palette,
    /// The path of the new file.
    pub path: PathBuf,
    /// Whether an existing file may be overwritten.
    pub overwrite: bool,
}

/// Writes a picture to its file.
///
/// # Errors
/// Returns an error if the game cannot be drawn or the file cannot be written.
pub(super) fn export_picture(request: PictureRequest) -> Result<ExportReport, Failure> {
    check_output_path(&request.path, request.overwrite)?;
    let bytes = request.picture.encode(request.format, request.palette)?;
    let mut file = AtomicFile::new(&request.path, request.overwrite)?;
    file.write(&bytes)?;
    file.finish()?;
    Ok(ExportReport {
        path: request.path,
        game_count: 1,
        skipped_count: 0,
        skip_reasons: Vec::new(),
    })
}
