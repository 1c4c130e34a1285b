//! What a move did and why it is worse than another, by the rules alone.

mod changes;
mod reasons;

pub(super) use changes::{describe_square, move_event, score_changes};
pub(super) use reasons::reasons;
