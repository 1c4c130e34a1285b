//! The contest's dialogue with one seat: what is new to it each turn.

use super::{BotFault, MoveAnswer, TurnContext};
use crate::contract::{
    DialogueEnd, DialogueEvent, DialogueLine, ParseError, Player, Protocol, Setup,
};
use crate::games::DynGame;

/// The dialogue with one seat.
pub(super) struct BotDialogue {
    pub protocol: Box<dyn Protocol>,
    seat: Player,
    /// So many lines of the dialogue have been.
    sent_lines: usize,
}

impl BotDialogue {
    pub fn new(book: &dyn DynGame, setup: &Setup, seat: Player) -> Self {
        Self {
            protocol: book.protocol(setup),
            seat,
            sent_lines: 0,
        }
    }

    /// What is new up to the question. A dialogue that begins in the middle of a game has lines
    /// of this seat among them.
    pub fn new_lines(&mut self, turn: &TurnContext<'_>) -> Result<Vec<DialogueLine>, ParseError> {
        let mut lines = self.protocol.script_until_turn(
            turn.setup,
            &turn.token_strs(),
            self.seat,
            turn.chance,
        )?;
        let fresh = lines.split_off(self.sent_lines.min(lines.len()));
        // The answer will stand there, too.
        self.sent_lines = lines.len() + fresh.len() + 1;
        Ok(fresh)
    }

    /// The answer was refused and is no part of the dialogue.
    pub fn on_move_refused(&mut self) {
        self.sent_lines = self.sent_lines.saturating_sub(1);
    }

    /// What is new up to the end, and how the jury takes leave. Whom it never asked it tells
    /// nothing but that.
    pub fn closing_lines(
        &self,
        turn: &TurnContext<'_>,
        end: DialogueEnd,
        asked: bool,
    ) -> Vec<DialogueLine> {
        let words = turn.token_strs();
        let script = |end| {
            let lines = self.protocol.script(turn.setup, &words, self.seat, end);
            lines.unwrap_or_default()
        };
        let (body, mut whole) = (script(DialogueEnd::Open), script(end));
        let leave = whole.split_off(body.len().min(whole.len()));
        if !asked && (leave.is_empty() || body.iter().any(|line| !line.to_bot)) {
            return Vec::new();
        }
        let news = body.into_iter().skip(self.sent_lines);
        news.chain(leave).filter(|line| line.to_bot).collect()
    }

    /// What a line of the player says.
    pub fn parse_answer(&mut self, line: &str) -> Result<MoveAnswer, BotFault> {
        let said = self.protocol.on_bot_line(line);
        let events = said.map_err(|bad| BotFault::unreadable(line.as_bytes(), bad.to_string()))?;
        let mut answer = MoveAnswer {
            token: String::new(),
            line: line.to_owned(),
            message: String::new(),
        };
        for event in events {
            match event {
                DialogueEvent::Token { token, .. } => answer.token = token,
                DialogueEvent::Message(message) => answer.message = message,
                _ => {}
            }
        }
        Ok(answer)
    }
}

/// A dialogue that begins in the middle of a game for a program that was not there: the first
/// lines, which tell its seat and the setup, and the question. `None` if the question does not
/// show the board, so that the program could not know it.
pub(super) fn mid_game_dialogue(
    lines: &[DialogueLine],
    mut fresh: Box<dyn Protocol>,
) -> Option<Vec<DialogueLine>> {
    let last_own = lines.iter().rposition(|line| !line.to_bot);
    let question = last_own.map_or(0, |at| at + 1);
    let mut greeting = 0;
    let mut shows_board = false;
    for (at, line) in lines.iter().enumerate() {
        let events = if line.to_bot {
            fresh.on_jury_line(&line.text)
        } else {
            fresh.on_bot_line(&line.text)
        };
        for event in events.unwrap_or_default() {
            match event {
                DialogueEvent::Seat(_) | DialogueEvent::Setup(..) => greeting = at + 1,
                DialogueEvent::Board(_) if at >= question => shows_board = true,
                _ => {}
            }
        }
    }
    let first = lines.iter().take(greeting);
    let last = lines.iter().skip(question.max(greeting));
    shows_board.then(|| first.chain(last).cloned().collect())
}

/// Whether a program in this seat is shown the board after these tokens.
pub(in crate::arena) fn shows_board(book: &dyn DynGame, tokens: &[String], seat: Player) -> bool {
    let setup = Setup::default();
    let words: Vec<&str> = tokens.iter().map(String::as_str).collect();
    let asked = book
        .protocol(&setup)
        .script_until_turn(&setup, &words, seat, None);
    asked.is_ok_and(|lines| mid_game_dialogue(&lines, book.protocol(&setup)).is_some())
}
