//! Painting of scene items on the screen.

use super::BoardTransform;
use super::mesh_builder::{MeshBuilder, StrokeStyle};
use crate::ui::to_color32;
use egui::epaint::{Mesh, TextShape};
use egui::{Color32, FontId, Painter, Pos2, Rect, Vec2, pos2, vec2};
use kifu_core::scene::{Anchor, Outline, Palette, Point, Role, SceneItem, SceneRect, Shape, Text};
use std::sync::Arc;

/// Paints scene items once, without caching; [`BoardView`](super::BoardView) is the interactive
/// widget.
pub fn paint(items: &[SceneItem], transform: &BoardTransform, palette: Palette, painter: &Painter) {
    let mut kept = PictureCache::default();
    kept.refresh(items, *transform, palette);
    kept.paint(painter);
}

/// A picture prepared for painting and kept until it, its position or its palette changes.
#[derive(Default)]
pub(super) struct PictureCache {
    source: Option<(Vec<SceneItem>, BoardTransform, Palette)>,
    layers: Vec<PaintLayer>,
}

/// A layer of a picture: triangles or a text, painted in order.
enum PaintLayer {
    Mesh(Arc<Mesh>),
    Text(PreparedText),
}

/// A text prepared for layout. Its glyphs are laid out again in each frame, since egui may move
/// them in its texture at any time.
struct PreparedText {
    text: String,
    at: Pos2,
    anchor: Anchor,
    /// The font size in points.
    size: f32,
    /// The factor by which the laid-out text is enlarged when painted.
    scale: f32,
    color: Color32,
    /// The number of extra passes, each one pixel further right, that imitate the missing bold
    /// font.
    bold_passes: u8,
}

impl PictureCache {
    /// Prepares the picture if anything changed, and reports whether its items changed.
    pub fn refresh(
        &mut self,
        items: &[SceneItem],
        transform: BoardTransform,
        palette: Palette,
    ) -> bool {
        let others = match &self.source {
            Some((old, old_transform, old_palette)) => {
                let others = old != items;
                if !others && *old_transform == transform && *old_palette == palette {
                    return false;
                }
                others
            }
            None => true,
        };
        self.layers = build_layers(items, &transform, palette);
        self.source = Some((items.to_vec(), transform, palette));
        others
    }

    pub fn paint(&self, painter: &Painter) {
        for layer in &self.layers {
            match layer {
                PaintLayer::Mesh(mesh) => {
                    painter.add(Arc::clone(mesh));
                }
                PaintLayer::Text(prepared) => prepared.paint(painter),
            }
        }
    }
}

fn build_layers(
    items: &[SceneItem],
    transform: &BoardTransform,
    palette: Palette,
) -> Vec<PaintLayer> {
    let mut builder = MeshBuilder::new(transform.pixels_per_point);
    let mut layers = Vec::new();
    let flush = |builder: &mut MeshBuilder| {
        builder
            .take_mesh()
            .map(|mesh| PaintLayer::Mesh(Arc::new(mesh)))
    };
    for item in items {
        match item {
            SceneItem::Shape(shape) => draw_shape(
                shape,
                transform,
                &|role| to_color32(palette.color(role)),
                &mut builder,
            ),
            SceneItem::Text(text) => {
                if let Some(prepared) = PreparedText::new(text, transform, palette) {
                    layers.extend(flush(&mut builder));
                    layers.push(PaintLayer::Text(prepared));
                }
            }
        }
    }
    layers.extend(flush(&mut builder));
    layers
}

/// Draws a shape in the colours that `ink` returns for its roles.
pub(super) fn draw_shape(
    shape: &Shape,
    transform: &BoardTransform,
    ink: &dyn Fn(Role) -> Color32,
    builder: &mut MeshBuilder,
) {
    let transform = &transform.for_item(shape.area());
    let stroke = shape.stroke.map(|stroke| StrokeStyle {
        width: stroke.width * transform.scale,
        color: ink(stroke.role),
        is_closed: true,
        is_dashed: stroke.dashed,
    });
    let fill = shape.fill.map(ink);
    match &shape.outline {
        Outline::Area(area, round) => {
            let stroke = stroke.map(|line| StrokeStyle {
                width: transform.snap_width(line.width),
                ..line
            });
            let rect = snap_rect(*area, stroke.map(|line| line.width), transform);
            fill_and_stroke(
                &rounded_rect_points(rect, round * transform.scale, builder),
                fill,
                stroke,
                builder,
            );
        }
        Outline::Disc(center, radius) => {
            let points =
                builder.circle_points(transform.screen_pos(*center), radius * transform.scale);
            fill_and_stroke(&points, fill, stroke, builder);
        }
        Outline::Path { points, closed } => {
            let stroke = stroke.map(|line| StrokeStyle {
                is_closed: *closed,
                ..line
            });
            let (points, stroke) = snap_polyline(points, stroke, transform);
            fill_and_stroke(&points, fill, stroke, builder);
        }
    }
}

fn fill_and_stroke(
    points: &[Pos2],
    fill: Option<Color32>,
    stroke: Option<StrokeStyle>,
    builder: &mut MeshBuilder,
) {
    if let Some(color) = fill {
        builder.fill(points, color);
    }
    if let Some(line) = stroke {
        builder.stroke(points, line);
    }
}

