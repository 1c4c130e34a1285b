//! The symmetries of a game: which positions are one position for somebody who counts what was
//! played.

use super::image_keys::{ImageKeys, ImageParts, ImageSums};
use super::{Game, MoveOf, Position, Rules as _};

/// A symmetry of a board: the two axes may be exchanged, and each may be mirrored after that.
///
/// ```
/// use kifu_core::contract::Symmetry;
///
/// // On a board of 6x6 the lower left corner moves round the board.
/// let corners = Symmetry::ROTATIONS.map(|symmetry| symmetry.image([0, 0], [6, 6]));
/// assert_eq!(corners, [[0, 0], [5, 5], [5, 0], [0, 5]]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    exchanges_axes: bool,
    mirrors: [bool; 2],
}

impl Symmetry {
    /// The symmetry that changes nothing.
    pub const IDENTITY: Self = Self::new(false, false, false);
    /// The symmetries of a square.
    pub const SQUARE: [Self; 8] = [
        Self::IDENTITY,
        Self::new(false, true, true),
        Self::new(true, true, false),
        Self::new(true, false, true),
        Self::new(false, true, false),
        Self::new(false, false, true),
        Self::new(true, false, false),
        Self::new(true, true, true),
    ];
    /// The symmetries of a rectangle that is no square.
    pub const RECTANGLE: [Self; 4] = [
        Self::IDENTITY,
        Self::new(false, true, true),
        Self::new(false, true, false),
        Self::new(false, false, true),
    ];
    /// The symmetries of a square that turn it without mirroring it.
    pub const ROTATIONS: [Self; 4] = [
        Self::SQUARE[0],
        Self::SQUARE[1],
        Self::SQUARE[2],
        Self::SQUARE[3],
    ];

    const fn new(exchanges_axes: bool, mirrors_x: bool, mirrors_y: bool) -> Self {
        Self {
            exchanges_axes,
            mirrors: [mirrors_x, mirrors_y],
        }
    }

    /// Returns the symmetries of a board of this width and height.
    pub const fn of_board([width, height]: [u8; 2]) -> &'static [Self] {
        if width == height {
            &Self::SQUARE
        } else {
            &Self::RECTANGLE
        }
    }

    /// Returns where a square `[x, y]` of a board of this size comes to lie.
    ///
    /// A symmetry that exchanges the axes is meant for a square board.
    #[must_use]
    pub const fn image(self, [x, y]: [u8; 2], [width, height]: [u8; 2]) -> [u8; 2] {
        let [x, y] = if self.exchanges_axes { [y, x] } else { [x, y] };
        [
            if self.mirrors[0] { width - 1 - x } else { x },
            if self.mirrors[1] { height - 1 - y } else { y },
        ]
    }

    /// Reports whether horizontal lines become vertical ones.
    #[must_use]
    pub const fn exchanges_axes(self) -> bool {
        self.exchanges_axes
    }

    /// Returns the symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Self {
        let [x, y] = self.mirrors;
        if self.exchanges_axes {
            Self::new(true, y, x)
        } else {
            self
        }
    }
}

/// Which positions of a game count as one, and the numbers of its moves.
///
/// Two positions count as one if an image of one is equal to the other: an archive is then counted
/// up to the order of moves and up to symmetry. The defaults are those of a game without
/// symmetries, whose moves are numbered as they are listed.
///
/// The laws, which the tests hold for every game: a symmetry maps the legal moves of a position
/// onto those of its image, the positions after them onto each other, and keeps the result.
pub trait Symmetric: Game {
    /// The number of bits of the largest [`move_number`](Self::move_number), at most 32.
    const MOVE_BITS: u32 = 16;

