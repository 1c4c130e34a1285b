//! The picture of the shown position, to copy and to export.

use super::OpenGame;
use kifu_core::games::DynGame;
use kifu_core::record::{Note, PlyTimes, Record};
use kifu_core::scene::Palette;
use kifu_logs::formats::{PictureParts, render_svg};
use kifu_study::render::{
    AnimationTiming, GamePictures, PictureFormat, Raster, Rasterizer, RenderError, encode_png,
    render_animation,
};
use kifu_study::review::Thresholds;

/// The width of a picture in pixels, as `kifu render` has it.
const PICTURE_WIDTH: u32 = 800;
/// The width of an animation in pixels, as `kifu render` has it.
const ANIMATION_WIDTH: u32 = 480;

/// A line of a game and a ply in it, to be drawn.
#[derive(Clone)]
pub struct ShownPicture {
    record: Record,
    game: &'static dyn DynGame,
    ply: u32,
    parts: PictureParts,
    thresholds: Thresholds,
}

impl OpenGame {
    /// Returns the picture of the shown position, with these parts.
    pub fn shown_picture(&self, parts: PictureParts, thresholds: Thresholds) -> ShownPicture {
        ShownPicture {
            record: if self.is_on_main_line() {
                self.to_record()
            } else {
                self.line_record()
            },
            game: self.game(),
            ply: self.ply_of(self.cursor_index()),
            parts,
            thresholds,
        }
    }

    /// Returns the moves to the shown position as a record, without the result and the times, which
    /// belong to the game as it was played.
    fn line_record(&self) -> Record {
        let nodes = self.line().iter().enumerate();
        let notes = nodes
            .take(self.cursor_index() + 1)
            .filter_map(|(index, node)| {
                let note = Note {
                    variations: Vec::new(),
                    ..self.tree().note(*node).clone()
                };
                let ply = self.ply_of(index);
                (ply > 0 && note != Note::default()).then_some((ply, note))
            });
        Record {
            moves: self.moves_text(),
            notes: notes.collect(),
            times_ms: PlyTimes::default(),
            attempt: None,
            result: None,
            reported: None,
            ..self.record().clone()
        }
    }
}

impl ShownPicture {
    fn pictures(&self) -> Result<GamePictures<'_>, RenderError> {
        GamePictures::new(&self.record, self.game, self.parts, &self.thresholds)
    }

    /// Returns the pixels of the picture.
    ///
    /// # Errors
    /// Returns an error if the game cannot be replayed.
    pub fn raster(&self, palette: Palette) -> Result<Raster, RenderError> {
        let scene = self.pictures()?.scene(self.ply);
        Rasterizer::new().draw(&scene, palette, PICTURE_WIDTH)
    }

    /// Returns the picture as a file; a GIF shows the whole line.
    ///
    /// # Errors
    /// Returns an error if the game cannot be replayed.
    pub fn encode(&self, format: PictureFormat, palette: Palette) -> Result<Vec<u8>, RenderError> {
        match format {
            PictureFormat::Svg => {
                let scene = self.pictures()?.scene(self.ply);
                Ok(render_svg(&scene, palette).into_bytes())
            }
            PictureFormat::Png => encode_png(&self.raster(palette)?),
            PictureFormat::Gif => {
                let pictures = self.pictures()?;
                let (plies, timing) = (0..=pictures.last_ply(), AnimationTiming::default());
                render_animation(&pictures, plies, palette, ANIMATION_WIDTH, &timing)
            }
        }
    }
}
