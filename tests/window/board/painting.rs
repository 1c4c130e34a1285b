//! Painting the board: every size, both themes, and its cost.

use super::harness::{TestBoard, records, scene, start, starts};
use egui::epaint::Primitive;
use egui::{Theme, vec2};
use egui_kittest::Harness;
use kifu_app::ui::board::{BoardTransform, paint};
use kifu_core::record::{Mark, MarkColor, MarkKind};
use kifu_core::scene::{
    Outline, Palette, PlayerBadge, Role, Scene, SceneItem, SceneRect, Shape, Stroke, Tone, point_at,
};
use std::time::{Duration, Instant};

/// Returns the first, middle and last position of every bundled record.
fn scenes() -> Vec<Scene> {
    let mut scenes = starts();
    for record in records() {
        let game = kifu_core::games::by_id(kifu_core::games::CATALOGUE, &record.game).unwrap();
        let plies = record.tokens().count().max(game.info().lead_in);
        scenes.extend([plies / 2, plies].map(|plies| scene(&record, plies)));
    }
    scenes
}

/// Returns the number of vertices of the last frame, and asserts that every mesh is valid.
fn vertex_count(harness: &Harness<'_, TestBoard>) -> usize {
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

/// Returns the ink on the screen: the area of all triangles in pixels, weighted by their opacity.
#[expect(
    clippy::many_single_char_names,
    clippy::needless_pass_by_value,
    reason = "corners and their coordinates; the callers make the item in place"
)]
fn ink(item: SceneItem, density: f32) -> f32 {
    let context = egui::Context::default();
    let scene = Scene::new(
        10.0,
        10.0,
        [
            PlayerBadge::stone(Tone::Dark),
            PlayerBadge::stone(Tone::Light),
        ],
    );
    let rect = egui::Rect::from_min_size(egui::Pos2::ZERO, vec2(400.0, 400.0));
    let mut output = context.run_ui(egui::RawInput::default(), |ui| {
        let transform = BoardTransform::new(&scene, rect, density);
        let painter = ui.painter().with_clip_rect(egui::Rect::EVERYTHING);
        paint(
            std::slice::from_ref(&item),
            &transform,
            Palette::LIGHT,
            &painter,
        );
    });
    output.textures_delta.clear();
    let mut sum = 0.0;
    for shape in output.shapes {
        let egui::Shape::Mesh(mesh) = shape.shape else {
            continue;
        };
        for corners in mesh.indices.chunks_exact(3) {
            let [a, b, c] = [0, 1, 2].map(|nth| mesh.vertices[corners[nth] as usize]);
            let (x, y) = (b.pos - a.pos, c.pos - a.pos);
            let opaque = [a, b, c].map(|corner| f32::from(corner.color.a()) / 255.0);
            let area = (x.x * y.y - x.y * y.x).abs() / 2.0;
            sum += area * opaque.iter().sum::<f32>() / 3.0;
        }
    }
    sum * density * density
}

#[test]
fn painted_ink_matches_area_of_each_shape() {
    use std::f32::consts::PI;
    let path = |points: &[(f32, f32)], closed| Outline::Path {
        points: points.iter().map(|(x, y)| point_at(*x, *y)).collect(),
        closed,
    };
    let fill = |outline| Shape {
        outline,
        fill: Some(Role::Text),
        stroke: None,
    };
    let line = |outline, width| Shape {
        outline,
        fill: None,
        stroke: Some(Stroke::new(Role::Text, width)),
    };
    let arrow = path(&[(1.0, 1.0), (9.0, 5.0), (1.0, 9.0), (4.0, 5.0)], true);
    let hook = path(&[(1.0, 1.0), (9.0, 1.5), (8.0, 9.0), (5.0, 4.0)], false);
    let length = 8.015_6 + 7.566_4 + 5.831;
    let square = Outline::Area(SceneRect::new(2.0, 2.0, 6.0, 5.0), 0.0);
    let round = Outline::Area(SceneRect::new(2.0, 2.0, 6.0, 5.0), 1.0);
    let dashed = Shape {
        stroke: Some(Stroke::dashed(Role::Text, 0.2)),
        ..line(path(&[(1.0, 1.0), (5.752, 7.336)], false), 0.2)
    };
    let cases = [
        (fill(Outline::Disc(point_at(5.0, 5.0), 3.0)), PI * 9.0),
        (
            line(Outline::Disc(point_at(5.0, 5.0), 3.0), 0.2),
            PI * 6.0 * 0.2,
        ),
        (
            line(Outline::Disc(point_at(5.0, 5.0), 2.0), 1.8),
            PI * 4.0 * 1.8,
        ),
        (
            line(Outline::Disc(point_at(5.0, 5.0), 0.3), 0.16),
            PI * 0.6 * 0.16,
        ),
        (fill(square.clone()), 30.0),
        (fill(round), 30.0 - (4.0 - PI)),
        // The corners of the stroke are round.
        (line(square, 0.5), 22.0 * 0.5 - (4.0 - PI) / 16.0),
        (fill(arrow), 20.0),
        (
            line(path(&[(1.0, 1.0), (6.0, 8.0)], false), 0.5),
            8.602_3 * 0.5 + PI / 16.0,
        ),
        (line(path(&[(5.0, 5.0)], false), 2.0), PI),
        (line(hook, 0.02), length * 0.02),
        // Eleven dashes and eleven gaps.
        (dashed, 11.0 * 0.4 * 0.2),
    ];
    for density in [0.6_f32, 1.0, 2.5] {
        for (shape, area) in &cases {
            let unit = (40.0 * density).floor();
            let expected = area * unit * unit;
            let found = ink(SceneItem::Shape(shape.clone()), density);
            let error = (found - expected).abs() / expected;
            assert!(error < 0.04, "{density} {shape:?}: {found}, not {expected}");
        }
    }
}

