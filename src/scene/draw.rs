//! The strokes that games have in common.

use super::{
    Anchor, Outline, Point, Role, Scene, SceneItem, SceneRect, Shape, Stroke, Text, Tone, point_at,
};

impl Scene {
    /// Adds a shape.
    pub fn shape(&mut self, outline: Outline, fill: Option<Role>, stroke: Option<Stroke>) {
        self.items.push(SceneItem::Shape(Shape {
            outline,
            fill,
            stroke,
        }));
    }

    /// A filled rectangle.
    pub fn fill(&mut self, area: SceneRect, round: f32, role: Role) {
        self.shape(Outline::Area(area, round), Some(role), None);
    }

    /// The edge of a rectangle.
    pub fn frame(&mut self, area: SceneRect, round: f32, stroke: Stroke) {
        self.shape(Outline::Area(area, round), None, Some(stroke));
    }

    /// A filled circle.
    pub fn disc(&mut self, center: Point, radius: f32, role: Role) {
        self.shape(Outline::Disc(center, radius), Some(role), None);
    }

    /// The edge of a circle.
    pub fn ring(&mut self, center: Point, radius: f32, stroke: Stroke) {
        self.shape(Outline::Disc(center, radius), None, Some(stroke));
    }

    /// Straight lines from point to point.
    pub fn line(&mut self, points: impl Into<Vec<Point>>, stroke: Stroke) {
        let points = points.into();
        let closed = false;
        // A line without points is nowhere.
        if !points.is_empty() {
            self.shape(Outline::Path { points, closed }, None, Some(stroke));
        }
    }

    /// A filled polygon.
    pub fn polygon(&mut self, points: impl Into<Vec<Point>>, role: Role) {
        let points = points.into();
        let closed = true;
        self.shape(Outline::Path { points, closed }, Some(role), None);
    }

    /// A text with its middle at a point.
    pub fn label(&mut self, at: Point, size: f32, role: Role, text: impl Into<String>) {
        self.write(at, Anchor::Middle, size, role, text);
    }

    /// A text on one side of a point.
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

    /// Makes the last text heavier.
    pub fn embolden(&mut self) {
        if let Some(SceneItem::Text(text)) = self.items.last_mut() {
            text.bold = true;
        }
    }

    /// A stone.
    pub fn stone(&mut self, center: Point, radius: f32, tone: Tone) {
        let edge = Stroke::new(Role::Edge(tone), radius * 0.1);
        let outline = Outline::Disc(center, radius * 0.95);
        self.shape(outline, Some(Role::Stone(tone)), Some(edge));
    }

    /// A stone that does not stand there: seen through, with a dashed edge of this role.
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

    /// The cross of what is refused, set apart from what lies below.
    pub fn refusal_cross(&mut self, center: Point, half: f32) {
        self.cross(center, half, Stroke::new(Role::Halo, half * 0.72));
        self.cross(center, half, Stroke::new(Role::Bad, half * 0.4));
    }

    /// Straight lines from point to point, set apart from what lies below.
    pub fn haloed_line(&mut self, points: impl Into<Vec<Point>>, stroke: Stroke) {
        let points = points.into();
        self.line(points.clone(), Stroke::new(Role::Halo, stroke.width * 1.7));
        self.line(points, stroke);
    }

    /// An arrow that is refused: a dashed shaft and a cross for a head.
    pub fn refused_arrow(&mut self, from: Point, to: Point, width: f32) {
        self.haloed_line([from, to], Stroke::dashed(Role::Bad, width));
        self.refusal_cross(to, 2.2 * width);
    }

    /// An arrow with a head, set apart from what lies below; `width` is that of its shaft.
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

    /// A triangle that points from `foot` to `tip`, `half` to each side of its foot.
    pub fn arrow_head(&mut self, foot: Point, tip: Point, half: f32, role: Role) {
        self.polygon(head(foot, tip, half), role);
    }

    /// A cross of two strokes.
    pub fn cross(&mut self, center: Point, half: f32, stroke: Stroke) {
        for side in [half, -half] {
            let ends = [center.offset(-half, -side), center.offset(half, side)];
            self.line(ends, stroke);
        }
    }

    /// The disc by which a player is known.
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
