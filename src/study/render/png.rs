//! PNG files.

use super::{Raster, RenderError};

/// Returns a picture as a PNG file.
///
/// # Errors
/// Returns an error if the picture has no pixels.
pub fn encode_png(raster: &Raster) -> Result<Vec<u8>, RenderError> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, raster.width, raster.height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Balanced);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(raster.pixels.as_flattened())?;
    writer.finish()?;
    Ok(file)
}
