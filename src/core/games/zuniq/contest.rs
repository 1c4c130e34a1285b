//! The CodeCup contest: the dialogue between the jury and a bot.
//!
//! # Answers
//!
//! ```text
//! answer = row column direction ["!"]    "A".."F", "1".."6", "h" | "v"
//! ```
//!
//! A `!` claims the win. Other capital and small letters are illegal. The statement is silent about
//! blanks, which are allowed around the answer and within it (`A1h !`).

use super::{Move, Position, Zuniq};
use crate::contract::{
    Answer, AnswerError, Contest, DialogueEnd, DialogueEvent, DialogueLine, Game, ParseError,
    Player, Protocol, ProtocolError, Setup, parse_bare_move, play_script_token,
};

impl Contest for Zuniq {
    fn protocol(_setup: &Setup) -> Box<dyn Protocol> {
        Box::<ZuniqDialogue>::default()
    }

    fn parse_answer(_setup: &Setup, line: &str) -> Result<Answer<Move>, AnswerError> {
        let text = line.trim();
        let word = without_blanks(text);
        if word.is_empty() {
            return Ok(ProtocolError::refuse(EXPECTED_ANSWER, line)?);
        }
        let parsed = parse_bare_move::<Self>(&word).map_err(|error| {
            // The message shows the text as it was written.
            match (&error, parse_bare_move::<Self>(text)) {
                (AnswerError::Unreadable(_), Err(as_written)) if word != text => as_written,
                _ => error,
            }
        });
        Ok(Answer::from_move(parsed?, text))
    }
}

/// The form of an answer, for messages.
const EXPECTED_ANSWER: &str = "a move like A2h or A2h!";

fn without_blanks(text: &str) -> String {
    text.split_whitespace().collect()
}

// The dialogue between CodeCup's jury and a bot.
//
// White reads `Start`. Each bot then reads the opponent's moves, without `!`, and answers with its
// own; `Quit` ends the dialogue.

/// The next line expected in the dialogue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ExpectedLine {
    /// The first line, which determines the seat.
    #[default]
    First,
    /// The bot's move.
    OwnMove,
    /// The opponent's move.
    OpponentMove,
    /// Nothing, because the jury has sent `Quit`.
    Nothing,
}

/// The state of one bot's dialogue.
#[derive(Debug, Default)]
struct ZuniqDialogue {
    expected: ExpectedLine,
}

impl Protocol for ZuniqDialogue {
    fn on_jury_line(&mut self, line: &str) -> Result<Vec<DialogueEvent>, ProtocolError> {
        let line = line.trim();
        let is_move = Zuniq::parse(line.as_bytes()).is_ok();
        let (next, events) = match (self.expected, line) {
            (ExpectedLine::Nothing, _) => return ProtocolError::refuse("nothing after Quit", line),
            (_, "Quit") => (ExpectedLine::Nothing, vec![DialogueEvent::Over]),
            (ExpectedLine::First, "Start") => (
                ExpectedLine::OwnMove,
                vec![DialogueEvent::Seat(Player::First)],
            ),
            (ExpectedLine::First, _) if is_move => {
                let seat = DialogueEvent::Seat(Player::Second);
                (ExpectedLine::OwnMove, vec![seat, token_event(line, None)])
            }
            (ExpectedLine::OpponentMove, _) if is_move => {
                (ExpectedLine::OwnMove, vec![token_event(line, None)])
            }
            (ExpectedLine::First, _) => {
                return ProtocolError::refuse("Start, or White's first move like A2h", line);
            }
            (ExpectedLine::OpponentMove, _) => {
                return ProtocolError::refuse("the opponent's move like A2h, or Quit", line);
            }
            (ExpectedLine::OwnMove, _) => {
                return ProtocolError::refuse("the program's own move, or Quit", line);
            }
        };
        self.expected = next;
        Ok(events)
    }

    /// Accepts any word as the bot's move, because legality is judged later.
    fn on_bot_line(&mut self, line: &str) -> Result<Vec<DialogueEvent>, ProtocolError> {
        let text = line.trim();
        let word = without_blanks(text);
        match self.expected {
            ExpectedLine::First => return ProtocolError::refuse("the jury's first line", line),
            ExpectedLine::OpponentMove => {
                return ProtocolError::refuse("the opponent's move", line);
            }
            ExpectedLine::Nothing => return ProtocolError::refuse("nothing after Quit", line),
            ExpectedLine::OwnMove if word.is_empty() => {
                return ProtocolError::refuse(EXPECTED_ANSWER, line);
            }
            ExpectedLine::OwnMove => self.expected = ExpectedLine::OpponentMove,
        }
        let raw = (word != text).then_some(text);
        Ok(vec![token_event(&word, raw)])
    }

    fn awaits_bot(&self) -> bool {
        self.expected == ExpectedLine::OwnMove
    }

    /// Returns the move without a claim, which is between the bot and the jury.
    fn passed_on(&self, token: &str) -> String {
        token.trim_end_matches('!').to_owned()
    }

    fn script(
        &self,
        setup: &Setup,
        tokens: &[&str],
        seat: Player,
        end: DialogueEnd,
    ) -> Result<Vec<DialogueLine>, ParseError> {
        let empty = Zuniq::start(setup).is_ok_and(|start| start == Position::EMPTY);
        if !empty {
            let expected = "the empty board, with which this contest's games start";
            return Err(ParseError::new(b"", 0, expected));
        }
        script(tokens, seat, end)
    }
}

fn script(
    tokens: &[&str],
    seat: Player,
    end: DialogueEnd,
) -> Result<Vec<DialogueLine>, ParseError> {
    let mut position = Position::EMPTY;
    let mut lines = Vec::with_capacity(tokens.len() + 2);
    if seat == Player::First {
        lines.push(DialogueLine::to_bot("Start"));
    }
    for token in tokens {
        let is_own_turn = position.to_move() == seat;
        play_script_token::<Zuniq>(&mut position, token)?;
        lines.push(if is_own_turn {
            DialogueLine::from_bot(*token)
        } else {
            DialogueLine::to_bot(token.trim_end_matches('!'))
        });
    }
    if end != DialogueEnd::Open {
        lines.push(DialogueLine::to_bot("Quit"));
    }
    Ok(lines)
}

fn token_event(word: &str, raw: Option<&str>) -> DialogueEvent {
    DialogueEvent::Token {
        token: word.to_owned(),
        raw: raw.map(str::to_owned),
    }
}
