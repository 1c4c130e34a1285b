//! The segments and moves of Zuniq, and their notation: `A2h` and `E5v!`.

use crate::contract::{NoChance, ParseError, Parsed, Spelling, Step};

/// A segment between two neighbouring dots, drawn or not.
///
/// Stored as the bit index in [`Cells`](super::Cells) of the cell below a horizontal segment or to
/// the right of a vertical one, plus 64 for a vertical one. So a set of segments is one word per
/// direction, aligned with the cells without a shift.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Segment(u8);

impl Segment {
    /// Creates the segment from the dot in `row` (0 is A, the top) and `column` (0 is 1, the left)
    /// to the dot on its right; `None` if there is no such segment.
    pub const fn horizontal(row: u8, column: u8) -> Option<Self> {
        Self::new(row, column, false)
    }

    /// Creates the segment from the dot in `row` and `column` to the dot below it; `None` if there
    /// is no such segment.
    pub const fn vertical(row: u8, column: u8) -> Option<Self> {
        Self::new(row, column, true)
    }

    /// Creates a segment of either direction, without a branch on the direction, which is
    /// unpredictable.
    #[inline]
    pub(super) const fn new(row: u8, column: u8, vertical: bool) -> Option<Self> {
        if row < 6 - vertical as u8 && column < 5 + vertical as u8 {
            Some(Self((vertical as u8) << 6 | (row * 8 + column + 9)))
        } else {
            None
        }
    }

    /// Returns all 60 segments in reading order: A1h to A5h, A1v to A6v, B1h, ..., F5h.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..6).flat_map(|row| {
            let across = (0..5).filter_map(move |column| Self::horizontal(row, column));
            across.chain((0..6).filter_map(move |column| Self::vertical(row, column)))
        })
    }

    /// Returns the segments of two sets, `[horizontal, vertical]`, in ascending order.
    pub(super) fn in_sets(sets: [u64; 2]) -> impl Iterator<Item = Self> {
        let [mut horizontal, mut vertical] = sets;
        std::iter::from_fn(move || {
            let (set, direction) = if horizontal != 0 {
                (&mut horizontal, 0)
            } else if vertical != 0 {
                (&mut vertical, 64)
            } else {
                return None;
            };
            let lowest = (set.trailing_zeros() % 64) as u8;
            *set &= *set - 1;
            Some(Self(direction | lowest))
        })
    }

    /// Returns the segment with this number, its bit in a set, plus 64 if it is vertical; `None` if
    /// there is none.
    pub(super) fn from_number(number: u8) -> Option<Self> {
        Self::all().find(|segment| segment.0 == number)
    }

    /// Returns the number of the segment; see [`from_number`](Self::from_number).
    pub(super) const fn number(self) -> u8 {
        self.0
    }

    /// Returns the row of the upper or left dot, from 0 at the top.
    pub const fn row(self) -> u8 {
        (self.0 % 64 - 9) / 8
    }

    /// Returns the column of the upper or left dot, from 0 at the left.
    pub const fn column(self) -> u8 {
        (self.0 % 64 - 9) % 8
    }

    /// Reports whether the segment is vertical.
    pub const fn is_vertical(self) -> bool {
        self.0 >= 64
    }

    /// Returns the index of the direction in a pair of sets: 0 horizontal, 1 vertical.
    #[inline]
    pub(super) const fn direction_index(self) -> usize {
        (self.0 >> 6) as usize
    }

    /// Returns the bit in the set of its direction, which is also the bit of the cell below or to
    /// the right.
    #[inline]
    pub(super) const fn bit(self) -> u64 {
        1 << (self.0 % 64)
    }

    /// Returns the bits of the two cells it separates: above and below, or left and right.
    #[inline]
    pub(super) const fn adjacent_cells(self) -> [u64; 2] {
        [self.bit() >> (8 - 7 * self.direction_index()), self.bit()]
    }

    /// Returns its two dots, numbered `8 * row + column`.
    #[inline]
    pub(super) const fn dots(self) -> [usize; 2] {
        let first = (self.0 % 64) as usize - 9;
        [first, first + 1 + 7 * self.direction_index()]
    }
}

impl std::fmt::Display for Segment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let direction = if self.is_vertical() { 'v' } else { 'h' };
        let row = char::from(b'A' + self.row());
        write!(f, "{row}{}{direction}", self.column() + 1)
    }
}

/// A segment to draw, with or without a claim of the win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The segment to draw.
    pub segment: Segment,
    /// Whether the player claims the win, written as `!`.
    pub claims_win: bool,
}

impl std::fmt::Display for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{}{}",
            self.segment,
            if self.claims_win { "!" } else { "" }
        )
    }
}

