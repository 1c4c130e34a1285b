//! The outcome of a game (winner, scores, contest points), and the rules that a move can break.

use super::TurnRight;
use super::circuit::{Circuit, InvalidCircuit, PathFlaw, trace_path};
use super::square::Square;
use crate::contract::{Faults, Game, Outcome, Player, RuleViolation, Winner};

/// Returns White's and Black's contest points, each 0 to 100, without the bonus for a 3x3 square.
fn contest_points(points: [i32; 2]) -> [i32; 2] {
    let ahead = points[0] - points[1];
    [ahead, -ahead].map(|ahead| (50 + ahead).clamp(0, 100))
}

/// Returns the outcome as the contest counts it, with the players' points and the winner by a 3x3
/// square.
pub(super) fn outcome(
    points: [u16; 2],
    winner_by_3x3: Option<Player>,
    is_over: bool,
    failed: Faults,
) -> Outcome {
    let scores = points.map(i32::from);
    let decided = |winner, points, game_points| Outcome {
        winner: Some(winner),
        scores: Some(scores),
        points: Some(points),
        game_points: Some(game_points),
    };
    // An immediate win, by a 3x3 square or the opponent's fault, is 3-0 with a bonus of 50 points.
    let immediate_win = |winner: Player, by_fault: bool| {
        let mut points = contest_points(scores);
        points[winner.index()] += 50;
        if by_fault {
            points[winner.opponent().index()] = 0;
        }
        let mut game_points = [0; 2];
        game_points[winner.index()] = 3;
        decided(winner.into(), points, game_points)
    };
    match (failed.to_array(), winner_by_3x3) {
        ([true, true], _) => decided(Winner::Draw, [0; 2], [0; 2]),
        ([true, false], _) => immediate_win(Player::Second, true),
        ([false, true], _) => immediate_win(Player::First, true),
        (_, Some(winner)) => immediate_win(winner, false),
        (_, None) if is_over => {
            let winner = Winner::of(scores);
            let game_points = match winner {
                Winner::First => [2, 0],
                Winner::Second => [0, 2],
                Winner::Draw => [1, 1],
            };
            decided(winner, contest_points(scores), game_points)
        }
        _ => Outcome {
            scores: Some(scores),
            ..Outcome::default()
        },
    }
}

// Rule violations and their messages.

/// The rule that an illegal move breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Violation {
    /// A move after the end of the game.
    #[error("the game is over")]
    GameOver,
    /// A circuit before all stones are placed, with the number of stones placed, and the last free
    /// square if exactly one is left.
    #[error("expected a stone: only {0} of 36 are placed, and circuits start when all are")]
    StoneDue(u8, Option<Square>),
    /// A stone although all stones are placed.
    #[error("expected a circuit: all 36 stones are placed")]
    CircuitDue,
    /// A stone on an occupied square, with the square and the owner of the stone on it.
    #[error("a {} stone is already on {}", side_name(*.1), .0)]
    Occupied(Square, Player),
    /// A path that is not a circuit.
    #[error("{0}: a circuit cannot visit a square twice")]
    InvalidPath(PathFlaw),
    /// A circuit listed counter-clockwise, with the clockwise circuit.
    #[error("the circuit turns left: its corners must run clockwise, {0}")]
    CounterClockwise(Circuit),
    /// A circuit with too many corners, with the number of corners, the player, and the number of
    /// the circuit among the player's own, from 1.
    #[error("{} corners, but {}'s {} circuit has at most {}", .0, side_name(*.1), ordinal(*.2), Circuit::max_corners(*.2))]
    TooManyCorners(u32, Player, u8),
}

/// Returns the name of a player's side.
fn side_name(player: Player) -> &'static str {
    TurnRight::INFO.sides[player.index()]
}

/// Writes an ordinal number from 1 to 13.
fn ordinal(number: u8) -> String {
    match number {
        1 => "1st".to_owned(),
        2 => "2nd".to_owned(),
        3 => "3rd".to_owned(),
        _ => format!("{number}th"),
    }
}

impl RuleViolation for Violation {
    fn rule(&self) -> &'static str {
        match self {
            Self::GameOver => "over",
            Self::StoneDue(..) => "stone-due",
            Self::CircuitDue => "circuit-due",
            Self::Occupied(..) => "occupied",
            Self::InvalidPath(PathFlaw::TurnsBack(_)) => "turns-back",
            Self::InvalidPath(PathFlaw::Crosses(_)) => "crosses-itself",
            Self::InvalidPath(PathFlaw::VisitsTwice(_)) => "square-twice",
            Self::CounterClockwise(_) => "counter-clockwise",
            Self::TooManyCorners(..) => "too-many-corners",
        }
    }

    fn hint(&self) -> Option<String> {
        match self {
            Self::StoneDue(_, Some(last)) => Some(format!(
                "Black's last stone is placed automatically, on {last}, before the first circuit"
            )),
            Self::CounterClockwise(circuit) => Some(format!("did you mean {circuit}?")),
            _ => None,
        }
    }
}

/// Returns the rule that an invalid list of corners breaks.
#[cold]
pub(super) fn invalid_circuit_violation(invalid: InvalidCircuit) -> Violation {
    match trace_path(invalid.corners()) {
        Ok(traced) => Violation::CounterClockwise(traced.circuit),
        Err(flaw) => Violation::InvalidPath(flaw),
    }
}
