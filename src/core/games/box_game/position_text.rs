//! The position text, `rows/from/the/top 2 364521 4 -`, and positions set up by hand.

use super::BoxGame;
use super::board::{BoxStage, Position};
use super::colors::{Color, SecretColors};
use super::grid::Grid;
use super::moves::{self, COLUMNS, Cell, ROWS, cell_from_id};
use crate::contract::{Edit, EditPiece, ParseError, Player, PositionEdit};
use crate::scene::Role;

/// The length of the board's text in bytes: 16 rows of 20 cells and 15 slashes between them.
const BOARD_END: usize = 16 * 21 - 1;

/// Parses a position.
///
/// `position = row 15("/" row) SP ("1" | "2") SP (tile | "-" | "+") SP color SP color`, where a row is
/// 20 characters, `1` to `6` or `.`, and a color is `1` to `6` or `-`. An empty board waits for
/// the start tile and is followed by `1 -`.
pub(super) fn parse(text: &str) -> Result<Position, ParseError> {
    let bytes = text.as_bytes();
    let bad = |at: usize, expected: &'static str| Err(ParseError::new(bytes, at, expected));
    let board = parse_rows(bytes)?;
    let to_move = match bytes.get(BOARD_END..) {
        Some([b' ', b'1', b' ', ..]) => Player::First,
        Some([b' ', b'2', b' ', ..]) => Player::Second,
        _ => {
            return bad(
                BOARD_END,
                "a space and the side to move, 1 or 2, and a space",
            );
        }
    };
    let hand = BOARD_END + 3;
    let (stage, after) = match bytes.get(hand) {
        Some(b'-') if board.is_empty() => (BoxStage::Start, hand + 1),
        Some(b'-') => (BoxStage::Deal, hand + 1),
        Some(b'+') if !board.is_empty() => (BoxStage::Start, hand + 1),
        _ => (BoxStage::Place(moves::parse_tile(bytes, hand)?), hand + 6),
    };
    if board.is_empty() && (stage, to_move) != (BoxStage::Start, Player::First) {
        return bad(BOARD_END, "` 1 - `, as the board waits for the start tile");
    }
    let colors = match bytes.get(after..) {
        Some([b' ', b'1'..=b'6' | b'-', b' ', b'1'..=b'6' | b'-']) => {
            SecretColors::parse(&text[after..])
        }
        _ => None,
    };
    let Some(colors) = colors else {
        return bad(after, "a space and two colours, 1 to 6 or -, as ` 4 -`");
    };
    Ok(Position {
        board,
        stage,
        to_move,
        colors,
    })
}

/// Parses the position of a setup, from which a game starts by drawing its first tile.
pub(super) fn parse_start(text: &str) -> Result<Position, ParseError> {
    let position = parse(text)?;
    if position.tile_in_hand().is_some() {
        let expected = "- for the tile in hand, which is the first token of the game";
        return Err(ParseError::new(text.as_bytes(), BOARD_END + 3, expected));
    }
    let stage = BoxStage::Start;
    Ok(Position { stage, ..position })
}

fn parse_rows(bytes: &[u8]) -> Result<Grid, ParseError> {
    let mut board = Grid::EMPTY;
    let mut offset = 0;
    for row in 0..ROWS {
        if row > 0 {
            if bytes.get(offset) != Some(&b'/') {
                return Err(ParseError::new(bytes, offset, "/ after a row of 20 dots"));
            }
            offset += 1;
        }
        for column in 0..COLUMNS {
            match bytes.get(offset) {
                Some(b'.') => {}
                Some(digit @ b'1'..=b'6') => {
                    let color = Color::new(digit - b'0').expect("the digit is 1 to 6");
                    board.set_dot(Cell { row, column }, color);
                }
                _ => {
                    return Err(ParseError::new(
                        bytes,
                        offset,
                        "a dot of a row of 20: 1 to 6 or .",
                    ));
                }
            }
            offset += 1;
        }
    }
    Ok(board)
}

/// Returns the text of a position, which [`parse`] reads back.
pub(super) fn write(position: &Position) -> String {
    let rows: Vec<String> = (0..ROWS).map(|row| row_text(position, row)).collect();
    let hand = match position.stage {
        BoxStage::Place(tile) => tile.to_string(),
        BoxStage::Start if position.draws_first_tile() => "+".to_owned(),
        BoxStage::Start | BoxStage::Deal => "-".to_owned(),
    };
    let side = position.to_move().index() + 1;
    format!("{} {side} {hand} {}", rows.join("/"), position.colors())
}

fn row_text(position: &Position, row: u8) -> String {
    (0..COLUMNS)
        .map(|column| match position.color_at(Cell { row, column }) {
            Some(color) => char::from(b'0' + color.number()),
            None => '.',
        })
        .collect()
}

// Positions set up by hand, dot by dot. Every arrangement of dots is possible.

/// The dot of a colour.
const fn dot(name: &'static str, text: &'static str, number: u8) -> EditPiece {
    EditPiece {
        name,
        role: Role::Ink(number),
        text,
    }
}

impl Edit for BoxGame {
    const PIECES: &'static [EditPiece] = &[
        dot("Red dot", "1", 1),
        dot("Yellow dot", "2", 2),
        dot("Green dot", "3", 3),
        dot("Cyan dot", "4", 4),
        dot("Blue dot", "5", 5),
        dot("Magenta dot", "6", 6),
    ];

    fn parse_draft(text: &str) -> Option<Position> {
        parse(text).ok().or_else(|| {
            let board = parse_rows(text.as_bytes()).ok()?;
            Some(with_board(&Position::start(SecretColors::default()), board))
        })
    }

    fn piece_at(draft: &Position, square: &str) -> Option<usize> {
        let color = draft.color_at(cell_from_id(square)?)?;
        Some(usize::from(color.number()) - 1)
    }

    fn edit(draft: &Position, change: &PositionEdit<'_>) -> Option<Position> {
        match change {
            PositionEdit::Put(square, piece) => {
                let changed = cell_from_id(square)?;
                let color = piece.and_then(|piece| Color::new(u8::try_from(piece + 1).ok()?));
                let mut board = Grid::EMPTY;
                let cells =
                    (0..ROWS).flat_map(|row| (0..COLUMNS).map(move |column| Cell { row, column }));
                for cell in cells {
                    let dot = if cell == changed {
                        color
                    } else {
                        draft.color_at(cell)
                    };
                    if let Some(dot) = dot {
                        board.set_dot(cell, dot);
                    }
                }
                Some(with_board(draft, board))
            }
            // The first player lays the first tile on an empty board.
            PositionEdit::SideToMove(player) => {
                let is_possible = !draft.board.is_empty() || *player == Player::First;
                is_possible.then_some(Position {
                    to_move: *player,
                    ..*draft
                })
            }
            PositionEdit::Clear => Some(Position::start(draft.colors())),
            PositionEdit::Size(_) => None,
        }
    }
}

/// Returns a position with another board, from which a game starts by drawing a tile.
fn with_board(draft: &Position, board: Grid) -> Position {
    if board.is_empty() {
        return Position::start(draft.colors());
    }
    // An empty board waited for the start tile.
    let stage = match draft.stage {
        BoxStage::Start if draft.board.is_empty() => BoxStage::Deal,
        stage => stage,
    };
    Position {
        board,
        stage,
        ..*draft
    }
}
