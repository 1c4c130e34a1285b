//! The font of pictures: outlines and widths of letters.
//!
//! It is embedded, so that a picture has the same pixels on every machine. Other fonts draw only the
//! letters that it lacks.

use harfrust::{ShapeOptions, ShaperData, UnicodeBuffer};
use skrifa::charmap::Charmap;
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::outline::{DrawSettings, OutlineGlyphCollection, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider};
use std::sync::Arc;
use tiny_skia::{Path, PathBuilder, Transform};

/// The stroke around regular letters, as a share of their size: the font is a light one.
const REGULAR_WEIGHT: f32 = 0.016;
/// The stroke around bold letters, as a share of their size.
const BOLD_WEIGHT: f32 = 0.062;
/// The additional space after a bold letter, as a share of its size.
const BOLD_SPACE: f32 = 0.035;

/// One of the embedded fonts.
struct EmbeddedFont {
    letters: Charmap<'static>,
    outlines: OutlineGlyphCollection<'static>,
    metrics: GlyphMetrics<'static>,
}

impl EmbeddedFont {
    fn new(data: &'static [u8]) -> Option<Self> {
        let font = FontRef::new(data).ok()?;
        Some(Self {
            letters: font.charmap(),
            outlines: font.outline_glyphs(),
            metrics: font.glyph_metrics(Size::new(1.0), LocationRef::default()),
        })
    }
}

/// A font for letters that the embedded one lacks, such as a font of the system.
#[derive(Clone)]
pub struct FallbackFont {
    data: Arc<dyn AsRef<[u8]> + Send + Sync>,
    index: u32,
}

impl FallbackFont {
    /// Creates a font from the bytes of its file and its index in the file.
    pub fn new(data: Arc<dyn AsRef<[u8]> + Send + Sync>, index: u32) -> Self {
        Self { data, index }
    }

    /// Returns the font; `None` if the bytes are not a font.
    fn font(&self) -> Option<FontRef<'_>> {
        FontRef::from_index((*self.data).as_ref(), self.index).ok()
    }

    /// Reports whether the font has outlines for a letter.
    fn has(&self, letter: char) -> bool {
        self.font().is_some_and(|font| {
            let glyph = font.charmap().map(letter);
            glyph.is_some_and(|glyph| font.outline_glyphs().get(glyph).is_some())
        })
    }
}

/// The embedded fonts, of which the first one with a letter draws it, and the fonts for other
/// letters.
pub(super) struct PictureFont {
    fonts: Vec<EmbeddedFont>,
    fallbacks: Vec<FallbackFont>,
}

/// A line of text as an outline, with its start at the origin and the baseline at 0.
pub(super) struct TextOutline {
    /// The outline; `None` if nothing is visible.
    pub path: Option<Path>,
    /// The width of the line.
    pub width: f32,
    /// The width of the stroke around the outline that gives the letters their weight.
    pub stroke_width: f32,
}

impl PictureFont {
    /// Loads the embedded fonts, with others for the letters that they lack.
    pub fn new(fallbacks: Vec<FallbackFont>) -> Self {
        let data = [
            epaint_default_fonts::UBUNTU_LIGHT,
            epaint_default_fonts::HACK_REGULAR,
        ];
        Self {
            fonts: data.into_iter().filter_map(EmbeddedFont::new).collect(),
            fallbacks,
        }
    }

    /// Returns the font and the glyph of a letter; a hollow box if no font has it.
    fn glyph(&self, letter: char) -> Option<(&EmbeddedFont, GlyphId)> {
        self.fonts
            .iter()
            .find_map(|font| Some((font, font.letters.map(letter)?)))
            .or_else(|| Some((self.fonts.first()?, GlyphId::NOTDEF)))
    }

    /// Reports whether one of the fonts has a letter.
    pub fn has(&self, letter: char) -> bool {
        self.is_embedded(letter) || self.fallback_index(letter).is_some()
    }

    fn is_embedded(&self, letter: char) -> bool {
        let mut fonts = self.fonts.iter();
        fonts.any(|font| font.letters.map(letter).is_some())
    }

    /// Returns the fallback font of a letter; `None` if an embedded font draws it, or none can.
    fn fallback_index(&self, letter: char) -> Option<usize> {
        if self.fallbacks.is_empty() || self.is_embedded(letter) {
            return None;
        }
        self.fallbacks.iter().position(|font| font.has(letter))
    }

