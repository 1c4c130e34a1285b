//! CodeCup's dialogue: White reads `Start`, then each program reads the opponent's moves, without
//! `!`, and answers with its own; `Quit` ends it.

use super::{Position, Zuniq};
use crate::contract::{
    DialogueEnd, DialogueEvent, DialogueLine, Game, ParseError, Player, Protocol, ProtocolError,
    Setup, play_step,
};

/// What may come next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Next {
    /// The first line, which tells the seat.
    #[default]
    First,
    /// The program's move.
    Own,
    /// The opponent's move.
    Opponent,
    /// Nothing: the jury said `Quit`.
    Nothing,
}

/// One program's dialogue.
#[derive(Debug, Default)]
pub(super) struct Dialogue {
    next: Next,
}

impl Protocol for Dialogue {
    fn on_jury_line(&mut self, line: &str) -> Result<Vec<DialogueEvent>, ProtocolError> {
        let line = line.trim();
        let is_move = Zuniq::parse(line.as_bytes()).is_ok();
        let (next, events) = match (self.next, line) {
            (Next::Nothing, _) => return ProtocolError::refuse("nothing after Quit", line),
            (_, "Quit") => (Next::Nothing, vec![DialogueEvent::Over]),
            (Next::First, "Start") => (Next::Own, vec![DialogueEvent::Seat(Player::First)]),
            (Next::First, _) if is_move => {
                let seat = DialogueEvent::Seat(Player::Second);
                (Next::Own, vec![seat, token(line, None)])
            }
            (Next::Opponent, _) if is_move => (Next::Own, vec![token(line, None)]),
            (Next::First, _) => {
                return ProtocolError::refuse("Start, or White's first move like A2h", line);
            }
            (Next::Opponent, _) => {
                return ProtocolError::refuse("the opponent's move like A2h, or Quit", line);
            }
            (Next::Own, _) => {
                return ProtocolError::refuse("the program's own move, or Quit", line);
            }
        };
        self.next = next;
        Ok(events)
    }

    /// What the program writes is judged later, so any word may be its move.
    fn on_bot_line(&mut self, line: &str) -> Result<Vec<DialogueEvent>, ProtocolError> {
        let said = line.trim();
        let word: String = said.split_whitespace().collect();
        match self.next {
            Next::First => return ProtocolError::refuse("the jury's first line", line),
            Next::Opponent => return ProtocolError::refuse("the opponent's move", line),
            Next::Nothing => return ProtocolError::refuse("nothing after Quit", line),
            Next::Own if word.is_empty() => {
                return ProtocolError::refuse("a move like A2h or A2h!", line);
            }
            Next::Own => self.next = Next::Opponent,
        }
        let raw = (word != said).then_some(said);
        Ok(vec![token(&word, raw)])
    }

    fn awaits_bot(&self) -> bool {
        self.next == Next::Own
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
        let own = position.to_act() == seat;
        let step = Zuniq::parse(token.as_bytes())?.step;
        play_step(&mut position, &step)
            .map_err(|_| ParseError::new(token.as_bytes(), 0, "a legal move"))?;
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

fn token(word: &str, raw: Option<&str>) -> DialogueEvent {
    DialogueEvent::Token {
        token: word.to_owned(),
        raw: raw.map(str::to_owned),
    }
}
