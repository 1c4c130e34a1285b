//! The limits of pictures.

/// The maximum number of pixels of a picture.
pub const MAX_PIXELS: u64 = 1 << 26;
