//! Animations of games.

use super::{GamePictures, GifAnimation, Rasterizer, RenderError};
use kifu_core::scene::Palette;
use rayon::prelude::*;
use std::ops::RangeInclusive;
use std::time::Duration;

/// The number of frames that are drawn in parallel; more would only need memory.
const BATCH: usize = 16;
/// The maximum time for which a frame can be shown, which the format limits.
pub const MAX_FRAME_TIME: Duration = Duration::from_mins(10);

/// The times for which the frames of an animation are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnimationTiming {
    /// The time of an ordinary ply.
    pub ply: Duration,
    /// The time of a key moment, and of the last frame.
    pub pause: Duration,
    /// Whether the animation starts anew at its end.
    pub repeats: bool,
}

impl Default for AnimationTiming {
    fn default() -> Self {
        Self {
            ply: Duration::from_millis(700),
            pause: Duration::from_millis(2800),
            repeats: true,
        }
    }
}

/// Returns the animation of some plies of a game as a GIF file, `width` pixels wide.
///
/// # Errors
/// Returns an error if the frames would be too large.
pub fn render_animation(
    pictures: &GamePictures<'_>,
    plies: RangeInclusive<u32>,
    palette: Palette,
    width: u32,
    timing: &AnimationTiming,
) -> Result<Vec<u8>, RenderError> {
    let rasterizer = Rasterizer::new();
    let scenes = pictures.scenes(plies.clone());
    let numbered: Vec<_> = plies.clone().zip(&scenes).collect();
    let mut animation = GifAnimation::new();
    for batch in numbered.chunks(BATCH) {
        let draw = |(_, scene): &(u32, &_)| rasterizer.draw(scene, palette, width);
        let rasters: Vec<_> = batch.par_iter().map(draw).collect();
        for ((ply, _), raster) in batch.iter().zip(rasters) {
            let is_pause = ply == plies.end() || pictures.is_key_moment(*ply);
            let time = if is_pause { timing.pause } else { timing.ply };
            animation.push(raster?, hundredths(time))?;
        }
    }
    animation.finish(timing.repeats)
}

/// Converts a time to hundredths of a second. Browsers slow down frames shorter than two.
fn hundredths(time: Duration) -> u16 {
    let time = time.min(MAX_FRAME_TIME).as_millis() / 10;
    u16::try_from(time).unwrap_or(u16::MAX).max(2)
}
