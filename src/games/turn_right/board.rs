//! The board and its rules.

use super::circuit::{ALL_CELLS, Circuit};
use super::moves::Move;
use super::result;
use super::square::{ALL_SQUARES, Square};
use super::violation::{Violation, invalid_circuit_violation};
use crate::contract::{self, Actor, Faults, NoChance, Outcome, Player, hash_words};

/// Stones of both players on the full board.
pub(super) const STONE_COUNT: u8 = 36;
/// Circuits of both players.
pub(super) const CIRCUIT_COUNT: u8 = 26;
/// Squares that can be the lower left one of a 2x2 square.
const SQUARES_2X2: u64 = ALL_CELLS as u64;

/// The stones, the points, and how far the game has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// White's stones, Black's stones: bit `6 x + y`.
    stones: [u64; 2],
    /// White's points (from 5), Black's points.
    points: [u16; 2],
    /// Stones placed, then also circuits made.
    plies: u8,
    /// Who has won by a 3x3 square.
    winner_by_3x3: Option<Player>,
}

/// What a position is made of, as the position text gives it.
pub(super) enum PositionField {
    Stones,
    Circuits,
    Points,
}

impl Position {
    /// The empty board; White, who has 5 points, to place the first stone.
    pub const START: Self = Self {
        stones: [0; 2],
        points: [5, 0],
        plies: 0,
        winner_by_3x3: None,
    };

    /// A position from its parts: `stones` as sets, the circuits made so far, the points.
    ///
    /// # Errors
    /// The part that does not go with those before it.
    pub(super) fn from_parts(
        stones: [u64; 2],
        circuits: u8,
        points: [u16; 2],
    ) -> Result<Self, PositionField> {
        let [white, black] = stones.map(u64::count_ones);
        let overlap = stones[0] & stones[1] != 0 || (stones[0] | stones[1]) & !ALL_SQUARES != 0;
        if overlap || !(white == black || white == black + 1) {
            return Err(PositionField::Stones);
        }
        let placed = u8::try_from(white + black).expect("at most 36");
        if circuits > CIRCUIT_COUNT || (circuits > 0 && placed < STONE_COUNT) {
            return Err(PositionField::Circuits);
        }
        let mut position = Self {
            stones,
            plies: placed + circuits,
            ..Self::START
        };
        if circuits > 0 {
            position.score_circuit();
        }
        // The circuits before the last one gave each at most the ten 2x2 squares of 18 stones.
        let before = 10 * u16::from(circuits.saturating_sub(1));
        let least = position.points;
        if (0..2).any(|player| !(least[player]..=least[player] + before).contains(&points[player]))
        {
            return Err(PositionField::Points);
        }
        Ok(Self { points, ..position })
    }

    /// Whose stone lies on a square.
    pub fn stone(&self, square: Square) -> Option<Player> {
        Player::ALL
            .into_iter()
            .find(|player| square.is_in(self.stones[player.index()]))
    }

    /// How many stones lie, 0 to 36.
    pub const fn stones_placed(&self) -> u8 {
        if self.plies < STONE_COUNT {
            self.plies
        } else {
            STONE_COUNT
        }
    }

    /// How many circuits were made, 0 to 26, by both players together.
    pub const fn circuits_made(&self) -> u8 {
        self.plies - self.stones_placed()
    }

    /// The points so far, White's 5 among them.
    pub const fn points(&self) -> [u16; 2] {
        self.points
    }

    /// Who has won by a 3x3 square, if somebody has.
    pub const fn winner_by_3x3(&self) -> Option<Player> {
        self.winner_by_3x3
    }

    /// A player's stones: bit `6 x + y`.
    pub(super) const fn stones_of(&self, player: Player) -> u64 {
        self.stones[player.index()]
    }

    /// The squares of the 3x3 squares that lie, whoever owns them.
    pub(super) fn stones_in_3x3(&self) -> u64 {
        let corners = self.stones.map(|stones| squares_3x3(squares_2x2(stones)));
        let columns = corners.map(|set| set | set << 1 | set << 2);
        columns
            .into_iter()
            .fold(0, |all, set| all | set | set << 6 | set << 12)
    }

    /// The lower left squares of a player's 2x2 squares and of its 3x3 squares.
    pub(super) fn square_corners(&self, player: Player) -> [u64; 2] {
        let twos = squares_2x2(self.stones[player.index()]);
        [twos, squares_3x3(twos)]
    }

    /// Which of the own circuits the player to act makes next, from 1.
    pub(super) const fn circuit_number(&self) -> u8 {
        self.circuits_made() / 2 + 1
    }

