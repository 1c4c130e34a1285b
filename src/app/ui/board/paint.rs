//! Pictures on the screen.

use super::Fit;
use super::pen::{Line, Pen};
use crate::app::ui::tint;
use crate::contract::scene::{
    Anchor, Outline, Palette, Point, Role, SceneItem, SceneRect, Shape, Text,
};
use egui::epaint::{Mesh, TextShape};
use egui::{Color32, FontId, Painter, Pos2, Rect, Vec2, pos2, vec2};
use std::sync::Arc;

/// Paints a picture; see [`BoardView`](super::BoardView) for one that is kept and can be used.
pub fn paint(items: &[SceneItem], fit: &Fit, palette: Palette, painter: &Painter) {
    let mut kept = Kept::default();
    kept.refresh(items, *fit, palette);
    kept.paint(painter);
}

/// A picture made ready, until it or its place changes.
#[derive(Default)]
pub(super) struct Kept {
    made_of: Option<(Vec<SceneItem>, Fit, Palette)>,
    layers: Vec<Layer>,
}

/// Triangles and texts, in the order in which they lie one upon the other.
enum Layer {
    Mesh(Arc<Mesh>),
    Text(Writing),
}

/// A text ready to be laid out. The letters themselves the toolkit keeps: their places in its
/// texture may change in any frame.
struct Writing {
    text: String,
    at: Pos2,
    anchor: Anchor,
    /// In points.
    size: f32,
    /// So much larger it is painted than laid out.
    scale: f32,
    color: Color32,
    /// It is painted so often more, each time a pixel further, for there is no bold font.
    weight: u8,
}

impl Kept {
    /// Makes the picture ready, if it is another than before; whether its items are others.
    pub fn refresh(&mut self, items: &[SceneItem], fit: Fit, palette: Palette) -> bool {
        let others = match &self.made_of {
            Some((old, old_fit, old_palette)) => {
                let others = old != items;
                if !others && *old_fit == fit && *old_palette == palette {
                    return false;
                }
                others
            }
            None => true,
        };
        self.layers = layers(items, &fit, palette);
        self.made_of = Some((items.to_vec(), fit, palette));
        others
    }

    pub fn paint(&self, painter: &Painter) {
        for layer in &self.layers {
            match layer {
                Layer::Mesh(mesh) => {
                    painter.add(Arc::clone(mesh));
                }
                Layer::Text(writing) => writing.paint(painter),
            }
        }
    }
}

fn layers(items: &[SceneItem], fit: &Fit, palette: Palette) -> Vec<Layer> {
    let mut pen = Pen::new(fit.density);
    let mut layers = Vec::new();
    let flush = |pen: &mut Pen| pen.take().map(|mesh| Layer::Mesh(Arc::new(mesh)));
    for item in items {
        match item {
            SceneItem::Shape(shape) => {
                draw(shape, fit, &|role| tint(palette.color(role)), &mut pen)
            }
            SceneItem::Text(text) => {
                if let Some(writing) = Writing::new(text, fit, palette) {
                    layers.extend(flush(&mut pen));
                    layers.push(Layer::Text(writing));
                }
            }
        }
    }
    layers.extend(flush(&mut pen));
    layers
}

/// Draws a shape in the colours that `ink` knows.
pub(super) fn draw(shape: &Shape, fit: &Fit, ink: &dyn Fn(Role) -> Color32, pen: &mut Pen) {
    let stroke = shape.stroke.map(|stroke| Line {
        width: stroke.width * fit.scale,
        color: ink(stroke.role),
        closed: true,
        dashed: stroke.dashed,
    });
    let fill = shape.fill.map(ink);
    match &shape.outline {
        Outline::Area(area, round) => {
            let stroke = stroke.map(|line| Line {
                width: fit.width(line.width),
                ..line
            });
            let rect = crisp(*area, stroke.map(|line| line.width), fit);
            outline(&corners(rect, round * fit.scale, pen), fill, stroke, pen);
        }
        Outline::Disc(center, radius) => {
            let points = pen.circle(fit.pos(*center), radius * fit.scale);
            outline(&points, fill, stroke, pen);
        }
        Outline::Path { points, closed } => {
            let stroke = stroke.map(|line| Line {
                closed: *closed,
                ..line
            });
            let (points, stroke) = line_on_pixels(points, stroke, fit);
            outline(&points, fill, stroke, pen);
        }
    }
}

