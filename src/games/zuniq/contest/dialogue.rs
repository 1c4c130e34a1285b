//! CodeCup's dialogue: White reads `Start`, then each program reads the opponent's moves, without
//! `!`, and answers with its own; `Quit` ends it.

use super::super::{Position, Zuniq};
use crate::contract::{
    DialogueEnd, DialogueEvent, DialogueLine, Game, ParseError, Player, Protocol, ProtocolError,
    Setup, play_script_token,
};

/// What may come next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ExpectedLine {
    /// The first line, which tells the seat.
    #[default]
    First,
    /// The program's move.
    OwnMove,
    /// The opponent's move.
    OpponentMove,
    /// Nothing: the jury said `Quit`.
    Nothing,
}

/// One program's dialogue.
#[derive(Debug, Default)]
pub(in super::super) struct ZuniqDialogue {
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

    /// What the program writes is judged later, so any word may be its move.
    fn on_bot_line(&mut self, line: &str) -> Result<Vec<DialogueEvent>, ProtocolError> {
        let said = line.trim();
        let word: String = said.split_whitespace().collect();
        match self.expected {
            ExpectedLine::First => return ProtocolError::refuse("the jury's first line", line),
            ExpectedLine::OpponentMove => {
                return ProtocolError::refuse("the opponent's move", line);
            }
            ExpectedLine::Nothing => return ProtocolError::refuse("nothing after Quit", line),
            ExpectedLine::OwnMove if word.is_empty() => {
                return ProtocolError::refuse("a move like A2h or A2h!", line);
            }
            ExpectedLine::OwnMove => self.expected = ExpectedLine::OpponentMove,
        }
        let raw = (word != said).then_some(said);
        Ok(vec![token_event(&word, raw)])
    }

    fn awaits_bot(&self) -> bool {
        self.expected == ExpectedLine::OwnMove
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
        let own = position.to_move() == seat;
        play_script_token::<Zuniq>(&mut position, token)?;
        lines.push(if own {
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
