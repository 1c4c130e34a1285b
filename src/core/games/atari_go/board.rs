//! The position of Atari Go and the rules of play.

use super::chains::{Grid, GridCell};
use super::moves::{Move, Point};
use super::result::{self, Violation};
use crate::contract::{self, Actor, Faults, NoChance, Outcome, Player, hash_words};

/// A position of Atari Go: the stones on a board of 5x5 to 19x19 points, the captures, the turns
/// and the ko.
#[derive(Clone, Debug)]
pub struct Position {
    grid: Grid,
    size: u8,
    /// The point that ko forbids to the player to move, or [`GridCell::NONE`].
    ko: GridCell,
    /// The number of stones captured *by* each player.
    captures: [u16; 2],
    turns_played: u16,
    total_turns: u16,
}

impl Position {
    /// Creates an empty board of `size` by `size` points (5 to 19) for a game of `turns` turns (1
    /// to 1000, of both players together).
    ///
    /// Values out of range are clamped.
    ///
    /// ```
    /// use kifu_core::games::atari_go::Position;
    ///
    /// let position = Position::new(9, 80);
    /// assert_eq!((position.size(), position.total_turns()), (9, 80));
    /// assert_eq!(Position::new(3, 0).size(), 5);
    /// ```
    pub fn new(size: u32, turns: u32) -> Self {
        let size = u8::try_from(size).map_or(19, |size| size.clamp(5, 19));
        let turns = u16::try_from(turns).map_or(1000, |turns| turns.clamp(1, 1000));
        Self {
            grid: Grid::empty(size),
            size,
            ko: GridCell::NONE,
            captures: [0; 2],
            turns_played: 0,
            total_turns: turns,
        }
    }

    /// Returns the number of rows, which is also the number of columns.
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// Returns the player whose turn it is, or would be if the game went on.
    pub const fn to_move(&self) -> Player {
        if self.turns_played.is_multiple_of(2) {
            Player::First
        } else {
            Player::Second
        }
    }

    /// Returns the number of turns played so far, including passes.
    pub const fn turns_played(&self) -> u16 {
        self.turns_played
    }

    /// Returns the number of turns after which the game ends.
    pub const fn total_turns(&self) -> u16 {
        self.total_turns
    }

    /// Returns the number of stones that each player has captured.
    pub const fn captures(&self) -> [u16; 2] {
        self.captures
    }

    /// Returns the point that the ko rule forbids to the player to move.
    ///
    /// It follows from the last move alone: the board can repeat only if that move was a single
    /// stone that captured one stone and could itself be captured on that stone's point.
    pub fn ko(&self) -> Option<Point> {
        (self.ko != GridCell::NONE).then(|| point(self.ko))
    }

    /// Returns the owner of the stone on a point; `None` if the point is empty or off the board.
    pub fn stone(&self, point: Point) -> Option<Player> {
        self.grid.owner(self.cell(point)?)
    }

    /// Returns the points of the chain on a point, beginning with this one; none if there is no
    /// stone.
    pub fn chain(&self, at: Point) -> impl Iterator<Item = Point> {
        let cell = self.cell(at).filter(|cell| !self.grid.is_empty(*cell));
        cell.into_iter()
            .flat_map(|cell| self.grid.chain(cell))
            .map(point)
    }

    /// Counts the liberties of the chain on a point; 0 if there is no stone.
    pub fn liberty_count(&self, at: Point) -> u32 {
        let mut seen = [0u32; 19];
        for stone in self.chain(at) {
            let cell = GridCell::new(stone.x(), stone.y());
            for open in self.grid.empty_neighbours(cell) {
                seen[usize::from(open.y())] |= 1 << open.x();
            }
        }
        seen.iter().map(|row| row.count_ones()).sum()
    }

