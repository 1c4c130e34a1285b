//! The position and its rules: placing stones, making circuits, and scoring.

use super::circuit::{ALL_CELLS, Circuit};
use super::moves::Move;
use super::result::{self, Violation, invalid_circuit_violation};
use super::square::{ALL_SQUARES, Square};
use crate::contract::{self, Actor, Faults, NoChance, Outcome, Player, hash_words};

/// The number of stones of both players on the full board.
pub(super) const STONE_COUNT: u8 = 36;
/// The number of circuits that both players make in a full game.
pub(super) const CIRCUIT_COUNT: u8 = 26;
/// The squares that can be the lower left square of a 2x2 square, as a set.
const SQUARES_2X2: u64 = ALL_CELLS as u64;

/// A position: the stones, the points, and the progress of the game.
///
/// ```
/// use kifu_core::contract::Rules as _;
/// use kifu_core::games::turn_right::{Move, Position, Square};
///
/// let mut position = Position::START;
/// position.apply(&Move::Place(Square::new(2, 2)));
/// assert_eq!(position.stones_placed(), 1);
/// assert_eq!(position.points(), [5, 0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// White's and Black's stones, as sets: square `(x, y)` is bit `6 x + y`.
    stones: [u64; 2],
    /// White's points, which start at 5, and Black's points.
    points: [u16; 2],
    /// The number of stones placed plus the number of circuits made.
    plies: u8,
    /// The player who has won by a 3x3 square.
    winner_by_3x3: Option<Player>,
}

/// A field of the position text, to report which one is inconsistent.
pub(super) enum PositionField {
    Stones,
    Circuits,
    Points,
}

impl Position {
    /// The empty board, with 5 points for White, who places the first stone.
    pub const START: Self = Self {
        stones: [0; 2],
        points: [5, 0],
        plies: 0,
        winner_by_3x3: None,
    };

    /// Creates a position from the players' stones as sets, the number of circuits made, and the
    /// points.
    ///
    /// # Errors
    /// Returns the first part that is inconsistent with the parts before it.
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
        // Each circuit before the last one scored at most the ten 2x2 squares of 18 stones.
        let earlier_max = 10 * u16::from(circuits.saturating_sub(1));
        let lowest = position.points;
        if (0..2).any(|player| {
            !(lowest[player]..=lowest[player] + earlier_max).contains(&points[player])
        }) {
            return Err(PositionField::Points);
        }
        Ok(Self { points, ..position })
    }

    /// Creates a position for an editor from disjoint sets of stones. It may be impossible.
    ///
    /// There are no circuits before the board is full, and no fewer points than the stones give.
    pub(super) fn draft(stones: [u64; 2], circuits: u8, points: [u16; 2]) -> Self {
        let placed = (stones[0] | stones[1]).count_ones();
        let placed = u8::try_from(placed).map_or(STONE_COUNT, |placed| placed.min(STONE_COUNT));
        let mut position = Self {
            stones,
            plies: placed,
            ..Self::START
        };
        if placed == STONE_COUNT && circuits > 0 {
            position.plies += circuits.min(CIRCUIT_COUNT);
            position.score_circuit();
            let lowest = position.points;
            position.points = [0, 1].map(|player| points[player].max(lowest[player]));
        }
        position
    }

    /// Returns the owner of the stone on a square, or `None` if the square is empty.
    pub fn stone(&self, square: Square) -> Option<Player> {
        Player::ALL
            .into_iter()
            .find(|player| square.is_in(self.stones[player.index()]))
    }

    /// Returns the number of stones on the board, 0 to 36.
    pub const fn stones_placed(&self) -> u8 {
        if self.plies < STONE_COUNT {
            self.plies
        } else {
            STONE_COUNT
        }
    }

    /// Returns the number of circuits made by both players together, 0 to 26.
    pub const fn circuits_made(&self) -> u8 {
        self.plies - self.stones_placed()
    }

    /// Returns White's and Black's points so far, including White's initial 5.
    pub const fn points(&self) -> [u16; 2] {
        self.points
    }

    /// Returns the winner by a 3x3 square, or `None` if neither player has won that way.
    pub const fn winner_by_3x3(&self) -> Option<Player> {
        self.winner_by_3x3
    }

    /// Returns a player's stones as a set: square `(x, y)` is bit `6 x + y`.
    pub(super) const fn stones_of(&self, player: Player) -> u64 {
        self.stones[player.index()]
    }

    /// Returns all squares that belong to a 3x3 square of either player, as a set.
    pub(super) fn stones_in_3x3(&self) -> u64 {
        let corners = self.stones.map(|stones| squares_3x3(squares_2x2(stones)));
        let columns = corners.map(|set| set | set << 1 | set << 2);
        columns
            .into_iter()
            .fold(0, |all, set| all | set | set << 6 | set << 12)
    }

    /// Returns the lower left squares of a player's 2x2 squares and of their 3x3 squares, as sets.
    pub(super) fn square_corners(&self, player: Player) -> [u64; 2] {
        let twos = squares_2x2(self.stones[player.index()]);
        [twos, squares_3x3(twos)]
    }

    /// Returns the number, from 1, of the next circuit of the player to move among their own.
    pub(super) const fn circuit_number(&self) -> u8 {
        self.circuits_made() / 2 + 1
    }

    /// Returns the player to move, also after the end of the game.
    pub(super) const fn to_move(self) -> Player {
        // Black places the last stone and makes the first circuit.
        let white = self.plies.is_multiple_of(2) == (self.plies < STONE_COUNT);
        if white { Player::First } else { Player::Second }
    }

    /// Scores the board after a circuit and checks for 3x3 squares.
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
            // The player who did not make the circuit wins: the one who would move next.
            (true, true) => Some(self.to_move()),
        };
    }

    /// Returns the empty squares as a set.
    pub(super) const fn free_squares(&self) -> u64 {
        ALL_SQUARES & !(self.stones[0] | self.stones[1])
    }

    /// Returns the last free square, where Black's last stone is placed automatically, if exactly
    /// one is left.
    fn last_free_square(&self) -> Option<Square> {
        if self.plies == STONE_COUNT - 1 {
            return Some(Square::lowest(self.free_squares()));
        }
        None
    }
}

/// Returns the lower left squares of the 2x2 squares in a set of stones.
const fn squares_2x2(stones: u64) -> u64 {
    let pairs = stones & stones >> 1;
    pairs & pairs >> 6 & SQUARES_2X2
}

/// Returns the lower left squares of the 3x3 squares, given those of the 2x2 squares.
///
/// A 3x3 square consists of four overlapping 2x2 squares, whose lower left squares are themselves
/// a 2x2 square.
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
                let violation =
                    || Violation::TooManyCorners(circuit.corners(), self.to_move(), number);
                let is_legal = circuit.is_legal_in(number);
                is_legal.then_some(()).ok_or_else(violation)
            }
            Move::InvalidCircuit(invalid) => Err(invalid_circuit_violation(invalid)),
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

    fn apply_chance(&mut self, chance: &NoChance) {
        match *chance {}
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
