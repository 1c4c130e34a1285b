//! Moves.

use super::circuit::Circuit;
use super::invalid_circuit::InvalidCircuit;
use super::square::Square;
use std::fmt::{self, Display};

/// One act: a stone in the first phase, a circuit in the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// A stone put on a square.
    Place(Square),
    /// A circuit, which moves every stone on it one square.
    Circuit(Circuit),
    /// A corner list that is no circuit; never legal.
    InvalidCircuit(InvalidCircuit),
}

/// The canonical token.
impl Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(square) => square.fmt(f),
            Self::Circuit(circuit) => circuit.fmt(f),
            Self::InvalidCircuit(tangle) => tangle.fmt(f),
        }
    }
}
