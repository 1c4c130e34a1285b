//! Every legal move can be picked, and nothing else.

use super::{GAMES, enter, owned, start, walk};
use kifu_core::contract::{MoveError, MoveInput};
use kifu_core::games::DynState;
use kifu_core::scene::SceneOptions;
use proptest::prelude::*;
use std::collections::BTreeSet;

fn set(spots: impl IntoIterator<Item = String>) -> BTreeSet<String> {
    spots.into_iter().collect()
}

/// In games where a move is one spot, the spots to pick are exactly the legal moves.
#[test]
fn one_pick_enters_a_move_of_atari_go_and_zuniq() {
    for game in ["atari-go", "zuniq"] {
        walk(game, 1, |state, _, _| {
            let legal = state.legal_moves();
            assert_eq!(set(enter(state, &[]).next), set(legal.clone()));
            for token in &legal {
                let entry = enter(state, &[token]);
                assert_eq!(entry.token.as_ref(), Some(token));
                assert_eq!(entry.violation, None);
                assert_eq!(entry.picked, owned(&[token]));
            }
            let spots = state.scene(SceneOptions::default()).hit_areas;
            for spot in spots.iter().filter(|spot| !legal.contains(&spot.id)) {
                let entry = enter(state, &[&spot.id]);
                assert_eq!(entry.token, None, "{}", spot.id);
                let Err(MoveError::Illegal { message, .. }) = state.fork().play(&spot.id) else {
                    panic!("{} is legal", spot.id);
                };
                assert_eq!(entry.violation, Some(message));
            }
        });
    }
}

#[test]
fn modifier_turns_a_picked_segment_into_a_claim() {
    let state = start("zuniq");
    let picks = MoveInput {
        picked: &owned(&["C3v"]),
        modifier: true,
        ..MoveInput::default()
    };
    let entry = state.interpret_input(&picks, SceneOptions::default());
    assert_eq!(entry.token.as_deref(), Some("C3v!"));
    assert!(entry.prompt.contains("claims the win"), "{}", entry.prompt);
}

#[test]
fn stone_and_target_picks_enter_a_move_of_clobber() {
    let split = |token: &str| {
        let at = token[1..].find(|c: char| c.is_ascii_lowercase()).unwrap() + 1;
        (token[..at].to_owned(), token[at..].to_owned())
    };
    walk("clobber", 2, |state, _, _| {
        let legal: Vec<_> = state
            .legal_moves()
            .iter()
            .map(|token| split(token))
            .collect();
        let movable = set(legal.iter().map(|(from, _)| from.clone()));
        assert_eq!(set(enter(state, &[]).next), movable);
        for from in &movable {
            let targets = legal.iter().filter(|(stone, _)| stone == from);
            let entry = enter(state, &[from]);
            assert_eq!(entry.token, None);
            assert_eq!(set(entry.next), set(targets.map(|(_, to)| to.clone())));
        }
        for (from, to) in &legal {
            let entry = enter(state, &[from, to]);
            assert_eq!(entry.token, Some(format!("{from}{to}")));
            // Another stone first, put back for this one.
            let other = movable.iter().find(|other| *other != from).unwrap_or(from);
            if other != from {
                assert_eq!(enter(state, &[other, from, to]).token, entry.token);
            }
        }
    });
}

fn spot_ids(state: &dyn DynState) -> Vec<String> {
    let mut ids: Vec<String> = state
        .scene(SceneOptions::default())
        .hit_areas
        .into_iter()
        .map(|spot| spot.id)
        .collect();
    ids.extend(owned(&[
        "",
        "PASS",
        "z9",
        "é5",
        "A1",
        "a1-a4-d4-d1",
        "\u{0}\u{ffff}",
        "a10",
        "A2h!",
        "Hh216534h",
    ]));
    ids
}

proptest! {
    #![proptest_config(crate::common::cases(48))]

    /// Any picks, in any number, give a legal token or none, and so does every continuation.
    #[test]
    fn random_picks_give_a_legal_token_or_none(
        game in 0usize..5, seed in 0u64..6, at in 0usize..200,
        picks in prop::collection::vec((any::<u16>(), any::<bool>()), 0..24),
        hover in any::<Option<u16>>(), turned in any::<u8>(), flag in any::<bool>(),
        deal in prop::option::of("[1-7]{0,7}|216534|é"),
    ) {
        let mut nth = 0;
        walk(GAMES[game], seed, |state, _, _| {
            nth += 1;
            if nth % 67 != at % 67 {
                return;
            }
            let ids = spot_ids(state);
            let view = SceneOptions { coordinates: flag, ..SceneOptions::default() };
            let mut spots: Vec<String> = Vec::new();
            for (pick, guided) in &picks {
                let next = state.interpret_input(&MoveInput { picked: &spots, ..MoveInput::default() }, view).next;
                let from = if *guided && !next.is_empty() { &next } else { &ids };
                spots.push(from[usize::from(*pick) % from.len()].clone());
                let hover = hover.map(|hover| ids[usize::from(hover) % ids.len()].as_str());
                let picks = MoveInput { picked: &spots, hover, rotation: turned, modifier: flag, chance: deal.as_deref() };
                let entry = state.interpret_input(&picks, view);
                let area = state.scene(view).area();
                for item in &entry.overlay {
                    assert!(area.contains(item.area()), "{picks:?} {item:?}");
                }
                assert!(!entry.prompt.is_empty());
                if let Some(token) = &entry.token {
                    state.fork().play(token).unwrap_or_else(|why| panic!("{token} {picks:?}: {why:?}"));
                }
                // To go on from the picks that count is the same.
                let again = state.interpret_input(&MoveInput { picked: &entry.picked, ..picks }, view);
                assert_eq!(again.picked, entry.picked, "{picks:?}");
                if entry.token.is_some() {
                    assert_eq!(again.token, entry.token, "{picks:?}");
                }
            }
        });
    }
}

mod slow {
    use super::*;

    #[test]
    fn square_rotation_and_tile_enter_a_move_of_box() {
        for seed in 0..2 {
            walk("box", seed, |state, token, _| {
                let Some(token) = token else {
                    assert!(enter(state, &["Hh"]).token.is_none());
                    return;
                };
                let tile = &token[2..8];
                let mut dealt = state.fork();
                let is_start = dealt.mover().is_none();
                if is_start {
                    let picks = MoveInput {
                        chance: Some(tile),
                        ..MoveInput::default()
                    };
                    let entry = state.interpret_input(&picks, SceneOptions::default());
                    assert_eq!(entry.token.as_deref(), Some(token));
                    return;
                }
                dealt.apply_chance(token).unwrap();
                let found = |state: &dyn DynState, deal| {
                    let spots = state.scene(SceneOptions::default()).hit_areas;
                    let all =
                        (0..2).flat_map(|turned| spots.iter().map(move |spot| (turned, spot)));
                    set(all.filter_map(|(turned, spot)| {
                        let picks = MoveInput {
                            picked: &owned(&[&spot.id]),
                            rotation: turned,
                            chance: deal,
                            ..MoveInput::default()
                        };
                        let entry = state.interpret_input(&picks, SceneOptions::default());
                        assert!(entry.token.is_some() || entry.violation.is_some());
                        entry.token
                    }))
                };
                let places = set(dealt.legal_moves());
                assert_eq!(found(&*dealt, None), places);
                let whole = places
                    .iter()
                    .map(|place| format!("{}{tile}{}", &place[..2], &place[2..]));
                assert_eq!(found(state, Some(tile)), set(whole));
            });
        }
    }
}
