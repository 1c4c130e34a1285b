//! Positions set up by hand: any set of segments, of which those are possible whose zones differ
//! in size.

use super::board::Position;
use super::moves::{Segment, segment_from_id};
use super::{Zuniq, position_text};
use crate::contract::{Edit, EditPiece, PositionEdit};
use crate::scene::Role;

impl Edit for Zuniq {
    const PIECES: &'static [EditPiece] = &[EditPiece::new("Segment", Role::OnBoard)];

    fn parse_draft(text: &str) -> Option<Position> {
        let drawn = position_text::parse_rows(text.as_bytes()).ok()?;
        let claims = position_text::parse(text).map_or([0; 2], |position| {
            let number = |ply: u32| u8::try_from(ply).unwrap_or_default();
            position.claim_plies().map(|ply| ply.map_or(0, number))
        });
        Some(Position::from_segments(drawn.into_iter(), claims).0)
    }

    fn piece_at(draft: &Position, square: &str) -> Option<usize> {
        let segment = segment_from_id(square)?;
        draft.is_drawn(segment).then_some(0)
    }

    /// The side to move follows from the number of segments, and claims are dropped.
    fn edit(draft: &Position, change: &PositionEdit<'_>) -> Option<Position> {
        match change {
            PositionEdit::Put(square, piece) => {
                let changed = segment_from_id(square)?;
                let is_drawn = |segment: &Segment| {
                    if *segment == changed {
                        piece.is_some()
                    } else {
                        draft.is_drawn(*segment)
                    }
                };
                let segments = Segment::all().filter(is_drawn);
                Some(Position::from_segments(segments, [0; 2]).0)
            }
            PositionEdit::Clear => Some(Position::EMPTY),
            PositionEdit::SideToMove(_) | PositionEdit::Size(_) => None,
        }
    }
}
