//! The trait of a game with everything that kifu uses.

use crate::contract::{Contest, Draw, Edit, Explain, Input, Symmetric};
use crate::search::HasEngine;

/// A game with everything that kifu uses: rules, board, input, editor, explanations, contest,
/// symmetries and engine.
///
/// Implemented automatically for every type that implements the parts.
pub trait FullGame: Draw + Input + Edit + Explain + Contest + Symmetric + HasEngine {}

impl<G: Draw + Input + Edit + Explain + Contest + Symmetric + HasEngine> FullGame for G {}
