//! The cells of the board, moves (placements of a tile), and their notation: `Ik364521v`, `Ikv` and
//! `364521`.

use super::tile::Tile;
use crate::contract::{ParseError, Parsed, Spelling, Step};
use std::borrow::Cow;

/// The number of rows of the board, `A` to `P` from the top.
pub(super) const ROWS: u8 = 16;
/// The number of columns of the board, `a` to `t` from the left.
pub(super) const COLUMNS: u8 = 20;

/// A cell of the board, which holds at most one visible dot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    /// The row, counted from 0 at the top.
    pub row: u8,
    /// The column, counted from 0 at the left.
    pub column: u8,
}

impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let letter = |first: u8, n: u8| char::from(first.saturating_add(n));
        write!(f, "{}{}", letter(b'A', self.row), letter(b'a', self.column))
    }
}

/// The orientation of a tile on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Orientation {
    /// Two rows of 6; the upper one shows the tile from left to right, the lower one reversed.
    Horizontal,
    /// Six rows of 2; the right column shows the tile from the top, the left one reversed.
    Vertical,
}

impl Orientation {
    /// Both orientations, horizontal first.
    pub const ALL: [Self; 2] = [Self::Horizontal, Self::Vertical];

    /// Returns the rows and the columns that a tile takes.
    pub const fn size(self) -> (u8, u8) {
        match self {
            Self::Horizontal => (2, 6),
            Self::Vertical => (6, 2),
        }
    }

    /// Returns the letter of the orientation, `h` or `v`.
    pub const fn letter(self) -> char {
        match self {
            Self::Horizontal => 'h',
            Self::Vertical => 'v',
        }
    }
}

/// A placement of a tile: the cell of its upper left dot, and its orientation.
///
/// It may reach over the edge of the board, so that every spelled move can be represented;
/// [`fits`](Self::fits) reports whether it does not.
///
/// ```
/// use kifu_core::games::box_game::{Move, Orientation};
///
/// let placement = Move::new(8, 10, Orientation::Vertical).unwrap();
/// assert_eq!(placement.to_string(), "Ikv");
/// assert!(placement.fits());
/// assert_eq!(placement.cells().count(), 12);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    row: u8,
    column: u8,
    orientation: Orientation,
}

impl Move {
    /// The placement of the start tile, `Hhh`.
    pub const START: Self = Self {
        row: 7,
        column: 7,
        orientation: Orientation::Horizontal,
    };

    /// Creates the placement with its upper left dot in a row (0 to 15) and a column (0 to 19).
    ///
    /// Returns `None` outside these ranges.
    pub const fn new(row: u8, column: u8, orientation: Orientation) -> Option<Self> {
        if row >= ROWS || column >= COLUMNS {
            return None;
        }
        Some(Self {
            row,
            column,
            orientation,
        })
    }

    /// Returns every placement, including those that reach over the edge.
    ///
    /// They are ordered by row, then by column, horizontal before vertical.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..ROWS).flat_map(|row| {
            (0..COLUMNS).flat_map(move |column| {
                Orientation::ALL.map(move |orientation| Self {
                    row,
                    column,
                    orientation,
                })
            })
        })
    }

    /// Returns the row of the upper left dot, 0 to 15 from the top.
    pub const fn row(self) -> u8 {
        self.row
    }

    /// Returns the column of the upper left dot, 0 to 19 from the left.
    pub const fn column(self) -> u8 {
        self.column
    }

    /// Returns the orientation of the tile.
    pub const fn orientation(self) -> Orientation {
        self.orientation
    }

    /// Reports whether the whole tile lies on the board.
    pub const fn fits(self) -> bool {
        let (rows, columns) = self.orientation.size();
        self.row + rows <= ROWS && self.column + columns <= COLUMNS
    }

    /// Returns the twelve cells that the tile takes, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let (_, width) = self.orientation.size();
        (0..12).map(move |i| Cell {
            row: self.row + i / width,
            column: self.column + i % width,
        })
    }

    /// Returns the token of this placement with a tile, as `Ik364521v`.
    pub fn with_tile(self, tile: Tile) -> String {
        format!(
            "{}{tile}{}",
            Cell {
                row: self.row,
                column: self.column
            },
            self.orientation.letter()
        )
    }
}

