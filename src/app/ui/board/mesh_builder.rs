//! A builder that turns shapes into triangles with soft edges one pixel wide.

use super::stroke::{
    CrossSection, LineEnds, StrokeShape, angle_step, ceil_to_u16, cross_sections, for_each_dash,
    quarter_turn_right, ratio,
};
use egui::epaint::{Mesh, Vertex, WHITE_UV};
use egui::{Color32, Pos2, Vec2};

/// Draws shapes into a mesh. Lengths are in points.
pub(super) struct MeshBuilder {
    mesh: Mesh,
    /// The size of a pixel in points.
    pixel_size: f32,
    sections: Vec<CrossSection>,
}

/// The style of a stroke.
#[derive(Clone, Copy)]
pub(super) struct StrokeStyle {
    /// The width in points.
    pub width: f32,
    /// The colour.
    pub color: Color32,
    /// Whether the last point is joined to the first.
    pub is_closed: bool,
    /// Whether the line is dashed as in exported files: dashes two widths long, gaps 1.6 widths.
    pub is_dashed: bool,
}

impl MeshBuilder {
    pub fn new(pixels_per_point: f32) -> Self {
        Self {
            mesh: Mesh::default(),
            pixel_size: 1.0 / pixels_per_point,
            sections: Vec::new(),
        }
    }

    /// Returns the shapes drawn since the last call, or `None` if there are none.
    pub fn take_mesh(&mut self) -> Option<Mesh> {
        let mesh = std::mem::take(&mut self.mesh);
        (!mesh.is_empty()).then_some(mesh)
    }

    /// Fills a closed polygon.
    pub fn fill(&mut self, points: &[Pos2], color: Color32) {
        let mut points = without_duplicates(points, true);
        if points.len() < 3 || color == Color32::TRANSPARENT {
            return;
        }
        if signed_double_area(&points) < 0.0 {
            points.reverse();
        }
        let first = self.next_index();
        let count = points.len();
        for nth in 0..count {
            let point = points[nth];
            let come = (point - points[(nth + count - 1) % count]).normalized();
            let go = (points[(nth + 1) % count] - point).normalized();
            let middle = (quarter_turn_right(come) + quarter_turn_right(go)) / 2.0;
            // The inset at a sharp point is limited, or it would grow without bound.
            let inward = middle / middle.length_sq().max(0.1) * (self.pixel_size / 2.0);
            self.vertex(point + inward, color);
            self.vertex(point - inward, Color32::TRANSPARENT);
        }
        let count = u32::try_from(count).unwrap_or(0);
        for nth in 0..count {
            let (a, b) = (first + 2 * nth, first + 2 * ((nth + 1) % count));
            self.quad([a, a + 1, b + 1, b]);
        }
        for [a, b, c] in triangulate(&points) {
            self.mesh
                .add_triangle(first + 2 * a, first + 2 * b, first + 2 * c);
        }
    }

    /// Draws a line with round corners and ends.
    pub fn stroke(&mut self, points: &[Pos2], line: StrokeStyle) {
        let points = without_duplicates(points, line.is_closed);
        let ends = if line.is_closed {
            LineEnds::Closed
        } else {
            LineEnds::Round
        };
        if !line.is_dashed {
            self.stroke_solid(&points, line, ends);
            return;
        }
        let mut whole = points.clone();
        if line.is_closed {
            whole.extend(points.first());
        }
        let (dash, gap) = (2.0 * line.width, 1.6 * line.width);
        let dash = dash.max(2.0 * self.pixel_size);
        for_each_dash(&whole, dash, gap.max(1.6 * self.pixel_size), |segment| {
            self.stroke_solid(&without_duplicates(segment, false), line, LineEnds::Butt);
        });
    }

    fn stroke_solid(&mut self, points: &[Pos2], line: StrokeStyle, ends: LineEnds) {
        if let [dot] = points
            && ends != LineEnds::Butt
        {
            self.dot(*dot, line.width / 2.0, line.color);
            return;
        }
        // A line thinner than a pixel is drawn one pixel wide and fainter.
        let thin = (line.width / self.pixel_size).min(1.0);
        let color = line.color.gamma_multiply(thin);
        if color == Color32::TRANSPARENT {
            return;
        }
        let half = line.width.max(self.pixel_size) / 2.0;
        let shaping = StrokeShape {
            half_width: half,
            max_angle_step: angle_step(half / self.pixel_size),
            ends,
            feather_width: self.pixel_size,
        };
        let mut sections = std::mem::take(&mut self.sections);
        cross_sections(points, &shaping, &mut sections);
        let first = self.next_index();
        let soft = self.pixel_size / 2.0;
        for section in &sections {
            let color = if section.is_transparent {
                Color32::TRANSPARENT
            } else {
                color
            };
            self.vertex(
                section.at + section.right * (half + soft),
                Color32::TRANSPARENT,
            );
            self.vertex(section.at + section.right * (half - soft), color);
            self.vertex(section.at + section.left * (half - soft), color);
            self.vertex(
                section.at + section.left * (half + soft),
                Color32::TRANSPARENT,
            );
        }
        for nth in 1..u32::try_from(sections.len()).unwrap_or(0) {
            let b = first + 4 * nth;
            let a = b - 4;
            for side in 0..3 {
                self.quad([a + side, a + side + 1, b + side + 1, b + side]);
            }
        }
        self.sections = sections;
    }

