//! Explanations of moves: their effects, and why one is worse than another, by the rules alone.

use super::{Game, MoveOf, Player, StepOf};
use crate::scene::SceneOptions;
use serde::Serialize;

/// The stakes of claiming the win with a move, in contest points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Claim {
    /// Whether the move makes the claim.
    pub made: bool,
    /// The points that it adds to a win.
    pub bonus: i32,
    /// The points that it takes from a loss.
    pub stake: i32,
}

/// A notable effect of a step, by which a reader of the game can find it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveEvent {
    /// A short, stable name in kebab case: `capture`, `zone`, `square`, `three`, `claim`.
    pub kind: &'static str,
    /// A few words that follow the player's name: `takes 2 at E5`.
    pub description: String,
}

/// Something of value to a player that a step made or broke.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreChange {
    /// The player for whom it counts.
    pub player: Player,
    /// Whether it was made; otherwise it was broken.
    pub gained: bool,
    /// The points that it gives each time the game counts it: won if it was made, lost if it was
    /// broken. 0 if it gives none (a 3x3 square, which wins the game).
    pub points: i32,
    /// A name with its location: `2x2 at c3`.
    pub description: String,
    /// The ids of the squares that belong to it.
    pub squares: Vec<String>,
}

/// A game that explains its moves. The defaults explain nothing.
pub trait Explain: Game {
    /// Returns the effect that a list of moves should mention for a step that is legal in `before`;
    /// `None` for an ordinary step.
    fn move_event(_before: &Self::Position, _step: &StepOf<Self>) -> Option<MoveEvent> {
        None
    }

    /// Returns everything of value that a step makes or breaks; the step is legal in `before`.
    ///
    /// Both players' secrets count, as far as they are known. A caller that shows the changes to
    /// one player leaves out those of the other.
    fn score_changes(_before: &Self::Position, _step: &StepOf<Self>) -> Vec<ScoreChange> {
        Vec::new()
    }

    /// Returns reasons why a move is worse than another, as far as the board shows them: what it
    /// allows or spoils, and what the better one achieves.
    ///
    /// Each reason is short and follows from the rules alone, not from an engine; the most
    /// important one comes first. `played` and `better` are the two moves, each followed by its
    /// expected continuation. Both lines start in `before`, where the chance outcome is known, hold
    /// at least one move and are legal throughout.
    fn reasons(
        _before: &Self::Position,
        _played: &[MoveOf<Self>],
        _better: &[MoveOf<Self>],
    ) -> Vec<String> {
        Vec::new()
    }

    /// Returns the stakes of claiming the win with this move, and whether the move does so.
    ///
    /// `None` in a game without claims, and if the player has made a claim before.
    fn claim(_before: &Self::Position, _mv: &MoveOf<Self>) -> Option<Claim> {
        None
    }

    /// Describes a square in more detail than its label: what it counts for, and how much.
    ///
    /// Secrets that the options do not show are left out.
    fn describe_square(
        _position: &Self::Position,
        _square: &str,
        _options: SceneOptions,
    ) -> Option<String> {
        None
    }
}
