//! What a move does: 2x2 and 3x3 squares made and broken.

use super::super::TurnRight;
use super::super::board::Position;
use super::super::moves::Move;
use super::super::scene::squares_in;
use super::super::square::{Square, square_from_id};
use crate::contract::{Game, MoveEvent, Player, Rules as _, ScoreChange};

/// The squares that lie after a legal move and did not before, and the reverse: 2x2 squares, a
/// point at each count, and 3x3 squares.
pub(in super::super) fn score_changes(before: &Position, mv: Move) -> Vec<ScoreChange> {
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

/// The squares of a block, named by its lower left one.
fn block(corner: Square, side: u8) -> Vec<String> {
    let columns = 0..side;
    columns
        .flat_map(|x| (0..side).map(move |y| (x, y)))
        .map(|(x, y)| Square::new(corner.x() + x, corner.y() + y).to_string())
        .collect()
}

pub(in super::super) fn move_event(before: &Position, mv: Move) -> Option<MoveEvent> {
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
    let [own, others] =
        [mover, mover.opponent()].map(|player| [true, false].map(|made| count(player, made)));
    if own[0] + others[0] == 0 {
        return None;
    }
    let mut words = describe_counts(own).unwrap_or_default();
    if let Some(others) = describe_counts(others) {
        let side = TurnRight::INFO.sides[mover.opponent().index()];
        let comma = if words.is_empty() { "" } else { "; " };
        words.push_str(&format!("{comma}for {side} {others}"));
    }
    Some(MoveEvent {
        kind: "square",
        description: words,
    })
}

fn describe_counts([made, broken]: [usize; 2]) -> Option<String> {
    let squares = |count: usize| if count == 1 { "square" } else { "squares" };
    match (made, broken) {
        (0, 0) => None,
        (made, 0) => Some(format!("makes {made} {}", squares(made))),
        (0, broken) => Some(format!("breaks {broken} {}", squares(broken))),
        (made, broken) => Some(format!("makes {made} {}, breaks {broken}", squares(made))),
    }
}

/// In which 2x2 and 3x3 squares a stone lies.
pub(in super::super) fn describe_square(position: &Position, spot: &str) -> Option<String> {
    let square = square_from_id(spot)?;
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
