//! Properties of the scenes of every game, and contrasts of their colours.

use crate::common::random_game_of;
use kifu_core::contract::Setup;
use kifu_core::games::{self, CATALOGUE, DynGame};
use kifu_core::record::MarkColor;
use kifu_core::scene::{Palette, Role, Scene, SceneItem, SceneOptions, Tone};
use std::collections::HashSet;

/// Setups of all sizes and secrets.
fn setups(game: &dyn DynGame) -> Vec<Setup> {
    let mut setups = vec![Setup::default()];
    let values: &[(&str, &[&str])] = &[
        ("size", &["5", "13", "19"]),
        ("width", &["2", "10"]),
        ("height", &["2", "10"]),
        ("colors", &["1 6", "5 3", "- 2"]),
    ];
    for (key, values) in values {
        if game.info().setup_keys.iter().any(|(known, _)| known == key) {
            setups.extend(values.iter().map(|value| {
                let mut setup = Setup::default();
                setup.set(key, *value);
                setup
            }));
        }
    }
    setups
}

/// Every scene of random games, with the tokens that led there.
fn each_scene(view: SceneOptions, mut check: impl FnMut(&Scene, &str)) {
    for game in CATALOGUE {
        for (seed, setup) in (0..).zip(setups(*game)) {
            let tokens = random_game_of(game.id(), &setup, seed);
            let mut state = game.start(&setup).unwrap();
            check(&state.scene(view), game.id());
            for token in tokens {
                state.play(&token).unwrap();
                check(
                    &state.scene(view),
                    &format!("{} {setup:?} {token}", game.id()),
                );
            }
        }
    }
}

#[test]
fn hit_areas_and_items_lie_inside_the_scene() {
    let plain = SceneOptions {
        coordinates: false,
        ..SceneOptions::default()
    };
    for view in [SceneOptions::default(), plain] {
        each_scene(view, |scene, what| {
            for spot in &scene.hit_areas {
                assert!(scene.area().contains(spot.area), "{what}: {spot:?}");
                assert!(spot.area.width > 0.0 && spot.area.height > 0.0);
            }
            for item in &scene.items {
                assert!(scene.area().contains(item.area()), "{what}: {item:?}");
            }
        });
    }
}

#[test]
fn every_hit_area_has_a_unique_id_and_a_label() {
    each_scene(SceneOptions::default(), |scene, what| {
        assert!(scene.label.ends_with('.'), "{what}: {}", scene.label);
        let mut seen = HashSet::new();
        for spot in &scene.hit_areas {
            assert!(seen.insert(&spot.id), "{what}: {} twice", spot.id);
            assert!(spot.label.starts_with(&spot.id), "{what}: {spot:?}");
            assert!(spot.label.len() > spot.id.len() + 2, "{what}: {spot:?}");
        }
    });
}

/// Asserts that no text covers another.
fn assert_texts_do_not_overlap(scene: &Scene, what: &str) {
    let texts = scene.items.iter().filter_map(|item| match item {
        SceneItem::Text(text) => Some(text),
        SceneItem::Shape(_) => None,
    });
    let texts: Vec<_> = texts.collect();
    for (nth, one) in texts.iter().enumerate() {
        for other in &texts[..nth] {
            let (a, b) = (one.area(), other.area());
            let apart = a.x + a.width <= b.x
                || b.x + b.width <= a.x
                || a.y + a.height <= b.y
                || b.y + b.height <= a.y;
            assert!(apart, "{what}: {one:?} stands on {other:?}");
        }
    }
}

#[test]
fn texts_of_a_scene_do_not_overlap() {
    each_scene(SceneOptions::default(), assert_texts_do_not_overlap);
}

#[test]
fn tile_in_hand_does_not_overlap_other_texts() {
    let mut setup = Setup::default();
    setup.set("colors", "6 2");
    let game = games::by_id(CATALOGUE, "box").unwrap();
    let mut state = game.start(&setup).unwrap();
    state.play("Hh216534h").unwrap();
    state.apply_chance("364521").unwrap();
    let scene = state.scene(SceneOptions::default());
    assert!(scene.label.contains("364521"), "{}", scene.label);
    assert_texts_do_not_overlap(&scene, "a tile in hand");
}

