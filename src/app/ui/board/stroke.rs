//! Strokes as ribs: pairs of points on both sides of a line, from which a pen makes one band that
//! nowhere lies upon itself, but where the line itself does.

use egui::{Pos2, Vec2, vec2};
use std::f32::consts::{FRAC_PI_2, PI};

/// One rib of a stroke. Its ends lie half of a width times `right` and `left` away from the line.
#[derive(Clone, Copy, Debug)]
pub(super) struct CrossSection {
    /// The point of the line.
    pub at: Pos2,
    /// Toward the right edge.
    pub right: Vec2,
    /// Toward the left edge.
    pub left: Vec2,
    /// Nothing is seen here: the soft end of a dash.
    pub is_transparent: bool,
}

/// How a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineEnds {
    /// The last is joined to the first.
    Closed,
    /// In half circles.
    Round,
    /// Straight, as dashes do.
    Butt,
}

/// How a stroke is shaped.
#[derive(Clone, Copy, Debug)]
pub(super) struct StrokeShape {
    /// Half of its width.
    pub half_width: f32,
    /// The greatest angle between two points of a round corner.
    pub max_angle_step: f32,
    /// How it ends.
    pub ends: LineEnds,
    /// How wide a soft edge is.
    pub feather_width: f32,
}

/// The ribs along a line of points no two neighbours of which are equal; none for fewer than two.
pub(super) fn cross_sections(points: &[Pos2], shaping: &StrokeShape, out: &mut Vec<CrossSection>) {
    out.clear();
    let count = points.len();
    if count < 2 {
        return;
    }
    let joined = shaping.ends == LineEnds::Closed && count > 2;
    if !joined {
        push_cap(points[0], points[1], shaping, out);
    }
    for nth in 0..count {
        let is_end = nth == 0 || nth == count - 1;
        if joined || !is_end {
            let before = points[(nth + count - 1) % count];
            push_join(before, points[nth], points[(nth + 1) % count], shaping, out);
        }
    }
    if joined {
        let first = out[0];
        out.push(first);
    } else {
        let from = out.len();
        push_cap(points[count - 1], points[count - 2], shaping, out);
        // The same end, walked the other way: left is right, last is first.
        out[from..].reverse();
        for rib in &mut out[from..] {
            std::mem::swap(&mut rib.left, &mut rib.right);
        }
    }
}

/// The start of a line that leads from `at` to `next`.
fn push_cap(at: Pos2, next: Pos2, shaping: &StrokeShape, out: &mut Vec<CrossSection>) {
    let ahead = (next - at).normalized();
    let side = quarter_turn_right(ahead);
    let straight = |at, faded| CrossSection {
        at,
        right: side,
        left: -side,
        is_transparent: faded,
    };
    if shaping.ends == LineEnds::Butt {
        out.push(straight(at - ahead * shaping.feather_width / 2.0, true));
        out.push(straight(at + ahead * shaping.feather_width / 2.0, false));
        return;
    }
    let steps = arc_steps(FRAC_PI_2, shaping.max_angle_step);
    for nth in 0..=steps {
        let angle = FRAC_PI_2 * ratio(steps - nth, steps);
        let (sin, cos) = angle.sin_cos();
        out.push(CrossSection {
            at,
            right: side * cos - ahead * sin,
            left: -side * cos - ahead * sin,
            is_transparent: false,
        });
    }
}

/// The corner of a line that leads from `before` to `at` to `after`.
fn push_join(
    before: Pos2,
    at: Pos2,
    after: Pos2,
    shaping: &StrokeShape,
    out: &mut Vec<CrossSection>,
) {
    let (come, go) = (at - before, after - at);
    let (a, b) = (come.normalized(), go.normalized());
    let angle = (a.x * b.y - a.y * b.x).atan2(a.dot(b));
    let middle = (quarter_turn_right(a) + quarter_turn_right(b)) / 2.0;
    // The edges meet here. Within the corner that is so far back along both lines, of which each
    // has another corner at its other end.
    let meet = middle / middle.length_sq().max(1e-6);
    let back = (angle.abs() / 2.0).tan() * shaping.half_width;
    let room = come.length().min(go.length()) / 2.0;
    let inner = meet * (room / back.max(f32::EPSILON)).min(1.0);
    let mut rib = |right, left| {
        let faded = false;
        out.push(CrossSection {
            at,
            right,
            left,
            is_transparent: faded,
        });
    };
    if angle.abs() <= shaping.max_angle_step {
        rib(meet, -meet);
        return;
    }
    let steps = arc_steps(angle.abs(), shaping.max_angle_step);
    for nth in 0..=steps {
        let (sin, cos) = (angle * ratio(nth, steps)).sin_cos();
        let normal = quarter_turn_right(a);
        let outer = vec2(
            normal.x * cos - normal.y * sin,
            normal.x * sin + normal.y * cos,
        );
        // Who turns to the right has the inner edge there.
        if angle > 0.0 {
            rib(inner, -outer);
        } else {
            rib(outer, -inner);
        }
    }
}

/// A way turned a quarter to the right.
pub(super) fn quarter_turn_right(way: Vec2) -> Vec2 {
    vec2(-way.y, way.x)
}

/// Into so many steps an angle is cut.
fn arc_steps(angle: f32, step: f32) -> u16 {
    ceil_to_u16(angle / step.max(0.01)).clamp(1, 200)
}

/// So much of the whole.
pub(super) fn ratio(nth: u16, of: u16) -> f32 {
    f32::from(nth) / f32::from(of.max(1))
}

/// The next whole number from 0 to 60000.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "bounded just before"
)]
pub(super) fn ceil_to_u16(value: f32) -> u16 {
    value.ceil().clamp(0.0, 60_000.0) as u16
}

/// The greatest angle between two points of a circle of so many pixels that still looks round.
pub(super) fn angle_step(radius: f32) -> f32 {
    const MAX_DEVIATION: f32 = 0.08;
    let cos = (1.0 - MAX_DEVIATION / radius.max(MAX_DEVIATION)).max(0.0);
    (2.0 * cos.acos()).clamp(PI / 180.0, PI / 4.0)
}

/// Cuts a line into dashes of one length and gaps of another; no more dashes than can be told
/// apart.
pub(super) fn for_each_dash(points: &[Pos2], dash: f32, gap: f32, mut each: impl FnMut(&[Pos2])) {
    const MAX_DASHES: u16 = 4000;
    let mut piece = Vec::new();
    let mut left = dash;
    let mut is_dash = true;
    let mut drawn = 0;
    for pair in points.windows(2) {
        let (mut from, to) = (pair[0], pair[1]);
        if is_dash {
            piece.push(from);
        }
        while from.distance(to) > left && drawn < MAX_DASHES {
            from += (to - from).normalized() * left;
            piece.push(from);
            if is_dash {
                each(&piece);
                drawn += 1;
                piece.clear();
            }
            is_dash = !is_dash;
            left = if is_dash { dash } else { gap };
        }
        left -= from.distance(to);
    }
    if let (true, Some(last)) = (is_dash, points.last()) {
        piece.push(*last);
        each(&piece);
    }
}
