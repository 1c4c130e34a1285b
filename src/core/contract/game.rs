//! The core of a game: its notation, its plain data, and the type of its positions.

use super::{
    Fault, InputSpec, OpenSpielSpec, ParseError, Parsed, Player, Position, RankingKey, Rules,
    Setup, SetupError, SgfSpec, Spelling, Step,
};

/// The type of a game's moves.
pub type MoveOf<G> = <<G as Game>::Position as Rules>::Move;
/// The type of a game's chance outcomes.
pub type ChanceOf<G> = <<G as Game>::Position as Rules>::Chance;
/// The type of a game's steps: the content of one token.
pub type StepOf<G> = Step<MoveOf<G>, ChanceOf<G>>;

/// A game: its rules (through [`Position`]) and its notation.
///
/// This trait alone lets kifu validate, convert and replay a game. Optional abilities of a game are
/// separate traits, each implemented next to the code that it needs: [`Draw`](super::Draw),
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

    /// Parses one token, leniently; [`Parsed::spelling`] reports deviations.
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

    /// Returns a setup as one player knows it, without the secrets of the other (Box: the opponent's
    /// colour). A setup that cannot be read stays as it is.
    fn setup_known_to(setup: &Setup, _player: Player) -> Setup {
        setup.clone()
    }
}

// The plain data of a game: names, setup keys, contest facts.

/// The plain data of a game, from which help texts, tables and log readers are made.
///
/// Create it with [`GameInfo::new`] and override what differs:
///
/// ```
/// use kifu_core::contract::{GameInfo, RankingKey};
///
/// const INFO: &GameInfo = &GameInfo {
///     ranked_by: &[RankingKey::Wins],
///     ..GameInfo::new("hex", "Hex", "a club evening", ["Red", "Blue"])
/// };
/// assert_eq!(INFO.lead_in, 0);
/// ```
#[derive(Debug)]
pub struct GameInfo {
    /// The id used in records and on the command line: `turn-right`.
    pub id: &'static str,
    /// The display name: `Turn Right`.
    pub name: &'static str,
    /// The contest that the game comes from: `CodeCup 2006`.
    pub contest: &'static str,
    /// The names of the two sides, first player first: `["White", "Black"]`.
    pub sides: [&'static str; 2],
    /// The setup keys, each with its meaning and, in parentheses, its default.
    pub setup_keys: &'static [(&'static str, &'static str)],
    /// The source of the game's module, whose comment has the rules and the notation; see
    /// [`rules_text`](Self::rules_text).
    pub source: &'static str,
    /// The version of the rules; records name it when it is not 1.
    pub rules_version: u32,
    /// The number of tokens at the start of a record that are not plies (Box: 1, the start tile).
    pub lead_in: usize,
    /// Whether the jury plays on for a player who failed, so that the game runs to its end
    /// (Zuniq, Box); otherwise a fault ends the game.
    pub jury_plays_on: bool,
    /// The ply, from 1, that is made without asking the bot; see
    /// [`Position::automatic_move`].
    pub automatic_ply: Option<u32>,
    /// The keys by which the contest ranks players; each breaks the ties of the one before.
    pub ranked_by: &'static [RankingKey],
    /// The notation of the chance events, if there are any.
    pub chance: Option<&'static ChanceSpec>,
    /// The names of the columns that hold the [`extras`](Self::extras) in the contest's tables, in
    /// order.
    pub extra_columns: &'static [&'static str],
    /// The values that the contest lists next to the players, if there are any.
    pub extras: Option<&'static ExtrasSpec>,
    /// The contest's own spelling of moves, if it contains blanks or depends on the setup.
    pub spelling: Option<&'static SpellingSpec>,
    /// The setup of GTP (Go Text Protocol) programs, if such programs play the game.
    pub gtp: Option<GtpCommands>,
    /// The ids of the game's puzzles on CodinGame.
    pub codingame_ids: &'static [u32],
    /// The phrases with which CodinGame's referee reports a fault, each with that fault.
    pub referee_words: &'static [(&'static str, Fault)],
    /// The words with which a bot on CodinGame leaves its move to the referee.
    pub referees_choice: &'static [&'static str],
    /// Returns the move of one turn that a CodinGame replay shows apart from the bot's output, in
    /// the contest's spelling: taken from the viewer's commands (first) or the referee's text.
    pub shown_move: Option<fn(&str, &str) -> Option<String>>,
    /// The game's notation in the Smart Game Format, if it has one.
    pub sgf: Option<&'static SgfSpec>,
    /// The game's names and numbers in `OpenSpiel`, if that library has it.
    pub openspiel: Option<&'static OpenSpielSpec>,
    /// The input that a user interface must offer besides clicking squares.
    pub input: InputSpec,
    /// The features by which moves are counted, if there are any.
    pub move_features: Option<&'static MoveFeatureSpec>,
    /// The setup of games that measure engines, by key, if the default one leaves something open
    /// (Box: the secret colours).
    pub bench_setup: &'static [(&'static str, &'static str)],
}

