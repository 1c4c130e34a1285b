//! The core of a game: its notation, its plain data, and the type of its positions.

use super::{GameInfo, ParseError, Parsed, Position, Rules, Setup, SetupError, Spelling, Step};

/// The type of a game's moves.
pub type MoveOf<G> = <<G as Game>::Position as Rules>::Move;
/// The type of a game's chance outcomes.
pub type ChanceOf<G> = <<G as Game>::Position as Rules>::Chance;
/// The type of a game's steps: the content of one token.
pub type StepOf<G> = Step<MoveOf<G>, ChanceOf<G>>;

/// A game: its rules (through [`Position`]) and its notation.
///
/// This trait alone lets kifu validate, convert and replay a game. What more a game can do are
/// traits of their own, each implemented next to the code that it needs: [`Draw`](super::Draw),
/// [`Input`](super::Input), [`Explain`](super::Explain), [`Contest`](super::Contest) and
/// [`HasEngine`](crate::search::HasEngine).
///
/// ```
/// use kifu_core::contract::{Game, Position, Rules, Setup, Spelling};
/// use kifu_core::games::clobber::Clobber;
///
/// let mut position = Clobber::start(&Setup::default())?;
/// let parsed = Clobber::parse(b"b1a1")?;
/// assert_eq!(parsed.spelling, Spelling::Canonical);
/// let mv = parsed.step.mv.expect("every token of this game is a move");
/// assert!(position.play(&mv).is_ok());
/// assert!(position.play(&mv).is_err(), "there is no stone on b1 any more");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Game: Sized + Send + Sync + 'static {
    /// The state of a game in progress.
    type Position: Position + Send + Sync + 'static;

    /// The plain data of the game: names, setup keys, contest facts.
    const INFO: &'static GameInfo;

    /// Returns the first position.
    ///
    /// # Errors
    /// Returns an error if the game does not accept one of the parameters.
    fn start(setup: &Setup) -> Result<Self::Position, SetupError>;

    /// Parses one token, leniently; [`Parsed::spelling`] tells what was forgiven.
    ///
    /// No position is involved, so a token that parses may be illegal.
    ///
    /// # Errors
    /// Returns an error if the text is not a token of this game.
    fn parse(token: &[u8]) -> Result<Parsed<MoveOf<Self>, ChanceOf<Self>>, ParseError>;

    /// Parses a token that is spelled canonically, as nearly all are; `None` leaves it to
    /// [`parse`](Self::parse).
    ///
    /// A game that parses such tokens separately spares the referee's loop the larger return type:
    /// on Clobber it then runs twice as fast.
    fn parse_canonical(token: &[u8]) -> Option<StepOf<Self>> {
        match Self::parse(token) {
            Ok(Parsed {
                step,
                spelling: Spelling::Canonical,
            }) => Some(step),
            _ => None,
        }
    }

    /// Appends the canonical token of a step to `out`: ASCII without blanks.
    fn write(step: &StepOf<Self>, out: &mut String);

    /// Parses a position text (comparable to FEN in chess); the game's module documents its
    /// grammar.
    ///
    /// # Errors
    /// Returns an error if the text is not a position of this game.
    fn parse_position(text: &str) -> Result<Self::Position, ParseError>;

    /// Writes the position text that [`parse_position`](Self::parse_position) reads back.
    fn write_position(position: &Self::Position) -> String;

    /// Returns the setup of a game that starts from a position, and its lead-in token if the
    /// position determines that.
    fn setup_at(position: &Self::Position) -> (Setup, Option<String>) {
        let mut setup = Setup::default();
        setup.set("position", Self::write_position(position));
        (setup, None)
    }

    /// Writes a chance outcome as [`MoveInput::chance`](super::MoveInput::chance) takes it.
    fn write_chance(_outcome: &ChanceOf<Self>) -> String {
        String::new()
    }

    /// Completes a token that a player wrote without its chance outcome (Box: `Ikv` and a tile).
    ///
    /// Returns `None` if the two do not make a token.
    fn with_chance(_text: &str, _outcome: &str) -> Option<String> {
        None
    }

    /// Returns the lead-in token ([`GameInfo::lead_in`]) for a chance outcome.
    ///
    /// The default is the outcome itself; Box adds the place of the start tile, which is fixed.
    fn lead_in_token(outcome: &str) -> String {
        outcome.to_owned()
    }
}
