//! GIF animations: one palette for all frames, of which only the pixels that change are stored.

use super::gif_palette::{ColorCounts, GifPalette};
use super::{Raster, RenderError};
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use std::borrow::Cow;

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