#[test]
fn every_scene_text_is_nonempty_and_has_a_size() {
    each_scene(SceneOptions::default(), |scene, what| {
        for item in &scene.items {
            if let SceneItem::Text(text) = item {
                assert!(!text.text.is_empty() && text.size > 0.0, "{what}: {text:?}");
            }
        }
    });
}

#[test]
fn most_tokens_start_with_the_id_of_a_hit_area() {
    for game in CATALOGUE {
        let tokens = random_game_of(game.id(), &Setup::default(), 1);
        let scene = game
            .start(&Setup::default())
            .unwrap()
            .scene(SceneOptions::default());
        let named = |token: &&String| {
            scene
                .hit_areas
                .iter()
                .any(|spot| token.starts_with(&spot.id))
        };
        let rare = tokens.iter().filter(|token| !named(token)).count();
        assert!(rare <= tokens.len() / 5, "{}: {tokens:?}", game.id());
    }
}

#[test]
fn secret_colour_is_shown_only_to_the_player_allowed() {
    let mut setup = Setup::default();
    setup.set("colors", "4 1");
    let game = games::by_id(CATALOGUE, "box").unwrap();
    let state = game.start(&setup).unwrap();
    let seen = |secrets| {
        let view = SceneOptions {
            secrets,
            ..SceneOptions::default()
        };
        let scene = state.scene(view);
        let words = ["cyan", "red"].map(|color| scene.label.contains(color));
        assert_eq!(scene.badges.map(|badge| badge.text != "?"), words);
        words
    };
    for secrets in [[true, true], [true, false], [false, true], [false, false]] {
        assert_eq!(seen(secrets), secrets);
    }
}

/// Red, green and blue as amounts of light.
fn light(role: Role, palette: Palette) -> [f64; 3] {
    let [red, green, blue, _] = palette.color(role).0;
    [red, green, blue].map(|value| {
        let value = f64::from(value) / 255.0;
        if value <= 0.040_45 {
            value / 12.92
        } else {
            ((value + 0.055) / 1.055).powf(2.4)
        }
    })
}

/// Contrast as the Web Content Accessibility Guidelines count it, 1 to 21.
fn contrast(one: Role, other: Role, palette: Palette) -> f64 {
    let mut pair = [one, other].map(|role| {
        let [red, green, blue] = light(role, palette);
        0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
    });
    pair.sort_by(f64::total_cmp);
    pair[1] / pair[0]
}

#[test]
fn text_colours_have_enough_contrast_to_their_background() {
    for palette in [Palette::LIGHT, Palette::DARK] {
        let mut pairs = vec![
            (Role::Text, Role::Page),
            (Role::Muted, Role::Page),
            (Role::Good, Role::Page),
            (Role::Bad, Role::Page),
            (Role::Inaccuracy, Role::Page),
            (Role::Mistake, Role::Page),
            (Role::Blunder, Role::Page),
            (Role::OnBoard, Role::Board),
            (Role::OnBoard, Role::Shade),
        ];
        pairs.extend((1..=6).map(|kind| (Role::OnInk(kind), Role::Ink(kind))));
        pairs.extend((1..=25).map(|size| (Role::OnZone(size), Role::Zone(size))));
        for tone in [Tone::Light, Tone::Dark] {
            pairs.push((Role::OnStone(tone), Role::Stone(tone)));
        }
        for (one, other) in pairs {
            let found = contrast(one, other, palette);
            assert!(
                found >= 4.5,
                "{one:?} on {other:?}: {found:.2}, {palette:?}"
            );
        }
    }
}

#[test]
fn stones_and_marks_have_enough_contrast() {
    for palette in [Palette::LIGHT, Palette::DARK] {
        let [light, dark] = [Tone::Light, Tone::Dark].map(Role::Stone);
        assert!(contrast(light, dark, palette) > 12.0);
        for (one, other, least) in [
            (Role::LastMove, light, 2.0),
            (Role::LastMove, dark, 3.0),
            (Role::LastMove, Role::Board, 2.4),
            (Role::Preview, Role::Board, 2.4),
            (Role::Bad, Role::Board, 2.4),
            (Role::Grid, Role::Board, 1.9),
            (Role::Edge(Tone::Light), Role::Board, 2.0),
            (Role::Edge(Tone::Dark), Role::Board, 2.0),
            (Role::Side(0), Role::Side(1), 1.05),
        ] {
            let found = contrast(one, other, palette);
            assert!(
                found >= least,
                "{one:?} on {other:?}: {found:.2}, {palette:?}"
            );
        }
    }
}

