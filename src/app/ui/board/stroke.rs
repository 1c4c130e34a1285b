//! Strokes as cross-sections: pairs of points on both sides of a line.
//!
//! Joined into a band of triangles, they overlap only where the line itself crosses or touches
//! itself.

use egui::{Pos2, Vec2, vec2};
use std::f32::consts::{FRAC_PI_2, PI};

/// A cross-section of a stroke. Its ends lie half a width times `right` and `left` from the line.
#[derive(Clone, Copy, Debug)]
pub(super) struct CrossSection {
    /// The point on the line.
    pub at: Pos2,
    /// The offset toward the right edge.
    pub right: Vec2,
    /// The offset toward the left edge.
    pub left: Vec2,
    /// Whether the stroke is fully transparent here, as at the soft end of a dash.
    pub is_transparent: bool,
}

/// The shape of a line's ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineEnds {
    /// No ends: the last point is joined to the first.
    Closed,
    /// Semicircular ends.
    Round,
    /// Straight ends, as used by dashes.
    Butt,
}

/// The geometry of a stroke.
#[derive(Clone, Copy, Debug)]
pub(super) struct StrokeShape {
    /// Half of the width.
    pub half_width: f32,
    /// The greatest angle between two points of a round corner, in radians.
    pub max_angle_step: f32,
    /// The shape of its ends.
    pub ends: LineEnds,
    /// The width of a soft edge.
    pub feather_width: f32,
}

/// Appends the cross-sections along a line of at least two points, no two neighbours of which are
/// equal.
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
        // This end was generated in the opposite direction: swap left and right, and reverse the
        // order.
        out[from..].reverse();
        for section in &mut out[from..] {
            std::mem::swap(&mut section.left, &mut section.right);
        }
    }
}

/// Appends the cap at the start of a line from `at` to `next`.
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

/// Appends the join at `at` between the segments from `before` and to `after`.
fn push_join(
    before: Pos2,
    at: Pos2,
    after: Pos2,
    shaping: &StrokeShape,
    out: &mut Vec<CrossSection>,
) {
    let (incoming, outgoing) = (at - before, after - at);
    let (a, b) = (incoming.normalized(), outgoing.normalized());
    let angle = (a.x * b.y - a.y * b.x).atan2(a.dot(b));
    let middle = (quarter_turn_right(a) + quarter_turn_right(b)) / 2.0;
    // The inner edges meet here. The meeting point lies behind the corner along both segments, each
    // of which has another corner at its other end, so the distance is limited.
    let meet = middle / middle.length_sq().max(1e-6);
    let back = (angle.abs() / 2.0).tan() * shaping.half_width;
    let max_back = incoming.length().min(outgoing.length()) / 2.0;
    let inner = meet * (max_back / back.max(f32::EPSILON)).min(1.0);
    let mut push = |right, left| {
        let faded = false;
        out.push(CrossSection {
            at,
            right,
            left,
            is_transparent: faded,
        });
    };
    if angle.abs() <= shaping.max_angle_step {
        push(meet, -meet);
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
        // In a right turn the inner edge is on the right.
        if angle > 0.0 {
            push(inner, -outer);
        } else {
            push(outer, -inner);
        }
    }
}

/// Rotates a vector by a quarter turn to the right.
pub(super) fn quarter_turn_right(way: Vec2) -> Vec2 {
    vec2(-way.y, way.x)
}

/// Returns the number of steps into which an arc is divided.
fn arc_steps(angle: f32, step: f32) -> u16 {
    ceil_to_u16(angle / step.max(0.01)).clamp(1, 200)
}

/// Returns `nth / of` as a fraction, treating a zero divisor as 1.
pub(super) fn ratio(nth: u16, of: u16) -> f32 {
    f32::from(nth) / f32::from(of.max(1))
}

/// Rounds up to a whole number from 0 to 60000.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "bounded just before"
)]
pub(super) fn ceil_to_u16(value: f32) -> u16 {
    value.ceil().clamp(0.0, 60_000.0) as u16
}

/// Returns the greatest angle between two points of a circle of this radius (in pixels) that still
/// looks round, in radians.
pub(super) fn angle_step(radius: f32) -> f32 {
    const MAX_DEVIATION: f32 = 0.08;
    let cos = (1.0 - MAX_DEVIATION / radius.max(MAX_DEVIATION)).max(0.0);
    (2.0 * cos.acos()).clamp(PI / 180.0, PI / 4.0)
}

/// Calls `each` with every dash of a line; all dashes have one length and all gaps another.
///
/// Stops after more dashes than can be distinguished.
pub(super) fn for_each_dash(points: &[Pos2], dash: f32, gap: f32, mut each: impl FnMut(&[Pos2])) {
    const MAX_DASHES: u16 = 4000;
    let mut current = Vec::new();
    let mut left = dash;
    let mut is_dash = true;
    let mut drawn = 0;
    for pair in points.windows(2) {
        let (mut from, to) = (pair[0], pair[1]);
        if is_dash {
            current.push(from);
        }
        while from.distance(to) > left && drawn < MAX_DASHES {
            from += (to - from).normalized() * left;
            current.push(from);
            if is_dash {
                each(&current);
                drawn += 1;
                current.clear();
            }
            is_dash = !is_dash;
            left = if is_dash { dash } else { gap };
        }
        left -= from.distance(to);
    }
    if let (true, Some(last)) = (is_dash, points.last()) {
        current.push(*last);
        each(&current);
    }
}
