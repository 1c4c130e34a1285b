//! Painting: at every size, in all colours, within its time.

use crate::stage::{Stage, records, scene, start, starts};
use egui::epaint::Primitive;
use egui::{Theme, vec2};
use egui_kittest::Harness;
use kifu::contract::scene::Scene;
use kifu::record::{Mark, MarkKind};
use std::time::Instant;

/// First, middle and last position of every bundled record.
fn scenes() -> Vec<Scene> {
    let mut scenes = starts();
    for record in records() {
        let book = kifu::games::by_id(kifu::games::CATALOGUE, &record.game).unwrap();
        let plies = record.tokens().count().max(book.lead_in());
        scenes.extend([plies / 2, plies].map(|plies| scene(&record, plies)));
    }
    scenes
}

/// The triangles of the last frame: how many corners, and whether all are sound.
fn corners(harness: &Harness<'_, Stage>) -> usize {
    let output = harness.output();
    let shapes = output.shapes.clone();
    let primitives = harness.ctx.tessellate(shapes, output.pixels_per_point);
    let mut count = 0;
    for primitive in primitives {
        let Primitive::Mesh(mesh) = primitive.primitive else {
            continue;
        };
        assert!(mesh.is_valid());
        assert!(mesh.vertices.iter().all(|vertex| vertex.pos.is_finite()));
        count += mesh.vertices.len();
    }
    count
}

#[test]
fn every_position_is_painted_at_every_size_in_both_colours() {
    let sizes = [
        (20.0, 20.0),
        (40.0, 700.0),
        (333.0, 211.0),
        (4000.0, 3000.0),
    ];
    for (nth, scene) in scenes().into_iter().enumerate() {
        let ids: Vec<String> = scene.spots.iter().map(|spot| spot.id.clone()).collect();
        let kinds = [
            MarkKind::Circle,
            MarkKind::Cross,
            MarkKind::Triangle,
            MarkKind::Square,
            MarkKind::Arrow,
            MarkKind::Text,
        ];
        let mark = |(nth, kind): (usize, MarkKind)| Mark {
            kind,
            at: ids[nth].clone(),
            to: ids[nth + 5].clone(),
            text: "A".to_owned(),
        };
        let mut stage = Stage::new(scene);
        stage.marks = kinds.into_iter().enumerate().map(mark).collect();
        stage.next = ids[7..9].to_vec();
        stage.take_focus = true;
        let theme = if nth % 2 == 0 {
            Theme::Light
        } else {
            Theme::Dark
        };
        let mut harness = Harness::builder()
            .with_theme(theme)
            .build_ui_state(Stage::show, stage);
        for size in sizes {
            for density in [0.5, 1.0, 1.25, 4.0] {
                harness.set_size(size.into());
                harness.set_pixels_per_point(density);
                harness.run();
                assert!(corners(&harness) > 100);
            }
        }
    }
}

#[test]
fn the_same_board_is_made_ready_once() {
    let mut harness = Stage::new(start("box")).harness(vec2(900.0, 700.0));
    let painted = |harness: &Harness<'_, Stage>| {
        let meshes = harness.output().shapes.iter();
        let mesh = |shape: &egui::epaint::ClippedShape| match &shape.shape {
            egui::Shape::Mesh(mesh) if mesh.vertices.len() > 100 => Some(mesh.clone()),
            _ => None,
        };
        meshes.filter_map(mesh).collect::<Vec<_>>()
    };
    let before = painted(&harness);
    harness.step();
    let after = painted(&harness);
    assert!(!before.is_empty());
    for (before, after) in before.iter().zip(&after) {
        assert!(std::sync::Arc::ptr_eq(before, after));
    }
}

#[test]
fn the_glow_of_a_move_ends_and_the_window_rests() {
    let mut harness = Stage::new(start("clobber")).harness(vec2(600.0, 600.0));
    let record = records()
        .into_iter()
        .find(|record| record.game == "clobber");
    harness.state_mut().scene = scene(&record.unwrap(), 1);
    // Panics if it never rests.
    harness.run();
}

#[test]
fn a_frame_takes_its_share_of_the_time_and_no_more() {
    const FRAMES: u32 = 60;
    for record in records() {
        let plies = record.tokens().count();
        let mut stage = Stage::new(scene(&record, plies));
        let context = egui::Context::default();
        let input = || egui::RawInput {
            screen_rect: Some(egui::Rect::from_min_size(
                egui::Pos2::ZERO,
                vec2(800.0, 800.0),
            )),
            ..egui::RawInput::default()
        };
        let mut spent = std::time::Duration::ZERO;
        let mut others = spent;
        let mut count = 0;
        for nth in 0..FRAMES {
            // A frame of the same board, then one of another.
            if nth % 2 == 0 {
                stage.scene = scene(&record, plies - usize::from(nth % 4 == 0));
            }
            let mut took = std::time::Duration::ZERO;
            let mut output = context.run_ui(input(), |ui| {
                let start = Instant::now();
                Stage::show(ui, &mut stage);
                took = start.elapsed();
            });
            count = output.shapes.len();
            output.textures_delta.clear();
            if nth % 2 == 0 {
                others += took;
            } else {
                spent += took;
            }
        }
        let [same, other] = [spent, others].map(|time| time * 2 / FRAMES);
        println!(
            "{}: {same:?} the same, {other:?} another; {count} shapes",
            record.game
        );
        // Loose, for a loaded machine without optimisation.
        assert!(same.as_millis() < 40 && other.as_millis() < 100);
    }
}
