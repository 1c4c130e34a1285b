//! Moves made by hand: a person's input on a board, and its interpretation.

use super::{Game, StepOf};
use crate::scene::{AnnotationStyle, MoveAnnotation, Role, Scene, SceneItem, SceneOptions};

/// A person's input toward a move on the board, so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveInput<'a> {
    /// The ids of the squares picked so far, in order. The ids of
    /// [`InputSpec::buttons`](super::InputSpec::buttons) count as squares. To drag a stone is to
    /// pick it, hover over the target, and pick the target.
    pub picked: &'a [String],
    /// The id of the square under the pointer.
    pub hover: Option<&'a str>,
    /// The number of times the piece was turned; see
    /// [`InputSpec::rotations`](super::InputSpec::rotations).
    pub rotation: u8,
    /// Whether the game's modifier is on; see [`InputSpec::modifier`](super::InputSpec::modifier).
    pub modifier: bool,
    /// The chance outcome that the person entered, if a chance event is due; see
    /// [`InputSpec::chance`](super::InputSpec::chance).
    pub chance: Option<&'a str>,
}

/// The interpretation of a person's input.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InputState {
    /// The canonical token of the move, once it is complete and legal. While `next` is not empty,
    /// further picks may still change it.
    pub token: Option<String>,
    /// The ids of the squares that may be picked next; empty if there are none in particular.
    pub next: Vec<String>,
    /// The picks to continue from. A pick that leads nowhere is dropped; one that starts anew drops
    /// those before it.
    pub picked: Vec<String>,
    /// The items to draw over the board, in the coordinates of its scene: a ghost stone, an arrow,
    /// the circuit so far with the stones that it moves.
    pub overlay: Vec<SceneItem>,
    /// The instruction for the next pick, or the effect of the move, for a status line and for
    /// screen readers.
    pub prompt: String,
    /// An explanation why the last pick, or the square under the pointer, is illegal.
    pub violation: Option<String>,
}

/// A game whose moves can be made on the board. With the defaults they can only be typed.
pub trait Input: Game {
    /// Interprets input on the board of [`Draw::scene`](super::Draw::scene). Any input is accepted,
    /// nonsense included.
    fn interpret_input(
        _position: &Self::Position,
        _input: &MoveInput<'_>,
        _options: SceneOptions,
    ) -> InputState {
        InputState::default()
    }

    /// Draws a step over the picture of the position before it.
    ///
    /// The role is [`Role::Preview`], or [`Role::Bad`] for a failed attempt. Such a step is drawn
    /// although it is illegal, and must look refused even without its colour.
    fn preview(
        _position: &Self::Position,
        _step: &StepOf<Self>,
        _role: Role,
        _options: SceneOptions,
    ) -> Vec<SceneItem> {
        Vec::new()
    }

    /// Draws a step so that it can be seen on any position of the game, also on the one after it:
    /// as an arrow, or as a ring or a frame in the shape of the step.
    ///
    /// `before` is the position in which the step is made. Steps that differ little must be told
    /// apart when both are drawn, the one whose style is dashed first.
    fn annotate_step(
        _before: &Self::Position,
        _step: &StepOf<Self>,
        _style: AnnotationStyle,
        _options: SceneOptions,
    ) -> Option<MoveAnnotation> {
        None
    }

    /// Draws the piece that the next pick places, as it is turned; `None` if there is none.
    ///
    /// The picture is as large for every piece, so that it keeps its place beside the board.
    fn piece_in_hand(
        _position: &Self::Position,
        _input: &MoveInput<'_>,
        _options: SceneOptions,
    ) -> Option<Scene> {
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

// The input that a game needs besides clicking squares, as plain data.

/// The input that a user interface must offer besides clicking squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputSpec {
    /// The moves that are not on the board: for each, the id to pick and the label of its button.
    pub buttons: &'static [(&'static str, &'static str)],
    /// The label of the toggle for [`MoveInput::modifier`] (`Claim the win`).
    ///
    /// [`MoveInput::modifier`]: super::MoveInput::modifier
    pub modifier: Option<&'static str>,
    /// The number of orientations of a piece; [`MoveInput::rotation`] counts modulo this.
    ///
    /// [`MoveInput::rotation`]: super::MoveInput::rotation
    pub rotations: u8,
}

impl InputSpec {
    /// The input of a game in which clicking squares is enough.
    pub const SQUARES_ONLY: Self = Self {
        buttons: &[],
        modifier: None,
        rotations: 1,
    };
}
