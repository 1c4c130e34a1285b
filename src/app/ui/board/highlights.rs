//! Highlights on the board: possible targets, the hovered square, the cursor and the last move.

use super::mesh_builder::{MeshBuilder, StrokeStyle};
use super::paint::draw_shape;
use super::{BoardResponse, BoardTransform};
use crate::ui::to_color32;
use egui::{Color32, Painter, Pos2, Rect, Ui};
use kifu_core::scene::{HitArea, Palette, Role, Scene, SceneItem, SceneRect};

/// The margin around the picture for the focus ring, in points.
pub(super) const FOCUS_RING_MARGIN: f32 = 4.0;
/// The duration of the last move's glow, in seconds.
const GLOW_SECONDS: f64 = 0.12;

/// Draws highlights on the board.
pub(super) struct Highlights<'a> {
    pub scene: &'a Scene,
    pub transform: BoardTransform,
    pub palette: Palette,
    pub painter: &'a Painter,
}

impl Highlights<'_> {
    pub(super) fn color(&self, role: Role, strength: f32) -> Color32 {
        to_color32(self.palette.color(role)).gamma_multiply(strength)
    }

    pub(super) fn paint(&self, draw: impl FnOnce(&mut MeshBuilder)) {
        let mut builder = MeshBuilder::new(self.transform.pixels_per_point);
        draw(&mut builder);
        if let Some(mesh) = builder.take_mesh() {
            self.painter.add(mesh);
        }
    }

    /// Draws the brief glow of the last move, `since` seconds after it was made.
    pub fn last_move_glow(&self, ui: &Ui, since: f64) {
        if !(0.0..GLOW_SECONDS).contains(&since) || ui.style().animation_time <= 0.0 {
            return;
        }
        ui.ctx().request_repaint();
        let left = 1.0 - egui::lerp(0.0..=1.0, to_f32(since / GLOW_SECONDS));
        let is_act = |role| matches!(role, Role::LastMove | Role::Trail);
        self.paint(|builder| {
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
                draw_shape(&shape, &self.transform, &ink, builder);
            }
        });
    }

    /// Marks the hit areas that may be picked next.
    pub fn next_targets(&self, ids: &[String]) {
        let targets = self
            .scene
            .hit_areas
            .iter()
            .filter(|target| ids.contains(&target.id));
        self.paint(|builder| {
            for target in targets {
                let center = self.transform.screen_pos(target.area.center());
                let side = target.area.width.min(target.area.height) * self.transform.scale;
                let radius = side * 0.13 + 1.0;
                builder.dot(center, radius * 1.35, self.color(Role::Halo, 0.8));
                builder.dot(center, radius, self.color(Role::Preview, 1.0));
            }
        });
    }

    /// Draws a ring around the hit area under the pointer.
    pub fn hovered_area(&self, id: &str) {
        if let Some(target) = self.scene.hit_area(id) {
            self.paint(|builder| {
                self.ring(target, 1.0, 3.5, self.color(Role::Halo, 0.7), builder);
                self.ring(target, 1.0, 2.0, self.color(Role::Preview, 1.0), builder);
            });
        }
    }

    /// Draws the focus ring of the board and a ring around the cursor's hit area.
    pub fn focus_and_cursor(&self, ui: &Ui, board: &BoardResponse) {
        let color = ui.visuals().selection.stroke.color;
        let around = board
            .response
            .rect
            .intersect(self.scene_rect().expand(FOCUS_RING_MARGIN));
        self.paint(|builder| {
            let line = StrokeStyle {
                width: 1.5,
                color,
                is_closed: true,
                is_dashed: false,
            };
            builder.stroke(&rounded_rect(around.shrink(1.0), 4.0, builder), line);
            let target = board
                .cursor
                .as_deref()
                .and_then(|id| self.scene.hit_area(id));
            if let Some(target) = target {
                self.ring(target, 0.0, 6.0, self.color(Role::Halo, 1.0), builder);
                self.ring(target, 0.0, 3.0, self.color(Role::Text, 1.0), builder);
            }
        });
    }

    fn scene_rect(&self) -> Rect {
        let size = self.scene.size;
        let transform = self.transform.unflipped();
        transform.screen_rect(SceneRect::new(0.0, 0.0, size.x, size.y))
    }

    /// Draws a ring just inside a hit area; lengths are in points.
    fn ring(
        &self,
        target: &HitArea,
        inset: f32,
        width: f32,
        color: Color32,
        builder: &mut MeshBuilder,
    ) {
        let rect = self.transform.screen_rect(target.area);
        let rect = rect.shrink((inset + 1.5).min(rect.width() / 4.0));
        let line = StrokeStyle {
            width: width.min(rect.width() / 3.0),
            color,
            is_closed: true,
            is_dashed: false,
        };
        builder.stroke(
            &rounded_rect(rect, rect.width().min(rect.height()) * 0.16, builder),
            line,
        );
    }
}

/// Returns the outline of a rectangle with round corners.
fn rounded_rect(rect: Rect, round: f32, builder: &MeshBuilder) -> Vec<Pos2> {
    super::paint::rounded_rect_points(rect, round, builder)
}

#[expect(clippy::cast_possible_truncation, reason = "between 0 and 1")]
fn to_f32(value: f64) -> f32 {
    value as f32
}
