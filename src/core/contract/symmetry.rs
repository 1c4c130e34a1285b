//! Board symmetries: which positions the explorer treats as equal, and the hashes by which it finds
//! them.

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

    /// Reports whether exactly one axis is mirrored.
    #[must_use]
    pub const fn mirrors_once(self) -> bool {
        self.mirrors[0] != self.mirrors[1]
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

/// The symmetries of a game: its equal positions, and numbers for its moves.
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

    /// Returns the symmetries of a position; the first one changes nothing.
    fn symmetries(_position: &Self::Position) -> &'static [Symmetry] {
        &[Symmetry::IDENTITY]
    }

    /// Returns the parts of a position, from which the keys of its images are computed.
    ///
    /// Chance outcomes that are still to be used do not count, so that positions before and after
    /// such an event are the same.
    fn image_parts(position: &Self::Position) -> ImageParts {
        ImageParts::single(position.key())
    }

    /// Returns a key of the position that only its images share in which the player to move knows
    /// the same and has the same choice: secrets that they do not know are left out, and the chance
    /// outcome that is due for their move counts.
    ///
    /// The default is the key of [`CanonicalPosition`], for games in which that leaves nothing out.
    fn choice_key(position: &Self::Position) -> u64 {
        CanonicalPosition::new::<Self>(position).key()
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
    /// If several legal moves are symmetric, it is the one with the lowest number.
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

/// Returns the position with a player to move: a chance event that is due gets its first outcome,
/// which affects neither keys nor move numbers.
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

// Keys of the images of a position under the symmetries of its game, kept up to date from ply to
// ply.

/// The largest number of symmetries of a position: those of a square.
pub const MAX_SYMMETRIES: usize = 8;
/// The number of words of a set of parts: a board of 19x19 has two stones and a ko for each point.
const PART_WORDS: usize = 17;

/// Keys of the images of a position, one for each symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImageKeys {
    keys: [u64; MAX_SYMMETRIES],
    count: usize,
}

impl ImageKeys {
    /// Returns the keys, in the order of the symmetries.
    pub fn as_slice(&self) -> &[u64] {
        &self.keys[..self.count.min(MAX_SYMMETRIES)]
    }

    /// Returns the smallest key, which is that of all images.
    pub fn canonical(&self) -> u64 {
        self.as_slice().iter().copied().min().unwrap_or(0)
    }
}

/// A set of numbered parts of a position, such as its stones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PartSet {
    words: [u64; PART_WORDS],
}

impl PartSet {
    /// The largest number of parts that can be distinguished.
    pub const CAPACITY: usize = PART_WORDS * 64;

    /// Creates the set of the parts whose bits are set in these words, the lowest bits first.
    ///
    /// Words beyond the [capacity](Self::CAPACITY) are ignored.
    ///
    /// ```
    /// use kifu_core::contract::PartSet;
    ///
    /// let parts = PartSet::from_words([0b101, 0b1]);
    /// assert_eq!(parts.iter().collect::<Vec<_>>(), [0, 2, 64]);
    /// ```
    pub fn from_words(words: impl IntoIterator<Item = u64>) -> Self {
        let mut set = Self::default();
        for (word, given) in set.words.iter_mut().zip(words) {
            *word = given;
        }
        set
    }

    /// Adds a part, if its number is below the [capacity](Self::CAPACITY).
    pub fn insert(&mut self, part: usize) {
        if let Some(word) = self.words.get_mut(part / 64) {
            *word |= 1 << (part % 64);
        }
    }

    /// Adds the parts whose numbers, less `first`, are those of the bits that are set.
    ///
    /// ```
    /// use kifu_core::contract::PartSet;
    ///
    /// let mut parts = PartSet::default();
    /// parts.insert_bits(62, 0b1011);
    /// assert_eq!(parts.iter().collect::<Vec<_>>(), [62, 63, 65]);
    /// ```
    pub fn insert_bits(&mut self, first: usize, bits: u64) {
        let (index, shift) = (first / 64, first % 64);
        let low = bits << shift;
        // Two shifts, for one by 64 bits is none.
        let high = bits >> 1 >> (63 - shift);
        for (word, bits) in self.words.iter_mut().skip(index).zip([low, high]) {
            *word |= bits;
        }
    }

    /// Yields the parts in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let words = self.words.iter().enumerate();
        words.flat_map(|(index, word)| set_bits(*word).map(move |bit| 64 * index + bit))
    }
}

