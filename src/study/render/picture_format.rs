//! The formats of picture files.

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
