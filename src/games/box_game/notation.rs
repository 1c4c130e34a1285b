//! Tokens: `Ik364521v`, `Ikv`, `364521`.

use super::moves::{COLUMNS, Direction, Placement, ROWS};
use super::tile::Tile;
use crate::contract::{ParseError, Parsed, Spelling, Step};
use std::borrow::Cow;

type Token = Parsed<Placement, Tile>;

/// `token = row column [tile] direction | tile`
#[inline]
pub(super) fn read(token: &[u8]) -> Result<Token, ParseError> {
    // Nearly every token has tile and place.
    if let &[row, column, ref digits @ .., direction] = token
        && let Ok(digits) = digits.try_into()
        && let Some(tile) = Tile::from_digits(digits)
        && let Some(direction) = direction_of(direction)
        && let Some(placement) =
            Placement::new(row.wrapping_sub(b'A'), column.wrapping_sub(b'a'), direction)
    {
        return Ok(understood(Some(tile), Some(placement), Spelling::Canonical));
    }
    read_slowly(token)
}

fn understood(luck: Option<Tile>, mv: Option<Placement>, spelling: Spelling) -> Token {
    Parsed {
        step: Step { chance: luck, mv },
        spelling,
    }
}

#[cold]
fn read_slowly(token: &[u8]) -> Result<Token, ParseError> {
    if token.first().is_some_and(u8::is_ascii_digit) {
        let tile = tile(token, 0)?;
        end(token, 6)?;
        // As the jury deals it; a record has it where it lies.
        return Ok(understood(Some(tile), None, Spelling::Allowed));
    }
    let (row, spelling) = row(token)?;
    let column = column(token)?;
    let (luck, at) = match token.get(2) {
        Some(b'0'..=b'9') => (Some(tile(token, 2)?), 8),
        _ => (None, 2),
    };
    let direction = direction(token, at)?;
    end(token, at + 1)?;
    let placement = Placement::new(row, column, direction).expect("row and column were read");
    Ok(understood(luck, Some(placement), spelling))
}

/// `row = "A".."P"`; a small L stands for the capital i with which it was printed.
fn row(token: &[u8]) -> Result<(u8, Spelling), ParseError> {
    let bad = || ParseError::new(token, 0, "a row, A to P, or a tile");
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

/// `column = "a".."t"`
fn column(token: &[u8]) -> Result<u8, ParseError> {
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

/// `tile = 6("1".."6")`, each once.
pub(super) fn tile(text: &[u8], at: usize) -> Result<Tile, ParseError> {
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
    Ok(Tile::new(colors).expect("six different colours"))
}

/// `direction = "h" | "v"`
fn direction(token: &[u8], at: usize) -> Result<Direction, ParseError> {
    let letter = token.get(at).copied().unwrap_or_default();
    direction_of(letter).ok_or_else(|| {
        let expected = match at {
            2 => "a tile or a direction, h or v",
            _ => "a direction, h or v",
        };
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

fn direction_of(letter: u8) -> Option<Direction> {
    match letter {
        b'h' => Some(Direction::Horizontal),
        b'v' => Some(Direction::Vertical),
        _ => None,
    }
}

fn end(token: &[u8], at: usize) -> Result<(), ParseError> {
    match token.get(at) {
        None => Ok(()),
        Some(_) => Err(ParseError::new(token, at, "the end")),
    }
}

/// A tile alone is the start tile: the only one that a record has without a player's placement.
pub(super) fn write(step: Step<Placement, Tile>, out: &mut String) {
    match (step.chance, step.mv) {
        (Some(tile), Some(placement)) => out.push_str(&placement.with(tile)),
        (None, Some(placement)) => out.push_str(&placement.to_string()),
        (Some(tile), None) => out.push_str(&Placement::START.with(tile)),
        (None, None) => {}
    }
}

const _: () = assert!(ROWS == 16 && COLUMNS == 20, "the letters above say so");
