use super::{Player, Setup};

/// One line between the jury and a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DialogueLine {
    /// The jury writes and the program reads; otherwise the reverse.
    pub to_bot: bool,
    /// The line without its line feed.
    pub text: String,
}

impl DialogueLine {
    /// A line that the program reads.
    pub fn to_bot(text: impl Into<String>) -> Self {
        Self {
            to_bot: true,
            text: text.into(),
        }
    }

    /// A line that the program writes.
    pub fn from_bot(text: impl Into<String>) -> Self {
        Self {
            to_bot: false,
            text: text.into(),
        }
    }
}

/// What a line of a dialogue tells about the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DialogueEvent {
    /// Which side the program plays.
    Seat(Player),
    /// A parameter of the setup.
    Setup(&'static str, String),
    /// The next token of the game, spelled so that the game's `read` takes it. `raw` is what the
    /// bot or the jury wrote, where that is not the token itself.
    Token {
        /// The token.
        token: String,
        /// What stands in the dialogue, if it differs.
        raw: Option<String>,
    },
    /// What luck deals to the program that listens, as a token of its own (Box: the own tile); the
    /// token of its move follows.
    Chance(String),
    /// The board as the jury shows it, spelled as the first word of the game's position text.
    Board(String),
    /// The position at the program's first turn, as position text, where the moves that it was told
    /// do not lead to what the jury shows: the game did not begin at its start. It stands for all
    /// moves till then.
    Position(String),
    /// What the bot says beside its move (CodinGame: after the first blank).
    Message(String),
    /// The jury says that the game is over.
    Over,
    /// The jury says that the opponent failed.
    OpponentFailed,
}

impl DialogueEvent {
    /// A token that stands in the dialogue as it is.
    pub fn token(word: impl Into<String>) -> Self {
        Self::Token {
            token: word.into(),
            raw: None,
        }
    }
}

/// A line that does not fit into the dialogue.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}, found `{found}`")]
pub struct ProtocolError {
    /// What could stand there ("the own colour, 1 to 6").
    pub expected: String,
    /// What stands there.
    pub found: String,
}

impl ProtocolError {
    /// The refusal of a line.
    ///
    /// # Errors
    /// Always: it is one.
    pub fn refuse<T>(expected: impl Into<String>, found: &str) -> Result<T, Self> {
        Err(Self {
            expected: expected.into(),
            found: found.to_owned(),
        })
    }
}

/// A contest's dialogue with one program: read line by line, or written from a game.
///
/// The reading side is a state machine: feed it every line in order. It knows no position; the
/// tokens are judged later.
pub trait Protocol: Send {
    /// A line that the program reads.
    ///
    /// # Errors
    /// The line cannot stand here.
    fn on_jury_line(&mut self, line: &str) -> Result<Vec<DialogueEvent>, ProtocolError>;

    /// A line that the program writes.
    ///
    /// # Errors
    /// The line cannot stand here.
    fn on_bot_line(&mut self, line: &str) -> Result<Vec<DialogueEvent>, ProtocolError>;

    /// Whether the jury has said all that it says before it waits for the program; only a living
    /// program asks. The rules must tell, too, that its turn has come: where the dialogue alone
    /// cannot, this is true at any time.
    fn awaits_bot(&self) -> bool;

    /// The line that the program writes to make the act of a canonical token.
    fn move_line(&self, token: &str) -> String {
        token.to_owned()
    }

    /// Whether the program ends by itself when the game is over, for nobody tells it.
    fn exits_unprompted(&self) -> bool {
        false
    }

    /// The dialogue up to the question to the program in `seat`, whose turn it is after these
    /// tokens; `deal` is what luck dealt it for its act
    /// ([`Game::write_luck`](super::Game::write_luck)). The default suits a dialogue in which the
    /// opponent's move is all the question there is.
    ///
    /// # Errors
    /// As [`script`](Self::script).
    fn script_until_turn(
        &self,
        setup: &Setup,
        tokens: &[&str],
        seat: Player,
        _deal: Option<&str>,
    ) -> Result<Vec<DialogueLine>, super::ParseError> {
        self.script(setup, tokens, seat, DialogueEnd::Open)
    }

    /// The whole dialogue of the program in `seat` for a game with these canonical tokens, from
    /// the first line to what the jury says at the `end`.
    ///
    /// # Errors
    /// A token that is illegal where it stands, or a setup that does not fit.
    fn script(
        &self,
        setup: &Setup,
        tokens: &[&str],
        seat: Player,
        end: DialogueEnd,
    ) -> Result<Vec<DialogueLine>, super::ParseError>;
}

/// How a dialogue ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DialogueEnd {
    /// It stops in the middle.
    Open,
    /// The game ran to its end.
    Over,
    /// The opponent failed.
    OpponentFailed,
}

/// The dialogue of a game without a contest: the first player is told `start`, and each player is
/// told the other's tokens and writes their own.
#[derive(Clone, Copy, Debug, Default)]
pub struct TokenProtocol {
    has_started: bool,
}

impl Protocol for TokenProtocol {
    fn on_jury_line(&mut self, line: &str) -> Result<Vec<DialogueEvent>, ProtocolError> {
        let is_first_line = !std::mem::replace(&mut self.has_started, true);
        Ok(match line {
            "start" if is_first_line => vec![DialogueEvent::Seat(Player::First)],
            _ if is_first_line => vec![
                DialogueEvent::Seat(Player::Second),
                DialogueEvent::token(line),
            ],
            _ => vec![DialogueEvent::token(line)],
        })
    }

    fn on_bot_line(&mut self, line: &str) -> Result<Vec<DialogueEvent>, ProtocolError> {
        Ok(vec![DialogueEvent::token(line)])
    }

    fn awaits_bot(&self) -> bool {
        self.has_started
    }

    fn exits_unprompted(&self) -> bool {
        true
    }

    fn script(
        &self,
        _setup: &Setup,
        tokens: &[&str],
        seat: Player,
        _end: DialogueEnd,
    ) -> Result<Vec<DialogueLine>, super::ParseError> {
        let start = (seat == Player::First).then(|| DialogueLine::to_bot("start"));
        let line = |(index, token): (usize, &&str)| DialogueLine {
            to_bot: index % 2 != seat.index(),
            text: (*token).to_owned(),
        };
        let moves = tokens.iter().enumerate().map(line);
        Ok(start.into_iter().chain(moves).collect())
    }
}
