//! The contest side of Turn Right: the dialogue between the jury and a bot.
//!
//! # Answers
//!
//! ```text
//! answer = square *("-" square)    square = "a".."f" "1".."6"
//! ```
//!
//! One square is a stone, several are the corners of a circuit, of which any may come first. A
//! square at which the path runs straight on is no corner: the list is illegal. The statement is
//! silent about blanks around the answer, which are allowed. The 36th stone is placed by the rules,
//! so no answer places it.

use super::{Position, TurnRight};
use crate::contract::{
    Actor, Contest, DialogueEnd, DialogueEvent, DialogueLine, Game, ParseError, Player,
    Position as _, Protocol, ProtocolError, Rules as _, Setup, play_script_token, script_start,
};

impl Contest for TurnRight {
    fn protocol(_setup: &Setup) -> Box<dyn Protocol> {
        Box::<TurnRightDialogue>::default()
    }
}

// The dialogue between the jury and a bot at CodeCup 2006.
//
// White first reads `Start`, Black first reads White's first stone. From then on each bot reads
// the opponent's move, spelled canonically, and writes its own. The last stone is never sent, so
// Black answers White's 18th stone with its first circuit. `x` reports that the opponent failed
// and the game is over; after the last circuit or a 3x3 square the jury sends nothing and the bot
// exits by itself.

/// The dialogue with one bot, and its seat once it is known.
#[derive(Debug, Default)]
struct TurnRightDialogue {
    seat: Option<Player>,
}

impl Protocol for TurnRightDialogue {
    fn on_jury_line(&mut self, line: &str) -> Result<Vec<DialogueEvent>, ProtocolError> {
        let line = line.trim();
        let seat = self.seat;
        if seat.is_none() && line == "Start" {
            self.seat = Some(Player::First);
            return Ok(vec![DialogueEvent::Seat(Player::First)]);
        }
        if line == "x" {
            return Ok(vec![DialogueEvent::OpponentFailed]);
        }
        if TurnRight::parse(line.as_bytes()).is_err() {
            let expected = match seat {
                None => "`Start` or White's first stone",
                Some(_) => "a stone, a circuit or `x`",
            };
            return ProtocolError::refuse(expected, line);
        }
        self.seat = seat.or(Some(Player::Second));
        let seat_event = seat
            .is_none()
            .then_some(DialogueEvent::Seat(Player::Second));
        Ok(seat_event
            .into_iter()
            .chain([DialogueEvent::token(line)])
            .collect())
    }

    fn on_bot_line(&mut self, line: &str) -> Result<Vec<DialogueEvent>, ProtocolError> {
        match self.seat {
            None => {
                ProtocolError::refuse("`Start` or White's first stone, read by the program", line)
            }
            Some(_) => Ok(vec![DialogueEvent::token(line.trim())]),
        }
    }

    fn awaits_bot(&self) -> bool {
        self.seat.is_some()
    }

    fn exits_unprompted(&self) -> bool {
        true
    }

    fn script(
        &self,
        setup: &Setup,
        tokens: &[&str],
        seat: Player,
        end: DialogueEnd,
    ) -> Result<Vec<DialogueLine>, ParseError> {
        script(setup, tokens, seat, end)
    }
}

/// Returns the lines of a whole game as the bot in `seat` reads and writes them.
fn script(
    setup: &Setup,
    tokens: &[&str],
    seat: Player,
    end: DialogueEnd,
) -> Result<Vec<DialogueLine>, ParseError> {
    let mut position = script_start::<TurnRight>(setup)?;
    if position != Position::START {
        let expected = "a game from the empty board, as the dialogue begins there";
        return Err(ParseError::new(b"", 0, expected));
    }
    let mut lines = Vec::new();
    if seat == Player::First {
        lines.push(DialogueLine::to_bot("Start"));
    }
    for token in tokens {
        let (actor, automatic) = (position.actor(), position.automatic_move());
        play_script_token::<TurnRight>(&mut position, token)?;
        if automatic.is_none() {
            let is_own = actor == Actor::Player(seat);
            lines.push(DialogueLine {
                to_bot: !is_own,
                text: (*token).to_owned(),
            });
        }
    }
    if end == DialogueEnd::OpponentFailed {
        lines.push(DialogueLine::to_bot("x"));
    }
    Ok(lines)
}