    pub(super) const fn to_move(&self) -> Player {
        // Black places the last stone and makes the first circuit.
        let white = self.plies.is_multiple_of(2) == (self.plies < STONE_COUNT);
        if white { Player::First } else { Player::Second }
    }

    /// Gives the points for the board after a circuit and looks for 3x3 squares.
    fn score_circuit(&mut self) {
        let squares = self.stones.map(squares_2x2);
        for (points, squares) in self.points.iter_mut().zip(squares) {
            *points += u16::try_from(squares.count_ones()).expect("at most 25");
        }
        let [white, black] = squares.map(|squares| squares_3x3(squares) != 0);
        self.winner_by_3x3 = match (white, black) {
            (false, false) => None,
            (true, false) => Some(Player::First),
            (false, true) => Some(Player::Second),
            // The one who did not make the circuit, and so would act next.
            (true, true) => Some(self.to_move()),
        };
    }

    pub(super) const fn free_squares(&self) -> u64 {
        ALL_SQUARES & !(self.stones[0] | self.stones[1])
    }

    /// The only free square, if one is left only: Black's last stone lies down there by itself.
    fn last_free_square(&self) -> Option<Square> {
        if self.plies == STONE_COUNT - 1 {
            return Some(Square::lowest(self.free_squares()));
        }
        None
    }
}

/// The lower left squares of the 2x2 squares in a set of stones.
const fn squares_2x2(stones: u64) -> u64 {
    let pairs = stones & stones >> 1;
    pairs & pairs >> 6 & SQUARES_2X2
}

/// The lower left squares of the 3x3 squares, from those of the 2x2 squares: four that overlap.
const fn squares_3x3(squares: u64) -> u64 {
    squares_2x2(squares)
}

impl contract::Rules for Position {
    type Move = Move;
    type Chance = NoChance;
    type Violation = Violation;

    fn actor(&self) -> Actor {
        Actor::Player(self.to_move())
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.plies >= STONE_COUNT + CIRCUIT_COUNT || self.winner_by_3x3.is_some()
    }

    #[inline]
    fn check(&self, mv: &Move) -> Result<(), Violation> {
        match *mv {
            _ if self.is_over() => Err(Violation::GameOver),
            Move::Place(_) if self.plies >= STONE_COUNT => Err(Violation::CircuitDue),
            Move::Place(square) => match self.stone(square) {
                Some(owner) => Err(Violation::Occupied(square, owner)),
                None => Ok(()),
            },
            _ if self.plies < STONE_COUNT => {
                Err(Violation::StoneDue(self.plies, self.last_free_square()))
            }
            Move::Circuit(circuit) => {
                let number = self.circuit_number();
                let broken =
                    || Violation::TooManyCorners(circuit.corners(), self.to_move(), number);
                let is_legal = circuit.is_legal_in(number);
                is_legal.then_some(()).ok_or_else(broken)
            }
            Move::InvalidCircuit(tangle) => Err(invalid_circuit_violation(tangle)),
        }
    }

    #[inline]
    fn apply(&mut self, mv: &Move) {
        match *mv {
            Move::Place(square) => {
                self.stones[self.to_move().index()] |= square.bit();
                self.plies += 1;
            }
            Move::Circuit(circuit) => {
                let white = circuit.rotate(self.stones[0]);
                self.stones = [white, ALL_SQUARES ^ white];
                self.plies += 1;
                self.score_circuit();
            }
            Move::InvalidCircuit(_) => {}
        }
    }

    fn apply_chance(&mut self, luck: &NoChance) {
        match *luck {}
    }

    fn legal_moves(&self, each: &mut impl FnMut(Move)) {
        if self.is_over() {
            return;
        }
        if self.plies < STONE_COUNT {
            for square in Square::all().filter(|square| square.is_in(self.free_squares())) {
                each(Move::Place(square));
            }
            return;
        }
        for circuit in Circuit::legal_on_turn(self.circuit_number().into()) {
            each(Move::Circuit(*circuit));
        }
    }

    fn chance_outcomes(&self, _each: &mut impl FnMut(NoChance)) {}

    fn key(&self) -> u64 {
        let [white, black] = self.points.map(u64::from);
        let rest = white << 32 | black << 16 | u64::from(self.plies);
        hash_words(self.stones.into_iter().chain([rest]))
    }

    fn outcome(&self, failed: Faults) -> Outcome {
        let is_over = contract::Rules::is_over(self);
        result::outcome(self.points, self.winner_by_3x3, is_over, failed)
    }
}

impl contract::Position for Position {
    #[inline]
    fn automatic_move(&self) -> Option<Move> {
        self.last_free_square().map(Move::Place)
    }
}
