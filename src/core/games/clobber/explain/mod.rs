//! Explanations of moves: what a stone can take, and why a move was worse than another.

mod changes;
mod reasons;
mod regions;

use super::{Clobber, Move, Position};
use crate::contract::Explain;
pub(super) use changes::{describe_square, join_squares};

impl Explain for Clobber {
    fn reasons(before: &Position, played: &[Move], better: &[Move]) -> Vec<String> {
        reasons::reasons(before, played, better)
    }
}