#[test]
fn unchanged_board_reuses_its_meshes_in_next_frame() {
    let mut harness = TestBoard::new(start("box")).harness(vec2(900.0, 700.0));
    let painted = |harness: &Harness<'_, TestBoard>| {
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
fn move_animation_ends_and_repaints_stop() {
    let mut harness = TestBoard::new(start("clobber")).harness(vec2(600.0, 600.0));
    let record = records()
        .into_iter()
        .find(|record| record.game == "clobber");
    harness.state_mut().scene = scene(&record.unwrap(), 1);
    // `run` panics if the window never stops repainting.
    harness.run();
}

#[test]
fn painted_board_stays_within_shape_and_vertex_limits() {
    for record in records() {
        let plies = record.tokens().count();
        let harness = TestBoard::new(scene(&record, plies)).harness(vec2(800.0, 800.0));
        let shapes = harness.output().shapes.len();
        // A text between shapes splits their mesh in two.
        assert!(shapes < 800, "{}: {shapes} shapes", record.game);
        let vertices = vertex_count(&harness);
        assert!(vertices < 60_000, "{}: {vertices} vertices", record.game);
    }
}

/// Measures the time to paint a board.
///
/// `cargo test --release --test window measure_board_frame_time -- --ignored --nocapture`
#[test]
#[ignore = "a measurement"]
fn measure_board_frame_time() {
    const FRAMES: u32 = 200;
    for record in records() {
        let plies = record.tokens().count();
        let scenes = [1, 0].map(|back| scene(&record, plies - back));
        let mut test_board = TestBoard::new(scenes[0].clone());
        let context = egui::Context::default();
        let screen = egui::Rect::from_min_size(egui::Pos2::ZERO, vec2(800.0, 800.0));
        let mut spent = [Duration::ZERO; 3];
        let mut count = 0;
        for nth in 0..FRAMES {
            // A frame of another board, then one of the same.
            let kind = (nth % 2) as usize;
            if kind == 0 {
                test_board.scene = scenes[(nth / 2 % 2) as usize].clone();
            }
            let input = egui::RawInput {
                screen_rect: Some(screen),
                ..egui::RawInput::default()
            };
            let mut took = Duration::ZERO;
            let mut output = context.run_ui(input, |ui| {
                let start = Instant::now();
                TestBoard::show(ui, &mut test_board);
                took = start.elapsed();
            });
            output.textures_delta.clear();
            spent[kind] += took;
            count = output.shapes.len();
            let start = Instant::now();
            let _ = context.tessellate(output.shapes, 1.0);
            spent[2] += start.elapsed() / 2;
        }
        let [other, same, triangles] = spent.map(|time| time * 2 / FRAMES);
        println!(
            "{}: ui {same:?} the same board, {other:?} another, tessellation {triangles:?}; \
             {count} shapes",
            record.game
        );
    }
}

mod slow {
    use super::*;

    #[test]
    fn board_paints_valid_meshes_at_any_size_and_theme() {
        let sizes = [
            (20.0, 20.0),
            (40.0, 700.0),
            (333.0, 211.0),
            (4000.0, 3000.0),
        ];
        for (nth, scene) in scenes().into_iter().enumerate() {
            let ids: Vec<String> = scene.hit_areas.iter().map(|spot| spot.id.clone()).collect();
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
                color: MarkColor::default(),
            };
            let mut test_board = TestBoard::new(scene);
            test_board.marks = kinds.into_iter().enumerate().map(mark).collect();
            test_board.next_targets = ids[7..9].to_vec();
            test_board.take_focus = true;
            let theme = if nth % 2 == 0 {
                Theme::Light
            } else {
                Theme::Dark
            };
            let mut harness = Harness::builder()
                .with_theme(theme)
                .build_ui_state(TestBoard::show, test_board);
            for size in sizes {
                for density in [0.5, 1.0, 1.25, 4.0] {
                    harness.set_size(size.into());
                    harness.set_pixels_per_point(density);
                    harness.run();
                    assert!(vertex_count(&harness) > 100);
                }
            }
        }
    }
}
