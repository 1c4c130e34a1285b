//! A game in progress: the board, whose turn it is, the tile in hand, the secret colours.

use super::colors::{Color, SecretColors};
use super::grid::{Grid, scores};
use super::moves::{Cell, Move};
use super::result::{self, Violation};
use super::tile::Tile;
use crate::contract::{self, Actor, Faults, Outcome, Player, Step, StepError, hash_words};

/// The next event of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BoxStage {
    /// A chance event lays the start tile, if the board is empty. In a game that starts from a
    /// position it draws the first tile.
    Start,
    /// A chance event draws a tile.
    Deal,
    /// The player to move places this tile.
    Place(Tile),
}

/// A position: the board, the side to move, the tile in hand and the secret colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub(super) board: Grid,
    pub(super) stage: BoxStage,
    pub(super) to_move: Player,
    pub(super) colors: SecretColors,
}

impl Position {
    /// Returns the empty board, before the start tile.
    pub const fn start(colors: SecretColors) -> Self {
        Self {
            board: Grid::EMPTY,
            stage: BoxStage::Start,
            to_move: Player::First,
            colors,
        }
    }

    /// Returns the visible colour of a cell; `None` for an empty cell and beyond the edge.
    pub fn color_at(&self, cell: Cell) -> Option<Color> {
        self.board.color_at(cell)
    }

    /// Returns the player who places the next tile.
    pub const fn to_move(&self) -> Player {
        self.to_move
    }

    /// Returns the tile that has been drawn and not yet been placed.
    pub const fn tile_in_hand(&self) -> Option<Tile> {
        match self.stage {
            BoxStage::Place(tile) => Some(tile),
            BoxStage::Start | BoxStage::Deal => None,
        }
    }

    /// Returns the secret colours, as far as they are known.
    pub const fn colors(&self) -> SecretColors {
        self.colors
    }

    /// Returns the points of two colours on this board.
    ///
    /// Each square whose four corners show the colour gives its side less one.
    pub fn scores(&self, colors: [Color; 2]) -> [i32; 2] {
        scores(self.board.rows(), colors)
    }

    /// Returns the rows of the board from the top, three bits per cell, the leftmost lowest.
    pub(super) const fn rows(&self) -> &[u64; 16] {
        self.board.rows()
    }

    /// Returns the occupied cells of each row from the top, one bit per cell, the leftmost lowest.
    pub(super) fn occupied_rows(&self) -> &[u32] {
        self.board.occupied_rows()
    }

    /// Reports whether a dot lies on a cell of the board.
    pub(super) fn is_occupied(&self, cell: Cell) -> bool {
        self.occupied_rows()[usize::from(cell.row)] >> cell.column & 1 == 1
    }

    fn end_turn(&mut self) {
        self.to_move = self.to_move.opponent();
        self.stage = BoxStage::Deal;
    }

    /// Lays the start tile, or draws the first tile of a game that starts from a position.
    fn lay_start(&mut self, tile: Tile) {
        if self.board.is_empty() {
            self.board.lay(tile, Move::START);
            self.stage = BoxStage::Deal;
        } else {
            self.stage = BoxStage::Place(tile);
        }
    }

    /// Reports whether the first tile of a game that starts from a position is due.
    pub(super) fn draws_first_tile(&self) -> bool {
        self.stage == BoxStage::Start && !self.board.is_empty()
    }

    /// Returns the placement of a step that led to this position; `None` if it drew the tile in
    /// hand, however it is spelled.
    pub(super) fn placement_of(&self, step: Step<Move, Tile>) -> Option<Move> {
        let is_draw = self.tile_in_hand().is_some() && self.tile_in_hand() == step.chance;
        step.mv.filter(|_| !is_draw)
    }

    /// Applies the start tile, a chance event that is spelled as a move or as a tile alone.
    #[cold]
    fn step_start_tile(&mut self, step: Step<Move, Tile>) -> Result<(), StepError<Violation>> {
        match (step.chance, step.mv) {
            (Some(tile), None | Some(Move::START)) => {
                self.lay_start(tile);
                Ok(())
            }
            (Some(_), Some(elsewhere)) => {
                Err(StepError::Violation(Violation::StartElsewhere(elsewhere)))
            }
            (None, _) => Err(StepError::WrongKind("the start tile, as Hh216534h")),
        }
    }