impl std::fmt::Display for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let corner = Cell {
            row: self.row,
            column: self.column,
        };
        write!(f, "{corner}{}", self.orientation.letter())
    }
}

/// Returns the cell with the identifier of a hit area of the scene, as `Ik`.
pub(super) fn cell_from_id(id: &str) -> Option<Cell> {
    let &[row, column] = id.as_bytes() else {
        return None;
    };
    let cell = Cell {
        row: row.wrapping_sub(b'A'),
        column: column.wrapping_sub(b'a'),
    };
    (cell.row < ROWS && cell.column < COLUMNS).then_some(cell)
}

// Reading and writing of tokens: `Ik364521v`, `Ikv` and `364521`.

type ParsedStep = Parsed<Move, Tile>;

/// Parses a token: `token = row column [tile] direction | tile`.
#[inline]
pub(super) fn parse(token: &[u8]) -> Result<ParsedStep, ParseError> {
    // Nearly every token holds a tile and its placement.
    if let &[row, column, ref digits @ .., orientation] = token
        && let Ok(digits) = digits.try_into()
        && let Some(tile) = Tile::from_digits(digits)
        && let Some(orientation) = orientation_of(orientation)
        && let Some(placement) = Move::new(
            row.wrapping_sub(b'A'),
            column.wrapping_sub(b'a'),
            orientation,
        )
    {
        return Ok(parsed(Some(tile), Some(placement), Spelling::Canonical));
    }
    parse_lenient(token)
}

fn parsed(tile: Option<Tile>, mv: Option<Move>, spelling: Spelling) -> ParsedStep {
    Parsed {
        step: Step { chance: tile, mv },
        spelling,
    }
}

/// Parses a token of any accepted form, and reports the first error.
#[cold]
fn parse_lenient(token: &[u8]) -> Result<ParsedStep, ParseError> {
    if token.first().is_some_and(u8::is_ascii_digit) {
        let tile = parse_tile(token, 0)?;
        expect_end(token, 6)?;
        // The jury sends the tile alone; in a record only the start tile has no placement.
        return Ok(parsed(Some(tile), None, Spelling::Allowed));
    }
    let (row, spelling) = parse_row(token, "a row, A to P, or a tile")?;
    let column = parse_column(token)?;
    let (tile, at, expected) = match token.get(2) {
        Some(b'0'..=b'9') => (Some(parse_tile(token, 2)?), 8, "a direction, h or v"),
        _ => (None, 2, "a tile or a direction, h or v"),
    };
    let orientation = parse_orientation(token, at, expected)?;
    expect_end(token, at + 1)?;
    let placement = Move::new(row, column, orientation).expect("row and column are in range");
    Ok(parsed(tile, Some(placement), spelling))
}

/// Parses a placement alone: `placement = row column direction`.
pub(super) fn parse_placement(text: &[u8]) -> Result<(Move, Spelling), ParseError> {
    let expected = match text.first() {
        Some(b'0'..=b'9') => "the place of the tile that was dealt, as Ikv",
        _ => "a row, A to P",
    };
    let (row, spelling) = parse_row(text, expected)?;
    let column = parse_column(text)?;
    let expected = match text.get(2) {
        Some(b'0'..=b'9') => "a direction, h or v, without the tile, which the jury has dealt",
        _ => "a direction, h or v",
    };
    let orientation = parse_orientation(text, 2, expected)?;
    expect_end(text, 3)?;
    let placement = Move::new(row, column, orientation).expect("row and column are in range");
    Ok((placement, spelling))
}