    /// Counts the stones that each player has on the board.
    pub fn stone_counts(&self) -> [u16; 2] {
        let mut count = [0; 2];
        for owner in self.points().filter_map(|point| self.stone(point)) {
            count[owner.index()] += 1;
        }
        count
    }

    /// Returns every point of the board, row by row from the bottom.
    pub fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let size = self.size;
        (0..size).flat_map(move |y| (0..size).filter_map(move |x| Point::new(x, y)))
    }

    /// Yields the stones of each player row by row from the bottom, the leftmost point of a row in
    /// the lowest bit.
    pub(super) fn row_stones(&self) -> impl Iterator<Item = [u64; 2]> {
        (0..self.size).map(|y| self.grid.row_stones(y, self.size))
    }

    #[inline]
    fn cell(&self, point: Point) -> Option<GridCell> {
        let inside = point.x() < self.size && point.y() < self.size;
        inside.then(|| GridCell::new(point.x(), point.y()))
    }

    /// Packs the stones into words of 32 points, two bits each.
    fn packed_stones(&self) -> [u64; 12] {
        let mut words = [0; 12];
        for (at, point) in self.points().enumerate() {
            let bits = self
                .stone(point)
                .map_or(0, |owner| owner.index() as u64 + 1);
            words[at / 32] |= bits << (at % 32 * 2);
        }
        words
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        let Move::Stone(point) = mv else {
            return self.turns_played < self.total_turns;
        };
        let Some(cell) = self.cell(point) else {
            return false;
        };
        self.turns_played < self.total_turns
            && self.grid.is_empty(cell)
            && self.grid.is_not_suicide(cell, self.to_move())
            && cell != self.ko
    }

    /// Returns the first rule that an illegal move breaks, in the referee's order.
    #[cold]
    fn violation(&self, mv: Move) -> Violation {
        let Move::Stone(point) = mv else {
            return Violation::GameOver(self.total_turns);
        };
        if self.turns_played >= self.total_turns {
            return Violation::GameOver(self.total_turns);
        }
        let Some(cell) = self.cell(point) else {
            return Violation::OffBoard(point, self.size);
        };
        if let Some(owner) = self.grid.owner(cell) {
            return Violation::Occupied { point, owner };
        }
        if cell == self.ko {
            // A stone that takes back a ko is never suicide, so the order of these two checks
            // does not matter.
            return self.ko_violation();
        }
        let mut grid = self.grid.clone();
        grid.place_stone(cell, self.to_move());
        let stones = u16::try_from(grid.chain(cell).count()).unwrap_or(u16::MAX);
        Violation::Suicide { point, stones }
    }

    fn ko_violation(&self) -> Violation {
        let retaker = self.ko;
        let mut around = self.grid.occupied_neighbours(retaker);
        let taken = around.find(|cell| self.grid.lone_stone_liberty(*cell).is_some());
        Violation::Ko {
            retaker: point(retaker),
            taken: point(taken.unwrap_or(retaker)),
        }
    }
}

fn point(cell: GridCell) -> Point {
    Point::new(cell.x(), cell.y()).expect("cells lie within 19x19")
}

/// Compares positions by their stones: the chains and their counts follow from the stones, but how
/// they are stored depends on the order of the moves.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        let rest = |position: &Self| {
            (
                position.size,
                position.ko,
                position.captures,
                position.turns_played,
                position.total_turns,
            )
        };
        rest(self) == rest(other) && self.packed_stones() == other.packed_stones()
    }
}

impl contract::Rules for Position {
    type Move = Move;
    type Chance = NoChance;
    type Violation = Violation;

    fn actor(&self) -> Actor {
        Actor::Player(self.to_move())
    }

    fn is_over(&self) -> bool {
        self.turns_played >= self.total_turns
    }

    #[inline]
    fn check(&self, mv: &Move) -> Result<(), Violation> {
        if self.is_legal(*mv) {
            Ok(())
        } else {
            Err(self.violation(*mv))
        }
    }

