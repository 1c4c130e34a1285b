//! The parts of pictures, their sizes, and scenes that are drawn strangely.

use super::{SAMPLES, pictures, sample};
use crate::common::unreviewed;
use kifu_core::scene::{Palette, Role, Scene, SceneItem, SceneRect, Stroke, point_at};
use kifu_logs::formats::{PictureParts, game_picture, render_svg};
use kifu_study::render::{MAX_PIXELS, Rasterizer, RenderError, SheetLayout, scaled_to};

/// Returns all texts of a scene.
fn texts(scene: &Scene) -> Vec<&str> {
    let texts = scene.items.iter().filter_map(|item| match item {
        SceneItem::Text(text) => Some(text.text.as_str()),
        SceneItem::Shape(_) => None,
    });
    texts.collect()
}

#[test]
fn font_has_every_letter_of_the_sample_records() {
    let rasterizer = Rasterizer::new();
    for name in SAMPLES {
        let (record, game) = sample(name);
        let pictures = pictures(&record, game, PictureParts::default());
        for scene in pictures.scenes(0..=pictures.last_ply()) {
            let missing = rasterizer.missing_letters(&scene);
            assert!(missing.is_empty(), "{name}: {missing:?}");
        }
    }
    let mut scene = Scene::new(4.0, 1.0, sample_badges());
    scene.label(point_at(2.0, 0.5), 0.5, Role::Text, "a棋b棋");
    assert_eq!(rasterizer.missing_letters(&scene), ['棋']);
}

fn sample_badges() -> [kifu_core::scene::PlayerBadge; 2] {
    use kifu_core::scene::{PlayerBadge, Tone};
    [Tone::Light, Tone::Dark].map(PlayerBadge::stone)
}

#[test]
fn picture_part_left_out_changes_nothing_else() {
    let (record, game) = sample("atari-go");
    let all = PictureParts::default();
    let ply = {
        let pictures = pictures(&record, game, all);
        (1..=pictures.last_ply())
            .find(|ply| pictures.is_key_moment(*ply))
            .unwrap()
    };
    let scene = |parts| pictures(&record, game, parts).scene(ply);
    let full = scene(all);
    let has = |scene: &Scene, words: &str| texts(scene).iter().any(|text| text.contains(words));
    let glyphs = PictureParts {
        glyphs: false,
        ..all
    };
    assert!(has(&full, "?") && !has(&scene(glyphs), "?"));
    let clocks = PictureParts {
        clocks: false,
        ..all
    };
    assert!(
        has(&full, " s")
            && !texts(&scene(clocks))
                .iter()
                .any(|text| text.ends_with(" s"))
    );
    let arrows = PictureParts {
        arrows: false,
        ..all
    };
    assert!(has(&full, "Better: ") && !has(&scene(arrows), "Better: "));
    assert!(scene(arrows).size.y < full.size.y, "no room for the line");
    let evaluation = PictureParts {
        evaluation: false,
        ..all
    };
    assert!(
        scene(evaluation).size.x < full.size.x,
        "no room for the bar"
    );
    let names = PictureParts {
        names: false,
        ..all
    };
    assert!(has(&full, "Flat Monte Carlo") && !has(&scene(names), "Flat Monte Carlo"));
    let caption = PictureParts {
        caption: false,
        ..all
    };
    assert!(has(&full, "House match") && !has(&scene(caption), "House match"));
    let coordinates = PictureParts {
        coordinates: false,
        ..all
    };
    assert!(texts(&full).contains(&"J") && !texts(&scene(coordinates)).contains(&"J"));
    let bare = scene(PictureParts::NONE);
    assert!(bare.items.len() < full.items.len());
}

#[test]
fn unreviewed_game_is_drawn_as_convert_draws_it() {
    for name in SAMPLES {
        let (record, game) = sample(name);
        let record = unreviewed(record);
        let scenes = pictures(&record, game, PictureParts::default());
        let (mine, theirs) = (
            scenes.scene(scenes.last_ply()),
            game_picture(&record, game, None).unwrap(),
        );
        assert_eq!(
            render_svg(&mine, Palette::LIGHT),
            render_svg(&theirs, Palette::LIGHT),
            "{name}"
        );
    }
}