/// Parses a row: `row = "A".."P"`.
///
/// A small L is accepted for a capital i, since it is a misreading of the printed letter.
fn parse_row(token: &[u8], expected: &'static str) -> Result<(u8, Spelling), ParseError> {
    let bad = || ParseError::new(token, 0, expected);
    match token.first() {
        Some(letter @ b'A'..=b'P') => Ok((letter - b'A', Spelling::Canonical)),
        Some(b'l') => {
            let words = "a small L stands for row I (capital i)";
            Ok((b'I' - b'A', Spelling::Forgiven(Cow::Borrowed(words))))
        }
        Some(letter @ b'a'..=b'p') => Err(bad().hint(format!(
            "rows are capital letters: {}",
            char::from(letter.to_ascii_uppercase())
        ))),
        _ => Err(bad()),
    }
}

/// Parses a column: `column = "a".."t"`.
fn parse_column(token: &[u8]) -> Result<u8, ParseError> {
    let bad = || ParseError::new(token, 1, "a column, a to t");
    match token.get(1) {
        Some(letter @ b'a'..=b't') => Ok(letter - b'a'),
        Some(letter @ b'A'..=b'T') => Err(bad().hint(format!(
            "columns are small letters: {}",
            char::from(letter.to_ascii_lowercase())
        ))),
        _ => Err(bad()),
    }
}

/// Parses a tile at byte `at` of a text: `tile = 6("1".."6")`, each digit once.
pub(super) fn parse_tile(text: &[u8], at: usize) -> Result<Tile, ParseError> {
    let mut colors = [0; 6];
    for i in 0..6 {
        let color = match text.get(at + i) {
            Some(digit @ b'1'..=b'6') => digit - b'0',
            _ => return Err(ParseError::new(text, at + i, "a colour, 1 to 6")),
        };
        if colors.contains(&color) {
            let missing: Vec<String> = (1..=6)
                .filter(|color| !colors[..i].contains(color))
                .map(|color: u8| color.to_string())
                .collect();
            let bad = ParseError::new(text, at + i, "a colour that the tile does not have yet");
            return Err(bad.hint(format!(
                "each colour is there once; not yet: {}",
                missing.join(" ")
            )));
        }
        colors[i] = color;
    }
    Ok(Tile::new(colors).expect("the six colours differ"))
}

/// Parses an orientation at byte `at` of a token: `direction = "h" | "v"`.
fn parse_orientation(
    token: &[u8],
    at: usize,
    expected: &'static str,
) -> Result<Orientation, ParseError> {
    let letter = token.get(at).copied().unwrap_or_default();
    orientation_of(letter).ok_or_else(|| {
        let bad = ParseError::new(token, at, expected);
        match letter {
            b'H' | b'V' => bad.hint(format!(
                "directions are small letters: {}",
                char::from(letter.to_ascii_lowercase())
            )),
            _ => bad,
        }
    })
}

fn orientation_of(letter: u8) -> Option<Orientation> {
    match letter {
        b'h' => Some(Orientation::Horizontal),
        b'v' => Some(Orientation::Vertical),
        _ => None,
    }
}

fn expect_end(token: &[u8], at: usize) -> Result<(), ParseError> {
    match token.get(at) {
        None => Ok(()),
        Some(_) => Err(ParseError::new(token, at, "the end")),
    }
}

/// Appends the token of a step to `out`.
///
/// A tile alone is written as the start tile, the only one that has no player's placement in a
/// record.
pub(super) fn write(step: Step<Move, Tile>, out: &mut String) {
    match (step.chance, step.mv) {
        (Some(tile), Some(placement)) => out.push_str(&placement.with_tile(tile)),
        (None, Some(placement)) => out.push_str(&placement.to_string()),
        (Some(tile), None) => out.push_str(&Move::START.with_tile(tile)),
        (None, None) => {}
    }
}

const _: () = assert!(ROWS == 16 && COLUMNS == 20, "the letters above say so");

/// Completes the token of a placement without its tile, `Ikv`.
pub(super) fn with_tile(text: &str, tile: &str) -> Option<String> {
    let (corner, direction) = text.split_at_checked(2)?;
    Some(format!("{corner}{tile}{direction}"))
}

/// Returns the token of the start tile, whose place is fixed.
pub(super) fn start_token(tile: &str) -> String {
    format!("Hh{tile}h")
}
