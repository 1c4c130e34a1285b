//! Moves entered with the mouse and by typing.

use super::naive_tree::sound;
use super::sample_games::{IDS, record_from_ron};
use kifu_app::open_game::Navigation;
use kifu_app::state::{Action, AppState, FileAction, InputAction};
use kifu_core::contract::Turn;
use kifu_core::search::SplitMix64;

fn state_with_new_game(id: &'static str) -> AppState {
    let mut state = AppState::default();
    assert!(
        state
            .perform(Action::File(FileAction::NewGame(id)))
            .is_empty()
    );
    assert!(state.open_game().is_some());
    state
}

fn perform(state: &mut AppState, action: Action) {
    let _ = state.perform(action);
}

#[test]
fn random_picks_play_moves_in_every_game() {
    for (seed, id) in (0..6).flat_map(|seed| IDS.map(|id| (seed, id))) {
        let mut rng = SplitMix64::new(seed);
        let mut state = state_with_new_game(id);
        for _ in 0..1500 {
            perform_random_input(&mut state, &mut rng);
            let open_game = state.open_game().unwrap();
            sound(open_game);
            if open_game.turn() == Turn::Over || open_game.last_ply() >= 12 {
                break;
            }
        }
        let open_game = state.open_game().unwrap();
        let over = open_game.turn() == Turn::Over;
        assert!(
            over || open_game.last_ply() >= 12,
            "{id} {seed}: {:?}",
            open_game.moves_text()
        );
        assert_eq!(
            open_game.last_ply(),
            open_game.ply(),
            "a move did not extend the main line"
        );
    }
}

/// Performs a random input action, as a user who knows no rules might.
fn perform_random_input(state: &mut AppState, rng: &mut SplitMix64) {
    let view = state.scene_options();
    if state.tab().unwrap().chance().is_none() && state.open_game().unwrap().turn() == Turn::Chance
    {
        perform(state, Action::Input(InputAction::ChooseRandomChance));
    }
    let tab = state.tab().unwrap();
    let input = tab.input_state(view).expect("the game is not over");
    let spots = tab.scene(view).unwrap().hit_areas;
    let any = |rng: &mut SplitMix64| spots[rng.index(spots.len())].id.clone();
    let spot = if input.next.is_empty() || rng.index(8) == 0 {
        any(rng)
    } else {
        input.next[rng.index(input.next.len())].clone()
    };
    let action = match rng.index(20) {
        0 => Action::Input(InputAction::ClearPicks),
        1 => Action::Input(InputAction::RotateTile),
        2 => Action::Input(InputAction::DragArea(any(rng), spot)),
        3 => Action::Input(InputAction::HoverArea(Some(spot))),
        4..=6 => Action::Input(InputAction::ConfirmMove),
        _ => Action::Input(InputAction::PickArea(spot)),
    };
    perform(state, action);
    if rng.index(30) == 0 {
        perform(
            state,
            Action::Input(InputAction::PickArea("no such spot".to_owned())),
        );
        perform(
            state,
            Action::Input(InputAction::HoverArea(Some("nor this".to_owned()))),
        );
    }
}

#[test]
fn drag_plays_move_from_square_to_square() {
    let mut state = state_with_new_game("clobber");
    perform(
        &mut state,
        Action::Input(InputAction::DragArea("a2".to_owned(), "a1".to_owned())),
    );
    assert_eq!(state.open_game().unwrap().moves_text(), "a2a1");
    perform(
        &mut state,
        Action::Input(InputAction::PickArea("b2".to_owned())),
    );
    assert_eq!(state.tab().unwrap().pending_input.picks, ["b2"]);
    perform(&mut state, Action::Input(InputAction::ClearPicks));
    assert!(state.tab().unwrap().pending_input.picks.is_empty());
    perform(
        &mut state,
        Action::Input(InputAction::PickArea("b2".to_owned())),
    );
    perform(
        &mut state,
        Action::Input(InputAction::PickArea("b1".to_owned())),
    );
    assert_eq!(state.open_game().unwrap().moves_text(), "a2a1 b2b1");
}

