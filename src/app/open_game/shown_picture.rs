//! The picture of the shown position, to copy and to export.

use super::OpenGame;
use kifu_core::games::DynGame;
use kifu_core::record::{Note, PlyTimes, Record};
use kifu_core::scene::{Palette, SceneItem};
use kifu_logs::formats::{PictureParts, render_svg};
use kifu_study::render::{
    AnimationTiming, GamePictures, PictureFormat, Raster, Rasterizer, RenderError, encode_png,
    render_animation,
};
use kifu_study::review::Thresholds;
use std::collections::BTreeSet;

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

    /// Returns the letters of the picture, each once.
    pub fn letters(&self) -> BTreeSet<char> {
        let scene = self.pictures().map(|pictures| pictures.scene(self.ply));
        let items = scene.map(|scene| scene.items).unwrap_or_default();
        let texts = items.iter().filter_map(|item| match item {
            SceneItem::Text(text) => Some(text.text.as_str()),
            SceneItem::Shape(_) => None,
        });
        texts.flat_map(str::chars).collect()
    }

    /// Returns the pixels of the picture.
    ///
    /// # Errors
    /// Returns an error if the game cannot be replayed.
    pub fn raster(&self, palette: Palette, rasterizer: &Rasterizer) -> Result<Raster, RenderError> {
        let scene = self.pictures()?.scene(self.ply);
        rasterizer.draw(&scene, palette, PICTURE_WIDTH)
    }

    /// Returns the letters of the picture that are boxes in it because no font has them.
    pub fn missing_letters(&self, rasterizer: &Rasterizer) -> Vec<char> {
        let scene = self.pictures().map(|pictures| pictures.scene(self.ply));
        scene.map_or_else(|_| Vec::new(), |scene| rasterizer.missing_letters(&scene))
    }

    /// Returns the picture as a file; a GIF shows the whole line.
    ///
    /// # Errors
    /// Returns an error if the game cannot be replayed.
    pub fn encode(
        &self,
        format: PictureFormat,
        palette: Palette,
        rasterizer: &Rasterizer,
    ) -> Result<Vec<u8>, RenderError> {
        match format {
            PictureFormat::Svg => {
                let scene = self.pictures()?.scene(self.ply);
                Ok(render_svg(&scene, palette).into_bytes())
            }
            PictureFormat::Png => encode_png(&self.raster(palette, rasterizer)?),
            PictureFormat::Gif => {
                let pictures = self.pictures()?;
                let (plies, timing) = (0..=pictures.last_ply(), AnimationTiming::default());
                let colors = (palette, ANIMATION_WIDTH);
                render_animation(&pictures, plies, rasterizer, colors, &timing)
            }
        }
    }
}
