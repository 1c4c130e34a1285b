//! The opponents of the engine for Turn Right: a bot that searches two plies.

use super::square_sets::{ALL_SQUARES, CORNERS_2X2, bit, gain, has_3x3, rotate, sources, stones};
use crate::duel::{
    Bar, CountedEnding, DuelGame, DuelOpenings, DuelPlayer, Opponent, OpponentSettings,
    PlayerBudget, new_engine, token,
};
use kifu_core::contract::{Game as _, MoveOf, Player, Position as _};
use kifu_core::games::DynEngine;
use kifu_core::games::turn_right::{Circuit, Move, Position, Square, TurnRight};
use kifu_core::search::SplitMix64;
use kifu_study::failure::Failure;
use std::collections::HashSet;
use std::time::Duration;

/// The usual number of games, which take minutes each.
const GAMES: u32 = 20;
/// The usual budget.
const BUDGET: PlayerBudget = PlayerBudget::Clock(Duration::from_secs(6));
/// The contest bot in games that begin with a full board.
const CIRCUITS_ONLY: &str = "two-ply-circuits";

/// The duels of Turn Right.
pub const DUEL: DuelGame = DuelGame {
    id: TurnRight::INFO.id,
    engine: new_engine::<TurnRight>,
    opponents: &[
        Opponent {
            games: GAMES,
            ..Opponent::new(
                ("two-ply", "a contest bot that searches two plies"),
                BUDGET,
                Bar::Score(70.0),
                two_ply_bot,
            )
        },
        Opponent {
            games: GAMES,
            ..Opponent::new(
                (CIRCUITS_ONLY, "that bot, from full random boards"),
                BUDGET,
                Bar::Score(70.0),
                two_ply_bot,
            )
        },
        Opponent {
            games: GAMES,
            ..Opponent::itself::<TurnRight>(BUDGET, Bar::Score(50.0))
        },
    ],
    openings: DuelOpenings::Drawn(|opponent, random| {
        if opponent == CIRCUITS_ONLY {
            full_board(random)
        } else {
            Vec::new()
        }
    }),
    margin_unit: "points",
    counted_ending: Some(CountedEnding {
        name: "ended by a 3x3 square",
        // A win at the end of the circuits gives fewer game points.
        is_met: |score| score.game_points.is_some_and(|points| points.contains(&3)),
    }),
};

fn two_ply_bot(settings: &OpponentSettings) -> Box<dyn DynEngine> {
    settings.player::<TurnRight>(TwoPlyBot::new())
}

impl DuelPlayer<TurnRight> for TwoPlyBot {
    fn choose(&mut self, position: &Position) -> Result<MoveOf<TurnRight>, Failure> {
        Ok(self.play(position))
    }
}

/// Returns the placements of all stones on random squares.
fn full_board(random: &mut SplitMix64) -> Vec<String> {
    loop {
        let mut squares: Vec<Square> = Square::all().collect();
        random.shuffle(&mut squares);
        let moves: Vec<Move> = squares.into_iter().map(Move::Place).collect();
        let mut position = Position::START;
        // A 3x3 square ends the game before the last placement.
        let is_full = moves.iter().all(|mv| position.play(mv).is_ok());
        if is_full && position.winner_by_3x3().is_none() {
            return moves.into_iter().map(token::<TurnRight>).collect();
        }
    }
}

/// The squares of the lower left 3x3 square.
const NINE: u64 = 0b111 | 0b111 << 6 | 0b111 << 12;
/// The value of a 3x3 square, more than any points.
const WIN: i32 = 1000;

/// A bot like those of the contest: it places its stones in clusters and breaks the opponent's, and
/// makes the circuit that gains most minus the best answer, exactly, with a table of threats of 3x3
/// squares. It shares no code with the engine, which it is there to measure.
pub struct TwoPlyBot {
    /// The sets of squares from which some circuit makes a 3x3 square, and the first turn with it.
    threats: Vec<(u64, usize)>,
    /// The answers that were best in other positions, the latest first.
    answers: Vec<Circuit>,
    rng: SplitMix64,
}

impl Default for TwoPlyBot {
    fn default() -> Self {
        Self::new()
    }
}

impl TwoPlyBot {
    /// Creates the bot, with the table of all threats.
    pub fn new() -> Self {
        let mut seen_sources = HashSet::new();
        let mut threats = Vec::new();
        for turn in 1..=13 {
            let before = Circuit::legal_on_turn(turn - 1).len();
            for circuit in &Circuit::legal_on_turn(turn)[before..] {
                let [up, right, down, left] = sources(*circuit);
                for place in (0..4).flat_map(|x| (0..4).map(move |y| 6 * x + y)) {
                    let nine = NINE << place;
                    let sources = nine & !(up | right | down | left)
                        | nine >> 1 & up
                        | nine >> 6 & right
                        | nine << 1 & down
                        | nine << 6 & left;
                    if seen_sources.insert(sources) {
                        threats.push((sources, turn));
                    }
                }
            }
        }
        Self {
            threats,
            answers: Vec::new(),
            rng: SplitMix64::new(1),
        }
    }