#[test]
fn typed_move_accepts_contest_spelling() {
    let mut state = state_with_new_game("atari-go");
    perform(
        &mut state,
        Action::Input(InputAction::PlayMove("4 4".to_owned())),
    );
    assert_eq!(state.open_game().unwrap().moves_text(), "E5");
    perform(
        &mut state,
        Action::Input(InputAction::PlayMove("d4".to_owned())),
    );
    assert_eq!(state.open_game().unwrap().moves_text(), "E5 D4");
    perform(
        &mut state,
        Action::Input(InputAction::PlayMove("4 4".to_owned())),
    );
    let message = &state.messages.last().unwrap().text;
    assert!(
        message.contains("4 4") && !message.contains("expected"),
        "the rule is not named: {message}"
    );
    perform(
        &mut state,
        Action::Input(InputAction::PlayMove("no move at all".to_owned())),
    );
    assert!(state.messages.last().unwrap().text.contains("expected"));
    assert_eq!(state.open_game().unwrap().moves_text(), "E5 D4");
}

#[test]
fn typed_place_plays_move_with_chosen_tile() {
    let mut state = AppState::default();
    // Otherwise tiles are dealt at random.
    state.preferences.new_game.is_chance_typed = true;
    perform(&mut state, Action::File(FileAction::NewGame("box")));
    perform(
        &mut state,
        Action::Input(InputAction::PlayMove("Hh".to_owned())),
    );
    assert_eq!(
        state.open_game().unwrap().cursor_index(),
        0,
        "a tile was dealt"
    );
    perform(
        &mut state,
        Action::Input(InputAction::PlayMove("Hh634512h".to_owned())),
    );
    perform(
        &mut state,
        Action::Input(InputAction::ChooseChance("361254".to_owned())),
    );
    perform(
        &mut state,
        Action::Input(InputAction::PlayMove("Jjh".to_owned())),
    );
    assert_eq!(
        state.open_game().unwrap().moves_text(),
        "Hh634512h Jj361254h"
    );
    // The tile of a move stays when another move replaces it.
    perform(&mut state, Action::Navigate(Navigation::Steps(-1)));
    assert_eq!(state.tab().unwrap().chance().as_deref(), Some("361254"));
    perform(
        &mut state,
        Action::Input(InputAction::PlayMove("Jjv".to_owned())),
    );
    perform(
        &mut state,
        Action::Input(InputAction::PlayMove("nonsense".to_owned())),
    );
    perform(
        &mut state,
        Action::Input(InputAction::ChooseChance("999999".to_owned())),
    );
    perform(
        &mut state,
        Action::Input(InputAction::PlayMove("Aah".to_owned())),
    );
    sound(state.open_game().unwrap());
}

#[test]
fn move_after_failed_game_becomes_variation() {
    let record = record_from_ron(
        "(kifu: 1, game: \"clobber\", players: ((name: \"A\"), (name: \"B\")), moves: \"a2a1 b2b1 nonsense\")",
    );
    let mut state = AppState::default();
    state.open_record(record.clone(), Vec::new(), None);
    perform(&mut state, Action::Navigate(Navigation::Last));
    assert!(state.open_game().unwrap().is_at_failure());
    perform(
        &mut state,
        Action::Input(InputAction::DragArea("c2".to_owned(), "c1".to_owned())),
    );
    let open_game = state.open_game().unwrap();
    assert_eq!(open_game.moves_text(), "a2a1 b2b1 c2c1");
    let now = open_game.to_record();
    assert_eq!((&now.moves, &now.attempt), (&record.moves, &record.attempt));
    assert_eq!(now.notes[&3].variations[0].moves, "c2c1");
    assert_eq!(state.changed_tabs().collect::<Vec<_>>(), [0]);
}
