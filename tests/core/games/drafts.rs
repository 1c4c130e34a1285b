//! Positions as an editor changes them, in all games.

use crate::common::random_game_of;
use kifu_core::contract::{Player, PositionEdit, Setup};
use kifu_core::games::{CATALOGUE, DynGame};
use kifu_core::scene::SceneOptions;
use kifu_core::search::SplitMix64;

/// The positions of a random game.
fn positions(game: &'static dyn DynGame, seed: u64) -> Vec<String> {
    let setup = Setup::default();
    let mut state = game.start(&setup).unwrap();
    let mut all = vec![state.position()];
    for token in random_game_of(game.id(), &setup, seed) {
        state.play(&token).unwrap();
        all.push(state.position());
    }
    all
}

fn squares(game: &'static dyn DynGame, draft: &str) -> Vec<String> {
    let scene = game
        .draft_state(draft)
        .unwrap()
        .scene(SceneOptions::default());
    scene.hit_areas.iter().map(|area| area.id.clone()).collect()
}

#[test]
fn draft_of_a_legal_position_has_the_same_text() {
    for game in CATALOGUE {
        for text in positions(*game, 7) {
            let draft = game.draft_state(&text).expect("a draft");
            assert_eq!(draft.position(), text, "{}", game.name());
        }
    }
}

#[test]
fn draft_edit_changes_only_its_square_and_is_reversible() {
    for game in CATALOGUE {
        let mut rng = SplitMix64::new(3);
        for text in positions(*game, 11).iter().step_by(5) {
            let squares = squares(*game, text);
            let at = &squares[rng.index(squares.len())];
            let known = game.piece_at(text, at);
            for piece in (0..game.pieces().len()).map(Some).chain([None]) {
                let edited = game
                    .edit_position(text, &PositionEdit::Put(at, piece))
                    .unwrap();
                assert_eq!(
                    game.piece_at(&edited, at),
                    piece,
                    "{}: {edited}",
                    game.name()
                );
                for other in squares.iter().filter(|other| *other != at) {
                    let same = game.piece_at(&edited, other) == game.piece_at(text, other);
                    assert!(same, "{}, {other}: {edited}", game.name());
                }
                let back = game
                    .edit_position(&edited, &PositionEdit::Put(at, known))
                    .unwrap();
                let pieces = |text: &str| -> Vec<_> {
                    squares.iter().map(|at| game.piece_at(text, at)).collect()
                };
                assert_eq!(pieces(&back), pieces(text), "{}", game.name());
            }
        }
    }
}

#[test]
fn cleared_board_and_either_side_to_move_are_valid_setups() {
    for game in CATALOGUE {
        for text in positions(*game, 5).iter().step_by(9) {
            let empty = game.edit_position(text, &PositionEdit::Clear).unwrap();
            game.setup_at(&empty)
                .unwrap_or_else(|bad| panic!("{empty}: {bad}"));
            assert!(
                squares(*game, &empty)
                    .iter()
                    .all(|at| game.piece_at(&empty, at).is_none())
            );
            for player in Player::ALL {
                let change = PositionEdit::SideToMove(player);
                let Some(turned) = game.edit_position(text, &change) else {
                    continue;
                };
                let state = game.draft_state(&turned).unwrap();
                assert!(
                    state.mover().is_none_or(|mover| mover == player),
                    "{turned}"
                );
                assert!(game.setup_at(&turned).is_ok(), "{turned}");
            }
        }
    }
}

#[test]
fn resized_draft_keeps_the_pieces_that_fit() {
    for game in CATALOGUE {
        let start = positions(*game, 2).pop().unwrap();
        let Some(sizes) = game.board_sizes() else {
            assert_eq!(game.board_size(&start), None, "{}", game.name());
            continue;
        };
        for size in sizes.range.clone() {
            let resized = game
                .edit_position(&start, &PositionEdit::Size([size; 2]))
                .unwrap();
            assert_eq!(game.board_size(&resized), Some([size; 2]));
            for at in squares(*game, &resized) {
                let kept = game.piece_at(&start, &at);
                assert_eq!(game.piece_at(&resized, &at), kept, "{}, {at}", game.name());
            }
        }
    }
}

#[test]
fn invalid_and_mutated_drafts_are_refused_or_round_trip() {
    let junk = [
        "",
        " ",
        "/",
        "w",
        "wb/b",
        "é/é/é/é/é w",
        "..... B 99/1 1-9999 Z9",
    ];
    for game in CATALOGUE {
        let mut rng = SplitMix64::new(1);
        let texts = positions(*game, 1);
        let mutated = (0..300).map(|_| {
            let mut bytes = texts[rng.index(texts.len())].clone().into_bytes();
            let at = rng.index(bytes.len());
            bytes[at] = b"wbBW.-|/0123456789 -+"[rng.index(21)];
            String::from_utf8(bytes).unwrap()
        });
        for text in junk.map(str::to_owned).into_iter().chain(mutated) {
            let Some(draft) = game.draft_state(&text) else {
                continue;
            };
            // What is written is a draft again, and the same one.
            let written = draft.position();
            let again = game.draft_state(&written).expect("a draft");
            assert_eq!(again.position(), written, "{}: {text}", game.name());
            draft.scene(SceneOptions::default());
            game.edit_position(&text, &PositionEdit::Clear).unwrap();
        }
    }
}
