//! GIF animations of games: one palette for all frames, of which only the pixels that change are
//! stored.

use super::{GamePictures, Raster, Rasterizer, RenderError};
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use kifu_core::scene::Palette;
use kifu_logs::files::FallbackThreadPool;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::ops::RangeInclusive;
use std::time::Duration;

/// An animation that is being built.
pub struct GifAnimation {
    frames: Vec<StoredFrame>,
    counts: ColorCounts,
    last: Option<Raster>,
}

/// The part of a frame that differs from the one before.
struct StoredFrame {
    left: u32,
    top: u32,
    width: u32,
    height: u32,
    /// The pixels; `None` where nothing changes.
    pixels: Vec<Option<[u8; 3]>>,
    /// The time for which the frame is shown, in hundredths of a second.
    delay_cs: u16,
}

impl Default for GifAnimation {
    fn default() -> Self {
        Self::new()
    }
}

impl GifAnimation {
    /// Creates an animation without frames.
    pub fn new() -> Self {
        Self {
            frames: Vec::new(),
            counts: ColorCounts::default(),
            last: None,
        }
    }

    /// Adds a frame, shown for a time in hundredths of a second.
    ///
    /// # Errors
    /// Returns an error if the frame is larger or smaller than the ones before, or too large for
    /// the format.
    pub fn push(&mut self, raster: Raster, delay_cs: u16) -> Result<(), RenderError> {
        let (width, height) = (raster.width, raster.height);
        let is_same_size = |last: &Raster| (last.width, last.height) == (width, height);
        if width.max(height) > u32::from(u16::MAX) || !self.last.as_ref().is_none_or(is_same_size) {
            return Err(RenderError::TooLarge { width, height });
        }
        let frame = StoredFrame::of_changes(&raster, self.last.as_ref(), delay_cs);
        for pixel in frame.pixels.iter().flatten() {
            *self.counts.entry(*pixel).or_default() += 1;
        }
        self.frames.push(frame);
        self.last = Some(raster);
        Ok(())
    }

    /// Returns the animation as a GIF file.
    ///
    /// # Errors
    /// Returns an error if there are no frames.
    pub fn finish(self, repeats: bool) -> Result<Vec<u8>, RenderError> {
        let (width, height) = self.last.map_or((0, 0), |last| (last.width, last.height));
        let palette = GifPalette::choose(&self.counts);
        let transparent = u8::try_from(palette.colors.len()).unwrap_or(u8::MAX);
        let mut colors = palette.colors.concat();
        colors.extend([0; 3]);
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, to_u16(width), to_u16(height), &colors)?;
        if repeats {
            encoder.set_repeat(Repeat::Infinite)?;
        }
        for stored in self.frames {
            let index =
                |pixel: &Option<[u8; 3]>| pixel.map_or(transparent, |it| palette.index_of(it));
            encoder.write_frame(&Frame {
                delay: stored.delay_cs,
                dispose: DisposalMethod::Keep,
                transparent: Some(transparent),
                left: to_u16(stored.left),
                top: to_u16(stored.top),
                width: to_u16(stored.width),
                height: to_u16(stored.height),
                buffer: Cow::Owned(stored.pixels.iter().map(index).collect()),
                ..Frame::default()
            })?;
        }
        drop(encoder);
        Ok(file)
    }
}

/// Converts a length that was found to fit.
fn to_u16(length: u32) -> u16 {
    u16::try_from(length).unwrap_or(u16::MAX)
}

impl StoredFrame {
    /// Returns what changes from the frame before.
    fn of_changes(raster: &Raster, last: Option<&Raster>, delay_cs: u16) -> Self {
        let Some(last) = last else {
            return Self {
                left: 0,
                top: 0,
                width: raster.width,
                height: raster.height,
                pixels: raster.pixels.iter().copied().map(Some).collect(),
                delay_cs,
            };
        };
        let (rows, columns) = changed_area(raster, last);
        let mut pixels = Vec::new();
        for y in rows.clone() {
            let [now, before] = [raster, last].map(|it| &it.row(y)[columns.clone()]);
            let changed = |(now, before): (&[u8; 3], &[u8; 3])| (now != before).then_some(*now);
            pixels.extend(now.iter().zip(before).map(changed));
        }
        let to_u32 = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
        Self {
            left: to_u32(columns.start),
            top: rows.start,
            width: to_u32(columns.len()),
            height: rows.end - rows.start,
            pixels,
            delay_cs,
        }
    }
}