fn outline(points: &[Pos2], fill: Option<Color32>, stroke: Option<Line>, pen: &mut Pen) {
    if let Some(color) = fill {
        pen.fill(points, color);
    }
    if let Some(line) = stroke {
        pen.stroke(points, line);
    }
}

/// A rectangle with its edges, or those of its stroke, between pixels; not one that would vanish.
fn crisp(area: SceneRect, stroke: Option<f32>, fit: &Fit) -> Rect {
    let rect = fit.rect(area);
    let put = |value: f32| match stroke {
        Some(width) => fit.middle(value, width),
        None => fit.edge(value),
    };
    let min = pos2(put(rect.min.x), put(rect.min.y));
    let max = pos2(put(rect.max.x), put(rect.max.y));
    let crisp = Rect::from_min_max(min, max);
    if crisp.is_positive() { crisp } else { rect }
}

/// The corners of a rectangle, or the points of its round corners.
pub(super) fn corners(rect: Rect, round: f32, pen: &Pen) -> Vec<Pos2> {
    let round = round.min(rect.width() / 2.0).min(rect.height() / 2.0);
    if round <= 0.0 {
        let [a, b] = [rect.min, rect.max];
        return vec![a, pos2(b.x, a.y), b, pos2(a.x, b.y)];
    }
    pen.quarters(round)
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

/// A line whose parts all run along the axes, put on whole pixels; any other as it is.
fn line_on_pixels(points: &[Point], stroke: Option<Line>, fit: &Fit) -> (Vec<Pos2>, Option<Line>) {
    let straight = |pair: &[Point]| {
        let (x, y) = (pair[0].x - pair[1].x, pair[0].y - pair[1].y);
        x.abs() < 1e-4 || y.abs() < 1e-4
    };
    let placed = points.iter().map(|point| fit.pos(*point));
    match stroke {
        Some(line) if points.windows(2).all(straight) => {
            let width = fit.width(line.width);
            let put = |pos: Pos2| pos2(fit.middle(pos.x, width), fit.middle(pos.y, width));
            (placed.map(put).collect(), Some(Line { width, ..line }))
        }
        _ => (placed.collect(), stroke),
    }
}

impl Writing {
    /// `None` if it is too small to be seen.
    fn new(text: &Text, fit: &Fit, palette: Palette) -> Option<Self> {
        // In pixels. Whole sizes, so that a board that grows does not fill the texture of letters.
        const LEAST: f32 = 4.0;
        const MOST: f32 = 160.0;
        let pixels = text.size * fit.scale * fit.density;
        if !(LEAST..=1e5).contains(&pixels) || text.text.is_empty() {
            return None;
        }
        let (laid, scale) = if pixels > MOST {
            (MOST, pixels / MOST)
        } else {
            (pixels.round(), 1.0)
        };
        let weight = if text.bold {
            (pixels * 0.045).round().clamp(1.0, 6.0)
        } else {
            0.0
        };
        Some(Self {
            text: text.text.clone(),
            at: fit.pos(text.at),
            anchor: text.anchor,
            size: laid / fit.density,
            scale,
            color: tint(palette.color(text.role)),
            weight: small(weight),
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
        let thick = f32::from(self.weight) * pixel;
        let width = galley.size().x * self.scale + thick;
        let left = match self.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => width / 2.0,
            Anchor::End => width,
        };
        // As in files: the foot of the letters lies a third of their size below the middle line.
        let up = (baseline - self.size * 0.35) * self.scale;
        let at = self.at - vec2(left, up);
        for nth in 0..=self.weight {
            let at = at + Vec2::X * (f32::from(nth) * pixel);
            let mut shape = TextShape::new(Pos2::ZERO, Arc::clone(&galley), self.color);
            if self.scale > 1.0 {
                shape.transform(egui::emath::TSTransform::from_scaling(self.scale));
            }
            shape.pos = at;
            painter.add(shape);
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "bounded where it is made"
)]
fn small(value: f32) -> u8 {
    value as u8
}
