//! Strokes as ribs: pairs of points on both sides of a line, from which a pen makes one band that
//! nowhere lies upon itself, but where the line itself does.

use egui::{Pos2, Vec2, vec2};
use std::f32::consts::{FRAC_PI_2, PI};

/// One rib of a stroke. Its ends lie half of a width times `right` and `left` away from the line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rib {
    /// The point of the line.
    pub at: Pos2,
    /// Toward the right edge.
    pub right: Vec2,
    /// Toward the left edge.
    pub left: Vec2,
    /// Nothing is seen here: the soft end of a dash.
    pub faded: bool,
}

/// How a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ends {
    /// The last is joined to the first.
    Joined,
    /// In half circles.
    Round,
    /// Straight, as dashes do.
    Straight,
}

/// How a stroke is shaped.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shaping {
    /// Half of its width.
    pub half: f32,
    /// The greatest angle between two points of a round corner.
    pub step: f32,
    /// How it ends.
    pub ends: Ends,
    /// How wide a soft edge is.
    pub soft: f32,
}

/// The ribs along a line of points no two neighbours of which are equal; none for fewer than two.
pub(super) fn ribs(points: &[Pos2], shaping: &Shaping, out: &mut Vec<Rib>) {
    out.clear();
    let count = points.len();
    if count < 2 {
        return;
    }
    let joined = shaping.ends == Ends::Joined && count > 2;
    if !joined {
        start(points[0], points[1], shaping, out);
    }
    for nth in 0..count {
        let is_end = nth == 0 || nth == count - 1;
        if joined || !is_end {
            let before = points[(nth + count - 1) % count];
            join(before, points[nth], points[(nth + 1) % count], shaping, out);
        }
    }
    if joined {
        let first = out[0];
        out.push(first);
    } else {
        let from = out.len();
        start(points[count - 1], points[count - 2], shaping, out);
        // The same end, walked the other way: left is right, last is first.
        out[from..].reverse();
        for rib in &mut out[from..] {
            std::mem::swap(&mut rib.left, &mut rib.right);
        }
    }
}

/// The start of a line that leads from `at` to `next`.
fn start(at: Pos2, next: Pos2, shaping: &Shaping, out: &mut Vec<Rib>) {
    let ahead = (next - at).normalized();
    let side = right_of(ahead);
    let straight = |at, faded| Rib {
        at,
        right: side,
        left: -side,
        faded,
    };
    if shaping.ends == Ends::Straight {
        out.push(straight(at - ahead * shaping.soft / 2.0, true));
        out.push(straight(at + ahead * shaping.soft / 2.0, false));
        return;
    }
    let steps = steps(FRAC_PI_2, shaping.step);
    for nth in 0..=steps {
        let angle = FRAC_PI_2 * part(steps - nth, steps);
        let (sin, cos) = angle.sin_cos();
        out.push(Rib {
            at,
            right: side * cos - ahead * sin,
            left: -side * cos - ahead * sin,
            faded: false,
        });
    }
}

/// The corner of a line that leads from `before` to `at` to `after`.
fn join(before: Pos2, at: Pos2, after: Pos2, shaping: &Shaping, out: &mut Vec<Rib>) {
    let (come, go) = (at - before, after - at);
    let (a, b) = (come.normalized(), go.normalized());
    let angle = (a.x * b.y - a.y * b.x).atan2(a.dot(b));
    let middle = (right_of(a) + right_of(b)) / 2.0;
    // The edges within the corner meet here, if both lines are long enough.
    let reach = come.length().min(go.length()) / shaping.half.max(f32::EPSILON);
    let meet = middle / middle.length_sq().max(1e-6);
    let meet = meet * (reach / meet.length().max(f32::EPSILON)).min(1.0);
    let mut rib = |right, left| {
        let faded = false;
        out.push(Rib {
            at,
            right,
            left,
            faded,
        });
    };
    if angle.abs() <= shaping.step {
        rib(meet, -meet);
        return;
    }
    let steps = steps(angle.abs(), shaping.step);
    for nth in 0..=steps {
        let (sin, cos) = (angle * part(nth, steps)).sin_cos();
        let normal = right_of(a);
        let outer = vec2(
            normal.x * cos - normal.y * sin,
            normal.x * sin + normal.y * cos,
        );
        // Who turns to the right has the inner edge there.
        if angle > 0.0 {
            rib(meet, -outer);
        } else {
            rib(outer, -meet);
        }
    }
}

/// A way turned a quarter to the right.
pub(super) fn right_of(way: Vec2) -> Vec2 {
    vec2(-way.y, way.x)
}

/// Into so many steps an angle is cut.
fn steps(angle: f32, step: f32) -> u16 {
    whole(angle / step.max(0.01)).clamp(1, 200)
}

/// So much of the whole.
pub(super) fn part(nth: u16, of: u16) -> f32 {
    f32::from(nth) / f32::from(of.max(1))
}

/// The next whole number from 0 to 60000.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "bounded just before"
)]
pub(super) fn whole(value: f32) -> u16 {
    value.ceil().clamp(0.0, 60_000.0) as u16
}

/// The greatest angle between two points of a circle of so many pixels that still looks round.
pub(super) fn step_of(radius: f32) -> f32 {
    const GAP: f32 = 0.08;
    let cos = (1.0 - GAP / radius.max(GAP)).max(0.0);
    (2.0 * cos.acos()).clamp(PI / 180.0, PI / 4.0)
}

/// Cuts a line into dashes of one length and gaps of another; no more dashes than can be told
/// apart.
pub(super) fn dashes(points: &[Pos2], dash: f32, gap: f32, mut each: impl FnMut(&[Pos2])) {
    const MOST: u16 = 4000;
    let mut piece = Vec::new();
    let mut left = dash;
    let mut is_dash = true;
    let mut drawn = 0;
    for pair in points.windows(2) {
        let (mut from, to) = (pair[0], pair[1]);
        if is_dash {
            piece.push(from);
        }
        while from.distance(to) > left && drawn < MOST {
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
