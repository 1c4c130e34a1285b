use super::scene::{LastStep, Role, Scene, SceneItem, SceneOptions};
use super::{
    Claim, InputSpec, InputState, MoveEvent, MoveInput, ParseError, Parsed, Position, Protocol,
    ScoreChange, Setup, SetupError, Sgf, Spelling, Step,
};

/// How a board is drawn as text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextStyle {
    /// Box-drawing characters and symbols; otherwise plain ASCII.
    pub unicode: bool,
    /// ANSI colours (never the only thing that tells two sides apart).
    pub color: bool,
}

/// The move type of a game.
pub type MoveOf<G> = <<G as Game>::Position as Position>::Move;
/// The luck type of a game.
pub type ChanceOf<G> = <<G as Game>::Position as Position>::Chance;
/// What a token of a game holds.
pub type StepOf<G> = Step<MoveOf<G>, ChanceOf<G>>;

/// The static side of a rule book: names, setup, notation, protocol, picture.
pub trait Game: Sized + Send + Sync + 'static {
    /// What changes during the game.
    type Position: Position + Send + Sync + 'static;

    /// The id in records and on the command line: `turn-right`.
    const ID: &'static str;
    /// The name for people: `Turn Right`.
    const NAME: &'static str;
    /// Which contest it comes from: `CodeCup 2006`.
    const CONTEST: &'static str;
    /// What the two sides are called, first player first: `["White", "Black"]`.
    const SIDES: [&'static str; 2];
    /// The setup keys it knows, each with what it means and what stands without it.
    const SETUP: &'static [(&'static str, &'static str)];
    /// How many tokens at the start of `moves` are no player's ply (Box: 1, the start tile).
    const LEAD_IN: usize = 0;
    /// After a fault the jury plays on for the player who failed, so that the game runs to its
    /// end (Zuniq, Box); otherwise a fault ends the game.
    const JURY_PLAYS_ON: bool = false;
    /// What decides the order of a contest's table; the next where the one before is equal.
    const RANKED_BY: &'static [super::RankingKey] = &[super::RankingKey::Points];
    /// The ply, from 1, that is made without asking the program ([`Position::automatic`]).
    const AUTOMATIC_PLY: Option<u32> = None;
    /// Puzzle numbers under which CodinGame keeps it.
    const CODINGAME_IDS: &'static [u32] = &[];
    /// The columns in which a contest's table gives the [`extras`](Self::extras), in their order;
    /// empty where there are none.
    const EXTRAS: &'static [&'static str] = &[];
    /// How SGF, the format of Go players, writes it, if it does.
    const SGF: Option<&'static Sgf> = None;
    /// Words by which its referee on CodinGame tells of a fault, each with the fault.
    const REFEREE_WORDS: &'static [(&'static str, super::Fault)] = &[];
    /// What a bot writes on CodinGame to leave its move to the referee.
    const REFEREES_CHOICE: &'static [&'static str] = &[];
    /// The rules' version; records name it when it is not 1.
    const RULES_VERSION: u32 = 1;
    /// What moves made by hand need beside spots.
    const HAND: InputSpec = InputSpec::SQUARES_ONLY;

    /// The first position.
    ///
    /// # Errors
    /// A parameter that the game does not accept.
    fn start(setup: &Setup) -> Result<Self::Position, SetupError>;

    /// The setup from the values that a game page or table gives beside the players
    /// (CodeCup's `[4, 1]`, `Color1,Color2`), in their order; empty where there are none.
    ///
    /// # Errors
    /// Values that the game does not know.
    fn setup_from_extras(extras: &[&str]) -> Result<Setup, SetupError> {
        match extras.first() {
            None => Ok(Setup::default()),
            Some(found) => Err(SetupError {
                key: "extras".to_owned(),
                expected: "no values beside the players".to_owned(),
                found: (*found).to_owned(),
            }),
        }
    }

    /// The reverse of [`setup_from_extras`](Self::setup_from_extras); empty where nothing is said.
    fn extras(_setup: &Setup) -> Vec<String> {
        Vec::new()
    }

    /// Reads one token, leniently; [`Parsed::spelling`] tells what was forgiven. Knows no
    /// position: a token can be understood and illegal.
    ///
    /// # Errors
    /// The text is no token of this game.
    fn parse(token: &[u8]) -> Result<Parsed<MoveOf<Self>, ChanceOf<Self>>, ParseError>;

    /// Reads a token that is spelled canonically, as nearly all are; `None` sends it to
    /// [`read`](Self::read). A rule book that reads such tokens apart spares the referee's loop
    /// the larger type: on Clobber it then runs twice as fast.
    fn parse_canonical(token: &[u8]) -> Option<StepOf<Self>> {
        match Self::parse(token) {
            Ok(Parsed {
                step,
                spelling: Spelling::Canonical,
            }) => Some(step),
            _ => None,
        }
    }

    /// Appends the canonical token: no blanks, ASCII.
    fn write(step: &StepOf<Self>, out: &mut String);

    /// A contest's spelling of one move that holds blanks or depends on the setup (`4 4`), as the
    /// token that [`read`](Self::read) takes; `None` if it is no such spelling.
    fn respell(_setup: &Setup, _raw: &str) -> Option<String> {
        None
    }

    /// The reverse: how the contest's logs always write this canonical token, where that is not
    /// the token itself. A record need not keep it.
    fn contest_spelling(_setup: &Setup, _token: &str) -> Option<String> {
        None
    }

    /// The move of one turn that CodinGame's replay shows apart from the bot's output, in the
    /// contest's spelling: in the viewer's commands (`view`) or in the referee's words.
    fn shown_move(_view: &str, _words: &str) -> Option<String> {
        None
    }

    /// Reads a position text (as FEN in chess); its grammar stands in the game's documentation.
    ///
    /// # Errors
    /// The text is no position of this game.
    fn parse_position(text: &str) -> Result<Self::Position, ParseError>;

    /// Writes the position text that [`read_position`](Self::read_position) reads back.
    fn write_position(position: &Self::Position) -> String;

    /// The board as text, several lines, each ended by a line feed. `last` is the act that led
    /// here, to be marked. Without the score line and the players, which all games have alike.
    fn text_board(
        position: &Self::Position,
        last: Option<&StepOf<Self>>,
        style: TextStyle,
    ) -> String;

    /// The board as a picture: shapes with roles, in board units. `last` is the act that led here,
    /// to be marked, with the position before it. Without the players' names, the score line and
    /// what is said of the game as a whole, which all games have alike.
    fn scene(
        position: &Self::Position,
        last: Option<LastStep<'_, Self>>,
        view: SceneOptions,
    ) -> Scene;

    /// What a person's picks on the board of [`scene`](Self::scene) mean. Any picks are taken,
    /// nonsense too. A game without this takes typed moves only.
    fn interpret_input(
        _position: &Self::Position,
        _picks: &MoveInput<'_>,
        _view: SceneOptions,
    ) -> InputState {
        InputState::default()
    }

    /// A move, drawn over the picture of the position in which it is or would be made. The `role`
    /// is [`Role::Preview`], or [`Role::Bad`] for a failed attempt, which is drawn although it is
    /// illegal and so that it looks refused without its colour, too.
    fn preview(
        _position: &Self::Position,
        _step: &StepOf<Self>,
        _role: Role,
        _view: SceneOptions,
    ) -> Vec<SceneItem> {
        Vec::new()
    }

    /// What a step that is legal in `before` does of which a list of moves should tell; `None`
    /// for a step like any other.
    fn move_event(_before: &Self::Position, _step: &StepOf<Self>) -> Option<MoveEvent> {
        None
    }

    /// What is worth saying of a spot beyond its label: what counts there and how much. Secrets
    /// are told as the view says.
    fn describe_square(
        _position: &Self::Position,
        _spot: &str,
        _view: SceneOptions,
    ) -> Option<String> {
        None
    }

    /// What counts for a player and comes or goes with a step that is legal in `before`, as far
    /// as both players' secrets are known: whoever shows it to one of them leaves out what
    /// belongs to the other.
    fn score_changes(_before: &Self::Position, _step: &StepOf<Self>) -> Vec<ScoreChange> {
        Vec::new()
    }

    /// Why a move is worse than another, as far as the board shows it: what it allows or spoils,
    /// and what the better one does. Each reason is short, true whatever an engine thinks, and
    /// found by the rules alone; the one that says most comes first.
    ///
    /// `played` is the move and what is thought to follow it, `better` the same of the better one,
    /// both from `before`, where luck has dealt. The first of each is legal, and each after it;
    /// either may end after the first.
    fn reasons(
        _before: &Self::Position,
        _played: &[MoveOf<Self>],
        _better: &[MoveOf<Self>],
    ) -> Vec<String> {
        Vec::new()
    }

    /// What a claim of the win beside this move is worth, and whether the move makes one; `None`
    /// in a game without claims, and where a claim of the player stands already.
    fn claim(_before: &Self::Position, _mv: &MoveOf<Self>) -> Option<Claim> {
        None
    }

    /// What luck may deal now, as [`Picks::deal`] takes it, all equally likely; empty where luck
    /// is not due.
    fn chance_outcomes(_position: &Self::Position) -> Vec<String> {
        Vec::new()
    }

    /// What luck deals, as [`Picks::deal`] takes it.
    fn write_chance(_luck: &ChanceOf<Self>) -> String {
        String::new()
    }

    /// The token of a lead-in ([`LEAD_IN`](Self::LEAD_IN)) in which luck dealt this (Box: the
    /// start tile lies where it always lies).
    fn lead_in_token(deal: &str) -> String {
        deal.to_owned()
    }

    /// What the jury draws by lot before a game (Box: the secret colours), put into the setup
    /// where that does not say it. `below` gives a random number from 0 to below its argument.
    fn draw_lots(_setup: &mut Setup, _below: &mut dyn FnMut(u32) -> u32) {}

    /// What a program that speaks GTP, the protocol of Go programs, is told before a game with
    /// this setup; `None` if such programs do not play it. They call the sides
    /// [`SIDES`](Self::SIDES) and write moves as canonical tokens.
    fn gtp(_setup: &Setup) -> Option<Vec<String>> {
        None
    }

    /// A token without luck's part, as a player writes it to the jury, made whole with what luck
    /// deals (Box: `Ikv` with a tile); `None` if these make no token.
    fn with_chance(_text: &str, _deal: &str) -> Option<String> {
        None
    }

    /// The contest's dialogue for one seat, at its beginning.
    fn protocol(setup: &Setup) -> Box<dyn Protocol>;
}
