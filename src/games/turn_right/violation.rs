//! Why moves are refused, in words.

use super::TurnRight;
use super::circuit::Circuit;
use super::invalid_circuit::{InvalidCircuit, PathFlaw, trace_path};
use super::square::Square;
use crate::contract::{Game, Player, RuleViolation};

/// Why a move is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Violation {
    /// A move after the end.
    #[error("the game is over")]
    GameOver,
    /// A circuit before all stones lie: how many do, and the last free square if there is one
    /// left only.
    #[error("expected a stone: only {0} of 36 are placed, and circuits start when all are")]
    StoneDue(u8, Option<Square>),
    /// A stone when all lie.
    #[error("expected a circuit: all 36 stones are placed")]
    CircuitDue,
    /// A stone lies there.
    #[error("a {} stone is already on {}", side_name(*.1), .0)]
    Occupied(Square, Player),
    /// The path is no circuit.
    #[error("{0}: a circuit cannot visit a square twice")]
    InvalidPath(PathFlaw),
    /// The clockwise circuit that was listed the other way.
    #[error("the circuit turns left: its corners must run clockwise, {0}")]
    CounterClockwise(Circuit),
    /// Corners, and the player whose circuit of which number it is.
    #[error("{} corners, but {}'s {} circuit has at most {}", .0, side_name(*.1), ordinal(*.2), Circuit::max_corners(*.2))]
    TooManyCorners(u32, Player, u8),
}

fn side_name(player: Player) -> &'static str {
    TurnRight::INFO.sides[player.index()]
}

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

/// What is wrong with a corner list that is no circuit.
#[cold]
pub(super) fn invalid_circuit_violation(tangle: InvalidCircuit) -> Violation {
    match trace_path(tangle.corners()) {
        Ok(traced) => Violation::CounterClockwise(traced.circuit),
        Err(flaw) => Violation::InvalidPath(flaw),
    }
}
