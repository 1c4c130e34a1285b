//! CodeCup's dialogue of 2006: White reads `Start`, Black White's first stone; then each reads
//! what the opponent made, spelled canonically, and writes its own act. The last stone is never
//! sent, so Black answers White's 18th with its first circuit. `x` says that the game is over by
//! a fault; after the last circuit or a 3x3 square nothing is said, the program stops by itself.

use super::super::{Position, TurnRight};
use crate::contract::{
    Actor, DialogueEnd, DialogueEvent, DialogueLine, Game, ParseError, Player, Position as _,
    Protocol, ProtocolError, Rules as _, Setup, play_script_token, script_start,
};

/// One program's dialogue.
#[derive(Debug, Default)]
pub(in super::super) struct TurnRightDialogue {
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
        let seated = seat
            .is_none()
            .then_some(DialogueEvent::Seat(Player::Second));
        Ok(seated
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
            let own = actor == Actor::Player(seat);
            lines.push(DialogueLine {
                to_bot: !own,
                text: (*token).to_owned(),
            });
        }
    }
    if end == DialogueEnd::OpponentFailed {
        lines.push(DialogueLine::to_bot("x"));
    }
    Ok(lines)
}
