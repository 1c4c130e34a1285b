//! The opponents of the engine for Turn Right.

use super::two_ply_bot::TwoPlyBot;
use crate::duel::{Bar, Budget, DuelGame, DuelPlayer, Opening, Opponent, OpponentConfig};
use kifu_core::contract::{Game as _, MoveOf};
use kifu_core::games::turn_right::{Position, TurnRight};
use kifu_core::search::SplitMix64;
use kifu_study::failure::Failure;
use std::time::Duration;

/// The usual number of games, which take minutes each.
const GAMES: u64 = 20;
/// The usual budget.
const BUDGET: Budget = Budget::Clock(Duration::from_secs(6));
/// The contest bot.
const TWO_PLY: &str = "two-ply";
/// The contest bot in games that begin with a full board.
const CIRCUITS_ONLY: &str = "two-ply-circuits";

impl DuelGame for TurnRight {
    const OPPONENTS: &'static [Opponent] = &[
        Opponent {
            games: GAMES,
            ..Opponent::new(
                TWO_PLY,
                "a contest bot that searches two plies",
                BUDGET,
                Bar::Score(70.0),
            )
        },
        Opponent {
            games: GAMES,
            ..Opponent::new(
                CIRCUITS_ONLY,
                "that bot, from full random boards",
                BUDGET,
                Bar::Score(70.0),
            )
        },
        Opponent {
            games: GAMES,
            ..Opponent::itself(BUDGET, Bar::Score(50.0))
        },
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

    fn own_opponent(
        config: OpponentConfig,
        _seed: u64,
    ) -> Result<Box<dyn DuelPlayer<Self>>, Failure> {
        match config.name {
            TWO_PLY | CIRCUITS_ONLY => Ok(Box::new(TwoPlyBot::new())),
            _ => Err(config.unknown()),
        }
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