impl GameInfo {
    /// Returns the data of a game with these names and defaults for everything else: no setup, no
    /// lead-in, ranking by contest points.
    pub const fn new(
        id: &'static str,
        name: &'static str,
        contest: &'static str,
        sides: [&'static str; 2],
    ) -> Self {
        Self {
            id,
            name,
            contest,
            sides,
            setup_keys: &[],
            source: "",
            rules_version: 1,
            lead_in: 0,
            jury_plays_on: false,
            automatic_ply: None,
            ranked_by: &[RankingKey::Points],
            chance: None,
            extra_columns: &[],
            extras: None,
            spelling: None,
            gtp: None,
            codingame_ids: &[],
            referee_words: &[],
            referees_choice: &[],
            shown_move: None,
            sgf: None,
            openspiel: None,
            input: InputSpec::SQUARES_ONLY,
            move_features: None,
            bench_setup: &[],
        }
    }

    /// Returns the rules, the notation, the setup and the position text in Markdown: the comment of
    /// the game's module, up to its example; empty if the game has no [`source`](Self::source).
    pub fn rules_text(&self) -> String {
        let lines = self
            .source
            .lines()
            .map_while(|line| line.strip_prefix("//!"));
        let text = lines.map(|line| line.strip_prefix(' ').unwrap_or(line));
        let text: Vec<&str> = text.take_while(|line| !line.starts_with("```")).collect();
        // Links of the documentation lead nowhere else.
        let text = text.join("\n").replace("[`", "`").replace("`]", "`");
        text.trim_end().to_owned()
    }
}

/// The notation of a game's chance events: tokens that name an outcome.
#[derive(Debug)]
pub struct ChanceSpec {
    /// A description of the outcomes that [`MoveInput::chance`](super::MoveInput::chance) accepts:
    /// `a tile: the digits 1 to 6, each once`.
    pub expected: &'static str,
    /// Completes a token that a player wrote without its chance outcome (Box: `Ikv` and a tile);
    /// `None` if the two do not make a token.
    pub with_chance: fn(&str, &str) -> Option<String>,
    /// Returns the lead-in token ([`GameInfo::lead_in`]) for a chance outcome (Box: the tile at the
    /// place of the start tile, which is fixed).
    pub lead_in_token: fn(&str) -> String,
}

/// The values that a contest's pages and tables list next to the players, such as the secret
/// colours of Box.
#[derive(Debug)]
pub struct ExtrasSpec {
    /// Converts the values (CodeCup's `[4, 1]`, `Color1,Color2`) to a setup; they are given in
    /// order, and empty if there are none.
    pub to_setup: fn(&[&str]) -> Result<Setup, SetupError>,
    /// Returns the values from which `to_setup` makes a setup; empty if there are none.
    pub from_setup: fn(&Setup) -> Vec<String>,
    /// Draws by lot what the jury decides before a game, unless the setup already contains it. The
    /// second argument, called with n, returns a random number from 0 to n - 1.
    pub draw_lots: fn(&mut Setup, &mut dyn FnMut(u32) -> u32),
}

/// A contest's own spelling of moves.
#[derive(Debug)]
pub struct SpellingSpec {
    /// Converts a spelling that contains blanks or depends on the setup (`4 4`) to a token; `None`
    /// if the text is not such a spelling.
    pub to_token: fn(&Setup, &str) -> Option<String>,
    /// Returns the spelling that the contest's logs always use for a canonical token. A record need
    /// not keep it.
    pub from_token: fn(&Setup, &str) -> Option<String>,
}

/// A function that returns the commands that prepare a GTP program for a game with a setup; `None`
/// if it cannot start from the setup.
///
/// The commands name the sides as in [`GameInfo::sides`] and write moves as canonical tokens.
pub type GtpCommands = fn(&Setup) -> Option<Vec<String>>;

/// The features of moves, by which the explorer counts them.
#[derive(Debug)]
pub struct MoveFeatureSpec {
    /// The names of the features.
    pub names: &'static [&'static str],
    /// Returns the index of the feature of a move by the move's number in
    /// [`Symmetric`](super::Symmetric).
    pub of_number: fn(u32) -> usize,
}
