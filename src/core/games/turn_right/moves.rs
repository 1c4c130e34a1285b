//! A move: a stone or a circuit.

use super::circuit::Circuit;
use super::invalid_circuit::InvalidCircuit;
use super::square::Square;
use std::fmt::{self, Display};

/// A move: a stone in the first phase, a circuit in the second.
///
/// ```
/// use kifu_core::games::turn_right::{Move, Square};
///
/// assert_eq!(Move::Place(Square::new(2, 2)).to_string(), "c3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// A stone placed on a square.
    Place(Square),
    /// A circuit, which moves every stone on its path one square on.
    Circuit(Circuit),
    /// A list of corners that does not describe a circuit; never legal.
    InvalidCircuit(InvalidCircuit),
}

/// Writes the canonical token.
impl Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(square) => square.fmt(f),
            Self::Circuit(circuit) => circuit.fmt(f),
            Self::InvalidCircuit(invalid) => invalid.fmt(f),
        }
    }
}
