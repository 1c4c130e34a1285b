//! Drawing of an engine's suggested moves on the board.

use super::highlights::Highlights;
use super::mesh_builder::MeshBuilder;
use super::move_hint::MoveHint;
use super::paint::draw_shape;
use crate::scene::{Outline, Role, SceneItem, Shape};
use egui::{Align2, Color32, FontId, Pos2, Rect, Stroke, StrokeKind, vec2};

impl Highlights<'_> {
    /// Draws hints with the best one on top and labels that do not overlap.
    pub(super) fn hints(&self, hints: &[MoveHint]) {
        self.paint(|builder| {
            for hint in hints.iter().rev() {
                for item in &hint.items {
                    if let SceneItem::Shape(shape) = item {
                        self.hint_shape(hint, shape, builder);
                    }
                }
            }
        });
        let mut taken: Vec<Rect> = Vec::new();
        for hint in hints {
            if let Some(area) = hint.area() {
                // A label at the lower edge covers little of the move.
                let foot = self.transform.screen_rect(area).center_bottom();
                taken.push(self.hint_label(hint, foot, &taken));
            }
        }
    }

    /// Draws one shape of a hint. Areas are filled faintly, so that what lies below stays visible.
    fn hint_shape(&self, hint: &MoveHint, shape: &Shape, builder: &mut MeshBuilder) {
        let firm = 0.25 + 0.65 * hint.strength;
        let thin = match shape.outline {
            Outline::Area(..) => 0.25,
            Outline::Disc(..) | Outline::Path { .. } => 1.0,
        };
        let (fill, edge) = (
            Shape {
                stroke: None,
                ..shape.clone()
            },
            Shape {
                fill: None,
                ..shape.clone()
            },
        );
        draw_shape(
            &fill,
            &self.transform,
            &|_| self.color(hint.role, thin * firm),
            builder,
        );
        draw_shape(
            &edge,
            &self.transform,
            &|_| self.color(hint.role, firm),
            builder,
        );
    }

    fn hint_label(&self, hint: &MoveHint, at: Pos2, taken: &[Rect]) -> Rect {
        let (fill, ink) = (self.color(Role::Page, 0.88), self.color(Role::Text, 1.0));
        let font = FontId::proportional(11.5);
        let galley = self.painter.layout_no_wrap(hint.label.clone(), font, ink);
        let size = galley.size() + vec2(8.0, 3.0);
        let mut rect = Rect::from_center_size(at, size);
        while let Some(other) = taken.iter().find(|other| other.intersects(rect)) {
            rect = rect.translate(vec2(0.0, other.bottom() - rect.top() + 1.0));
        }
        let edge = Stroke::new(1.5, self.color(hint.role, 0.4 + 0.6 * hint.strength));
        self.painter.rect(rect, 4.0, fill, edge, StrokeKind::Inside);
        let at = Align2::CENTER_CENTER
            .anchor_size(rect.center(), galley.size())
            .min;
        self.painter.galley(at, galley, Color32::PLACEHOLDER);
        rect
    }
}
