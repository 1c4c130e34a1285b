//! Spots found by point and by direction.

use super::harness::{records, scene, starts};
use kifu_app::ui::board::{ArrowDirection, hit_area_at, hit_area_toward};
use kifu_core::scene::{Point, SceneRect, point_at};
use std::collections::HashSet;

/// Returns the distance from a point to the nearest point of a rectangle.
fn distance_to_rect(area: SceneRect, point: Point) -> f32 {
    let nearest = point_at(
        point.x.clamp(area.x, area.x + area.width),
        point.y.clamp(area.y, area.y + area.height),
    );
    nearest.distance(point)
}

#[test]
fn hit_area_at_point_is_nearest_within_reach() {
    const REACH: f32 = 0.3;
    const ROUNDING: f32 = 1e-4;
    for scene in starts() {
        for i in 0..40_u8 {
            for j in 0..40_u8 {
                let x = scene.size.x * f32::from(i) / 39.0;
                let y = scene.size.y * f32::from(j) / 39.0;
                let point = point_at(x, y);
                let distances = scene
                    .hit_areas
                    .iter()
                    .map(|spot| distance_to_rect(spot.area, point));
                let least = distances.fold(f32::INFINITY, f32::min);
                match hit_area_at(&scene.hit_areas, point, REACH) {
                    Some(found) => {
                        let distance = distance_to_rect(found.area, point);
                        assert!(distance <= least + ROUNDING && distance <= REACH + ROUNDING);
                    }
                    None => assert!(least > REACH - ROUNDING, "{x} {y}: {least}"),
                }
            }
        }
    }
}

#[test]
fn center_of_every_hit_area_hits_that_area() {
    for scene in starts() {
        for spot in &scene.hit_areas {
            let found = hit_area_at(&scene.hit_areas, spot.area.center(), 0.0).unwrap();
            assert_eq!(found.id, spot.id);
        }
    }
}

#[test]
fn arrow_keys_reach_every_spot_from_any_spot() {
    let played = records().into_iter().map(|record| scene(&record, 8));
    for scene in starts().into_iter().chain(played) {
        for first in [
            &scene.hit_areas[0],
            &scene.hit_areas[scene.hit_areas.len() / 2],
        ] {
            let mut seen = HashSet::from([first.id.as_str()]);
            let mut open = vec![first];
            while let Some(from) = open.pop() {
                for direction in ArrowDirection::ALL {
                    if let Some(to) = hit_area_toward(&scene.hit_areas, from, direction)
                        && seen.insert(&to.id)
                    {
                        open.push(to);
                    }
                }
            }
            assert_eq!(seen.len(), scene.hit_areas.len(), "{}", scene.label);
        }
    }
}

#[test]
fn arrow_key_moves_cursor_in_its_direction() {
    for scene in starts() {
        for from in &scene.hit_areas {
            let a = from.area.center();
            for direction in ArrowDirection::ALL {
                let Some(to) = hit_area_toward(&scene.hit_areas, from, direction) else {
                    continue;
                };
                let b = to.area.center();
                let ahead = match direction {
                    ArrowDirection::Left => a.x - b.x,
                    ArrowDirection::Right => b.x - a.x,
                    ArrowDirection::Up => a.y - b.y,
                    ArrowDirection::Down => b.y - a.y,
                };
                assert!(ahead > 0.0, "{} {direction:?} {}", from.id, to.id);
            }
        }
    }
}
