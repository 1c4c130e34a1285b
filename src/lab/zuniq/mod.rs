//! Zuniq: the training of the value net, and opponents for duels.

pub mod net_training;
pub mod self_play;

use crate::duel::player::MEMORY_MB;
use crate::duel::{Bar, DuelGame, DuelOpenings, Opponent, PlayerBudget, new_engine};
use kifu_core::contract::Game as _;
use kifu_core::games::zuniq::Zuniq;
use kifu_core::games::zuniq::engine::{ZuniqEngine, ZuniqParams};
use std::time::Duration;

/// The usual budget.
const BUDGET: PlayerBudget = PlayerBudget::Time(Duration::from_millis(100));

/// The duels of Zuniq.
pub const DUEL: DuelGame = DuelGame {
    id: Zuniq::INFO.id,
    engine: new_engine::<Zuniq>,
    opponents: &[
        Opponent::new(
            ("uct", "plain UCT with the engine's playouts"),
            BUDGET,
            Bar::Score(80.0),
            |settings| {
                let engine = ZuniqEngine::with_params(MEMORY_MB, ZuniqParams::UCT);
                settings.engine::<Zuniq>(Box::new(engine))
            },
        ),
        Opponent::itself::<Zuniq>(BUDGET, Bar::Score(60.0)),
        Opponent::random::<Zuniq>(PlayerBudget::Time(Duration::from_millis(20))),
    ],
    openings: DuelOpenings::RandomPlies(4),
    margin_unit: "games",
    counted_ending: None,
};