    /// Draws a filled circle.
    pub fn dot(&mut self, center: Pos2, radius: f32, color: Color32) {
        self.fill(&circle_points(center, radius, self.pixel_size), color);
    }

    /// Returns the points of a circle.
    pub fn circle_points(&self, center: Pos2, radius: f32) -> Vec<Pos2> {
        circle_points(center, radius, self.pixel_size)
    }

    /// Returns offsets from the centre of a circle to its points, quarter by quarter.
    ///
    /// The first quarter is the lower right one. Each quarter includes both its ends.
    pub fn corner_offsets(&self, radius: f32) -> impl Iterator<Item = (u8, Vec2)> + use<> {
        use std::f32::consts::FRAC_PI_2;
        let steps = ceil_to_u16(FRAC_PI_2 / angle_step(radius / self.pixel_size)).max(2);
        (0..4_u8).flat_map(move |quarter| {
            (0..=steps).map(move |nth| {
                let way = radius * Vec2::angled(FRAC_PI_2 * ratio(nth, steps));
                let way = (0..quarter).fold(way, |way, _| quarter_turn_right(way));
                (quarter, way)
            })
        })
    }

    fn next_index(&self) -> u32 {
        u32::try_from(self.mesh.vertices.len()).unwrap_or(0)
    }

    fn vertex(&mut self, pos: Pos2, color: Color32) {
        let uv = WHITE_UV;
        self.mesh.vertices.push(Vertex { pos, uv, color });
    }

    fn quad(&mut self, [a, b, c, d]: [u32; 4]) {
        self.mesh.add_triangle(a, b, c);
        self.mesh.add_triangle(a, c, d);
    }
}

/// Returns the points of a circle, enough of them to look round.
fn circle_points(center: Pos2, radius: f32, pixel: f32) -> Vec<Pos2> {
    use std::f32::consts::TAU;
    let count = ceil_to_u16(TAU / angle_step(radius / pixel));
    let angle = |nth| TAU * ratio(nth, count);
    let point = |nth| center + radius * Vec2::angled(angle(nth));
    (0..count).map(point).collect()
}

/// Removes points that repeat their predecessor.
fn without_duplicates(points: &[Pos2], closed: bool) -> Vec<Pos2> {
    const NEAR: f32 = 1e-4;
    let mut kept: Vec<Pos2> = Vec::with_capacity(points.len());
    for point in points.iter().filter(|point| point.is_finite()) {
        if kept.last().is_none_or(|last| last.distance(*point) > NEAR) {
            kept.push(*point);
        }
    }
    while closed && kept.len() > 1 && kept[0].distance(kept[kept.len() - 1]) <= NEAR {
        kept.pop();
    }
    kept
}

/// Returns twice the signed area of a polygon, negative if it runs anticlockwise on the screen.
fn signed_double_area(points: &[Pos2]) -> f32 {
    let last = points.len() - 1;
    let before = std::iter::once(&points[last]).chain(points);
    let cross = |(a, b): (&Pos2, &Pos2)| a.x * b.y - b.x * a.y;
    before.zip(points).map(cross).sum()
}

/// Triangulates a clockwise polygon by ear clipping, with a shortcut for convex polygons, which
/// nearly all are.
fn triangulate(points: &[Pos2]) -> Vec<[u32; 3]> {
    if is_convex(points) {
        let count = u32::try_from(points.len()).unwrap_or(0);
        return (2..count).map(|nth| [0, nth - 1, nth]).collect();
    }
    let mut left: Vec<usize> = (0..points.len()).collect();
    let mut cut = Vec::with_capacity(points.len());
    let mut nth = 1;
    let mut failed = 0;
    while left.len() > 2 {
        let count = left.len();
        let ear = [count - 1, 0, 1].map(|step| left[(nth + step) % count]);
        // A self-intersecting polygon may have no ear left; draw something nevertheless.
        if failed > count || is_ear(ear.map(|at| points[at]), points) {
            cut.push(ear.map(|at| u32::try_from(at).unwrap_or(0)));
            left.remove(nth % count);
            failed = 0;
        } else {
            failed += 1;
            nth += 1;
        }
        nth %= left.len();
    }
    cut
}

/// Returns on which side of the line from `a` to `b` the point `p` lies; positive means right.
fn orientation(a: Pos2, b: Pos2, p: Pos2) -> f32 {
    (b - a).x * (p - a).y - (b - a).y * (p - a).x
}

fn is_convex(points: &[Pos2]) -> bool {
    let count = points.len();
    let point = |nth: usize| points[nth % count];
    (0..count).all(|nth| orientation(point(nth), point(nth + 1), point(nth + 2)) >= 0.0)
}

fn is_ear([a, b, c]: [Pos2; 3], points: &[Pos2]) -> bool {
    let within = |p: &Pos2| {
        orientation(a, b, *p) > 0.0 && orientation(b, c, *p) > 0.0 && orientation(c, a, *p) > 0.0
    };
    orientation(a, b, c) >= 0.0 && !points.iter().any(within)
}
