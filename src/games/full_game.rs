//! The trait of a game with everything that kifu uses.

use crate::contract::{Contest, Draw, Explain, Input, Symmetric};
use crate::search::HasEngine;

/// A game with everything that kifu uses: rules, board, input, explanations, contest,
/// symmetries and engine.
///
/// Implemented automatically for every type that implements the parts.
pub trait FullGame: Draw + Input + Explain + Contest + Symmetric + HasEngine {}

impl<G: Draw + Input + Explain + Contest + Symmetric + HasEngine> FullGame for G {}
