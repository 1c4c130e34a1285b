//! A contest bot as it may have won: it places its stones in clusters and breaks the other's, and
//! makes the circuit that gains most less the best answer, exactly, with a table of threats of 3x3
//! squares. It shares no code with the engine, which it is there to measure.

use super::analysis::{full, plies};
use kifu::contract::{Player, Position as _};
use kifu::games::turn_right::{Circuit, Move, Position, Square};
use kifu::search::SplitMix64;
use std::collections::HashSet;

/// All 36 squares.
pub(crate) const ALL: u64 = (1 << 36) - 1;
/// The lower left squares of the 2x2 squares.
const TWOS: u64 = 0x1f7d_f7df;
const NINE: u64 = 0b111 | 0b111 << 6 | 0b111 << 12;
/// More than any points.
const WIN: i32 = 1000;

const fn bit(square: Square) -> u64 {
    1 << (6 * square.x() + square.y())
}

pub(crate) fn stones(position: &Position, player: Player) -> u64 {
    let own = Square::all().filter(|square| position.stone(*square) == Some(player));
    own.fold(0, |set, square| set | bit(square))
}

const fn twos(stones: u64) -> u64 {
    let pairs = stones & stones >> 1;
    pairs & pairs >> 6 & TWOS
}

pub(crate) const fn has_three(stones: u64) -> bool {
    twos(twos(stones)) != 0
}

pub(crate) const fn gain(own: u64) -> i32 {
    twos(own).count_ones().cast_signed() - twos(ALL ^ own).count_ones().cast_signed()
}

/// From where stones go up, right, down and left.
fn ways(circuit: Circuit) -> [u64; 4] {
    let cells = u64::from(circuit.cells());
    let right = cells << 6;
    [
        cells & !right,
        cells << 1 & !cells,
        (right & !cells) << 1,
        (cells & !(cells << 1)) << 6,
    ]
}

pub(crate) fn rotate(circuit: Circuit, stones: u64) -> u64 {
    let [up, right, down, left] = ways(circuit);
    let stay = stones & !(up | right | down | left);
    stay | (stones & up) << 1 | (stones & right) << 6 | (stones & down) >> 1 | (stones & left) >> 6
}

/// The bot.
pub(crate) struct Contest {
    /// Sets of squares from which some circuit makes a 3x3 square, and from which turn on.
    threats: Vec<(u64, usize)>,
    /// The answers that were best elsewhere, the latest first.
    answers: Vec<Circuit>,
    rng: SplitMix64,
}

impl Contest {
    pub(crate) fn new() -> Self {
        let mut known = HashSet::new();
        let mut threats = Vec::new();
        for turn in 1..=13 {
            let before = Circuit::legal_on_turn(turn - 1).len();
            for circuit in &Circuit::legal_on_turn(turn)[before..] {
                let [up, right, down, left] = ways(*circuit);
                for place in (0..4).flat_map(|x| (0..4).map(move |y| 6 * x + y)) {
                    let nine = NINE << place;
                    let from = nine & !(up | right | down | left)
                        | nine >> 1 & up
                        | nine >> 6 & right
                        | nine << 1 & down
                        | nine << 6 & left;
                    if known.insert(from) {
                        threats.push((from, turn));
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

    pub(crate) fn play(&mut self, position: &Position) -> Move {
        if position.stones_placed() < 36 {
            return self.place(position);
        }
        let player = position.mover().unwrap();
        let (own, made) = (stones(position, player), position.circuits_made());
        Move::Circuit(self.circuit(own, made).0)
    }

    /// Many stones of one colour in a 2x2 square without the other's are worth most.
    fn place(&mut self, position: &Position) -> Move {
        let player = position.mover().unwrap();
        let [own, other] = [player, player.opponent()].map(|player| stones(position, player));
        let pure = |own: u64, other: u64| -> u32 {
            let corners = (0..30).filter(|at| TWOS >> at & 1 == 1);
            let four = corners.map(|at| (own >> at & 0b1100_0011, other >> at & 0b1100_0011));
            let lone = four.filter(|(_, other)| *other == 0);
            lone.map(|(own, _)| own.count_ones().pow(2)).sum()
        };
        let free = Square::all().filter(|square| position.stone(*square).is_none());
        let worth = |square: &Square| {
            let own = own | bit(*square);
            i64::from(pure(own, other)) - i64::from(pure(other, own))
        };
        let free: Vec<Square> = free.collect();
        let most = free.iter().map(worth).max();
        let best: Vec<Square> = free
            .into_iter()
            .filter(|square| Some(worth(square)) == most)
            .collect();
        Move::Place(best[self.rng.index(best.len())])
    }

    fn has_threat(&self, stones: u64, turn: usize) -> bool {
        let mut threats = self.threats.iter();
        threats.any(|(from, since)| from & !stones == 0 && *since <= turn)
    }

    /// The circuit and what it gains less the best answer. Public for its own test.
    pub(crate) fn circuit(&mut self, own: u64, made: u8) -> (Circuit, i32) {
        let turn = usize::from(made / 2) + 1;
        let circuits = Circuit::legal_on_turn(turn);
        let wins = |circuit: &&Circuit| {
            let after = rotate(**circuit, own);
            has_three(after) && !has_three(ALL ^ after)
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
            let other = ALL ^ rotate(circuit, own);
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

    /// The most that an answer gains; something from `enough` on if it gains so much.
    fn answer(&mut self, own: u64, made: u8, enough: i32) -> i32 {
        if has_three(own) {
            return WIN;
        }
        if made == 26 {
            return 0;
        }
        let turn = usize::from(made / 2) + 1;
        let most = 2 * (u32::try_from(turn).unwrap() + 1);
        let worth = |circuit: &Circuit| {
            let after = rotate(*circuit, own);
            gain(after) - if has_three(ALL ^ after) { WIN } else { 0 }
        };
        let does = |circuit: &Circuit| circuit.corners() <= most && worth(circuit) >= enough;
        if let Some(at) = self.answers.iter().position(does) {
            self.answers[..=at].rotate_right(1);
            return enough;
        }
        if self.has_threat(own, turn) {
            return WIN;
        }
        let mut best = (Circuit::legal_on_turn(1)[0], -2 * WIN);
        for circuit in Circuit::legal_on_turn(turn) {
            best = best.max_by(worth(circuit), *circuit);
            if best.1 >= enough {
                break;
            }
        }
        self.answers.insert(0, best.0);
        self.answers.truncate(64);
        best.1
    }
}

trait Best {
    fn max_by(self, value: i32, circuit: Circuit) -> Self;
}

impl Best for (Circuit, i32) {
    fn max_by(self, value: i32, circuit: Circuit) -> Self {
        if value > self.1 {
            (circuit, value)
        } else {
            self
        }
    }
}

#[test]
fn the_contest_bot_is_exact_in_two_plies() {
    let mut rng = SplitMix64::new(31);
    let mut bot = Contest::new();
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
