//! Files of pictures: their formats, PNG, the largest size, and what can go wrong.

use super::Raster;
use crate::review::PositionsError;
use std::path::Path;

/// A format of picture files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureFormat {
    /// Scalable Vector Graphics.
    Svg,
    /// Portable Network Graphics.
    Png,
    /// Graphics Interchange Format, animated.
    Gif,
}

impl PictureFormat {
    /// All formats.
    pub const ALL: [Self; 3] = [Self::Svg, Self::Png, Self::Gif];

    /// Returns the name of the format, which is also the extension of its files.
    ///
    /// ```
    /// use kifu_study::render::PictureFormat;
    ///
    /// assert_eq!(PictureFormat::Gif.id(), "gif");
    /// ```
    pub const fn id(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Gif => "gif",
        }
    }

    /// Returns the format with this name.
    pub fn by_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.id() == id)
    }

    /// Returns the format that the extension of a path names.
    ///
    /// ```
    /// use kifu_study::render::PictureFormat;
    ///
    /// let format = PictureFormat::of_path("game.PNG".as_ref());
    /// assert_eq!(format, Some(PictureFormat::Png));
    /// ```
    pub fn of_path(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        Self::by_id(&extension)
    }
}

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

/// The maximum number of pixels of a picture.
pub const MAX_PIXELS: u64 = 1 << 26;

/// An error in rendering a picture.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// The game cannot be replayed.
    #[error(transparent)]
    Game(#[from] PositionsError),
    /// The picture would have no pixels or too many, or frames differ in size.
    #[error(
        "a picture of {width} by {height} pixels is not possible: expected at least 1 and at most {MAX_PIXELS}"
    )]
    TooLarge {
        /// The width in pixels.
        width: u32,
        /// The height in pixels.
        height: u32,
    },
    /// A PNG file cannot be encoded.
    #[error("cannot encode the PNG file: {0}")]
    Png(#[from] png::EncodingError),
    /// A GIF file cannot be encoded.
    #[error("cannot encode the GIF file: {0}")]
    Gif(#[from] gif::EncodingError),
}
