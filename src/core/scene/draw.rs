//! Drawing operations on a [`Scene`]: from rectangles and lines to stones and arrows.

use super::{
    Anchor, Outline, Point, Role, Scene, SceneItem, SceneRect, Shape, Stroke, Text, Tone, point_at,
};

impl Scene {
    /// Adds a shape to the picture.
    pub fn shape(&mut self, outline: Outline, fill: Option<Role>, stroke: Option<Stroke>) {
        self.items.push(SceneItem::Shape(Shape {
            outline,
            fill,
            stroke,
        }));
    }

    /// Draws a filled rectangle with corners rounded by the radius `round`.
    pub fn fill(&mut self, area: SceneRect, round: f32, role: Role) {
        self.shape(Outline::Area(area, round), Some(role), None);
    }

    /// Draws the outline of a rectangle with corners rounded by the radius `round`.
    pub fn frame(&mut self, area: SceneRect, round: f32, stroke: Stroke) {
        self.shape(Outline::Area(area, round), None, Some(stroke));
    }

    /// Draws a filled circle.
    pub fn disc(&mut self, center: Point, radius: f32, role: Role) {
        self.shape(Outline::Disc(center, radius), Some(role), None);
    }

    /// Draws the outline of a circle.
    pub fn ring(&mut self, center: Point, radius: f32, stroke: Stroke) {
        self.shape(Outline::Disc(center, radius), None, Some(stroke));
    }

    /// Draws straight lines from point to point.
    pub fn line(&mut self, points: impl Into<Vec<Point>>, stroke: Stroke) {
        let points = points.into();
        let closed = false;
        // A line without points has no position.
        if !points.is_empty() {
            self.shape(Outline::Path { points, closed }, None, Some(stroke));
        }
    }

    /// Draws a filled polygon.
    pub fn polygon(&mut self, points: impl Into<Vec<Point>>, role: Role) {
        let points = points.into();
        let closed = true;
        self.shape(Outline::Path { points, closed }, Some(role), None);
    }

    /// Draws a text centred at a point.
    pub fn label(&mut self, at: Point, size: f32, role: Role, text: impl Into<String>) {
        self.write(at, Anchor::Middle, size, role, text);
    }

    /// Draws a text anchored at a point.
    pub fn write(
        &mut self,
        at: Point,
        anchor: Anchor,
        size: f32,
        role: Role,
        text: impl Into<String>,
    ) {
        self.items.push(SceneItem::Text(Text {
            at,
            anchor,
            size,
            role,
            bold: false,
            text: text.into(),
        }));
    }

    /// Makes the last item bold, if it is a text.
    pub fn embolden(&mut self) {
        if let Some(SceneItem::Text(text)) = self.items.last_mut() {
            text.bold = true;
        }
    }

    /// Draws a stone.
    pub fn stone(&mut self, center: Point, radius: f32, tone: Tone) {
        let edge = Stroke::new(Role::Edge(tone), radius * 0.1);
        let outline = Outline::Disc(center, radius * 0.95);
        self.shape(outline, Some(Role::Stone(tone)), Some(edge));
    }

    /// Draws a stone that is not on the board: translucent, with a dashed edge of this role.
    pub fn ghost(&mut self, center: Point, radius: f32, tone: Tone, role: Role) {
        self.ring(
            center,
            radius * 0.95,
            Stroke::new(Role::Halo, radius * 0.26),
        );
        let edge = Stroke::dashed(role, radius * 0.16);
        let outline = Outline::Disc(center, radius * 0.95);
        self.shape(outline, Some(Role::Ghost(tone)), Some(edge));
    }

    /// Draws the cross that marks something illegal, with a halo.
    pub fn refusal_cross(&mut self, center: Point, half: f32) {
        self.cross(center, half, Stroke::new(Role::Halo, half * 0.72));
        self.cross(center, half, Stroke::new(Role::Bad, half * 0.4));
    }

    /// Draws straight lines from point to point, with a halo.
    pub fn haloed_line(&mut self, points: impl Into<Vec<Point>>, stroke: Stroke) {
        let points = points.into();
        self.line(points.clone(), Stroke::new(Role::Halo, stroke.width * 1.7));
        self.line(points, stroke);
    }

    /// Draws an arrow that marks something illegal: a dashed shaft with a cross as its head.
    pub fn refused_arrow(&mut self, from: Point, to: Point, width: f32) {
        self.haloed_line([from, to], Stroke::dashed(Role::Bad, width));
        self.refusal_cross(to, 2.2 * width);
    }

    /// Draws an arrow with a halo; `width` is that of its shaft.
    pub fn arrow(&mut self, from: Point, to: Point, width: f32, role: Role) {
        let length = from.distance(to).max(f32::EPSILON);
        let neck = from.lerp(to, 1.0 - (2.2 * width / length).min(1.0));
        let halo = |width: f32| Stroke::new(Role::Halo, width);
        let head = head(neck, to, 1.7 * width);
        let outline = Outline::Path {
            points: head.to_vec(),
            closed: true,
        };
        self.line([from, neck], halo(width * 1.7));
        self.shape(outline.clone(), Some(Role::Halo), Some(halo(width * 0.7)));
        self.line([from, neck], Stroke::new(role, width));
        self.shape(outline, Some(role), None);
    }

    /// Draws a filled triangle that points from `foot` to `tip`; its base extends `half` to each
    /// side of `foot`.
    pub fn arrow_head(&mut self, foot: Point, tip: Point, half: f32, role: Role) {
        self.polygon(head(foot, tip, half), role);
    }

    /// Draws a cross of two diagonal strokes, which extend `half` in each direction.
    pub fn cross(&mut self, center: Point, half: f32, stroke: Stroke) {
        for side in [half, -half] {
            let ends = [center.offset(-half, -side), center.offset(half, side)];
            self.line(ends, stroke);
        }
    }

    /// Draws a player's badge; `index` is 0 for the first player and 1 for the second.
    pub fn badge(&mut self, index: usize, center: Point, radius: f32) {
        let badge = self.badges[index].clone();
        match badge.role {
            Role::Stone(tone) => self.stone(center, radius, tone),
            role => self.disc(center, radius, role),
        }
        if !badge.text.is_empty() {
            self.label(center, radius * 1.2, badge.role.on(), badge.text);
            self.embolden();
        }
    }
}

/// Returns the corners of an arrow head.
fn head(foot: Point, tip: Point, half: f32) -> [Point; 3] {
    let length = foot.distance(tip).max(f32::EPSILON);
    let (x, y) = ((tip.x - foot.x) / length, (tip.y - foot.y) / length);
    let side = point_at(-y * half, x * half);
    [
        foot.offset(side.x, side.y),
        tip,
        foot.offset(-side.x, -side.y),
    ]
}
