//! The opponents of the engine for Clobber.

use crate::contract::{Player, Position as _, Rules as _};
use crate::failure::Failure;
use crate::games::clobber::engine::ClobberEngine;
use crate::games::clobber::engine::tree::ClobberParams;
use crate::games::clobber::{Clobber, Move, Position};
use crate::lab::duel::{
    Bar, Budget, DuelGame, DuelPlayer, EnginePlayer, Opening, Opponent, OpponentConfig,
    PolicyPlayer, player::MEMORY_MB, random_steps,
};
use crate::search::{HasEngine as _, SplitMix64};
use std::time::Duration;

/// The random plies of an opening.
const OPENING_PLIES: u32 = 3;

const fn opponent(
    name: &'static str,
    description: &'static str,
    divisor: u32,
    percent: f64,
) -> Opponent {
    Opponent {
        name,
        description,
        games: 200,
        budget: Budget::Time(Duration::from_millis(15)),
        divisor,
        bar: Bar::Score(percent),
    }
}

impl DuelGame for Clobber {
    const OPPONENTS: &'static [Opponent] = &[
        opponent("uct", "plain UCT with the engine's playouts", 1, 80.0),
        opponent("itself", "the engine with a quarter of the budget", 4, 60.0),
        opponent("greedy", "leaves the opponent the fewest moves", 1, 99.0),
        opponent("random", "random legal moves", 1, 99.0),
    ];
    const MARGIN_UNIT: &'static str = "games";

    fn opening(_opponent: &str, random: &mut SplitMix64) -> Opening<Self> {
        let start = Position::full(8, 8);
        let steps = random_steps::<Self>(&start, OPENING_PLIES, random);
        Opening::open(start, steps)
    }

    fn opponent(config: OpponentConfig, seed: u64) -> Result<Box<dyn DuelPlayer<Self>>, Failure> {
        Ok(match config.name {
            "uct" => {
                let engine = ClobberEngine::with_params(MEMORY_MB, ClobberParams::UCT);
                Box::new(EnginePlayer::new(Box::new(engine), config.budget))
            }
            "greedy" => Box::new(PolicyPlayer::new(greedy_value, seed)),
            "random" => Box::new(PolicyPlayer::new(|_: &Position, _: Move| 0, seed)),
            _ => Box::new(EnginePlayer::new(
                Self::new_engine(MEMORY_MB),
                config.budget,
            )),
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
