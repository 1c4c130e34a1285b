//! Moves made by hand: whatever the picks, what comes of them is legal, complete and in the
//! picture.

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

/// Setups in which much happens.
fn setup_of(game: &str) -> Setup {
    match game {
        "atari-go" => setup(&[("size", "5")]),
        "clobber" => setup(&[("width", "6"), ("height", "10")]),
        "box" => setup(&[("colors", "4 1")]),
        _ => Setup::default(),
    }
}

fn start(game: &str) -> Box<dyn DynState> {
    let book = games::by_id(games::CATALOGUE, game).unwrap();
    book.start(&setup_of(game)).unwrap()
}

/// Every position of a random game, with the token that is played there (none at the end).
fn walk(game: &str, seed: u64, mut each: impl FnMut(&dyn DynState, Option<&str>, &mut SplitMix64)) {
    let tokens = random_game_of(game, &setup_of(game), seed);
    let mut rng = SplitMix64::new(seed);
    let mut table = start(game);
    for token in &tokens {
        each(&*table, Some(token), &mut rng);
        table.play(token).unwrap();
    }
    each(&*table, None, &mut rng);
}

fn owned(spots: &[&str]) -> Vec<String> {
    spots.iter().map(|spot| (*spot).to_owned()).collect()
}

fn enter(table: &dyn DynState, spots: &[&str]) -> InputState {
    let picks = MoveInput {
        picked: &owned(spots),
        ..MoveInput::default()
    };
    table.interpret_input(&picks, SceneOptions::default())
}

const GAMES: [&str; 5] = ["turn-right", "atari-go", "clobber", "box", "zuniq"];
