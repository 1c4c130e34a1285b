//! The opponents of the engine for Clobber.

use crate::duel::{
    Bar, Budget, DuelGame, DuelPlayer, EnginePlayer, Opening, Opponent, OpponentConfig,
    PolicyPlayer, player::MEMORY_MB, random_steps,
};
use kifu_core::contract::{Player, Position as _, Rules as _};
use kifu_core::games::clobber::engine::ClobberEngine;
use kifu_core::games::clobber::engine::tree::ClobberParams;
use kifu_core::games::clobber::{Clobber, Move, Position};
use kifu_core::search::SplitMix64;
use kifu_study::failure::Failure;
use std::time::Duration;

/// The usual budget.
const BUDGET: Budget = Budget::Time(Duration::from_millis(15));
/// The random plies of an opening.
const OPENING_PLIES: u32 = 3;

impl DuelGame for Clobber {
    const OPPONENTS: &'static [Opponent] = &[
        Opponent::new(
            "uct",
            "plain UCT with the engine's playouts",
            BUDGET,
            Bar::Score(80.0),
        ),
        Opponent::itself(BUDGET, Bar::Score(60.0)),
        Opponent::new(
            "greedy",
            "leaves the opponent the fewest moves",
            BUDGET,
            Bar::Score(99.0),
        ),
        Opponent::random(BUDGET),
    ];
    const MARGIN_UNIT: &'static str = "games";

    fn opening(_opponent: &str, random: &mut SplitMix64) -> Opening<Self> {
        let start = Position::full(8, 8);
        let steps = random_steps::<Self>(&start, OPENING_PLIES, random);
        Opening::open(start, steps)
    }

    fn own_opponent(
        config: OpponentConfig,
        seed: u64,
    ) -> Result<Box<dyn DuelPlayer<Self>>, Failure> {
        Ok(match config.name {
            "uct" => {
                let engine = ClobberEngine::with_params(MEMORY_MB, ClobberParams::UCT);
                Box::new(EnginePlayer::new(Box::new(engine), config.budget))
            }
            "greedy" => Box::new(PolicyPlayer::new(greedy_value, seed)),
            _ => return Err(config.unknown()),
        })
    }

    /// Returns 1 for a win and -1 for a loss: the game has no margin.
    fn margin(end: &Position) -> f64 {
        if end.mover().unwrap_or(end.to_move()) == Player::First {
            -1.0
        } else {
            1.0
        }
    }
}

/// Returns minus the number of moves that a move leaves the opponent.
fn greedy_value(position: &Position, mv: Move) -> i32 {
    let mut after = *position;
    after.apply(&mv);
    -(after.count_moves() as i32)
}
