//! Drawing of an engine's suggested moves on the board.
//!
//! The best move is drawn whole. Another one is, too, unless its drawing is large (a circuit):
//! then a numbered dot represents it, and it is drawn while the pointer is on the dot.

use super::highlights::Highlights;
use super::mesh_builder::MeshBuilder;
use super::paint::draw_shape;
use egui::{Align2, Color32, FontId, Pos2, Rect, Stroke, StrokeKind, Vec2, vec2};
use kifu_core::scene::{Outline, Point, Role, SceneItem, SceneRect, Shape};

/// The radius of the dot that represents a move, in points.
const DOT_RADIUS: f32 = 10.0;
/// The strength of the best move while another one is pointed at.
const FADED: f32 = 0.3;

impl Highlights<'_> {
    /// Draws hints with the best one on top and labels that do not overlap.
    ///
    /// A folded hint is drawn whole while the pointer is over its dot, or the keyboard's cursor on
    /// its square.
    pub(super) fn hints(&self, hints: &[MoveHint], pointer: Option<Pos2>, cursor: Option<&str>) {
        let places = self.hint_places(hints);
        let is_pointed = |at: usize| self.is_pointed(&hints[at], places[at], pointer, cursor);
        let pointed = (1..hints.len()).find(|at| hints[*at].fold_at.is_some() && is_pointed(*at));
        self.paint(|builder| {
            for (at, hint) in hints.iter().enumerate().rev() {
                let is_folded = at > 0 && hint.fold_at.is_some();
                let is_faded = at == 0 && pointed.is_some();
                if !is_folded {
                    self.hint_shapes(hint, if is_faded { FADED } else { 1.0 }, builder);
                }
            }
            if let Some(at) = pointed {
                self.hint_shapes(&hints[at], 1.0, builder);
            }
        });
        let mut taken: Vec<Rect> = Vec::new();
        for (at, hint) in hints.iter().enumerate() {
            let Some(place) = places[at] else {
                continue;
            };
            if at > 0 && hint.fold_at.is_some() && pointed != Some(at) {
                self.hint_dot(hint, at + 1, place);
                continue;
            }
            let label = self.hint_label(hint, place, &taken);
            taken.push(label);
        }
    }

    /// Returns the positions of the labels and dots of hints; dots that would overlap are placed
    /// side by side.
    fn hint_places(&self, hints: &[MoveHint]) -> Vec<Option<Pos2>> {
        let mut taken: Vec<Pos2> = Vec::new();
        let mut place = |hint: &MoveHint| {
            let Some(point) = hint.fold_at else {
                // A label at the lower edge covers little of the move.
                return Some(self.transform.screen_rect(hint.area()?).center_bottom());
            };
            let mut center = self.transform.screen_pos(point);
            let step = vec2(2.2 * DOT_RADIUS, 0.0);
            // The first place holds the label of the best move, which is wider than a dot.
            let is_near = |center: Pos2| {
                let each = taken.iter().enumerate();
                each.map(|(nth, other)| (if nth == 0 { 3.2 } else { 2.1 }, *other))
                    .any(|(apart, other)| other.distance(center) < apart * DOT_RADIUS)
            };
            while is_near(center) {
                center += step;
            }
            taken.push(center);
            Some(center)
        };
        hints.iter().map(&mut place).collect()
    }

    fn is_pointed(
        &self,
        hint: &MoveHint,
        place: Option<Pos2>,
        pointer: Option<Pos2>,
        cursor: Option<&str>,
    ) -> bool {
        let near = pointer
            .zip(place)
            .is_some_and(|(pointer, place)| pointer.distance(place) <= 1.3 * DOT_RADIUS);
        let on_square = cursor
            .and_then(|id| self.scene.hit_area(id))
            .zip(hint.fold_at)
            .is_some_and(|(hit, at)| {
                let area = self.transform.screen_rect(hit.area);
                area.contains(self.transform.screen_pos(at))
            });
        near || on_square
    }

    /// Draws the shapes of a hint with this part of its strength.
    fn hint_shapes(&self, hint: &MoveHint, part: f32, builder: &mut MeshBuilder) {
        for item in &hint.items {
            if let SceneItem::Shape(shape) = item {
                self.hint_shape(hint, shape, part, builder);
            }
        }
    }

    /// Draws one shape of a hint. Areas are filled faintly, so that what lies below stays visible.
    fn hint_shape(&self, hint: &MoveHint, shape: &Shape, part: f32, builder: &mut MeshBuilder) {
        let firm = part * (0.25 + 0.65 * hint.strength);
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

    /// Draws the numbered dot that represents a move.
    fn hint_dot(&self, hint: &MoveHint, rank: usize, at: Pos2) {
        let (fill, ink) = (self.color(Role::Page, 0.92), self.color(Role::Text, 1.0));
        let edge = Stroke::new(2.0, self.color(hint.role, 0.5 + 0.5 * hint.strength));
        self.painter.circle(at, DOT_RADIUS, fill, edge);
        if hint.is_played {
            self.painter
                .circle_stroke(at, DOT_RADIUS + 3.0, Stroke::new(1.5, edge.color));
        }
        let font = FontId::proportional(11.5);
        self.painter
            .text(at, Align2::CENTER_CENTER, rank.to_string(), font, ink);
    }

    /// Draws the value of a move; a second frame marks the move that was played.
    fn hint_label(&self, hint: &MoveHint, at: Pos2, taken: &[Rect]) -> Rect {
        let (fill, ink) = (self.color(Role::Page, 0.92), self.color(Role::Text, 1.0));
        let font = FontId::proportional(11.5);
        let galley = self.painter.layout_no_wrap(hint.label.clone(), font, ink);
        let frame = if hint.is_played { 3.0 } else { 0.0 };
        let size = galley.size() + vec2(8.0, 3.0) + Vec2::splat(2.0 * frame);
        let mut rect = Rect::from_center_size(at, size);
        // A label at the edge of the picture stays inside it.
        let bounds = self.painter.clip_rect();
        rect = rect.translate(vec2(
            (bounds.left() - rect.left()).max(0.0) + (bounds.right() - rect.right()).min(0.0),
            (bounds.top() - rect.top()).max(0.0) + (bounds.bottom() - rect.bottom()).min(0.0),
        ));
        while let Some(other) = taken.iter().find(|other| other.intersects(rect)) {
            rect = rect.translate(vec2(0.0, other.bottom() - rect.top() + 1.0));
        }
        let edge = Stroke::new(1.5, self.color(hint.role, 0.4 + 0.6 * hint.strength));
        self.painter.rect(rect, 4.0, fill, edge, StrokeKind::Inside);
        if hint.is_played {
            let inner = rect.shrink(frame);
            self.painter
                .rect_stroke(inner, 3.0, edge, StrokeKind::Inside);
        }
        let corner = Align2::CENTER_CENTER
            .anchor_size(rect.center(), galley.size())
            .min;
        self.painter.galley(corner, galley, Color32::PLACEHOLDER);
        rect
    }
}

// An engine's suggested move, as data.

/// A move suggested by an engine, as drawn on the board.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveHint {
    /// The items that draw the move.
    pub items: Vec<SceneItem>,
    /// The role that colours the move; better moves are greener.
    pub role: Role,
    /// The engine's confidence in the move, 0 to 1.
    pub strength: f32,
    /// The label drawn beside the move, such as `62 %`.
    pub label: String,
    /// Whether the move was played in the game.
    pub is_played: bool,
    /// The point where a number represents the move until the pointer is on it; `None` if the
    /// move is always drawn. The best move always is, and has its label there.
    pub fold_at: Option<Point>,
}

impl MoveHint {
    /// Returns the area of the shapes in board units.
    pub(super) fn area(&self) -> Option<SceneRect> {
        let shapes = self.items.iter().filter_map(|item| match item {
            SceneItem::Shape(shape) => Some(shape.area()),
            SceneItem::Text(_) => None,
        });
        shapes.reduce(SceneRect::union)
    }
}