    #[inline]
    fn apply(&mut self, mv: &Move) {
        let mover = self.to_move();
        self.turns_played += 1;
        self.ko = GridCell::NONE;
        let Move::Stone(point) = *mv else {
            return;
        };
        let Some(cell) = self.cell(point) else {
            return;
        };
        let taken = self.grid.play(cell, mover);
        if taken > 0 {
            self.captures[mover.index()] += taken;
            if taken == 1 {
                self.ko = self.grid.lone_stone_liberty(cell).unwrap_or(GridCell::NONE);
            }
        }
    }

    fn apply_chance(&mut self, chance: &NoChance) {
        match *chance {}
    }

    fn legal_moves(&self, each: &mut impl FnMut(Move)) {
        let stones = self.points().map(Move::Stone);
        for mv in stones.chain([Move::Pass]) {
            if self.is_legal(mv) {
                each(mv);
            }
        }
    }

    fn chance_outcomes(&self, _each: &mut impl FnMut(NoChance)) {}

    fn key(&self) -> u64 {
        let [first, second] = self.captures.map(u64::from);
        let rest = first << 48
            | second << 32
            | u64::from(self.turns_played) << 16
            | u64::from(self.total_turns);
        let [x, y] = self.ko().map_or([0; 2], |ko| [ko.x() + 1, ko.y() + 1]);
        let small = u64::from(self.size) << 16 | u64::from(x) << 8 | u64::from(y);
        let used = usize::from(self.size).pow(2).div_ceil(32);
        hash_words(
            self.packed_stones()
                .into_iter()
                .take(used)
                .chain([rest, small]),
        )
    }

    fn outcome(&self, failed: Faults) -> Outcome {
        let captures = self.captures.map(i32::from);
        let stone_counts = || self.stone_counts();
        result::outcome(captures, self.is_over(), stone_counts, failed)
    }
}

impl contract::Position for Position {}

/// Setters for the position text, which describes a board without the moves that led to it.
impl Position {
    /// Puts a stone on an empty point of the board without capturing anything.
    pub(super) fn set_stone(&mut self, point: Point, owner: Player) {
        if let Some(cell) = self.cell(point) {
            self.grid.place_stone(cell, owner);
        }
    }

    /// Sets the number of turns played and the captures of each player.
    pub(super) fn set_turns_and_captures(&mut self, played: u16, captures: [u16; 2]) {
        self.turns_played = played;
        self.captures = captures;
    }

    /// Raises the total number of turns to that of the turns played.
    pub(super) fn raise_total_turns(&mut self) {
        self.total_turns = self.total_turns.max(self.turns_played).min(1000);
    }

    /// Reports whether the chain on a point has a liberty; true for an empty point.
    pub(super) fn has_liberty(&self, point: Point) -> bool {
        self.cell(point)
            .is_none_or(|cell| self.grid.is_empty(cell) || self.grid.has_liberty(cell))
    }

    /// Forbids a point by ko and reports whether a ko is possible there.
    ///
    /// A ko needs the opponent's stones on all sides, exactly one of which would be captured.
    pub(super) fn try_set_ko(&mut self, point: Point) -> bool {
        let Some(cell) = self.cell(point).filter(|cell| self.grid.is_empty(*cell)) else {
            return false;
        };
        let opponent = Some(self.to_move().opponent());
        let around = || self.grid.occupied_neighbours(cell);
        let surrounded = self.grid.empty_neighbours(cell).next().is_none()
            && around().all(|near| self.grid.owner(near) == opponent);
        let loose = |near: &GridCell| {
            self.grid.lone_stone_liberty(*near).is_none()
                && self.liberty_count(self::point(*near)) == 1
        };
        let lone = around().filter(|near| self.grid.lone_stone_liberty(*near).is_some());
        let can = surrounded && lone.count() == 1 && !around().any(|near| loose(&near));
        if can {
            self.ko = cell;
        }
        can
    }
}
