//! The core of a game: its rules, its notation, and what is plain data about it.

use super::{GameInfo, ParseError, Parsed, Position, Rules, Setup, SetupError, Spelling, Step};

/// The move type of a game.
pub type MoveOf<G> = <<G as Game>::Position as Rules>::Move;
/// The type of a game's chance outcomes.
pub type ChanceOf<G> = <<G as Game>::Position as Rules>::Chance;
/// The content of one token of a game.
pub type StepOf<G> = Step<MoveOf<G>, ChanceOf<G>>;

/// A game: its rules (through [`Position`]) and its notation.
///
/// A game with this trait alone can be validated, converted and replayed. What more a game can do
/// stands in traits of its own, each implemented where its code is: [`Draw`](super::Draw),
/// [`Input`](super::Input), [`Explain`](super::Explain), [`Contest`](super::Contest) and
/// [`HasEngine`](crate::search::HasEngine).
pub trait Game: Sized + Send + Sync + 'static {
    /// The state of a game in progress.
    type Position: Position + Send + Sync + 'static;

    /// Names, setup keys and other plain data.
    const INFO: &'static GameInfo;

    /// Returns the first position.
    ///
    /// # Errors
    /// A parameter that the game does not accept.
    fn start(setup: &Setup) -> Result<Self::Position, SetupError>;

    /// Parses one token, leniently; [`Parsed::spelling`] says what was forgiven. Knows no
    /// position: a token can be understood and illegal.
    ///
    /// # Errors
    /// The text is no token of this game.
    fn parse(token: &[u8]) -> Result<Parsed<MoveOf<Self>, ChanceOf<Self>>, ParseError>;

    /// Parses a token that is spelled canonically, as nearly all are; `None` sends it to
    /// [`parse`](Self::parse).
    ///
    /// A game that parses such tokens apart spares the referee's loop the larger type: on Clobber
    /// it then runs twice as fast.
    fn parse_canonical(token: &[u8]) -> Option<StepOf<Self>> {
        match Self::parse(token) {
            Ok(Parsed {
                step,
                spelling: Spelling::Canonical,
            }) => Some(step),
            _ => None,
        }
    }

    /// Appends the canonical token: ASCII without blanks.
    fn write(step: &StepOf<Self>, out: &mut String);

    /// Parses a position text (like FEN in chess); the game's module documents its grammar.
    ///
    /// # Errors
    /// The text is no position of this game.
    fn parse_position(text: &str) -> Result<Self::Position, ParseError>;

    /// Writes the position text that [`parse_position`](Self::parse_position) reads back.
    fn write_position(position: &Self::Position) -> String;

    /// Writes a chance outcome as [`MoveInput::chance`](super::MoveInput::chance) takes it.
    fn write_chance(_outcome: &ChanceOf<Self>) -> String {
        String::new()
    }

    /// Completes a token that a player wrote without its chance outcome (Box: `Ikv` and a tile);
    /// `None` if the two make no token.
    fn with_chance(_text: &str, _outcome: &str) -> Option<String> {
        None
    }

    /// Returns the lead-in token ([`GameInfo::lead_in`]) for a chance outcome (Box: the start tile
    /// lies where it always lies).
    fn lead_in_token(outcome: &str) -> String {
        outcome.to_owned()
    }
}
