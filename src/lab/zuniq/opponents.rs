//! The opponents of the engine for Zuniq.

use crate::duel::{
    Bar, Budget, DuelGame, DuelPlayer, EnginePlayer, Opening, Opponent, OpponentConfig,
    player::MEMORY_MB,
};
use crate::zuniq::self_play::random_move;
use kifu_core::contract::Rules as _;
use kifu_core::contract::Step;
use kifu_core::games::zuniq::engine::{ZuniqEngine, ZuniqParams};
use kifu_core::games::zuniq::{Position, Zuniq};
use kifu_core::search::SplitMix64;
use kifu_study::failure::Failure;
use std::time::Duration;

/// The usual budget.
const BUDGET: Budget = Budget::Time(Duration::from_millis(100));
/// The random plies of an opening.
const OPENING_PLIES: u32 = 4;

impl DuelGame for Zuniq {
    const OPPONENTS: &'static [Opponent] = &[
        Opponent::new(
            "uct",
            "plain UCT with the engine's playouts",
            BUDGET,
            Bar::Score(80.0),
        ),
        Opponent::itself(BUDGET, Bar::Score(60.0)),
        Opponent::random(Budget::Time(Duration::from_millis(20))),
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

    fn own_opponent(
        config: OpponentConfig,
        _seed: u64,
    ) -> Result<Box<dyn DuelPlayer<Self>>, Failure> {
        Ok(match config.name {
            "uct" => {
                let engine = ZuniqEngine::with_params(MEMORY_MB, ZuniqParams::UCT);
                Box::new(EnginePlayer::new(Box::new(engine), config.budget))
            }
            _ => return Err(config.unknown()),
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
