//! The SGF notation of the game, which is that of Go, `GM[1]`.
//!
//! A point is two letters, column and row, both from `a`, with rows counted from the *top*; a pass
//! is empty, or `tt` on boards up to 19x19 as in FF\[3\].

use super::super::board_size;
use super::super::moves::{Move, Point};
use super::super::notation::parse;
use crate::contract::{Setup, SetupError, SgfOccupant, SgfSpec};

/// The board size of an SGF file without `SZ`, which differs from the contest's default.
const DEFAULT_SGF_SIZE: &str = "19";
/// The contest's board size, which a setup may omit.
const DEFAULT_CONTEST_SIZE: &str = "9";

/// The conversion between SGF and the game's own notation.
pub(in super::super) static SGF: SgfSpec = SgfSpec {
    game: 1,
    size,
    setup,
    token,
    value,
    occupant,
    expected,
};

fn size(setup: &Setup) -> String {
    board_size(setup).map_or(DEFAULT_CONTEST_SIZE.to_owned(), |size| size.to_string())
}

fn setup(size: Option<&str>) -> Result<Setup, SetupError> {
    let mut setup = Setup::default();
    let size = size.unwrap_or(DEFAULT_SGF_SIZE);
    // `SZ[columns:rows]` is meant for boards that are not square.
    let square = size.split_once(':').filter(|(x, y)| x == y);
    match square.map_or(size, |(x, _)| x) {
        DEFAULT_CONTEST_SIZE => {}
        size => setup.set("size", size),
    }
    board_size(&setup).map(|_| setup)
}

/// Converts an SGF value to a token.
///
/// `move = "" | "tt" | letter letter`
fn token(setup: &Setup, value: &str) -> Option<String> {
    let size = board_size(setup).ok()?;
    let number = |letter: u8| letter.is_ascii_lowercase().then(|| letter - b'a');
    let mv = match *value.as_bytes() {
        [] | [b't', b't'] => Move::Pass,
        [x, y] => {
            let on_board = |letter| number(letter).filter(|number| *number < size);
            Move::Stone(Point::new(on_board(x)?, size - 1 - on_board(y)?)?)
        }
        _ => return None,
    };
    Some(mv.to_string())
}

/// Converts a token to an SGF value; `None` if the point is off the board.
fn value(setup: &Setup, token: &str) -> Option<String> {
    let size = board_size(setup).ok()?;
    match parse(token.as_bytes()).ok()?.step.mv? {
        Move::Pass => Some(String::new()),
        Move::Stone(point) if point.x() < size && point.y() < size => {
            let letter = |number: u8| char::from(b'a' + number);
            let row = letter(size - 1 - point.y());
            Some([letter(point.x()), row].iter().collect())
        }
        Move::Stone(_) => None,
    }
}

/// Returns the occupant of a point in a position text.
fn occupant(position: &str, value: &str) -> Option<SgfOccupant> {
    let [x, y] = *value.as_bytes() else {
        return None;
    };
    let index = |letter: u8| letter.checked_sub(b'a').map(usize::from);
    let rows = position.split(' ').next()?;
    // Both count rows from the top.
    let row = rows.split('/').nth(index(y)?)?;
    match row.as_bytes().get(index(x)?)? {
        b'B' => Some(SgfOccupant::Black),
        b'W' => Some(SgfOccupant::White),
        _ => Some(SgfOccupant::Nothing),
    }
}

/// Describes the values of moves by the letters of the board's first and last point.
fn expected(setup: &Setup) -> String {
    let size = board_size(setup).unwrap_or(19);
    let last = char::from(b'a' + (size - 1).min(25));
    format!("a point of the board, `aa` to `{last}{last}`, or an empty value for a pass")
}