    /// The names of the features of moves, where places alone tell little; see
    /// [`move_feature`](Self::move_feature).
    const MOVE_FEATURES: &'static [&'static str] = &[];

    /// Returns the symmetries of a position; the first one changes nothing.
    fn symmetries(_position: &Self::Position) -> &'static [Symmetry] {
        &[Symmetry::IDENTITY]
    }

    /// Returns the parts of a position, of which the keys of its images are made.
    ///
    /// Chance outcomes that are still to be used do not count, so that positions before and after
    /// such an event are the same.
    fn image_parts(position: &Self::Position) -> ImageParts {
        ImageParts::single(position.key())
    }

    /// Returns the number of the image of a legal move under a symmetry.
    fn move_number(position: &Self::Position, mv: &MoveOf<Self>, _symmetry: Symmetry) -> u32 {
        let (mut next, mut found) = (0, 0);
        position.legal_moves(&mut |listed| {
            if listed == *mv {
                found = next;
            }
            next += 1;
        });
        found
    }

    /// Returns the move whose image under a symmetry has this number; `None` if no legal move has
    /// it.
    fn numbered_move(
        position: &Self::Position,
        number: u32,
        _symmetry: Symmetry,
    ) -> Option<MoveOf<Self>> {
        let (mut next, mut found) = (0, None);
        position.legal_moves(&mut |listed| {
            if next == number {
                found = Some(listed);
            }
            next += 1;
        });
        found
    }

    /// Returns the index in [`MOVE_FEATURES`](Self::MOVE_FEATURES) of a move by its number.
    fn move_feature(_number: u32) -> Option<usize> {
        None
    }
}

/// A position as one of all that count as one with it: its key, and the symmetries that lead to it.
#[derive(Clone, Debug)]
pub struct CanonicalPosition {
    keys: ImageKeys,
    symmetries: &'static [Symmetry],
}

impl CanonicalPosition {
    /// Creates the canonical form of a position.
    pub fn new<G: Symmetric>(position: &G::Position) -> Self {
        Self::next::<G>(&mut ImageSums::default(), position)
    }

    /// Creates the canonical form of the next position of a game, in time proportional to what has
    /// changed since the one for which these sums were made last.
    pub fn next<G: Symmetric>(sums: &mut ImageSums, position: &G::Position) -> Self {
        Self {
            keys: sums.update(&G::image_parts(position)),
            symmetries: G::symmetries(position),
        }
    }

    /// Returns the key of the position and all its images.
    pub fn key(&self) -> u64 {
        self.keys.canonical()
    }

    /// Yields the symmetries that lead to the canonical image. There are several if the position is
    /// symmetric itself.
    fn canonical_symmetries(&self) -> impl Iterator<Item = Symmetry> + '_ {
        let key = self.key();
        let images = self.keys.as_slice().iter().zip(self.symmetries);
        images
            .filter(move |(image, _)| **image == key)
            .map(|(_, symmetry)| *symmetry)
    }

    /// Returns the number of a legal move that all its images have.
    pub fn move_number<G: Symmetric>(&self, position: &G::Position, mv: &MoveOf<G>) -> u32 {
        let numbers = self
            .canonical_symmetries()
            .map(|symmetry| G::move_number(position, mv, symmetry));
        numbers.min().unwrap_or(0)
    }

    /// Returns the move of a position with this number; `None` if it has no such legal move.
    ///
    /// Of several moves that are images of each other it is the first one by its own number.
    pub fn numbered_move<G: Symmetric>(
        &self,
        position: &G::Position,
        number: u32,
    ) -> Option<MoveOf<G>> {
        let moves = self
            .canonical_symmetries()
            .filter_map(|symmetry| G::numbered_move(position, number, symmetry))
            .filter(|mv| position.check(mv).is_ok());
        moves.min_by_key(|mv| G::move_number(position, mv, Symmetry::IDENTITY))
    }
}

/// Makes sure that a player is to act: gives a chance event that is due its first outcome, which
/// matters neither for keys nor for numbers of moves.
pub fn before_move<P: Position>(position: &P) -> P {
    let mut position = position.clone();
    // The lead-in and the chance event of the first ply.
    for _ in 0..2 {
        let mut first: Option<P::Chance> = None;
        position.chance_outcomes(&mut |outcome| {
            first.get_or_insert(outcome);
        });
        if let Some(outcome) = first {
            position.apply_chance(&outcome);
        }
    }
    position
}
