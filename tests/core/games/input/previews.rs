//! Moves drawn over the board, legal and illegal.

use super::{GAMES, walk};
use kifu_core::games::{CATALOGUE, by_id};
use kifu_core::scene::{Role, SceneItem, SceneOptions, Stroke};

/// Tokens of each game that can be read, and are illegal nearly everywhere.
const ODD: [(&str, &[&str]); 5] = [
    (
        "turn-right",
        &[
            "a1",
            "f6",
            "a1-a4-d4-d1",
            "a1-d1-d4-a4",
            "a1-a4-d4-d2-b2-b5-e5-e1",
            "a1-a2",
            "a1-a6-b6-b5-c5-c6-d6-d5-e5-e6-f6-f1",
        ],
    ),
    ("atari-go", &["A1", "E5", "Z25", "A25", "Z1", "PASS"]),
    (
        "clobber",
        &["a1a2", "a1c7", "j10j9", "a1j10", "j1i1", "b2b2"],
    ),
    (
        "box",
        &[
            "Pt123456h",
            "Pt123456v",
            "Aa123456h",
            "Pav",
            "Hh123456v",
            "123456",
        ],
    ),
    ("zuniq", &["A1h", "E6v", "F5h!", "C3v"]),
];

fn has(items: &[SceneItem], wanted: impl Fn(Role) -> bool) -> bool {
    items.iter().any(|item| match item {
        SceneItem::Shape(shape) => {
            shape.fill.is_some_and(&wanted)
                || shape.stroke.is_some_and(|Stroke { role, .. }| wanted(role))
        }
        SceneItem::Text(text) => wanted(text.role),
    })
}

/// Returns the items as texts without their colours.
fn colourless(items: &[SceneItem]) -> Vec<String> {
    let plain = |item: &SceneItem| match item {
        SceneItem::Shape(shape) => {
            let dashed = shape.stroke.map(|stroke| stroke.dashed);
            format!("{:?} {dashed:?}", shape.outline)
        }
        SceneItem::Text(text) => text.text.clone(),
    };
    items.iter().map(plain).collect()
}

fn views() -> [SceneOptions; 2] {
    [true, false].map(|coordinates| SceneOptions {
        coordinates,
        ..SceneOptions::default()
    })
}

#[test]
fn preview_of_every_token_lies_inside_the_scene() {
    for (game, odd) in ODD {
        walk(game, 7, |state, token, rng| {
            let mut tokens: Vec<String> = token.iter().map(|token| (*token).to_owned()).collect();
            tokens.extend(odd.iter().map(|token| (*token).to_owned()));
            if game != "turn-right" {
                let moves = state.legal_moves();
                tokens
                    .extend((0..moves.len().min(3)).map(|_| moves[rng.index(moves.len())].clone()));
            }
            for view in views() {
                let area = state.scene(view).area();
                for token in &tokens {
                    for role in [Role::Preview, Role::Bad, Role::Good] {
                        for item in state.preview(token, role, view) {
                            assert!(
                                area.contains(item.area()),
                                "{game} {token} {role:?}: {item:?}"
                            );
                        }
                    }
                }
            }
        });
    }
}

#[test]
fn preview_uses_its_role_and_differs_in_shape_when_bad() {
    for game in GAMES {
        walk(game, 8, |state, token, _| {
            let Some(token) = token else { return };
            let view = SceneOptions::default();
            let preview = state.preview(token, Role::Preview, view);
            assert!(
                has(&preview, |role| role == Role::Preview),
                "{game} {token}"
            );
            let bad = state.preview(token, Role::Bad, view);
            assert!(has(&bad, |role| role == Role::Bad), "{game} {token}");
            assert!(!has(&bad, |role| role == Role::Preview), "{game} {token}");
            // Without its colours, too, it is another picture.
            assert_ne!(colourless(&preview), colourless(&bad), "{game} {token}");
        });
    }
}

#[test]
fn preview_of_an_unreadable_token_is_empty() {
    for game in GAMES {
        let state = by_id(CATALOGUE, game)
            .unwrap()
            .start(&kifu_core::contract::Setup::default())
            .unwrap();
        for token in ["", "?", "é", "a1-", "Z99", "zz"] {
            assert_eq!(
                state.preview(token, Role::Bad, SceneOptions::default()),
                Vec::new()
            );
        }
        assert_eq!(state.move_event(), None);
        assert_eq!(state.score_changes(), Vec::new());
        assert_eq!(
            state.describe_square("no such spot", SceneOptions::default()),
            None
        );
    }
}