/// Returns the rows and columns between which two frames differ; one pixel if they do not, for the
/// format has no empty frames.
fn changed_area(now: &Raster, before: &Raster) -> (std::ops::Range<u32>, std::ops::Range<usize>) {
    let differs = |y: &u32| now.row(*y) != before.row(*y);
    let Some(top) = (0..now.height).find(differs) else {
        return (0..1, 0..1);
    };
    let bottom = (top..now.height).rev().find(differs).unwrap_or(top);
    let (mut left, mut right) = (now.width as usize, 0);
    for y in top..=bottom {
        let pairs = || now.row(y).iter().zip(before.row(y));
        if let Some(first) = pairs().position(|(now, before)| now != before) {
            left = left.min(first);
            let last = pairs().rposition(|(now, before)| now != before);
            right = right.max(last.unwrap_or(first));
        }
    }
    (top..bottom + 1, left..right + 1)
}

/// The maximum number of colours; one more index of a GIF is kept for unchanged pixels.
const MAX_COLORS: usize = 255;

/// The number of pixels of each colour.
pub(super) type ColorCounts = FxHashMap<[u8; 3], u64>;

/// The colours of an animation.
pub(super) struct GifPalette {
    /// The colours.
    pub colors: Vec<[u8; 3]>,
    /// The index of the nearest one for each colour that was counted.
    index: FxHashMap<[u8; 3], u8>,
}

impl GifPalette {
    /// Chooses colours: the most frequent one, and then again and again the one whose pixels are
    /// the worst off with those that were chosen.
    ///
    /// So plain areas keep their exact colours, and the shades between them at the edges of shapes
    /// share the rest.
    pub fn choose(counts: &ColorCounts) -> Self {
        let mut all: Vec<([u8; 3], u64)> = counts.iter().map(|(color, n)| (*color, *n)).collect();
        // The order of a hash map is not part of the result.
        all.sort_unstable_by(|(a, m), (b, n)| n.cmp(m).then(a.cmp(b)));
        let mut nearest: Vec<(u64, u8)> = vec![(u64::MAX, 0); all.len()];
        let mut colors = Vec::new();
        let mut next = (!all.is_empty()).then_some(0);
        while let Some(at) = next.filter(|_| colors.len() < MAX_COLORS) {
            let chosen = all[at].0;
            let number = u8::try_from(colors.len()).unwrap_or(u8::MAX);
            colors.push(chosen);
            let mut worst = (0, None);
            for (at, ((color, count), near)) in all.iter().zip(&mut nearest).enumerate() {
                let far = distance(*color, chosen);
                if far < near.0 {
                    *near = (far, number);
                }
                let error = near.0.saturating_mul(*count);
                if error > worst.0 {
                    worst = (error, Some(at));
                }
            }
            next = worst.1;
        }
        let index = all.iter().zip(&nearest);
        Self {
            index: index.map(|((color, _), near)| (*color, near.1)).collect(),
            colors,
        }
    }

    /// Returns the index of the colour that replaces one that was counted.
    pub fn index_of(&self, color: [u8; 3]) -> u8 {
        self.index.get(&color).copied().unwrap_or_default()
    }
}

/// Returns the squared distance of two colours, weighted as the eye sees them.
fn distance(a: [u8; 3], b: [u8; 3]) -> u64 {
    let part = |i: usize, weight: u64| weight * u64::from(a[i].abs_diff(b[i])).pow(2);
    part(0, 3) + part(1, 4) + part(2, 2)
}

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
    /// Whether the animation starts again at its end.
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
    rasterizer: &Rasterizer,
    (palette, width): (Palette, u32),
    timing: &AnimationTiming,
) -> Result<Vec<u8>, RenderError> {
    let scenes = pictures.scenes(plies.clone());
    let numbered: Vec<_> = plies.clone().zip(&scenes).collect();
    let mut animation = GifAnimation::new();
    let pool = FallbackThreadPool::start(0);
    for batch in numbered.chunks(BATCH) {
        let draw = |(_, scene): &(u32, &_)| rasterizer.draw(scene, palette, width);
        let rasters: Vec<_> = pool.run(|| batch.par_iter().map(draw).collect());
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
