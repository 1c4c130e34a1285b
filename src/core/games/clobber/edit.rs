//! Positions set up by hand. Every arrangement of stones is possible.

use super::board::Position;
use super::moves::{Square, square_from_id};
use super::{Clobber, position_text};
use crate::contract::{BoardSizes, Edit, EditPiece, Player, PositionEdit};
use crate::scene::{Role, Tone};

impl Edit for Clobber {
    const PIECES: &'static [EditPiece] = &[
        EditPiece::new("White stone", Role::Stone(Tone::Light)),
        EditPiece::new("Black stone", Role::Stone(Tone::Dark)),
    ];
    const BOARD_SIZES: Option<BoardSizes> = Some(BoardSizes {
        range: 2..=10,
        is_square: false,
    });

    fn parse_draft(text: &str) -> Option<Position> {
        position_text::parse(text).ok()
    }

    fn piece_at(draft: &Position, square: &str) -> Option<usize> {
        let square = square_from_id(draft, square)?;
        draft.stone(square).map(Player::index)
    }

    fn board_size(draft: &Position) -> Option<[u8; 2]> {
        Some([draft.width(), draft.height()])
    }

    fn edit(draft: &Position, change: &PositionEdit<'_>) -> Option<Position> {
        let size = [draft.width(), draft.height()];
        let to_move = draft.to_move();
        Some(match change {
            PositionEdit::Put(square, piece) => {
                let changed = square_from_id(draft, square)?;
                let piece = piece.and_then(|piece| Player::ALL.get(piece).copied());
                with_stones(size, to_move, |square| {
                    if square == changed {
                        piece
                    } else {
                        draft.stone(square)
                    }
                })
            }
            PositionEdit::SideToMove(player) => {
                with_stones(size, *player, |square| draft.stone(square))
            }
            PositionEdit::Size(size) => {
                let size = size.map(|side| side.clamp(2, 10));
                with_stones(size, to_move, |square| draft.stone(square))
            }
            PositionEdit::Clear => Position::empty(size[0], size[1], to_move),
        })
    }
}

/// Creates a board with the stone that `stone` returns for each square.
fn with_stones(
    [width, height]: [u8; 2],
    to_move: Player,
    stone: impl Fn(Square) -> Option<Player>,
) -> Position {
    let mut position = Position::empty(width, height, to_move);
    for y in 0..height {
        for square in (0..width).map(|x| Square::new(x, y)) {
            if let Some(owner) = stone(square) {
                position.place_stone(square, owner);
            }
        }
    }
    position
}
