//! Moves made by hand: a person's input on a board, and its interpretation.

use super::{Game, MoveOf, Rules, StepOf};
use crate::scene::{Role, Scene, SceneItem, SceneOptions};

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
    /// [`ChanceSpec::expected`](super::ChanceSpec::expected).
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
    /// The picks to continue from. A pick that leads nowhere is dropped; one that starts again drops
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

    /// Draws a step over the picture of the position before it; by default as
    /// [`preview_move`](Self::preview_move) draws its move.
    ///
    /// The role is [`Role::Preview`], or [`Role::Bad`] for a failed attempt. Such a step is drawn
    /// although it is illegal, and must look refused even without its colour.
    fn preview(
        position: &Self::Position,
        step: &StepOf<Self>,
        role: Role,
        options: SceneOptions,
    ) -> Vec<SceneItem> {
        step.mv.map_or_else(Vec::new, |mv| {
            Self::preview_move(position, mv, role, options)
        })
    }

    /// Draws a move over the picture of the position before it; see [`preview`](Self::preview).
    fn preview_move(
        _position: &Self::Position,
        _mv: MoveOf<Self>,
        _role: Role,
        _options: SceneOptions,
    ) -> Vec<SceneItem> {
        Vec::new()
    }

    /// Draws the piece that the next pick places, as it is turned; `None` if there is none.
    ///
    /// The picture is as large for every piece, so that it keeps its place next to the board.
    fn piece_in_hand(
        _position: &Self::Position,
        _input: &MoveInput<'_>,
        _options: SceneOptions,
    ) -> Option<Scene> {
        None
    }
}

/// The input of a move that is one pick, such as the point for a stone.
///
/// A legal pick is the move; otherwise the move under the pointer is tried, and then the illegal
/// pick, which shows why it is illegal.
pub(crate) struct OnePick<'a, G: Game> {
    /// The position in which the move is made.
    pub position: &'a G::Position,
    /// The last move that was picked.
    pub picked: Option<MoveOf<G>>,
    /// The move under the pointer.
    pub hovered: Option<MoveOf<G>>,
    /// Reports whether it is obvious that a move is illegal, so that it is explained only once it
    /// is picked.
    pub is_obvious: fn(&<G::Position as Rules>::Violation) -> bool,
    /// Returns the id of the square that makes a move.
    pub square_id: fn(&MoveOf<G>) -> String,
}

impl<G: Input> OnePick<'_, G> {
    /// Returns the state of the input; `prompt` describes the move that is tried, if there is one.
    pub fn state(
        self,
        prompt: impl FnOnce(Option<MoveOf<G>>) -> String,
        options: SceneOptions,
    ) -> InputState {
        let violation_of = |mv: &MoveOf<G>| self.position.check(mv).err();
        let legal = self.picked.filter(|mv| violation_of(mv).is_none());
        let hovered = self.hovered.filter(|mv| {
            Some(*mv) == self.picked || !violation_of(mv).is_some_and(|v| (self.is_obvious)(&v))
        });
        let Some(tried) = legal.or(hovered).or(self.picked) else {
            return InputState {
                next: self.legal_squares(),
                prompt: prompt(None),
                ..InputState::default()
            };
        };
        let violation = violation_of(&tried);
        let role = if violation.is_none() {
            Role::Preview
        } else {
            Role::Bad
        };
        InputState {
            token: legal.map(|mv| {
                let mut token = String::new();
                G::write(&StepOf::<G>::from_move(mv), &mut token);
                token
            }),
            next: legal.map_or_else(|| self.legal_squares(), |_| Vec::new()),
            picked: legal.iter().map(self.square_id).collect(),
            overlay: G::preview_move(self.position, tried, role, options),
            prompt: prompt(Some(tried)),
            violation: violation.map(|violation| violation.to_string()),
        }
    }

    /// Returns the ids of the squares of all legal moves.
    fn legal_squares(&self) -> Vec<String> {
        let mut squares = Vec::new();
        self.position
            .legal_moves(&mut |mv| squares.push((self.square_id)(&mv)));
        squares
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
