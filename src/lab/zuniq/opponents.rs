//! The opponents of the engine for Zuniq.

use crate::contract::Rules as _;
use crate::contract::Step;
use crate::failure::Failure;
use crate::games::zuniq::engine::{ZuniqEngine, ZuniqParams};
use crate::games::zuniq::{Move, Position, Zuniq};
use crate::lab::duel::{
    Bar, Budget, DuelGame, DuelPlayer, EnginePlayer, Opening, Opponent, OpponentConfig,
    PolicyPlayer, player::MEMORY_MB,
};
use crate::lab::zuniq::self_play::random_move;
use crate::search::{HasEngine as _, SplitMix64};
use std::time::Duration;

/// The random plies of an opening.
const OPENING_PLIES: u32 = 4;

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
        budget: Budget::Time(Duration::from_millis(100)),
        divisor,
        bar: Bar::Score(percent),
    }
}

impl DuelGame for Zuniq {
    const OPPONENTS: &'static [Opponent] = &[
        opponent("uct", "plain UCT with the engine's playouts", 1, 80.0),
        opponent("itself", "the engine with a quarter of the budget", 4, 60.0),
        Opponent {
            budget: Budget::Time(Duration::from_millis(20)),
            ..opponent("random", "random legal moves", 1, 99.0)
        },
    ];
    const MARGIN_UNIT: &'static str = "games";

    fn opening(_opponent: &str, random: &mut SplitMix64) -> Opening<Self> {
        let (mut position, mut steps) = (Position::EMPTY, Vec::new());
        for _ in 0..OPENING_PLIES {
            if let Some(mv) = random_move(&position, random) {
                position.apply(&mv);
                steps.push(Step::from_move(mv));
            }
        }
        Opening::open(Position::EMPTY, steps)
    }

    fn opponent(config: OpponentConfig, seed: u64) -> Result<Box<dyn DuelPlayer<Self>>, Failure> {
        Ok(match config.name {
            "uct" => {
                let engine = ZuniqEngine::with_params(MEMORY_MB, ZuniqParams::UCT);
                Box::new(EnginePlayer::new(Box::new(engine), config.budget))
            }
            "random" => Box::new(PolicyPlayer::new(|_: &Position, _: Move| 0, seed)),
            _ => Box::new(EnginePlayer::new(
                Self::new_engine(MEMORY_MB),
                config.budget,
            )),
        })
    }

    /// Returns 1 for a win and -1 for a loss: the game has no margin.
    fn margin(end: &Position) -> f64 {
        // The player who drew the last edge wins.
        if end.plies().is_multiple_of(2) {
            -1.0
        } else {
            1.0
        }
    }
}
