//! Moves made by hand: what a person does on a board, and what it means.

use super::{Game, StepOf};
use crate::scene::{Role, SceneItem, SceneOptions};

/// What a person has done so far toward a move on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveInput<'a> {
    /// The spots picked so far, by their ids, in order. The ids of [`Hand::buttons`] count as
    /// spots. Where a stone is dragged, it is picked and its target hovered over, then picked.
    pub picked: &'a [String],
    /// The spot under the pointer.
    pub hover: Option<&'a str>,
    /// How often the piece was turned; see [`Hand::turns`].
    pub rotation: u8,
    /// The game's one modifier is on; see [`Hand::flag`].
    pub modifier: bool,
    /// What luck deals, as the person says, where luck is due; see [`Hand::deal`].
    pub chance: Option<&'a str>,
}

/// What a person's picks mean.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InputState {
    /// The canonical token of the move, as soon as it is complete and legal. Further picks may
    /// still change it, where `next` is not empty.
    pub token: Option<String>,
    /// The spots that may be picked next; empty: none in particular.
    pub next: Vec<String>,
    /// The picks that count. A pick that leads nowhere is dropped, one that begins anew drops
    /// those before it: these are the picks to go on from.
    pub picked: Vec<String>,
    /// Drawn over the board, in the coordinates of its scene: a ghost stone, an arrow, the circuit
    /// so far, what turns where.
    pub overlay: Vec<SceneItem>,
    /// What is to be done or would happen, for a status line and for screen readers.
    pub prompt: String,
    /// The rule that the last pick or the spot under the pointer breaks, in the rule book's words.
    pub violation: Option<String>,
}

/// A game whose moves can be made by hand. The defaults leave typed moves only.
pub trait Input: Game {
    /// Interprets what a person picked on the board of [`Draw::scene`](super::Draw::scene). Any
    /// picks are taken, nonsense too.
    fn interpret_input(
        _position: &Self::Position,
        _input: &MoveInput<'_>,
        _options: SceneOptions,
    ) -> InputState {
        InputState::default()
    }

    /// Draws a step over the picture of the position in which it is or would be made. The `role`
    /// is [`Role::Preview`], or [`Role::Bad`] for a failed attempt, which is drawn although it is
    /// illegal, and so that it looks refused without its colour, too.
    fn preview(
        _position: &Self::Position,
        _step: &StepOf<Self>,
        _role: Role,
        _options: SceneOptions,
    ) -> Vec<SceneItem> {
        Vec::new()
    }

    /// Describes a square beyond its label: what counts there and how much. Secrets are kept as
    /// the options say.
    fn describe_square(
        _position: &Self::Position,
        _square: &str,
        _options: SceneOptions,
    ) -> Option<String> {
        None
    }
}