/// Returns a colour as seen without one kind of cones (Machado and others, 2009).
fn seen(light: [f64; 3], matrix: [[f64; 3]; 3]) -> [f64; 3] {
    matrix.map(|row| {
        let sum: f64 = row
            .iter()
            .zip(light)
            .map(|(share, value)| share * value)
            .sum();
        // Roughly even steps for the eye.
        sum.clamp(0.0, 1.0).powf(1.0 / 2.2) * 100.0
    })
}

type Matrix = [[f64; 3]; 3];

const COLOR_VISIONS: [(&str, Matrix); 4] = [
    ("usual", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    (
        "protanopia",
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
    ),
    (
        "deuteranopia",
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
    ),
    (
        "tritanopia",
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ),
];

/// Returns how far apart two colours are for an eye.
fn apart(one: Role, other: Role, palette: Palette, matrix: Matrix) -> f64 {
    let [one, other] = [one, other].map(|role| seen(light(role, palette), matrix));
    let squares = one.iter().zip(other).map(|(a, b)| (a - b).powi(2));
    squares.sum::<f64>().sqrt()
}

#[test]
fn six_tile_colours_differ_for_every_colour_vision() {
    for (vision, matrix) in COLOR_VISIONS {
        for one in 1..=6 {
            for other in 1..one {
                let [first, second] = [one, other].map(Role::Ink);
                let apart = apart(first, second, Palette::LIGHT, matrix);
                assert!(
                    apart > 30.0,
                    "{vision}: {one} and {other} are {apart:.0} apart"
                );
            }
        }
    }
}

#[test]
fn mark_colours_differ_for_every_vision_and_from_the_board() {
    let roles = MarkColor::ALL.map(MarkColor::role);
    for palette in [Palette::LIGHT, Palette::DARK] {
        for (nth, one) in roles.into_iter().enumerate() {
            assert!(
                contrast(one, Role::Board, palette) > 2.4,
                "{palette:?}: {one:?}"
            );
            for other in &roles[..nth] {
                for (vision, matrix) in COLOR_VISIONS {
                    let apart = apart(one, *other, palette, matrix);
                    let pair = format!("{vision}, {palette:?}: {one:?} and {other:?}");
                    assert!(apart > 20.0, "{pair} are {apart:.0} apart");
                }
            }
        }
    }
}

/// Colour is never the only difference here, so a smaller distance suffices than for tiles.
#[test]
fn colours_of_move_classes_differ_for_every_colour_vision() {
    let roles = [
        Role::Inaccuracy,
        Role::Mistake,
        Role::Blunder,
        Role::Bad,
        Role::LastMove,
    ];
    for palette in [Palette::LIGHT, Palette::DARK] {
        for (vision, matrix) in COLOR_VISIONS {
            for (nth, one) in roles.into_iter().enumerate() {
                for other in &roles[..nth] {
                    let apart = apart(one, *other, palette, matrix);
                    assert!(
                        apart > 15.0,
                        "{vision}, {palette:?}: {one:?} and {other:?} are {apart:.0} apart"
                    );
                }
            }
        }
    }
}

#[test]
fn scene_without_hit_areas_has_the_same_items() {
    let mut whole = Vec::new();
    each_scene(SceneOptions::default(), |scene, _| {
        assert!(!scene.hit_areas.is_empty());
        whole.push((scene.items.clone(), scene.label.clone()));
    });
    let bare = SceneOptions {
        hit_areas: false,
        ..SceneOptions::default()
    };
    let mut whole = whole.into_iter();
    each_scene(bare, |scene, what| {
        assert!(scene.hit_areas.is_empty(), "{what}");
        let (items, label) = whole.next().unwrap();
        assert!(items == scene.items && label == scene.label, "{what}");
    });
}