#[test]
fn pictures_of_all_plies_have_one_size() {
    for name in SAMPLES {
        let (record, game) = sample(name);
        let pictures = pictures(&record, game, PictureParts::default());
        let scenes = pictures.scenes(0..=pictures.last_ply());
        assert_eq!(scenes.len(), pictures.last_ply() as usize + 1);
        for (ply, scene) in scenes.iter().enumerate() {
            assert_eq!(scene.size, scenes[0].size, "{name} {ply}");
            for item in &scene.items {
                assert!(scene.area().contains(item.area()), "{name} {ply}: {item:?}");
            }
        }
    }
}

#[test]
fn scaled_picture_has_the_width_and_the_same_label() {
    let (record, game) = sample("zuniq");
    let scene = pictures(&record, game, PictureParts::default()).scene(3);
    let scaled = scaled_to(&scene, 300);
    assert!((scaled.size.x - 300.0).abs() < 0.01);
    assert!((scaled.size.y / scene.size.y - 300.0 / scene.size.x).abs() < 0.001);
    assert_eq!(scaled.label, scene.label);
}

#[test]
fn contact_sheet_has_a_board_and_label_for_each_ply() {
    let (record, game) = sample("clobber");
    let pictures = pictures(&record, game, PictureParts::default());
    for (step, columns) in [(1, None), (7, Some(1)), (7, Some(1000)), (u32::MAX, None)] {
        let layout = SheetLayout {
            from: 0,
            to: pictures.last_ply(),
            step,
            columns,
        };
        let sheet = pictures.contact_sheet(&layout);
        for ply in layout.plies() {
            let label = format!("Ply {ply}");
            let is_label = |text: &&str| **text == label || text.starts_with(&format!("{label}:"));
            assert_eq!(
                texts(&sheet).iter().filter(|text| is_label(text)).count(),
                1
            );
        }
        for item in &sheet.items {
            assert!(sheet.area().contains(item.area()), "{step}: {item:?}");
        }
    }
}

#[test]
fn impossible_picture_sizes_are_refused() {
    let scene = Scene::new(1.0, 1.0, sample_badges());
    let draw = |scene: &Scene, width| Rasterizer::new().draw(scene, Palette::LIGHT, width);
    assert_eq!(draw(&scene, 3).unwrap().pixels, vec![[255; 3]; 9]);
    assert!(matches!(draw(&scene, 0), Err(RenderError::TooLarge { .. })));
    let side = u32::try_from(MAX_PIXELS.isqrt()).unwrap();
    assert!(matches!(
        draw(&scene, side + 1),
        Err(RenderError::TooLarge { .. })
    ));
    let flat = Scene::new(1.0, 0.0, sample_badges());
    assert!(matches!(draw(&flat, 9), Err(RenderError::TooLarge { .. })));
}

#[test]
fn degenerate_shapes_are_drawn_or_left_out() {
    let mut scene = Scene::new(10.0, 10.0, sample_badges());
    let at = point_at(5.0, 5.0);
    scene.line([at], Stroke::new(Role::Text, 2.0));
    scene.line([at, at], Stroke::dashed(Role::Text, 1.0));
    scene.polygon([], Role::Bad);
    scene.disc(at, 0.0, Role::Bad);
    scene.fill(SceneRect::new(1.0, 1.0, 0.0, 3.0), 0.5, Role::Bad);
    scene.fill(SceneRect::new(2.0, 2.0, 1.0, 1.0), 9.0, Role::Good);
    scene.fill(SceneRect::new(f32::NAN, 0.0, 1.0, 1.0), 0.0, Role::Bad);
    scene.line(
        [point_at(f32::INFINITY, 0.0), at],
        Stroke::new(Role::Bad, 1.0),
    );
    scene.label(at, 0.0, Role::Text, "nothing");
    scene.label(at, 1.0, Role::Text, "");
    scene.stone(point_at(-50.0, 5.0), 1.0, kifu_core::scene::Tone::Dark);
    let raster = Rasterizer::new().draw(&scene, Palette::LIGHT, 100).unwrap();
    let pixel = |x: usize, y: usize| raster.pixels[y * 100 + x];
    let color = |role| {
        let [red, green, blue, _] = Palette::LIGHT.color(role).0;
        [red, green, blue]
    };
    assert_eq!(pixel(0, 0), color(Role::Page));
    assert_eq!(pixel(25, 25), color(Role::Good));
}
