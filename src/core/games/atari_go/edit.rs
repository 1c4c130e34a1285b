//! Positions set up by hand: possible are those in which every chain has a liberty. The turns
//! played are raised to as many as the stones need.

use super::board::Position;
use super::moves::{Move, Point, move_from_id};
use super::{AtariGo, position_text};
use crate::contract::{BoardSizes, Edit, EditPiece, Player, PositionEdit};
use crate::scene::{Role, Tone};

impl Edit for AtariGo {
    const PIECES: &'static [EditPiece] = &[
        EditPiece::new("Black stone", Role::Stone(Tone::Dark)),
        EditPiece::new("White stone", Role::Stone(Tone::Light)),
    ];
    const BOARD_SIZES: Option<BoardSizes> = Some(BoardSizes {
        range: 5..=19,
        is_square: true,
    });

    fn parse_draft(text: &str) -> Option<Position> {
        position_text::parse_draft(text)
    }

    fn piece_at(draft: &Position, square: &str) -> Option<usize> {
        draft
            .stone(point_from_id(draft, square)?)
            .map(Player::index)
    }

    fn board_size(draft: &Position) -> Option<[u8; 2]> {
        Some([draft.size(); 2])
    }

    /// A point that is forbidden by ko is forgotten.
    fn edit(draft: &Position, change: &PositionEdit<'_>) -> Option<Position> {
        let (size, to_move) = (draft.size(), draft.to_move());
        Some(match change {
            PositionEdit::Put(square, piece) => {
                let changed = point_from_id(draft, square)?;
                let piece = piece.and_then(|piece| Player::ALL.get(piece).copied());
                with_stones(draft, size, to_move, |point| {
                    if point == changed {
                        piece
                    } else {
                        draft.stone(point)
                    }
                })
            }
            PositionEdit::SideToMove(player) => {
                with_stones(draft, size, *player, |point| draft.stone(point))
            }
            PositionEdit::Size([size, _]) => {
                with_stones(draft, *size, to_move, |point| draft.stone(point))
            }
            PositionEdit::Clear => Position::new(size.into(), draft.total_turns().into()),
        })
    }
}

fn point_from_id(draft: &Position, square: &str) -> Option<Point> {
    match move_from_id(draft, square)? {
        Move::Stone(point) => Some(point),
        Move::Pass => None,
    }
}

/// Creates a board with the stone that `stone` returns for each point, and as many turns played as
/// these stones and the captures need, if the draft has fewer.
fn with_stones(
    draft: &Position,
    size: u8,
    to_move: Player,
    stone: impl Fn(Point) -> Option<Player>,
) -> Position {
    let mut position = Position::new(size.into(), draft.total_turns().into());
    for point in position.points() {
        if let Some(owner) = stone(point) {
            position.set_stone(point, owner);
        }
    }
    let [black, white] = position.stone_counts();
    let [by_black, by_white] = draft.captures();
    let needed = (2 * (black + by_white)).saturating_sub(1);
    let mut played = draft.turns_played().max(needed).max(2 * (white + by_black));
    if played.is_multiple_of(2) != (to_move == Player::First) {
        played += 1;
    }
    position.set_turns_and_captures(played, draft.captures());
    position.raise_total_turns();
    position
}
