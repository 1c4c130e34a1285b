//! Moves entered by hand: any picks give legal, complete moves inside the scene.

mod circuits;
mod move_events;
mod move_input;
mod previews;

use crate::common::random_game_of;
use kifu_core::contract::{InputState, MoveInput, Setup};
use kifu_core::games::{self, DynState};
use kifu_core::scene::SceneOptions;
use kifu_core::search::SplitMix64;

fn setup(pairs: &[(&str, &str)]) -> Setup {
    let mut setup = Setup::default();
    for (key, value) in pairs {
        setup.set(key, *value);
    }
    setup
}

/// Returns a setup of a game in which many events occur.
fn setup_of(game: &str) -> Setup {
    match game {
        "atari-go" => setup(&[("size", "5")]),
        "clobber" => setup(&[("width", "6"), ("height", "10")]),
        "box" => setup(&[("colors", "4 1")]),
        _ => Setup::default(),
    }
}

fn start(game: &str) -> Box<dyn DynState> {
    let dyn_game = games::by_id(games::CATALOGUE, game).unwrap();
    dyn_game.start(&setup_of(game)).unwrap()
}

/// Every position of a random game, with the token that is played there (none at the end).
fn walk(game: &str, seed: u64, mut each: impl FnMut(&dyn DynState, Option<&str>, &mut SplitMix64)) {
    let tokens = random_game_of(game, &setup_of(game), seed);
    let mut rng = SplitMix64::new(seed);
    let mut state = start(game);
    for token in &tokens {
        each(&*state, Some(token), &mut rng);
        state.play(token).unwrap();
    }
    each(&*state, None, &mut rng);
}

fn owned(squares: &[&str]) -> Vec<String> {
    squares.iter().map(|spot| (*spot).to_owned()).collect()
}

fn enter(state: &dyn DynState, squares: &[&str]) -> InputState {
    let picks = MoveInput {
        picked: &owned(squares),
        ..MoveInput::default()
    };
    state.interpret_input(&picks, SceneOptions::default())
}

const GAMES: [&str; 5] = ["turn-right", "atari-go", "clobber", "box", "zuniq"];