// Parsing of move tokens such as `A2h` and `E5v!`.

/// Parses a token, `move = row column ("h" | "v") ["!"]`.
pub(super) fn parse(token: &[u8]) -> Result<Parsed<Move, NoChance>, ParseError> {
    let (segment, claims_win) = match *token {
        [row, column, direction] => (parse_segment(row, column, direction), false),
        [row, column, direction, b'!'] => (parse_segment(row, column, direction), true),
        _ => (None, false),
    };
    match segment {
        Some(segment) => Ok(Parsed {
            step: Step::from_move(Move {
                segment,
                claims_win,
            }),
            spelling: Spelling::Canonical,
        }),
        None => parse_lenient(token),
    }
}

#[inline]
const fn parse_segment(row: u8, column: u8, direction: u8) -> Option<Segment> {
    if direction != b'h' && direction != b'v' {
        return None;
    }
    Segment::new(
        row.wrapping_sub(b'A'),
        column.wrapping_sub(b'1'),
        direction == b'v',
    )
}

/// Parses a token that is not canonical.
///
/// Letters of the wrong case are accepted; anything else is an error that says what is expected.
#[cold]
fn parse_lenient(token: &[u8]) -> Result<Parsed<Move, NoChance>, ParseError> {
    let bad = |at, expected: &'static str| {
        let bad = ParseError::new(token, at, expected);
        Err(match suggestion(token) {
            Some(meant) => bad.hint(meant),
            None => bad,
        })
    };
    let Some(row @ b'A'..=b'F') = token.first().map(u8::to_ascii_uppercase) else {
        return bad(0, "a row, A to F");
    };
    let Some(&column @ b'1'..=b'6') = token.get(1) else {
        return bad(1, "a column, 1 to 6");
    };
    let Some(direction @ (b'h' | b'v')) = token.get(2).map(u8::to_ascii_lowercase) else {
        return bad(2, "the direction, h or v");
    };
    let Some(segment) = parse_segment(row, column, direction) else {
        return match direction {
            b'h' => bad(1, "a column from 1 to 5: to the right of 6 there is no dot"),
            _ => bad(0, "a row from A to E: below F there is no dot"),
        };
    };
    let claims_win = match token.get(3..) {
        None | Some([]) => false,
        Some([b'!']) => true,
        Some([b'!', ..]) => return bad(4, "the end of the move"),
        Some(_) => return bad(3, "! for a claim, or the end of the move"),
    };
    let mv = Move {
        segment,
        claims_win,
    };
    Ok(Parsed {
        step: Step::from_move(mv),
        spelling: Spelling::Forgiven(
            format!("rows are capital letters and directions small ones: {mv}").into(),
        ),
    })
}

/// Suggests the move that an invalid token may have meant.
fn suggestion(token: &[u8]) -> Option<String> {
    let letter = |byte: u8| byte.to_ascii_uppercase();
    match *token {
        [column @ b'1'..=b'6', row, direction] => {
            parse_segment(letter(row), column, direction.to_ascii_lowercase())
                .map(|meant| format!("the row comes first: {meant}"))
        }
        [row, column, b'!', direction] => {
            parse_segment(letter(row), column, direction.to_ascii_lowercase())
                .map(|meant| format!("the ! comes last: {meant}!"))
        }
        [row, column, direction, b'!', b'!', ..] => {
            parse_segment(letter(row), column, direction.to_ascii_lowercase())
                .map(|meant| format!("one ! is a claim: {meant}!"))
        }
        [ra, ca, rb, cb] | [ra, ca, b'-', rb, cb] => segment_between([ra, ca], [rb, cb])
            .map(|meant| format!("a segment is named by its upper or left dot: {meant}")),
        _ => None,
    }
}

/// Returns the segment between two neighbouring dots, given in either order.
fn segment_between(one: [u8; 2], two: [u8; 2]) -> Option<Segment> {
    let dots = [one, two].map(|[row, column]| [row.to_ascii_uppercase(), column]);
    Segment::all().find(|segment| {
        let [row, column] = [b'A' + segment.row(), b'1' + segment.column()];
        let down = u8::from(segment.is_vertical());
        let ends = [[row, column], [row + down, column + 1 - down]];
        ends == dots || ends == [dots[1], dots[0]]
    })
}

/// Parses the identifier of a segment in the scene, which is a canonical token without a claim.
pub(super) fn segment_from_id(id: &str) -> Option<Segment> {
    let mv = parse(id.as_bytes()).ok()?.step.mv?;
    (mv.segment.to_string() == id).then_some(mv.segment)
}