    /// Splits a text into runs of the embedded fonts (`None`) and of single fallback fonts. A space
    /// between two words of a fallback font belongs to it, so that both are in order in scripts that
    /// run to the left.
    fn runs(&self, text: &str) -> Vec<(Option<usize>, String)> {
        let mut letters: Vec<(Option<usize>, char)> = text
            .chars()
            .map(|letter| (self.fallback_index(letter), letter))
            .collect();
        for at in 1..letters.len().saturating_sub(1) {
            let (before, after) = (letters[at - 1].0, letters[at + 1].0);
            if letters[at].1 == ' ' && before == after {
                letters[at].0 = before;
            }
        }
        let runs = letters.chunk_by(|a, b| a.0 == b.0);
        runs.map(|run| (run[0].0, run.iter().map(|(_, letter)| letter).collect()))
            .collect()
    }

    /// Draws a run with a fallback font, in the shapes and the order of its script.
    fn draw_shaped(&self, index: usize, text: &str, (size, space): (f32, f32), pen: &mut PathPen) {
        let Some(font) = self.fallbacks.get(index).and_then(FallbackFont::font) else {
            return;
        };
        let data = ShaperData::new(&font);
        let shaper = data.shaper(&font).build();
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        buffer.guess_segment_properties();
        let shaped = shaper.shape(buffer, ShapeOptions::default());
        #[expect(clippy::cast_precision_loss, reason = "font units are small")]
        let scale = size / shaper.units_per_em() as f32;
        let outlines = font.outline_glyphs();
        let start_y = pen.y;
        for (glyph, place) in shaped.glyph_infos().iter().zip(shaped.glyph_positions()) {
            let [x, y, advance] = [place.x_offset, place.y_offset, place.x_advance].map(|units| {
                #[expect(clippy::cast_precision_loss, reason = "font units are small")]
                let units = units as f32;
                units * scale
            });
            let start_x = pen.x;
            (pen.x, pen.y) = (start_x + x, start_y + y);
            if let Some(outline) = outlines.get(GlyphId::new(glyph.glyph_id)) {
                let settings = DrawSettings::unhinted(Size::new(size), LocationRef::default());
                let _ = outline.draw(settings, pen);
            }
            pen.x = start_x + advance + space;
        }
        pen.y = start_y;
    }

    /// Draws a run with the embedded fonts, letter by letter.
    fn draw_embedded(&self, text: &str, (size, space): (f32, f32), pen: &mut PathPen) {
        for letter in text.chars() {
            let Some((font, glyph)) = self.glyph(letter) else {
                continue;
            };
            if let Some(outline) = font.outlines.get(glyph) {
                let settings = DrawSettings::unhinted(Size::new(size), LocationRef::default());
                // A glyph that cannot be drawn leaves a gap.
                let _ = outline.draw(settings, pen);
            }
            let advance = font.metrics.advance_width(glyph).unwrap_or_default();
            pen.x += advance * size + space;
        }
    }

    /// Returns a line of text as an outline.
    pub fn outline(&self, text: &str, size: f32, is_bold: bool) -> TextOutline {
        let mut pen = PathPen {
            path: PathBuilder::new(),
            x: 0.0,
            y: 0.0,
        };
        let space = if is_bold { BOLD_SPACE * size } else { 0.0 };
        for (fallback, run) in self.runs(text) {
            match fallback {
                Some(index) => self.draw_shaped(index, &run, (size, space), &mut pen),
                None => self.draw_embedded(&run, (size, space), &mut pen),
            }
        }
        let weight = if is_bold { BOLD_WEIGHT } else { REGULAR_WEIGHT };
        TextOutline {
            width: pen.x - space,
            path: pen.path.finish(),
            stroke_width: weight * size,
        }
    }
}

impl TextOutline {
    /// Returns the outline moved to a point.
    pub fn moved_to(self, x: f32, y: f32) -> Option<Path> {
        self.path?.transform(Transform::from_translate(x, y))
    }
}

/// A pen that draws glyphs side by side. Fonts measure upward, pictures downward.
struct PathPen {
    path: PathBuilder,
    /// The start of the current glyph.
    x: f32,
    /// The height of its baseline.
    y: f32,
}

impl OutlinePen for PathPen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.move_to(self.x + x, -(self.y + y));
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.path.line_to(self.x + x, -(self.y + y));
    }
    fn quad_to(&mut self, via_x: f32, via_y: f32, x: f32, y: f32) {
        let (x, via_x) = (self.x + x, self.x + via_x);
        let (y, via_y) = (self.y + y, self.y + via_y);
        self.path.quad_to(via_x, -via_y, x, -y);
    }
    fn curve_to(&mut self, via_x: f32, via_y: f32, then_x: f32, then_y: f32, x: f32, y: f32) {
        let start = self.x;
        let (via_x, then_x) = (start + via_x, start + then_x);
        let [via_y, then_y, y] = [via_y, then_y, y].map(|y| self.y + y);
        self.path
            .cubic_to(via_x, -via_y, then_x, -then_y, start + x, -y);
    }
    fn close(&mut self) {
        self.path.close();
    }
}
