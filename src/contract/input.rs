//! Moves made by hand: what a person does on a board, and what it means.

use super::Player;
use super::scene::SceneItem;

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

/// What a game needs of a person's hand beside spots on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputSpec {
    /// Moves that lie nowhere on the board: the id to pick, and the word for a button.
    pub buttons: &'static [(&'static str, &'static str)],
    /// What [`Picks::flag`] means, for a button that stays down (`Claim the win`).
    pub modifier: Option<&'static str>,
    /// In how many directions a piece can lie: [`Picks::turned`] counts modulo this.
    pub rotations: u8,
    /// What [`Picks::deal`] takes (`a tile: the digits 1 to 6, each once`).
    pub chance: Option<&'static str>,
}

impl InputSpec {
    /// Spots are all there is.
    pub const SQUARES_ONLY: Self = Self {
        buttons: &[],
        modifier: None,
        rotations: 1,
        chance: None,
    };
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
