//! Positions set up by hand: possible are those with as many white stones as black ones, or one
//! more.

use super::TurnRight;
use super::board::Position;
use super::position_text;
use super::square::square_from_id;
use crate::contract::{Edit, EditPiece, Player, PositionEdit};
use crate::scene::{Role, Tone};

impl Edit for TurnRight {
    const PIECES: &'static [EditPiece] = &[
        EditPiece::new("White stone", Role::Stone(Tone::Light)),
        EditPiece::new("Black stone", Role::Stone(Tone::Dark)),
    ];

    fn parse_draft(text: &str) -> Option<Position> {
        position_text::parse_draft(text)
    }

    fn piece_at(draft: &Position, square: &str) -> Option<usize> {
        draft.stone(square_from_id(square)?).map(Player::index)
    }

    /// The side to move follows from the stones and circuits.
    fn edit(draft: &Position, change: &PositionEdit<'_>) -> Option<Position> {
        match change {
            PositionEdit::Put(square, piece) => {
                let changed = square_from_id(square)?.bit();
                let mut stones = Player::ALL.map(|player| draft.stones_of(player) & !changed);
                if let Some(piece) = piece {
                    *stones.get_mut(*piece)? |= changed;
                }
                Some(Position::draft(
                    stones,
                    draft.circuits_made(),
                    draft.points(),
                ))
            }
            PositionEdit::Clear => Some(Position::START),
            PositionEdit::SideToMove(_) | PositionEdit::Size(_) => None,
        }
    }
}
