//! Pixels of scenes.

use super::font::{FallbackFont, PictureFont};
use super::{MAX_PIXELS, RenderError};
use kifu_core::scene::{
    Anchor, Outline, Palette, Point, Role, Scene, SceneItem, SceneRect, Shape, Stroke, Text,
};
use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, StrokeDash,
    Transform,
};

/// A picture of opaque pixels.
#[derive(Clone, PartialEq, Eq)]
pub struct Raster {
    /// The width in pixels.
    pub width: u32,
    /// The height in pixels.
    pub height: u32,
    /// The pixels, row by row: red, green and blue.
    pub pixels: Vec<[u8; 3]>,
}

impl Raster {
    /// Returns the pixels of a row.
    pub(super) fn row(&self, y: u32) -> &[[u8; 3]] {
        let width = self.width as usize;
        &self.pixels[y as usize * width..][..width]
    }
}

/// A converter of scenes to pixels.
pub struct Rasterizer {
    font: PictureFont,
}

impl Default for Rasterizer {
    fn default() -> Self {
        Self::new()
    }
}

impl Rasterizer {
    /// Creates a converter, which loads the embedded font.
    pub fn new() -> Self {
        Self::with_fallbacks(Vec::new())
    }

    /// Creates a converter with fonts for the letters that the embedded font lacks, in the order in
    /// which they are asked.
    pub fn with_fallbacks(fonts: Vec<FallbackFont>) -> Self {
        Self {
            font: PictureFont::new(fonts),
        }
    }

    /// Returns the letters of a scene that no font has; they are drawn as boxes.
    pub fn missing_letters(&self, scene: &Scene) -> Vec<char> {
        let texts = scene.items.iter().filter_map(|item| match item {
            SceneItem::Text(text) => Some(&text.text),
            SceneItem::Shape(_) => None,
        });
        let letters = texts.flat_map(|text| text.chars());
        let mut missing: Vec<char> = letters.filter(|letter| !self.font.has(*letter)).collect();
        missing.sort_unstable();
        missing.dedup();
        missing
    }

    /// Draws a scene `width` pixels wide in the colours of a palette.
    ///
    /// Without fallback fonts the same scene gives the same pixels on every machine.
    ///
    /// # Errors
    /// Returns an error if the picture would have more than [`MAX_PIXELS`] pixels, or none.
    pub fn draw(&self, scene: &Scene, palette: Palette, width: u32) -> Result<Raster, RenderError> {
        let height = pixel_height(scene, width);
        let too_large = RenderError::TooLarge { width, height };
        if u64::from(width) * u64::from(height) > MAX_PIXELS {
            return Err(too_large);
        }
        let mut pixmap = Pixmap::new(width, height).ok_or(too_large)?;
        pixmap.fill(color(palette, Role::Page));
        let mut canvas = Canvas {
            font: &self.font,
            pixmap: &mut pixmap,
            palette,
            transform: Transform::from_scale(scale_of(scene, width), scale_of(scene, width)),
        };
        for item in &scene.items {
            match item {
                SceneItem::Shape(shape) => canvas.draw_shape(shape),
                SceneItem::Text(text) => canvas.draw_text(text),
            }
        }
        // The page is opaque, so that every pixel is.
        let pixels = pixmap.pixels().iter();
        let pixels = pixels.map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]);
        Ok(Raster {
            width,
            height,
            pixels: pixels.collect(),
        })
    }
}

/// Returns the number of pixels per unit of the scene.
#[expect(clippy::cast_precision_loss, reason = "widths are small")]
fn scale_of(scene: &Scene, width: u32) -> f32 {
    width as f32 / scene.size.x.max(f32::EPSILON)
}

/// Returns the height in pixels of a scene that is `width` pixels wide.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a float is clamped when it is converted"
)]
pub(super) fn pixel_height(scene: &Scene, width: u32) -> u32 {
    (scene.size.y * scale_of(scene, width)).round() as u32
}

fn color(palette: Palette, role: Role) -> Color {
    let [red, green, blue, opacity] = palette.color(role).0;
    Color::from_rgba8(red, green, blue, opacity)
}

