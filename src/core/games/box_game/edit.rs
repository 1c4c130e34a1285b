//! Positions set up by hand, dot by dot. Every arrangement of dots is possible.

use super::BoxGame;
use super::board::{Position, Stage};
use super::colors::{Color, SecretColors};
use super::grid::Grid;
use super::moves::{COLUMNS, Cell, ROWS, cell_from_id};
use super::position_text;
use crate::contract::{Edit, EditPiece, Player, PositionEdit};
use crate::scene::Role;

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
        position_text::parse(text).ok().or_else(|| {
            let board = position_text::parse_rows(text.as_bytes()).ok()?;
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
        Stage::Start if draft.board.is_empty() => Stage::Deal,
        stage => stage,
    };
    Position {
        board,
        stage,
        ..*draft
    }
}
