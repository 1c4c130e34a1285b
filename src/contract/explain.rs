//! What a move did, and why it is worse than another, by the rules alone.

use super::{Game, MoveOf, Player, StepOf};
use serde::Serialize;

/// What a claim of the win beside a move is worth, in contest points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Claim {
    /// The move makes it.
    pub made: bool,
    /// What it adds to a win.
    pub bonus: i32,
    /// What it takes from a loss.
    pub stake: i32,
}

/// Something that an act did and that a reader of the game looks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveEvent {
    /// A short name that stays the same for ever, in kebab case: `capture`, `zone`, `square`,
    /// `three`, `claim`.
    pub kind: &'static str,
    /// What happened, in few words, the player left out: `takes 2 at E5`.
    pub description: String,
}

/// Something that counts for a player and came or went with an act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreChange {
    /// For whom it counts.
    pub player: Player,
    /// It was made; otherwise it was broken.
    pub gained: bool,
    /// What it is worth each time the game counts it: won if it was made, lost if broken. 0 for
    /// what gives no points (a 3x3 square, which wins the game).
    pub points: i32,
    /// What it is and where: `2x2 at c3`.
    pub description: String,
    /// The spots that belong to it, by their ids.
    pub squares: Vec<String>,
}

/// A game that explains its moves. The defaults say nothing.
pub trait Explain: Game {
    /// Returns what a step that is legal in `before` does and a list of moves should mention;
    /// `None` for a step like any other.
    fn move_event(_before: &Self::Position, _step: &StepOf<Self>) -> Option<MoveEvent> {
        None
    }

    /// Returns what counts for a player and comes or goes with a step that is legal in `before`, as
    /// far as both players' secrets are known: who shows it to one of them leaves out what belongs
    /// to the other.
    fn score_changes(_before: &Self::Position, _step: &StepOf<Self>) -> Vec<ScoreChange> {
        Vec::new()
    }

    /// Returns why a move is worse than another, as far as the board shows it: what it allows or
    /// spoils, and what the better one does. Each reason is short, true whatever an engine thinks,
    /// and found by the rules alone; the most telling one comes first.
    ///
    /// `played` is the move with its expected continuation, `better` the same for the better move,
    /// both from `before`, where the chance outcome is known. The first of each is legal, and each
    /// after it; either may end after the first.
    fn reasons(
        _before: &Self::Position,
        _played: &[MoveOf<Self>],
        _better: &[MoveOf<Self>],
    ) -> Vec<String> {
        Vec::new()
    }

    /// Returns what a claim of the win beside this move is worth, and whether the move makes one;
    /// `None` in a game without claims, and where a claim of the player stands already.
    fn claim(_before: &Self::Position, _mv: &MoveOf<Self>) -> Option<Claim> {
        None
    }
}
