//! The opponents of the engine for Clobber.

use crate::duel::{
    Bar, DuelGame, DuelOpenings, Opponent, PlayerBudget, PolicyPlayer, new_engine,
    player::MEMORY_MB,
};
use kifu_core::contract::{Game as _, Rules as _};
use kifu_core::games::clobber::engine::ClobberEngine;
use kifu_core::games::clobber::engine::tree::ClobberParams;
use kifu_core::games::clobber::{Clobber, Move, Position};
use std::time::Duration;

/// The usual budget.
const BUDGET: PlayerBudget = PlayerBudget::Time(Duration::from_millis(15));

/// The duels of Clobber.
pub const DUEL: DuelGame = DuelGame {
    id: Clobber::INFO.id,
    engine: new_engine::<Clobber>,
    opponents: &[
        Opponent::new(
            ("uct", "plain UCT with the engine's playouts"),
            BUDGET,
            Bar::Score(80.0),
            |settings| {
                let engine = ClobberEngine::with_params(MEMORY_MB, ClobberParams::UCT);
                settings.engine::<Clobber>(Box::new(engine))
            },
        ),
        Opponent::itself::<Clobber>(BUDGET, Bar::Score(60.0)),
        Opponent::new(
            ("greedy", "leaves the opponent the fewest moves"),
            BUDGET,
            Bar::Score(99.0),
            |settings| settings.player::<Clobber>(PolicyPlayer::new(greedy_value, settings.seed)),
        ),
        Opponent::random::<Clobber>(BUDGET),
    ],
    openings: DuelOpenings::RandomPlies(3),
    margin_unit: "games",
    counted_ending: None,
};

/// Returns minus the number of moves that a move leaves the opponent.
fn greedy_value(position: &Position, mv: Move) -> i32 {
    let mut after = *position;
    after.apply(&mv);
    -(after.count_moves() as i32)
}