/// Yields the numbers of the bits of a word that are set, in ascending order.
pub fn set_bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (word != 0).then(|| word.trailing_zeros() as usize);
        word &= word.wrapping_sub(1);
        lowest
    })
}

/// A table for keys of all images of a position that consists of many alike parts, such as stones.
///
/// Each part has a random word for every symmetry, that of the part at the place of its image; the
/// key of an image is the exclusive or of its words (Zobrist, *A New Hashing Method with Application
/// for Game Playing*, 1970).
#[derive(Debug)]
pub struct ImageTable {
    words: Box<[[u64; MAX_SYMMETRIES]]>,
    symmetry_count: usize,
}

impl ImageTable {
    /// Creates the table of `part_count` numbered parts. `image` returns the number of the part that
    /// a symmetry makes of one; for unused numbers it may return anything.
    pub fn new<S: Copy>(
        part_count: usize,
        symmetries: &[S],
        image: impl Fn(usize, S) -> usize,
    ) -> Self {
        let words_of = |part| {
            let mut words = [0; MAX_SYMMETRIES];
            for (word, symmetry) in words.iter_mut().zip(symmetries) {
                *word = mix(image(part, *symmetry) as u64 + 1);
            }
            words
        };
        Self {
            words: (0..part_count).map(words_of).collect(),
            symmetry_count: symmetries.len().min(MAX_SYMMETRIES),
        }
    }
}

/// A position as its parts, from which the keys of its images are computed.
#[derive(Clone, Copy, Debug)]
pub struct ImageParts {
    /// The table of the parts; `None` if the position has no image but itself.
    table: Option<&'static ImageTable>,
    parts: PartSet,
    /// The hash of what all images share.
    rest: u64,
}

impl ImageParts {
    /// Creates a position with these parts; parts that the table lacks are ignored.
    /// `rest` is a hash of what all images share.
    pub const fn new(table: &'static ImageTable, parts: PartSet, rest: u64) -> Self {
        Self {
            table: Some(table),
            parts,
            rest,
        }
    }

    /// Creates a position with this key that has no image but itself.
    pub fn single(key: u64) -> Self {
        Self {
            table: None,
            parts: PartSet::default(),
            rest: key,
        }
    }
}

/// The sums of the words of a position's parts, kept from one position of a game to the next.
#[derive(Clone, Debug, Default)]
pub struct ImageSums {
    table: Option<&'static ImageTable>,
    parts: PartSet,
    sums: [u64; MAX_SYMMETRIES],
}

impl ImageSums {
    /// Makes the sums those of this position and returns the keys of its images.
    ///
    /// Takes time proportional to the number of parts by which the position differs from the one
    /// before.
    pub fn update(&mut self, position: &ImageParts) -> ImageKeys {
        let address = |table: Option<&'static ImageTable>| table.map(std::ptr::from_ref);
        if address(self.table) != address(position.table) {
            *self = Self {
                table: position.table,
                ..Self::default()
            };
        }
        let Some(table) = self.table else {
            let mut keys = [0; MAX_SYMMETRIES];
            keys[0] = position.rest;
            return ImageKeys { keys, count: 1 };
        };
        let words = self.parts.words.iter_mut().zip(position.parts.words);
        for (index, (old, new)) in words.enumerate() {
            for bit in set_bits(std::mem::replace(old, new) ^ new) {
                let Some(part) = table.words.get(64 * index + bit) else {
                    continue;
                };
                for (sum, word) in self.sums.iter_mut().zip(part) {
                    *sum ^= word;
                }
            }
        }
        ImageKeys {
            keys: self.sums.map(|sum| mix(sum ^ position.rest)),
            count: table.symmetry_count,
        }
    }
}

// Hashes that are stable between runs and machines.

/// Hashes the words of a state into one word.
///
/// The hash is stable between runs and machines, and each of its bits depends on every bit of the
/// input.
pub fn hash_words(words: impl IntoIterator<Item = u64>) -> u64 {
    words
        .into_iter()
        .fold(SPLITMIX64_INCREMENT, |hash, word| mix(hash ^ mix(word)))
}

/// The increment of the state of `SplitMix64`.
pub const SPLITMIX64_INCREMENT: u64 = 0x9e37_79b9_7f4a_7c15;

/// Mixes the bits of a word: returns the output of `SplitMix64` after this state.
///
/// Source: Steele, Lea, Flood: Fast splittable pseudorandom number generators (2014).
#[inline]
pub const fn mix(word: u64) -> u64 {
    let mut z = word.wrapping_add(SPLITMIX64_INCREMENT);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
