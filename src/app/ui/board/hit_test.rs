//! Finding hit areas by point and by direction.

use kifu_core::scene::{HitArea, Point, SceneRect};

/// A direction on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrowDirection {
    /// Left.
    Left,
    /// Right.
    Right,
    /// Up.
    Up,
    /// Down.
    Down,
}

impl ArrowDirection {
    /// All four directions.
    pub const ALL: [Self; 4] = [Self::Left, Self::Right, Self::Up, Self::Down];

    /// Returns the direction that a flipped board shows as this one.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
            Self::Up => Self::Down,
            Self::Down => Self::Up,
        }
    }
}

/// Returns the hit area nearest to a point, at most `reach` away (in board units).
///
/// Among overlapping areas, the one whose centre is nearest wins.
pub fn hit_area_at(areas: &[HitArea], point: Point, reach: f32) -> Option<&HitArea> {
    areas
        .iter()
        .map(|candidate| {
            (
                distance_to_area(candidate.area, point),
                distance_to_center(candidate, point),
                candidate,
            )
        })
        .filter(|(away, ..)| *away <= reach)
        .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)))
        .map(|(.., candidate)| candidate)
}

fn distance_to_area(area: SceneRect, point: Point) -> f32 {
    let beyond = |value: f32, low: f32, size: f32| (low - value).max(value - low - size).max(0.0);
    let x = beyond(point.x, area.x, area.width);
    let y = beyond(point.y, area.y, area.height);
    x.hypot(y)
}

fn distance_to_center(hit_area: &HitArea, point: Point) -> f32 {
    hit_area.area.center().distance(point)
}

/// Returns the nearest hit area in a direction from another one.
///
/// Sideways distance counts double. Areas that lie further to the side than ahead are ignored.
pub fn hit_area_toward<'a>(
    areas: &'a [HitArea],
    from: &HitArea,
    direction: ArrowDirection,
) -> Option<&'a HitArea> {
    const SIDEWAYS_WEIGHT: f32 = 2.0;
    const SLACK: f32 = 1e-3;
    let start = from.area.center();
    areas
        .iter()
        .filter(|candidate| candidate.id != from.id)
        .filter_map(|candidate| {
            let to = candidate.area.center();
            let (x, y) = (to.x - start.x, to.y - start.y);
            let (ahead, aside) = match direction {
                ArrowDirection::Left => (-x, y.abs()),
                ArrowDirection::Right => (x, y.abs()),
                ArrowDirection::Up => (-y, x.abs()),
                ArrowDirection::Down => (y, x.abs()),
            };
            (ahead > SLACK && aside <= ahead + SLACK)
                .then_some((ahead + SIDEWAYS_WEIGHT * aside, candidate))
        })
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, candidate)| candidate)
}
