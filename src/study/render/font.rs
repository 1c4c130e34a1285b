//! The font of pictures: outlines and widths of letters.
//!
//! It is embedded, so that a picture has the same pixels on every machine.

use skrifa::charmap::Charmap;
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::outline::{DrawSettings, OutlineGlyphCollection, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider};
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

/// The embedded fonts, of which the first one with a letter draws it.
pub(super) struct PictureFont {
    fonts: Vec<EmbeddedFont>,
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
    /// Loads the embedded fonts.
    pub fn new() -> Self {
        let data = [
            epaint_default_fonts::UBUNTU_LIGHT,
            epaint_default_fonts::HACK_REGULAR,
        ];
        Self {
            fonts: data.into_iter().filter_map(EmbeddedFont::new).collect(),
        }
    }

    /// Returns the font and the glyph of a letter; a hollow box if no font has it.
    fn glyph(&self, letter: char) -> Option<(&EmbeddedFont, GlyphId)> {
        self.fonts
            .iter()
            .find_map(|font| Some((font, font.letters.map(letter)?)))
            .or_else(|| Some((self.fonts.first()?, GlyphId::NOTDEF)))
    }

    /// Reports whether the font has a letter.
    pub fn has(&self, letter: char) -> bool {
        self.fonts
            .iter()
            .any(|font| font.letters.map(letter).is_some())
    }

    /// Returns a line of text as an outline.
    pub fn outline(&self, text: &str, size: f32, is_bold: bool) -> TextOutline {
        let mut pen = PathPen {
            path: PathBuilder::new(),
            x: 0.0,
        };
        let space = if is_bold { BOLD_SPACE * size } else { 0.0 };
        for letter in text.chars() {
            let Some((font, glyph)) = self.glyph(letter) else {
                continue;
            };
            if let Some(outline) = font.outlines.get(glyph) {
                let settings = DrawSettings::unhinted(Size::new(size), LocationRef::default());
                // A glyph that cannot be drawn leaves a gap.
                let _ = outline.draw(settings, &mut pen);
            }
            let advance = font.metrics.advance_width(glyph).unwrap_or_default();
            pen.x += advance * size + space;
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
}

impl OutlinePen for PathPen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.move_to(self.x + x, -y);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.path.line_to(self.x + x, -y);
    }
    fn quad_to(&mut self, via_x: f32, via_y: f32, x: f32, y: f32) {
        self.path.quad_to(self.x + via_x, -via_y, self.x + x, -y);
    }
    fn curve_to(&mut self, via_x: f32, via_y: f32, then_x: f32, then_y: f32, x: f32, y: f32) {
        let start = self.x;
        let (via_x, then_x) = (start + via_x, start + then_x);
        self.path
            .cubic_to(via_x, -via_y, then_x, -then_y, start + x, -y);
    }
    fn close(&mut self) {
        self.path.close();
    }
}
