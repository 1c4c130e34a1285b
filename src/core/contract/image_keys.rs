//! Keys of the images of a position under the symmetries of its game, kept up to date from ply to
//! ply.

use super::mix;

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
    /// The largest number of parts that can be told apart.
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
    /// a symmetry makes of one; numbers that stand for nothing may be any.
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

/// A position as its parts, of which the keys of its images are made.
#[derive(Clone, Copy, Debug)]
pub struct ImageParts {
    /// The table of the parts; `None` if the position has no image but itself.
    table: Option<&'static ImageTable>,
    parts: PartSet,
    /// The hash of what all images share.
    rest: u64,
}

impl ImageParts {
    /// Creates a position with these parts, of which those that the table lacks do not count.
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
