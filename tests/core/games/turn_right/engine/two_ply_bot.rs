//! The bot that the lab measures the engine with, against the rule book.

use super::analysis::{full, plies};
use kifu::contract::Position as _;
use kifu::games::turn_right::Move;
use kifu::lab::turn_right::two_ply_bot::{TwoPlyBot, stones};
use kifu::search::SplitMix64;

#[test]
fn the_contest_bot_is_exact_in_two_plies() {
    let mut rng = SplitMix64::new(31);
    let mut bot = TwoPlyBot::new();
    for round in 0..12 {
        let position = full(&mut rng, round % 3);
        let player = position.mover().unwrap();
        let truth = plies(&position, player, 2);
        let (circuit, _) = bot.circuit(stones(&position, player), position.circuits_made());
        let mut next = position;
        next.play(&Move::Circuit(circuit)).unwrap();
        let found = plies(&next, player, 1);
        // Of two wins it takes any.
        assert_eq!(found.min(500), truth.min(500), "{position:?}");
    }
}
