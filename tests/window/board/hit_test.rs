//! Spots found by point and by direction.

use super::harness::{records, scene, starts};
use kifu_app::ui::board::{ArrowDirection, hit_area_at, hit_area_toward};
use kifu_core::scene::{Scene, point_at};
use std::collections::HashSet;

/// Returns the distance from a point to an area, as the least distance to a grid of its points.
fn away(scene: &Scene, nth: usize, x: f32, y: f32) -> f32 {
    let area = scene.hit_areas[nth].area;
    let mut least = f32::INFINITY;
    for i in 0..=20_u8 {
        for j in 0..=20_u8 {
            let [i, j] = [i, j].map(|part| f32::from(part) / 20.0);
            let point = point_at(area.x + area.width * i, area.y + area.height * j);
            least = least.min(point.distance(point_at(x, y)));
        }
    }
    least
}

#[test]
fn the_spot_at_a_point_is_the_nearest_of_all() {
    const REACH: f32 = 0.3;
    for scene in starts() {
        for i in 0..40_u8 {
            for j in 0..40_u8 {
                let x = scene.size.x * f32::from(i) / 39.0;
                let y = scene.size.y * f32::from(j) / 39.0;
                let far: Vec<f32> = (0..scene.hit_areas.len())
                    .map(|nth| away(&scene, nth, x, y))
                    .collect();
                let least = far.iter().copied().fold(f32::INFINITY, f32::min);
                // Points of a grid lie at most this far apart.
                let slack = 0.05;
                match hit_area_at(&scene.hit_areas, point_at(x, y), REACH) {
                    Some(found) => {
                        let nth = scene.hit_areas.iter().position(|spot| spot.id == found.id);
                        let found = far[nth.unwrap()];
                        assert!(found <= least + slack && found <= REACH + slack);
                    }
                    None => assert!(least > REACH - slack, "{x} {y}: {least}"),
                }
            }
        }
    }
}

#[test]
fn the_middle_of_a_spot_is_its_own() {
    for scene in starts() {
        for spot in &scene.hit_areas {
            let found = hit_area_at(&scene.hit_areas, spot.area.center(), 0.0).unwrap();
            assert_eq!(found.id, spot.id);
        }
    }
}

#[test]
fn arrow_keys_lead_from_every_spot_to_every_other() {
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
fn an_arrow_key_leads_in_its_direction() {
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
