//! Explanations of what a move does and why it is worse than another, from the rules alone.

mod ladder;
mod reasons;

use super::AtariGo;
use super::board::Position;
use super::moves::{Move, Point, move_from_id};
use crate::contract::{Explain, MoveEvent, Rules as _, ScoreChange, StepOf};

impl Explain for AtariGo {
    fn move_event(before: &Position, step: &StepOf<Self>) -> Option<MoveEvent> {
        move_event(before, step.mv?)
    }

    fn score_changes(before: &Position, step: &StepOf<Self>) -> Vec<ScoreChange> {
        let mv = step.mv;
        mv.and_then(|mv| score_change(before, mv))
            .into_iter()
            .collect()
    }

    fn reasons(before: &Position, played: &[Move], better: &[Move]) -> Vec<String> {
        reasons::reasons(before, played, better)
    }
}

// Descriptions of what a move captures and of what stands on a point.

/// Returns the points of the stones that a legal move captures.
pub(super) fn captured_points(before: &Position, mv: Move) -> Vec<Point> {
    let mut after = before.clone();
    after.apply(&mv);
    let opponent = Some(before.to_move().opponent());
    let gone = |point: &Point| before.stone(*point) == opponent && after.stone(*point).is_none();
    before.points().filter(gone).collect()
}

/// Formats a number with the singular or plural of its noun.
pub(super) fn pluralize(number: usize, one: &str, more: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { more })
}

/// Returns the event of a move that captures something.
pub(super) fn move_event(before: &Position, mv: Move) -> Option<MoveEvent> {
    let taken = captured_points(before, mv).len();
    (taken > 0).then(|| MoveEvent {
        kind: "capture",
        description: format!("takes {taken} at {mv}"),
    })
}

/// Returns the score that a move gains, one point for each captured stone.
pub(super) fn score_change(before: &Position, mv: Move) -> Option<ScoreChange> {
    let taken: Vec<String> = captured_points(before, mv)
        .iter()
        .map(Point::to_string)
        .collect();
    (!taken.is_empty()).then(|| ScoreChange {
        player: before.to_move(),
        gained: true,
        points: i32::try_from(taken.len()).unwrap_or(i32::MAX),
        description: format!(
            "{}: {}",
            pluralize(taken.len(), "stone taken", "stones taken"),
            taken.join(" ")
        ),
        squares: taken,
    })
}

/// Describes a square: the chain and liberties of a stone, or why an empty point is illegal.
pub(super) fn describe_square(position: &Position, square: &str) -> Option<String> {
    let Some(Move::Stone(point)) = move_from_id(position, square) else {
        return None;
    };
    if position.stone(point).is_none() {
        let violation = position.check(&Move::Stone(point)).err()?;
        return (!position.is_over()).then(|| violation.to_string());
    }
    let stones = position.chain(point).count();
    let liberties = usize::try_from(position.liberty_count(point)).unwrap_or(0);
    let liberty_text = pluralize(liberties, "liberty", "liberties");
    Some(match stones {
        1 => format!("a single stone, {liberty_text}"),
        _ => format!("a chain of {stones} stones, {liberty_text}"),
    })
}
