//! The opponents of the engine for Turn Right.

use super::two_ply_bot::TwoPlyBot;
use crate::contract::{Game as _, MoveOf};
use crate::failure::Failure;
use crate::games::turn_right::{Position, TurnRight};
use crate::lab::duel::{
    Bar, Budget, DuelGame, DuelPlayer, EnginePlayer, Opening, Opponent, OpponentConfig,
    player::MEMORY_MB,
};
use crate::search::{HasEngine as _, SplitMix64};
use std::time::Duration;

const fn opponent(
    name: &'static str,
    description: &'static str,
    divisor: u32,
    percent: f64,
) -> Opponent {
    Opponent {
        name,
        description,
        games: 20,
        budget: Budget::Clock(Duration::from_secs(6)),
        divisor,
        bar: Bar::Score(percent),
    }
}

/// The opponent whose games begin with a full board.
const CIRCUITS_ONLY: &str = "two-ply-circuits";

impl DuelGame for TurnRight {
    const OPPONENTS: &'static [Opponent] = &[
        opponent("two-ply", "a contest bot that searches two plies", 1, 70.0),
        opponent(CIRCUITS_ONLY, "that bot, from full random boards", 1, 70.0),
        opponent("itself", "the engine with a quarter of the budget", 4, 50.0),
    ];
    const MARGIN_UNIT: &'static str = "points";
    const COUNTED_ENDING: Option<&'static str> = Some("ended by a 3x3 square");

    fn opening(opponent: &str, random: &mut SplitMix64) -> Opening<Self> {
        if opponent == CIRCUITS_ONLY {
            Opening::open(full_board(random), Vec::new())
        } else {
            Opening::open(Position::START, Vec::new())
        }
    }

    fn opponent(config: OpponentConfig, _seed: u64) -> Result<Box<dyn DuelPlayer<Self>>, Failure> {
        Ok(match config.name {
            "itself" => Box::new(EnginePlayer::new(
                Self::new_engine(MEMORY_MB),
                config.budget,
            )),
            _ => Box::new(TwoPlyBot::new()),
        })
    }

    fn margin(end: &Position) -> f64 {
        let [first, second] = end.points().map(f64::from);
        first - second
    }

    fn is_counted_ending(end: &Position) -> bool {
        end.winner_by_3x3().is_some()
    }
}

impl DuelPlayer<TurnRight> for TwoPlyBot {
    fn choose(&mut self, position: &Position, _seed: u64) -> Result<MoveOf<TurnRight>, Failure> {
        Ok(self.play(position))
    }
}

/// Returns a full board with random stones.
fn full_board(random: &mut SplitMix64) -> Position {
    loop {
        let mut stones = ['w'; 36];
        stones[18..].fill('b');
        random.shuffle(&mut stones);
        let rows: Vec<String> = stones.chunks(6).map(|row| row.iter().collect()).collect();
        // A 3x3 square would have ended the game, so such a board is no position.
        if let Ok(position) = TurnRight::parse_position(&format!("{} b 0 5-0", rows.join("/"))) {
            return position;
        }
    }
}
