use crate::contract::{Contest, Draw, Explain, Input};
use crate::search::HasEngine;

/// A game with everything that the program asks of one: rules, board, hand input, explanations,
/// contest and engine. Implemented for whatever has the parts.
pub trait FullGame: Draw + Input + Explain + Contest + HasEngine {}

impl<G: Draw + Input + Explain + Contest + HasEngine> FullGame for G {}
