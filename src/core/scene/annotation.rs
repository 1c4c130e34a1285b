//! Annotations of moves: a move drawn so that the board below it stays visible, with a badge that
//! shows its judgement.
//!
//! A preview shows what a move would do to the position before it. An annotation fits on any
//! position of the game, also on the one after the move, since it is an arrow, a ring or a frame.

use super::{Point, Role, Scene, SceneItem, SceneRect, Stroke};

/// The style of an annotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnnotationStyle {
    /// The role that gives the colour.
    pub role: Role,
    /// Whether lines are dashed, so that two moves differ by more than their colour.
    pub dashed: bool,
}

impl AnnotationStyle {
    /// The style of a move to recommend: solid.
    pub const BETTER: Self = Self {
        role: Role::Good,
        dashed: false,
    };

    /// Creates the style of a move that was worse: dashed.
    pub const fn worse(role: Role) -> Self {
        Self { role, dashed: true }
    }

    /// Returns the stroke of a line of this width.
    pub const fn stroke(self, width: f32) -> Stroke {
        Stroke {
            role: self.role,
            width,
            dashed: self.dashed,
        }
    }
}

/// The sign on the badge of an annotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnnotationSign<'a> {
    /// A check mark.
    Check,
    /// A cross.
    Cross,
    /// A short text, such as a glyph (`??`) or a number.
    Text(&'a str),
}

/// A move drawn on a board.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveAnnotation {
    /// The items that draw the move.
    pub items: Vec<SceneItem>,
    /// The centre of a badge that belongs to the move.
    pub anchor: Point,
    /// The radius of a badge, in proportion to the board.
    pub badge_radius: f32,
}

impl MoveAnnotation {
    /// Creates an annotation from a layer in the units of the board; its badge is moved so that it
    /// lies inside the picture.
    pub fn new(layer: Scene, anchor: Point) -> Self {
        let badge_radius = (layer.size.x.min(layer.size.y) * 0.027).max(0.17);
        Self {
            anchor: layer.area().nearest(anchor, badge_radius * 1.2),
            items: layer.items,
            badge_radius,
        }
    }

    /// Returns the bounding box of the drawing; `None` if there is none.
    pub fn area(&self) -> Option<SceneRect> {
        let areas = self.items.iter().map(SceneItem::area);
        areas.reduce(SceneRect::union)
    }

    /// Adds a badge with a sign in the colour of the role, set off by a halo.
    #[must_use]
    pub fn with_badge(mut self, role: Role, sign: AnnotationSign<'_>) -> Self {
        let (center, radius) = (self.anchor, self.badge_radius);
        let mut layer = Scene::layer();
        layer.disc(center, radius * 1.16, Role::Halo);
        layer.disc(center, radius, role);
        let ink = role.on();
        let stroke = Stroke::new(ink, radius * 0.24);
        match sign {
            AnnotationSign::Check => layer.line(
                [(-0.46, 0.04), (-0.12, 0.38), (0.48, -0.36)]
                    .map(|(x, y)| center.offset(x * radius, y * radius)),
                stroke,
            ),
            AnnotationSign::Cross => layer.cross(center, radius * 0.38, stroke),
            AnnotationSign::Text(text) => {
                layer.label(center, radius * 1.15, ink, text);
                layer.embolden();
            }
        }
        self.items.extend(layer.items);
        self
    }
}

impl Scene {
    /// Creates a layer without a size, to collect items that are drawn over another picture.
    fn layer() -> Self {
        let badge = || super::PlayerBadge {
            role: Role::Muted,
            text: String::new(),
        };
        Self::new(0.0, 0.0, [badge(), badge()])
    }

    /// Draws an arrow in the style of an annotation, with a halo; `width` is that of its shaft.
    pub fn annotation_arrow(&mut self, from: Point, to: Point, width: f32, style: AnnotationStyle) {
        if !style.dashed {
            self.arrow(from, to, width, style.role);
            return;
        }
        let length = from.distance(to).max(f32::EPSILON);
        let neck = from.lerp(to, 1.0 - (2.2 * width / length).min(1.0));
        self.line([from, neck], Stroke::new(Role::Halo, width * 1.7));
        self.arrow_head(
            neck.lerp(from, 0.4 * width / length),
            to.lerp(from, -0.6 * width / length),
            2.2 * width,
            Role::Halo,
        );
        self.line([from, neck], style.stroke(width));
        self.arrow_head(neck, to, 1.7 * width, style.role);
    }

    /// Draws a frame in the style of an annotation, with a halo.
    pub fn annotation_frame(
        &mut self,
        area: SceneRect,
        round: f32,
        width: f32,
        style: AnnotationStyle,
    ) {
        self.frame(area, round, Stroke::new(Role::Halo, width * 1.8));
        self.frame(area, round, style.stroke(width));
    }

    /// Draws a ring in the style of an annotation, with a halo.
    pub fn annotation_ring(
        &mut self,
        center: Point,
        radius: f32,
        width: f32,
        style: AnnotationStyle,
    ) {
        self.ring(center, radius, Stroke::new(Role::Halo, width * 1.8));
        self.ring(center, radius, style.stroke(width));
    }
}
