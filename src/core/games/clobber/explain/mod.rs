//! Explanations of moves: what a stone can take, and why a move was worse than another.

mod reasons;
mod regions;

use super::Clobber;
use super::board::Position;
use super::moves::{Move, Square, square_from_id};
use crate::contract::Explain;

impl Explain for Clobber {
    fn reasons(before: &Position, played: &[Move], better: &[Move]) -> Vec<String> {
        reasons::reasons(before, played, better)
    }
}

// Descriptions of the stones that a stone can capture.

/// Describes the adjacent stones that the stone on a square can take or be taken by.
pub(super) fn describe_square(position: &Position, id: &str) -> Option<String> {
    let square = square_from_id(position, id)?;
    let owner = position.stone(square)?;
    let mut beside = Vec::new();
    for y in square.y().saturating_sub(1)..=square.y() + 1 {
        for x in square.x().saturating_sub(1)..=square.x() + 1 {
            beside.push(Square::new(x, y));
        }
    }
    beside.retain(|near| near.touches(square) && position.stone(*near) == Some(owner.opponent()));
    Some(match &beside[..] {
        [] => "no enemy stone beside it".to_owned(),
        beside => format!("can capture or be captured: {}", join_squares(beside)),
    })
}

/// Joins the names of squares with commas.
pub(super) fn join_squares(squares: &[Square]) -> String {
    let names: Vec<String> = squares.iter().map(Square::to_string).collect();
    names.join(", ")
}
