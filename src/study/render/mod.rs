//! Pictures of games as files: SVG, PNG, and GIF animations.
//!
//! All of them come from the [`Scene`](kifu_core::scene::Scene) that the window draws too. [`GamePictures`]
//! makes the scenes of a game with what its review says; [`Rasterizer`] turns a scene into pixels,
//! with an embedded font; [`encode_png`] and [`GifAnimation`] write files.
//!
//! ```
//! use kifu_logs::formats::PictureParts;
//! use kifu_core::games::{CATALOGUE, by_id};
//! use kifu_core::record::Record;
//! use kifu_study::render::{GamePictures, Rasterizer, encode_png};
//! use kifu_study::review::Thresholds;
//! use kifu_core::scene::Palette;
//!
//! let record = Record {
//!     game: "clobber".to_owned(),
//!     moves: "b1a1 b2a2".to_owned(),
//!     ..Record::default()
//! };
//! let game = by_id(CATALOGUE, "clobber").unwrap();
//! let parts = PictureParts::default();
//! let pictures = GamePictures::new(&record, game, parts, &Thresholds::default())?;
//! let scene = pictures.scene(2);
//! let raster = Rasterizer::new().draw(&scene, Palette::LIGHT, 400)?;
//! assert!(encode_png(&raster)?.starts_with(b"\x89PNG"));
//! # Ok::<(), kifu_study::render::RenderError>(())
//! ```

mod contact_sheet;
mod font;
mod game_pictures;
mod gif;
mod picture_format;
mod raster;

pub use contact_sheet::SheetLayout;
pub use font::FallbackFont;
pub use game_pictures::{GamePictures, scaled_to};
pub use gif::{AnimationTiming, GifAnimation, MAX_FRAME_TIME, render_animation};
pub use picture_format::{MAX_PIXELS, PictureFormat, RenderError, encode_png};
pub use raster::{Raster, Rasterizer};
