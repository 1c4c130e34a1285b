//! Moves made by hand: what a person does on a board, and what it means.

use super::Player;
use super::scene::Item;

/// What a person has done so far toward a move on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Picks<'a> {
    /// The spots picked so far, by their ids, in order. The ids of [`Hand::buttons`] count as
    /// spots. Where a stone is dragged, it is picked and its target hovered over, then picked.
    pub spots: &'a [String],
    /// The spot under the pointer.
    pub hover: Option<&'a str>,
    /// How often the piece was turned; see [`Hand::turns`].
    pub turned: u8,
    /// The game's one modifier is on; see [`Hand::flag`].
    pub flag: bool,
    /// What luck deals, as the person says, where luck is due; see [`Hand::deal`].
    pub deal: Option<&'a str>,
}

/// What a person's picks mean.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Entry {
    /// The canonical token of the move, as soon as it is complete and legal. Further picks may
    /// still change it, where `next` is not empty.
    pub token: Option<String>,
    /// The spots that may be picked next; empty: none in particular.
    pub next: Vec<String>,
    /// The picks that count. A pick that leads nowhere is dropped, one that begins anew drops
    /// those before it: these are the picks to go on from.
    pub picks: Vec<String>,
    /// Drawn over the board, in the coordinates of its scene: a ghost stone, an arrow, the circuit
    /// so far, what turns where.
    pub overlay: Vec<Item>,
    /// What is to be done or would happen, for a status line and for screen readers.
    pub words: String,
    /// The rule that the last pick or the spot under the pointer breaks, in the rule book's words.
    pub trouble: Option<String>,
}

/// What a game needs of a person's hand beside spots on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hand {
    /// Moves that lie nowhere on the board: the id to pick, and the word for a button.
    pub buttons: &'static [(&'static str, &'static str)],
    /// What [`Picks::flag`] means, for a button that stays down (`Claim the win`).
    pub flag: Option<&'static str>,
    /// In how many directions a piece can lie: [`Picks::turned`] counts modulo this.
    pub turns: u8,
    /// What [`Picks::deal`] takes (`a tile: the digits 1 to 6, each once`).
    pub deal: Option<&'static str>,
}

impl Hand {
    /// Spots are all there is.
    pub const SPOTS: Self = Self {
        buttons: &[],
        flag: None,
        turns: 1,
        deal: None,
    };
}

/// Something that an act did and that a reader of the game looks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Happening {
    /// A short name that stays the same for ever, in kebab case: `capture`, `zone`, `square`,
    /// `three`, `claim`.
    pub kind: &'static str,
    /// What happened, in few words, the player left out: `takes 2 at E5`.
    pub words: String,
}

/// Something that counts for a player and came or went with an act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// For whom it counts.
    pub player: Player,
    /// It was made; otherwise it was broken.
    pub made: bool,
    /// What it is worth each time the game counts it: won if it was made, lost if broken. 0 for
    /// what gives no points (a 3x3 square, which wins the game).
    pub points: i32,
    /// What it is and where: `2x2 at c3`.
    pub words: String,
    /// The spots that belong to it, by their ids.
    pub spots: Vec<String>,
}
