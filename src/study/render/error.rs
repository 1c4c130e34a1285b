//! The errors of rendering.

use super::MAX_PIXELS;
use crate::review::PositionsError;

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