/// The pixels on which a scene is drawn.
struct Canvas<'a> {
    font: &'a PictureFont,
    pixmap: &'a mut Pixmap,
    palette: Palette,
    transform: Transform,
}

impl Canvas<'_> {
    fn draw_shape(&mut self, shape: &Shape) {
        let Some(path) = path_of(&shape.outline) else {
            return;
        };
        if let Some(role) = shape.fill {
            self.fill(&path, role);
        }
        if let Some(stroke) = shape.stroke {
            self.stroke(&path, stroke);
        }
    }

    fn draw_text(&mut self, text: &Text) {
        let outline = self.font.outline(&text.text, text.size, text.bold);
        let left = match text.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => outline.width / 2.0,
            Anchor::End => outline.width,
        };
        let weight = Stroke::new(text.role, outline.stroke_width);
        // As in SVG files, the baseline is about a third of the size below the middle.
        let path = outline.moved_to(text.at.x - left, text.at.y + text.size * 0.35);
        if let Some(path) = path {
            self.fill(&path, text.role);
            self.stroke(&path, weight);
        }
    }

    fn fill(&mut self, path: &Path, role: Role) {
        let paint = self.paint(role);
        let rule = FillRule::Winding;
        self.pixmap
            .fill_path(path, &paint, rule, self.transform, None);
    }

    fn stroke(&mut self, path: &Path, stroke: Stroke) {
        let paint = self.paint(stroke.role);
        let mut style = tiny_skia::Stroke {
            width: stroke.width,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            ..tiny_skia::Stroke::default()
        };
        if stroke.dashed {
            // Round line caps would fill the gaps.
            let lengths = vec![2.0 * stroke.width, 1.6 * stroke.width];
            style.dash = StrokeDash::new(lengths, 0.0);
            style.line_cap = LineCap::Butt;
        }
        self.pixmap
            .stroke_path(path, &paint, &style, self.transform, None);
    }

    fn paint(&self, role: Role) -> Paint<'static> {
        let mut paint = Paint {
            anti_alias: true,
            ..Paint::default()
        };
        paint.set_color(color(self.palette, role));
        paint
    }
}

fn path_of(outline: &Outline) -> Option<Path> {
    match outline {
        Outline::Area(area, round) => rectangle(*area, *round),
        Outline::Disc(center, radius) => PathBuilder::from_circle(center.x, center.y, *radius),
        Outline::Path { points, closed } => polyline(points, *closed),
    }
}

fn rectangle(area: SceneRect, round: f32) -> Option<Path> {
    /// The distance of a circle's control points, as a share of its radius.
    const KAPPA: f32 = 0.552_284_8;
    let round = round.min(area.width / 2.0).min(area.height / 2.0);
    if round <= 0.0 {
        return Rect::from_xywh(area.x, area.y, area.width, area.height)
            .map(PathBuilder::from_rect);
    }
    let [left, top] = [area.x, area.y];
    let [right, bottom] = [area.x + area.width, area.y + area.height];
    let near = round * (1.0 - KAPPA);
    let mut path = PathBuilder::new();
    path.move_to(left + round, top);
    path.line_to(right - round, top);
    path.cubic_to(right - near, top, right, top + near, right, top + round);
    path.line_to(right, bottom - round);
    let corner = right - near;
    path.cubic_to(right, bottom - near, corner, bottom, right - round, bottom);
    path.line_to(left + round, bottom);
    path.cubic_to(
        left + near,
        bottom,
        left,
        bottom - near,
        left,
        bottom - round,
    );
    path.line_to(left, top + round);
    path.cubic_to(left, top + near, left + near, top, left + round, top);
    path.close();
    path.finish()
}

fn polyline(points: &[Point], closed: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    let (first, rest) = points.split_first()?;
    path.move_to(first.x, first.y);
    if rest.is_empty() {
        // A point, which round ends make visible.
        path.line_to(first.x, first.y);
    }
    for point in rest {
        path.line_to(point.x, point.y);
    }
    if closed {
        path.close();
    }
    path.finish()
}
