//! What the board shows of its use: where one may go, where one is.

use super::paint::draw;
use super::pen::{Line, Pen};
use super::{BoardResponse, Fit};
use crate::app::ui::tint;
use crate::contract::scene::{HitArea, Palette, Role, Scene, SceneItem, SceneRect};
use egui::{Color32, Painter, Pos2, Rect, Ui};

/// The room around the picture for the ring that shows the focus, in points.
pub(super) const RING: f32 = 4.0;
/// How long the last act glows, in seconds.
const GLOW: f64 = 0.12;

/// Draws cues.
pub(super) struct Cues<'a> {
    pub scene: &'a Scene,
    pub fit: Fit,
    pub palette: Palette,
    pub painter: &'a Painter,
}

impl Cues<'_> {
    pub(super) fn color(&self, role: Role, strength: f32) -> Color32 {
        tint(self.palette.color(role)).gamma_multiply(strength)
    }

    pub(super) fn paint(&self, draw: impl FnOnce(&mut Pen)) {
        let mut pen = Pen::new(self.fit.density);
        draw(&mut pen);
        if let Some(mesh) = pen.take() {
            self.painter.add(mesh);
        }
    }

    /// The last act glows for a moment after it was made.
    pub fn glow(&self, ui: &Ui, since: f64) {
        if !(0.0..GLOW).contains(&since) || ui.style().animation_time <= 0.0 {
            return;
        }
        ui.ctx().request_repaint();
        let left = 1.0 - egui::lerp(0.0..=1.0, fraction(since / GLOW));
        let is_act = |role| matches!(role, Role::LastMove | Role::Trail);
        self.paint(|pen| {
            for item in &self.scene.items {
                let SceneItem::Shape(shape) = item else {
                    continue;
                };
                let mut shape = shape.clone();
                shape.fill = shape.fill.filter(|role| is_act(*role));
                shape.stroke = shape.stroke.filter(|stroke| is_act(stroke.role));
                if let Some(stroke) = &mut shape.stroke {
                    stroke.width += 0.2 * left;
                }
                let ink = |role| self.color(role, 0.6 * left);
                draw(&shape, &self.fit, &ink, pen);
            }
        });
    }

    /// Where one may go next.
    pub fn next(&self, ids: &[String]) {
        let spots = self
            .scene
            .hit_areas
            .iter()
            .filter(|spot| ids.contains(&spot.id));
        self.paint(|pen| {
            for spot in spots {
                let center = self.fit.pos(spot.area.center());
                let least = spot.area.width.min(spot.area.height) * self.fit.scale;
                let radius = least * 0.13 + 1.0;
                pen.dot(center, radius * 1.35, self.color(Role::Halo, 0.8));
                pen.dot(center, radius, self.color(Role::Preview, 1.0));
            }
        });
    }

    /// The spot under the pointer.
    pub fn hover(&self, id: &str) {
        if let Some(spot) = self.scene.hit_area(id) {
            self.paint(|pen| {
                self.ring(spot, 1.0, 3.5, self.color(Role::Halo, 0.7), pen);
                self.ring(spot, 1.0, 2.0, self.color(Role::Preview, 1.0), pen);
            });
        }
    }

    /// The board has the focus, and the cursor stands here.
    pub fn focus(&self, ui: &Ui, board: &BoardResponse) {
        let color = ui.visuals().selection.stroke.color;
        let around = board.response.rect.intersect(self.picture().expand(RING));
        self.paint(|pen| {
            let line = Line {
                width: 1.5,
                color,
                closed: true,
                dashed: false,
            };
            pen.stroke(&frame(around.shrink(1.0), 4.0, pen), line);
            let spot = board
                .cursor
                .as_deref()
                .and_then(|id| self.scene.hit_area(id));
            if let Some(spot) = spot {
                self.ring(spot, 0.0, 6.0, self.color(Role::Halo, 1.0), pen);
                self.ring(spot, 0.0, 3.0, self.color(Role::Text, 1.0), pen);
            }
        });
    }

    fn picture(&self) -> Rect {
        let size = self.scene.size;
        self.fit.rect(SceneRect::new(0.0, 0.0, size.x, size.y))
    }

    /// A ring just within a spot; lengths in points.
    fn ring(&self, spot: &HitArea, inset: f32, width: f32, color: Color32, pen: &mut Pen) {
        let rect = self.fit.rect(spot.area);
        let rect = rect.shrink((inset + 1.5).min(rect.width() / 4.0));
        let line = Line {
            width: width.min(rect.width() / 3.0),
            color,
            closed: true,
            dashed: false,
        };
        pen.stroke(
            &frame(rect, rect.width().min(rect.height()) * 0.16, pen),
            line,
        );
    }
}

/// A rectangle with round corners.
fn frame(rect: Rect, round: f32, pen: &Pen) -> Vec<Pos2> {
    super::paint::corners(rect, round, pen)
}

#[expect(clippy::cast_possible_truncation, reason = "between 0 and 1")]
fn fraction(value: f64) -> f32 {
    value as f32
}
