//! Moves made with the mouse and by typing.

use super::naive_tree::sound;
use super::sample_games::{IDS, record};
use kifu_app::open_game::Navigation;
use kifu_app::state::{Action, AppState, FileAction, InputAction};
use kifu_core::contract::Turn;
use kifu_core::search::SplitMix64;

fn new(id: &'static str) -> AppState {
    let mut state = AppState::default();
    assert!(
        state
            .perform(Action::File(FileAction::NewGame(id)))
            .is_empty()
    );
    assert!(state.open_game().is_some());
    state
}

fn act(state: &mut AppState, action: Action) {
    let _ = state.perform(action);
}

#[test]
fn picks_become_moves_in_every_game() {
    for (seed, id) in (0..6).flat_map(|seed| IDS.map(|id| (seed, id))) {
        let mut rng = SplitMix64::new(seed);
        let mut state = new(id);
        for _ in 0..1500 {
            pick(&mut state, &mut rng);
            let study = state.open_game().unwrap();
            sound(study);
            if study.turn() == Turn::Over || study.last_ply() >= 12 {
                break;
            }
        }
        let study = state.open_game().unwrap();
        let over = study.turn() == Turn::Over;
        assert!(
            over || study.last_ply() >= 12,
            "{id} {seed}: {:?}",
            study.moves_text()
        );
        assert_eq!(
            study.last_ply(),
            study.ply(),
            "all moves go on with the game"
        );
    }
}

/// Does something that a person who knows no rules might do.
fn pick(state: &mut AppState, rng: &mut SplitMix64) {
    let view = state.scene_options();
    if state.tab().unwrap().chance().is_none() && state.open_game().unwrap().turn() == Turn::Chance
    {
        act(state, Action::Input(InputAction::ChooseRandomChance));
    }
    let tab = state.tab().unwrap();
    let entry = tab.input_state(view).expect("the game is not over");
    let spots = tab.scene(view).unwrap().hit_areas;
    let any = |rng: &mut SplitMix64| spots[rng.index(spots.len())].id.clone();
    let spot = if entry.next.is_empty() || rng.index(8) == 0 {
        any(rng)
    } else {
        entry.next[rng.index(entry.next.len())].clone()
    };
    let action = match rng.index(20) {
        0 => Action::Input(InputAction::ClearPicks),
        1 => Action::Input(InputAction::RotateTile),
        2 => Action::Input(InputAction::DragArea(any(rng), spot)),
        3 => Action::Input(InputAction::HoverArea(Some(spot))),
        4..=6 => Action::Input(InputAction::ConfirmMove),
        _ => Action::Input(InputAction::PickArea(spot)),
    };
    act(state, action);
    if rng.index(30) == 0 {
        act(
            state,
            Action::Input(InputAction::PickArea("no such spot".to_owned())),
        );
        act(
            state,
            Action::Input(InputAction::HoverArea(Some("nor this".to_owned()))),
        );
    }
}

#[test]
fn a_drag_is_a_move_where_moves_go_from_place_to_place() {
    let mut state = new("clobber");
    act(
        &mut state,
        Action::Input(InputAction::DragArea("a2".to_owned(), "a1".to_owned())),
    );
    assert_eq!(state.open_game().unwrap().moves_text(), "a2a1");
    act(
        &mut state,
        Action::Input(InputAction::PickArea("b2".to_owned())),
    );
    assert_eq!(state.tab().unwrap().pending_input.picks, ["b2"]);
    act(&mut state, Action::Input(InputAction::ClearPicks));
    assert!(state.tab().unwrap().pending_input.picks.is_empty());
    act(
        &mut state,
        Action::Input(InputAction::PickArea("b2".to_owned())),
    );
    act(
        &mut state,
        Action::Input(InputAction::PickArea("b1".to_owned())),
    );
    assert_eq!(state.open_game().unwrap().moves_text(), "a2a1 b2b1");
}

#[test]
fn typed_moves_may_be_spelled_as_the_contest_does() {
    let mut state = new("atari-go");
    act(
        &mut state,
        Action::Input(InputAction::PlayMove("4 4".to_owned())),
    );
    assert_eq!(state.open_game().unwrap().moves_text(), "E5");
    act(
        &mut state,
        Action::Input(InputAction::PlayMove("d4".to_owned())),
    );
    assert_eq!(state.open_game().unwrap().moves_text(), "E5 D4");
    act(
        &mut state,
        Action::Input(InputAction::PlayMove("4 4".to_owned())),
    );
    let said = &state.messages.last().unwrap().text;
    assert!(
        said.contains("4 4") && !said.contains("expected"),
        "the rule is told: {said}"
    );
    act(
        &mut state,
        Action::Input(InputAction::PlayMove("no move at all".to_owned())),
    );
    assert!(state.messages.last().unwrap().text.contains("expected"));
    assert_eq!(state.open_game().unwrap().moves_text(), "E5 D4");
}

#[test]
fn a_place_alone_is_a_move_with_what_luck_deals() {
    let mut state = AppState::default();
    // Tiles that nobody typed are dealt by themselves otherwise.
    state.preferences.new_game.is_chance_typed = true;
    act(&mut state, Action::File(FileAction::NewGame("box")));
    act(
        &mut state,
        Action::Input(InputAction::PlayMove("Hh".to_owned())),
    );
    assert_eq!(
        state.open_game().unwrap().cursor_index(),
        0,
        "nothing was dealt"
    );
    act(
        &mut state,
        Action::Input(InputAction::PlayMove("Hh634512h".to_owned())),
    );
    act(
        &mut state,
        Action::Input(InputAction::ChooseChance("361254".to_owned())),
    );
    act(
        &mut state,
        Action::Input(InputAction::PlayMove("Jjh".to_owned())),
    );
    assert_eq!(
        state.open_game().unwrap().moves_text(),
        "Hh634512h Jj361254h"
    );
    // Of a move that another one replaces, the tile stays.
    act(&mut state, Action::Navigate(Navigation::Steps(-1)));
    assert_eq!(state.tab().unwrap().chance().as_deref(), Some("361254"));
    act(
        &mut state,
        Action::Input(InputAction::PlayMove("Jjv".to_owned())),
    );
    act(
        &mut state,
        Action::Input(InputAction::PlayMove("nonsense".to_owned())),
    );
    act(
        &mut state,
        Action::Input(InputAction::ChooseChance("999999".to_owned())),
    );
    act(
        &mut state,
        Action::Input(InputAction::PlayMove("Aah".to_owned())),
    );
    sound(state.open_game().unwrap());
}

#[test]
fn a_move_in_a_game_that_was_played_is_a_line() {
    let record = record(
        "(kifu: 1, game: \"clobber\", players: ((name: \"A\"), (name: \"B\")), moves: \"a2a1 b2b1 nonsense\")",
    );
    let mut state = AppState::default();
    state.open_record(record.clone(), Vec::new(), None);
    act(&mut state, Action::Navigate(Navigation::Last));
    assert!(state.open_game().unwrap().is_at_failure());
    act(
        &mut state,
        Action::Input(InputAction::DragArea("c2".to_owned(), "c1".to_owned())),
    );
    let study = state.open_game().unwrap();
    assert_eq!(study.moves_text(), "a2a1 b2b1 c2c1");
    let now = study.to_record();
    assert_eq!((&now.moves, &now.attempt), (&record.moves, &record.attempt));
    assert_eq!(now.notes[&3].variations[0].moves, "c2c1");
    assert_eq!(state.changed_tabs().collect::<Vec<_>>(), [0]);
}