    /// Returns the bot's move.
    pub fn play(&mut self, position: &Position) -> Move {
        if position.stones_placed() < 36 {
            return self.place(position);
        }
        let player = position.mover().unwrap_or(Player::First);
        let (own, made) = (stones(position, player), position.circuits_made());
        Move::Circuit(self.circuit(own, made).0)
    }

    /// Places a stone: many stones of one colour in a 2x2 square without the other's are best.
    fn place(&mut self, position: &Position) -> Move {
        let player = position.mover().unwrap_or(Player::First);
        let [own, other] = [player, player.opponent()].map(|player| stones(position, player));
        let pure = |own: u64, other: u64| -> u32 {
            let corners = (0..30).filter(|at| CORNERS_2X2 >> at & 1 == 1);
            let four = corners.map(|at| (own >> at & 0b1100_0011, other >> at & 0b1100_0011));
            let lone = four.filter(|(_, other)| *other == 0);
            lone.map(|(own, _)| own.count_ones().pow(2)).sum()
        };
        let free = Square::all().filter(|square| position.stone(*square).is_none());
        let value = |square: &Square| {
            let own_after = own | bit(*square);
            i64::from(pure(own_after, other)) - i64::from(pure(other, own_after))
        };
        let free: Vec<Square> = free.collect();
        let most = free.iter().map(value).max();
        let best: Vec<Square> = free
            .into_iter()
            .filter(|square| Some(value(square)) == most)
            .collect();
        Move::Place(best[self.rng.index(best.len())])
    }

    fn has_threat(&self, stones: u64, turn: usize) -> bool {
        let mut threats = self.threats.iter();
        threats.any(|(from, since)| from & !stones == 0 && *since <= turn)
    }

    /// Returns the best circuit in two plies, and its gain minus that of the best answer.
    pub fn circuit(&mut self, own: u64, made: u8) -> (Circuit, i32) {
        let turn = usize::from(made / 2) + 1;
        let circuits = Circuit::legal_on_turn(turn);
        let wins = |circuit: &&Circuit| {
            let after = rotate(**circuit, own);
            has_3x3(after) && !has_3x3(ALL_SQUARES ^ after)
        };
        if self.has_threat(own, turn)
            && let Some(win) = circuits.iter().find(wins)
        {
            return (*win, WIN);
        }
        let mut order: Vec<(i32, u32)> = (0..)
            .zip(circuits)
            .map(|(at, circuit)| (-gain(rotate(*circuit, own)), at))
            .collect();
        order.sort_unstable();
        let mut seen = HashSet::new();
        let mut best = (circuits[order[0].1 as usize], -2 * WIN);
        for (loss, at) in order {
            let circuit = circuits[at as usize];
            let other = ALL_SQUARES ^ rotate(circuit, own);
            if 25 - loss <= best.1 {
                break;
            }
            if seen.insert(other) {
                let answer = self.answer(other, made + 1, -loss - best.1);
                best = best.max_by(-loss - answer, circuit);
            }
        }
        best
    }

    /// Returns the largest gain of an answer, or one of at least `enough` if there is one.
    fn answer(&mut self, own: u64, made: u8, enough: i32) -> i32 {
        if has_3x3(own) {
            return WIN;
        }
        if made == 26 {
            return 0;
        }
        let turn = usize::from(made / 2) + 1;
        let most = 2 * (turn as u32 + 1);
        let value = |circuit: &Circuit| {
            let after = rotate(*circuit, own);
            gain(after) - if has_3x3(ALL_SQUARES ^ after) { WIN } else { 0 }
        };
        let does = |circuit: &Circuit| circuit.corners() <= most && value(circuit) >= enough;
        if let Some(at) = self.answers.iter().position(does) {
            self.answers[..=at].rotate_right(1);
            return enough;
        }
        if self.has_threat(own, turn) {
            return WIN;
        }
        let mut best = (Circuit::legal_on_turn(1)[0], -2 * WIN);
        for circuit in Circuit::legal_on_turn(turn) {
            best = best.max_by(value(circuit), *circuit);
            if best.1 >= enough {
                break;
            }
        }
        self.answers.insert(0, best.0);
        self.answers.truncate(64);
        best.1
    }
}

/// A best circuit so far.
trait BestCircuit {
    /// Returns the better of this one and another.
    fn max_by(self, value: i32, circuit: Circuit) -> Self;
}

impl BestCircuit for (Circuit, i32) {
    fn max_by(self, value: i32, circuit: Circuit) -> Self {
        if value > self.1 {
            (circuit, value)
        } else {
            self
        }
    }
}
