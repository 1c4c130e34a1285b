//! Explanations from the rules alone: the effects of a move, and why it is worse than another.

mod reasons;

use super::TurnRight;
use super::board::Position;
use super::draw::squares_in;
use super::moves::Move;
use super::square::{Square, square_from_id};
use crate::contract::{Explain, Game, MoveEvent, Player, Rules as _, ScoreChange, StepOf};

impl Explain for TurnRight {
    fn move_event(before: &Position, step: &StepOf<Self>) -> Option<MoveEvent> {
        move_event(before, step.mv?)
    }

    fn score_changes(before: &Position, step: &StepOf<Self>) -> Vec<ScoreChange> {
        let mv = step.mv;
        mv.map_or_else(Vec::new, |mv| score_changes(before, mv))
    }

    fn reasons(before: &Position, played: &[Move], better: &[Move]) -> Vec<String> {
        reasons::reasons(before, played, better)
    }
}

// The effects of a move: the 2x2 and 3x3 squares that it makes and breaks.

/// Returns the 2x2 and 3x3 squares that a legal move makes or breaks.
///
/// A 2x2 square scores a point each time the board is counted; a 3x3 square has no points.
pub(super) fn score_changes(before: &Position, mv: Move) -> Vec<ScoreChange> {
    let mut after = *before;
    after.apply(&mv);
    let mut changes = Vec::new();
    for player in Player::ALL {
        let [old, new] = [before, &after].map(|position| position.square_corners(player));
        for (kind, side) in [2u8, 3].into_iter().enumerate() {
            let (old, new) = (old[kind], new[kind]);
            for (made, set) in [(true, new & !old), (false, old & !new)] {
                changes.extend(squares_in(set).map(|corner| ScoreChange {
                    player,
                    gained: made,
                    points: i32::from(side == 2),
                    description: format!("{side}x{side} at {corner}"),
                    squares: block(corner, side),
                }));
            }
        }
    }
    changes
}

/// Returns the names of the squares of a block, given its lower left square.
fn block(corner: Square, side: u8) -> Vec<String> {
    let columns = 0..side;
    columns
        .flat_map(|x| (0..side).map(move |y| (x, y)))
        .map(|(x, y)| Square::new(corner.x() + x, corner.y() + y).to_string())
        .collect()
}

/// Returns the notable event of a legal move, if there is one: a 3x3 square that wins, or 2x2
/// squares made.
pub(super) fn move_event(before: &Position, mv: Move) -> Option<MoveEvent> {
    let changes = score_changes(before, mv);
    let mut after = *before;
    after.apply(&mv);
    if let Some(winner) = after.winner_by_3x3() {
        let corners = after.square_corners(winner)[1];
        let at: Vec<String> = squares_in(corners)
            .map(|corner| corner.to_string())
            .collect();
        let winner = TurnRight::INFO.sides[winner.index()];
        return Some(MoveEvent {
            kind: "three",
            description: format!("3x3 at {}: {winner} wins", at.join(" ")),
        });
    }
    let mover = before.to_move();
    let count = |player: Player, made: bool| {
        let counts = |change: &&ScoreChange| {
            change.player == player && change.gained == made && change.points > 0
        };
        changes.iter().filter(counts).count()
    };
    let [own, opponents] =
        [mover, mover.opponent()].map(|player| [true, false].map(|made| count(player, made)));
    if own[0] + opponents[0] == 0 {
        return None;
    }
    let mut description = describe_counts(own).unwrap_or_default();
    if let Some(opponents) = describe_counts(opponents) {
        let side = TurnRight::INFO.sides[mover.opponent().index()];
        let comma = if description.is_empty() { "" } else { "; " };
        description.push_str(&format!("{comma}for {side} {opponents}"));
    }
    Some(MoveEvent {
        kind: "square",
        description,
    })
}

/// Describes the numbers of squares made and broken; `None` if both are 0.
fn describe_counts([made, broken]: [usize; 2]) -> Option<String> {
    let squares = |count: usize| if count == 1 { "square" } else { "squares" };
    match (made, broken) {
        (0, 0) => None,
        (made, 0) => Some(format!("makes {made} {}", squares(made))),
        (0, broken) => Some(format!("breaks {broken} {}", squares(broken))),
        (made, broken) => Some(format!("makes {made} {}, breaks {broken}", squares(made))),
    }
}

/// Describes the 2x2 and 3x3 squares to which the stone on a square belongs, if it belongs to any.
pub(super) fn describe_square(position: &Position, square_id: &str) -> Option<String> {
    let square = square_from_id(square_id)?;
    let owner = position.stone(square)?;
    let [twos, threes] = position.square_corners(owner);
    let around = |set: u64, side: u8| -> Vec<String> {
        let holds = |corner: &Square| {
            (corner.x()..corner.x() + side).contains(&square.x())
                && (corner.y()..corner.y() + side).contains(&square.y())
        };
        squares_in(set)
            .filter(holds)
            .map(|corner| corner.to_string())
            .collect()
    };
    let (twos, threes) = (around(twos, 2), around(threes, 3));
    let points = match twos.len() {
        0 => return None,
        1 => "a 2x2 square, 1 point".to_owned(),
        count => format!("{count} 2x2 squares, {count} points"),
    };
    let mut text = format!("in {points}: {}", twos.join(" "));
    if !threes.is_empty() {
        text.push_str(&format!("; in the 3x3 at {}", threes.join(" ")));
    }
    Some(text)
}