    /// Applies a step that does not hold both a tile and its placement, or repeats the tile.
    ///
    /// A tile alone is not a step: whoever deals it applies the chance outcome.
    #[cold]
    fn step_partial(&mut self, step: Step<Move, Tile>) -> Result<(), StepError<Violation>> {
        let wrong = |expected| Err(StepError::WrongKind(expected));
        match (step.chance, step.mv, self.stage) {
            (None, Some(placement), BoxStage::Place(tile)) => self.lay_checked(tile, placement),
            (Some(again), Some(placement), BoxStage::Place(tile)) if again == tile => {
                self.lay_checked(tile, placement)
            }
            (Some(_), Some(_), BoxStage::Place(_)) => wrong("the tile that was dealt"),
            (_, None, BoxStage::Place(_)) => wrong("the place of the tile that was dealt, as Ikv"),
            (Some(_), None, _) if !self.board.has_legal_place() => {
                wrong("nothing: no tile fits any more, the game is over")
            }
            (Some(_), None, _) => wrong("the place of the tile, too, as Ik364521v"),
            (None, ..) | (Some(_), Some(_), _) => wrong("a tile and its place, as Ik364521v"),
        }
    }

    #[inline]
    fn lay_checked(&mut self, tile: Tile, placement: Move) -> Result<(), StepError<Violation>> {
        self.board
            .try_lay(tile, placement)
            .map_err(StepError::Violation)?;
        self.end_turn();
        Ok(())
    }
}

impl contract::Rules for Position {
    type Move = Move;
    type Chance = Tile;
    type Violation = Violation;

    fn actor(&self) -> Actor {
        match self.stage {
            BoxStage::Start | BoxStage::Deal => Actor::Chance,
            BoxStage::Place(_) => Actor::Player(self.to_move),
        }
    }

    fn is_over(&self) -> bool {
        !self.board.is_empty() && !self.board.has_legal_place()
    }

    fn check(&self, mv: &Move) -> Result<(), Violation> {
        match self.stage {
            BoxStage::Start | BoxStage::Deal => Err(Violation::NoTile),
            BoxStage::Place(_) => self.board.check(*mv),
        }
    }

    fn apply(&mut self, mv: &Move) {
        if let BoxStage::Place(tile) = self.stage {
            self.board.lay(tile, *mv);
            self.end_turn();
        }
    }

    fn apply_chance(&mut self, tile: &Tile) {
        match self.stage {
            BoxStage::Start => self.lay_start(*tile),
            BoxStage::Deal | BoxStage::Place(_) => self.stage = BoxStage::Place(*tile),
        }
    }

    fn legal_moves(&self, each: &mut impl FnMut(Move)) {
        if let BoxStage::Place(_) = self.stage {
            Move::all()
                .filter(|placement| self.board.check(*placement).is_ok())
                .for_each(each);
        }
    }

    fn chance_outcomes(&self, each: &mut impl FnMut(Tile)) {
        if contract::Position::turn(self) == contract::Turn::Chance {
            Tile::all().for_each(each);
        }
    }

    fn key(&self) -> u64 {
        let number = |color: Option<Color>| color.map_or(0, |color| u64::from(color.number()));
        let [first, second] = self.colors.0.map(number);
        let hand = self
            .tile_in_hand()
            .map_or(0, |tile| u64::from(tile.octal()));
        // In a game that starts from a position the first tile is drawn by a separate token.
        let is_first = u64::from(self.draws_first_tile());
        let rest =
            is_first << 40 | hand << 16 | first << 8 | second << 4 | self.to_move.index() as u64;
        hash_words(self.board.rows().iter().copied().chain([rest]))
    }

    fn outcome(&self, failed: Faults) -> Outcome {
        let scores = self.colors.both().map(|colors| self.scores(colors));
        result::outcome(scores, contract::Rules::is_over(self), failed)
    }
}

impl contract::Position for Position {
    fn mover(&self) -> Option<Player> {
        match self.stage {
            BoxStage::Start => None,
            BoxStage::Deal | BoxStage::Place(_) => Some(self.to_move),
        }
    }

    /// Applies a tile with its placement, a placement of the tile in hand, or the start tile.
    ///
    /// A rejected step changes nothing: its tile is not drawn either.
    #[inline]
    fn step(&mut self, step: &Step<Move, Tile>) -> Result<(), StepError<Violation>> {
        match (step.chance, step.mv, self.stage) {
            (Some(tile), Some(placement), BoxStage::Deal) => self.lay_checked(tile, placement),
            (.., BoxStage::Start) => self.step_start_tile(*step),
            _ => self.step_partial(*step),
        }
    }

    /// Calls `each` with every pair of different colours that agrees with the known ones.
    ///
    /// Two known colours are kept as they are, because a log may give the same one twice.
    fn determinizations(&self, each: &mut impl FnMut(Self)) {
        if self.colors.both().is_some() {
            return each(*self);
        }
        let all = || (1..=6).filter_map(Color::new);
        let fits = |pair: [Color; 2]| {
            pair[0] != pair[1]
                && self
                    .colors
                    .0
                    .iter()
                    .zip(pair)
                    .fold(true, |fits, (known, color)| {
                        fits && known.is_none_or(|known| known == color)
                    })
        };
        let pairs = all().flat_map(|first| all().map(move |second| [first, second]));
        for pair in pairs.filter(|pair| fits(*pair)) {
            let colors = SecretColors(pair.map(Some));
            each(Self { colors, ..*self });
        }
    }
}
