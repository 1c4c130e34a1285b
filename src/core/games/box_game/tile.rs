//! A tile: a permutation of the six colours.

use super::colors::Color;
use std::num::NonZeroU32;

/// A permutation of the six colours, drawn by a chance event.
///
/// On the board the tile's first row shows it from left to right, its second row reversed. It is
/// stored as six octal digits, the first colour in the lowest, so that one shift puts it into a
/// row of the board.
///
/// ```
/// use kifu_core::games::box_game::Tile;
///
/// let tile = Tile::new([3, 6, 4, 5, 2, 1]).unwrap();
/// assert_eq!(tile.to_string(), "364521");
/// assert_eq!(Tile::all().count(), 720);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tile(NonZeroU32);

impl Tile {
    /// Creates the tile with these colours; `None` unless each of 1 to 6 occurs once.
    pub fn new(colors: [u8; 6]) -> Option<Self> {
        Self::from_digits(colors.map(|color| color.wrapping_add(b'0')))
    }

    /// Creates the tile from six ASCII digits; `None` unless each of `1` to `6` occurs once.
    #[inline]
    pub(super) fn from_digits(digits: [u8; 6]) -> Option<Self> {
        // Six bytes that set six different bits are the six digits, each once.
        let seen = digits
            .iter()
            .fold(0, |seen, digit| seen | DIGIT_BITS[usize::from(*digit)]);
        if seen != 0b111_1110 {
            return None;
        }
        // Packs six bytes into three pairs, then the pairs into one number.
        let mut bytes = [0; 8];
        bytes[..6].copy_from_slice(&digits);
        let bytes = u64::from_le_bytes(bytes) & 0x0707_0707_0707;
        let pairs = (bytes | bytes >> 5) & 0x003f_003f_003f;
        let octal = pairs & 0o77 | pairs >> 10 & 0o7700 | pairs >> 20 & 0o770_000;
        u32::try_from(octal)
            .ok()
            .and_then(NonZeroU32::new)
            .map(Self)
    }

    /// Returns the six colours in order.
    #[expect(clippy::missing_panics_doc, reason = "each octal digit is a colour")]
    pub fn colors(self) -> [Color; 6] {
        std::array::from_fn(|i| {
            Color::new((self.0.get() >> (3 * i) & 7) as u8).expect("a tile has six colours")
        })
    }

    /// Returns all 720 tiles, ordered by their digits.
    #[expect(clippy::missing_panics_doc, reason = "each colour is used once")]
    pub fn all() -> impl Iterator<Item = Self> {
        (0..720u32).map(|index| {
            let mut left = vec![1, 2, 3, 4, 5, 6];
            let mut rest = index;
            let colors = [120, 24, 6, 2, 1, 1].map(|arrangements| {
                let color = left.remove((rest / arrangements) as usize);
                rest %= arrangements;
                color
            });
            Self::new(colors).expect("each colour is used once")
        })
    }

    /// Returns the tile as six octal digits, the first colour in the lowest.
    pub(super) fn octal(self) -> u32 {
        self.0.get()
    }

    /// Returns the reversed tile as six octal digits, the last colour in the lowest.
    pub(super) fn octal_reversed(self) -> u32 {
        let octal = self.0.get();
        let halves = (octal >> 9 & 0o777) | (octal & 0o777) << 9;
        halves & 0o070_070 | (halves & 0o007_007) << 6 | halves >> 6 & 0o007_007
    }
}

/// A distinct bit for each of the ASCII digits 1 to 6, and 0 for all other bytes.
const DIGIT_BITS: [u8; 256] = {
    let mut bits = [0; 256];
    let mut color = 1;
    while color <= 6 {
        bits[b'0' as usize + color] = 1 << color;
        color += 1;
    }
    bits
};

impl std::fmt::Display for Tile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.colors()
            .iter()
            .try_for_each(|color| write!(f, "{color}"))
    }
}