/// Snaps the edges of a rectangle, or those of its stroke, to pixel boundaries unless it would
/// vanish.
fn snap_rect(area: SceneRect, stroke: Option<f32>, transform: &BoardTransform) -> Rect {
    let rect = transform.screen_rect(area);
    let put = |value: f32| match stroke {
        Some(width) => transform.snap_center(value, width),
        None => transform.snap_edge(value),
    };
    let min = pos2(put(rect.min.x), put(rect.min.y));
    let max = pos2(put(rect.max.x), put(rect.max.y));
    let crisp = Rect::from_min_max(min, max);
    if crisp.is_positive() { crisp } else { rect }
}

/// Returns the outline of a rectangle with corners of radius `round`.
pub(super) fn rounded_rect_points(rect: Rect, round: f32, builder: &MeshBuilder) -> Vec<Pos2> {
    let round = round.min(rect.width() / 2.0).min(rect.height() / 2.0);
    if round <= 0.0 {
        let [a, b] = [rect.min, rect.max];
        return vec![a, pos2(b.x, a.y), b, pos2(a.x, b.y)];
    }
    builder
        .corner_offsets(round)
        .map(|(quarter, way)| {
            let middle = match quarter {
                0 => pos2(rect.max.x - round, rect.max.y - round),
                1 => pos2(rect.min.x + round, rect.max.y - round),
                2 => pos2(rect.min.x + round, rect.min.y + round),
                _ => pos2(rect.max.x - round, rect.min.y + round),
            };
            middle + way
        })
        .collect()
}

/// Snaps a polyline to whole pixels if all its segments are horizontal or vertical.
fn snap_polyline(
    points: &[Point],
    stroke: Option<StrokeStyle>,
    transform: &BoardTransform,
) -> (Vec<Pos2>, Option<StrokeStyle>) {
    let straight = |pair: &[Point]| {
        let (x, y) = (pair[0].x - pair[1].x, pair[0].y - pair[1].y);
        x.abs() < 1e-4 || y.abs() < 1e-4
    };
    let placed = points.iter().map(|point| transform.screen_pos(*point));
    match stroke {
        Some(line) if points.windows(2).all(straight) => {
            let width = transform.snap_width(line.width);
            let put = |pos: Pos2| {
                pos2(
                    transform.snap_center(pos.x, width),
                    transform.snap_center(pos.y, width),
                )
            };
            (
                placed.map(put).collect(),
                Some(StrokeStyle { width, ..line }),
            )
        }
        _ => (placed.collect(), stroke),
    }
}

impl PreparedText {
    /// Prepares a text; returns `None` if it is too small to be seen.
    fn new(text: &Text, transform: &BoardTransform, palette: Palette) -> Option<Self> {
        // In pixels. Sizes are whole numbers so that a growing board does not fill the glyph
        // texture.
        const MIN_PIXELS: f32 = 4.0;
        const MAX_LAYOUT_PIXELS: f32 = 160.0;
        let pixels = text.size * transform.scale * transform.pixels_per_point;
        if !(MIN_PIXELS..=1e5).contains(&pixels) || text.text.is_empty() {
            return None;
        }
        let (laid, scale) = if pixels > MAX_LAYOUT_PIXELS {
            (MAX_LAYOUT_PIXELS, pixels / MAX_LAYOUT_PIXELS)
        } else {
            (pixels.round(), 1.0)
        };
        let weight = if text.bold {
            (pixels * 0.045).round().clamp(1.0, 6.0)
        } else {
            0.0
        };
        let (at, anchor) = transform.text_pos(text);
        Some(Self {
            text: text.text.clone(),
            at,
            anchor,
            size: laid / transform.pixels_per_point,
            scale,
            color: to_color32(palette.color(text.role)),
            bold_passes: to_u8(weight),
        })
    }

    fn paint(&self, painter: &Painter) {
        let font = FontId::proportional(self.size);
        let galley = painter.layout_no_wrap(self.text.clone(), font, self.color);
        let Some(row) = galley.rows.first() else {
            return;
        };
        let baseline = row
            .row
            .glyphs
            .first()
            .map_or(self.size, |glyph| glyph.pos.y)
            + row.pos.y;
        let pixel = 1.0 / painter.pixels_per_point();
        let thick = f32::from(self.bold_passes) * pixel;
        let width = galley.size().x * self.scale + thick;
        let left = match self.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => width / 2.0,
            Anchor::End => width,
        };
        // As in SVG files, the baseline lies about a third of the font size below the middle.
        let up = (baseline - self.size * 0.35) * self.scale;
        let corner = self.at - vec2(left, up);
        for nth in 0..=self.bold_passes {
            let mut shape = TextShape::new(Pos2::ZERO, Arc::clone(&galley), self.color);
            if self.scale > 1.0 {
                shape.transform(egui::emath::TSTransform::from_scaling(self.scale));
            }
            shape.pos = corner + Vec2::X * (f32::from(nth) * pixel);
            painter.add(shape);
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "bounded where it is made"
)]
fn to_u8(value: f32) -> u8 {
    value as u8
}
