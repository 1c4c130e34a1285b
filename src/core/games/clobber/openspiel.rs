//! The game in `OpenSpiel`: its parameters, board strings and numbers of actions.
//!
//! The usual board has a white stone, `o`, in the bottom left corner, and White moves first. An
//! action is a square and a direction: `(row * columns + column) * 4 + direction`, rows counted from
//! the top, directions up, right, down, left. A board string is the player to move, `0` for White or
//! `1`, and the squares from the top left: `o`, `x` or `.`.

use super::Clobber;
use super::moves::{self, Square};
use super::position_text::{rows_text, side_letter};
use crate::contract::{Game, OpenSpielSpec, OpenSpielStart, Player, Setup, SetupError};

/// The number of rows of a game without parameters.
const DEFAULT_ROWS: u32 = 5;
/// The number of columns of a game without parameters.
const DEFAULT_COLUMNS: u32 = 6;
/// The steps of the directions, in columns and rows from the bottom.
const DIRECTIONS: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

pub(super) const OPENSPIEL: &OpenSpielSpec = &OpenSpielSpec {
    name: "clobber",
    letters: ["o", "x"],
    setup,
    start,
    rows,
    token,
    action,
};

fn setup(parameters: &[(&str, &str)], board: Option<&str>) -> Result<Setup, SetupError> {
    let mut given = Setup::default();
    for (name, value) in parameters {
        given.set(name, *value);
    }
    let known = [("rows", ""), ("columns", "")];
    if let Some(key) = given.unknown(&known).next() {
        return Err(SetupError {
            key: key.to_owned(),
            expected: "the parameters rows and columns".to_owned(),
            found: given.get(key).unwrap_or_default().to_owned(),
        });
    }
    let rows = given.number("rows", DEFAULT_ROWS, 2..=10)?;
    let columns = given.number("columns", DEFAULT_COLUMNS, 2..=10)?;
    let usual = usual_board(rows, columns);
    let board = board.unwrap_or(&usual);
    let is_square = |c: char| "ox.".contains(c);
    let squares = board.strip_prefix(['0', '1']).unwrap_or_default();
    if !squares.chars().all(is_square) || squares.len() != (rows * columns) as usize {
        return Err(SetupError {
            key: "starting_state".to_owned(),
            expected: format!(
                "0 or 1 and {} squares of {rows} rows and {columns} columns: o, x or .",
                rows * columns
            ),
            found: board.to_owned(),
        });
    }
    let lines: Vec<&str> = (0..rows as usize)
        .map(|row| &squares[row * columns as usize..(row + 1) * columns as usize])
        .collect();
    let to_move = if board.starts_with('0') {
        Player::First
    } else {
        Player::Second
    };
    let stones = lines.join("/").replace('o', "w").replace('x', "b");
    let mut setup = Setup::default();
    setup.set("position", format!("{stones} {}", side_letter(to_move)));
    Ok(setup)
}

/// Returns the board string from which a game of a size usually starts.
fn usual_board(rows: u32, columns: u32) -> String {
    let square = |row: u32, column: u32| {
        if (row + column).is_multiple_of(2) {
            'o'
        } else {
            'x'
        }
    };
    let from_bottom = (0..rows).rev();
    let squares = from_bottom.flat_map(|row| (0..columns).map(move |column| square(row, column)));
    std::iter::once('0').chain(squares).collect()
}

fn start(setup: &Setup) -> Result<OpenSpielStart, SetupError> {
    let position = Clobber::start(setup)?;
    let (rows, columns) = (position.height().into(), position.width().into());
    let to_move = if position.to_move() == Player::First {
        '0'
    } else {
        '1'
    };
    let squares = letters(&rows_text(&position)).replace('/', "");
    let board = format!("{to_move}{squares}");
    Ok(OpenSpielStart {
        parameters: vec![("columns", columns), ("rows", rows)],
        starting_state: Some(board).filter(|board| *board != usual_board(rows, columns)),
    })
}

/// Returns the rows of a position text with the library's letters.
fn letters(rows: &str) -> String {
    rows.replace('w', "o").replace('b', "x")
}

fn rows(position: &str) -> Vec<String> {
    let board = position.split(' ').next().unwrap_or_default();
    board.split('/').map(letters).collect()
}

fn token(start: &OpenSpielStart, action: u32) -> Option<String> {
    let [rows, columns] = ["rows", "columns"].map(|name| start.parameter(name));
    let square = action / 4;
    if columns == 0 || square >= rows * columns {
        return None;
    }
    let (x, y) = (square % columns, rows - 1 - square / columns);
    let (right, up) = DIRECTIONS[action as usize % 4];
    let shifted = |at: u32, by: i32, size: u32| {
        let to = at.checked_add_signed(by).filter(|to| *to < size)?;
        u8::try_from(to).ok()
    };
    let from = Square::new(shifted(x, 0, columns)?, shifted(y, 0, rows)?);
    let to = Square::new(shifted(x, right, columns)?, shifted(y, up, rows)?);
    let mut token = String::new();
    moves::write(moves::Move { from, to }, &mut token);
    Some(token)
}

fn action(start: &OpenSpielStart, token: &str) -> Option<u32> {
    let [rows, columns] = ["rows", "columns"].map(|name| start.parameter(name));
    let mv = moves::parse(token.as_bytes()).ok()?.step.mv?;
    let (x, y) = (u32::from(mv.from.x()), u32::from(mv.from.y()));
    let step = (
        i32::from(mv.to.x()) - i32::from(mv.from.x()),
        i32::from(mv.to.y()) - i32::from(mv.from.y()),
    );
    let direction = DIRECTIONS.iter().position(|known| *known == step)?;
    let is_on_board = x < columns && y < rows;
    let square = is_on_board.then(|| (rows - 1 - y) * columns + x)?;
    Some(square * 4 + u32::try_from(direction).ok()?)
}
