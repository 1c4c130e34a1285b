//! Rule violations and their messages.

use super::TurnRight;
use super::circuit::Circuit;
use super::invalid_circuit::{InvalidCircuit, PathFlaw, trace_path};
use super::square::Square;
use crate::contract::{Game, Player, RuleViolation};

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
