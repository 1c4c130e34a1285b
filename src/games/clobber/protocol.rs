//! `CodinGame`'s dialogue: once the size and the colour; each turn the rows from the top, the
//! opponent's last action (`null` at first) and the number of legal moves; the bot answers with
//! a move and, after a blank, a message.

use super::position_text::{board, rows, side};
use super::{Clobber, Position};
use crate::contract::{
    DialogueEnd, DialogueEvent, DialogueLine, Game, ParseError, Player, Protocol, ProtocolError,
    Setup, play_step,
};

/// What the next line from the jury is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Size,
    Color,
    Row(u8),
    LastAction,
    Count,
}

/// One program's dialogue.
#[derive(Debug)]
pub(super) struct Dialogue {
    /// What is known beside what the jury says: a position to start from.
    setup: Setup,
    next: Next,
    size: u8,
    /// The rows of this turn, joined by `/`.
    rows: String,
    /// All of a turn was heard.
    asked: bool,
    side: Player,
    /// The first turn was heard.
    begun: bool,
}

impl Dialogue {
    pub(super) fn new(setup: &Setup) -> Self {
        Self {
            setup: setup.clone(),
            next: Next::Size,
            size: 8,
            rows: String::new(),
            asked: false,
            side: Player::First,
            begun: false,
        }
    }

    fn start(&self) -> Position {
        let size = self.size;
        let known = Clobber::start(&self.setup).ok();
        known
            .filter(|start| (start.width(), start.height()) == (size, size))
            .unwrap_or_else(|| Position::full(size.into(), size.into()))
    }

    /// The rows of the first turn are what the game's start and the last action lead to; or they
    /// are that start itself, and it is the action that cannot be.
    fn is_from_start(&self, rows: &str, action: &str) -> bool {
        let mut after = self.start();
        if board(&after) == rows {
            return true;
        }
        let step = Clobber::parse(action.as_bytes());
        let is_played = step.is_ok_and(|token| play_step(&mut after, &token.step).is_ok());
        is_played && board(&after) == rows
    }

    /// The position text of a board in the midst of a game; `None` if it cannot be: each move takes
    /// one stone of the other side.
    fn position(&self, rows: &str) -> Option<String> {
        let full = board(&self.start());
        let taken = |side: u8| {
            let count = |rows: &str| rows.bytes().filter(|stone| *stone == side).count();
            count(&full).checked_sub(count(rows))
        };
        let ahead = usize::from(self.side == Player::Second);
        let can_be = taken(b'b').is_some_and(|by_white| {
            taken(b'w').is_some_and(|by_black| by_white == by_black + ahead)
        });
        can_be.then(|| format!("{rows} {}", side(self.side)))
    }
}

impl Protocol for Dialogue {
    fn on_jury_line(&mut self, line: &str) -> Result<Vec<DialogueEvent>, ProtocolError> {
        let line = line.trim_end();
        let (next, events) = match self.next {
            Next::Size => {
                self.size = match line.parse() {
                    Ok(size @ 2..=10) => size,
                    _ => return ProtocolError::refuse("the size of the board, 2 to 10", line),
                };
                let size = |key| DialogueEvent::Setup(key, line.to_owned());
                (Next::Color, vec![size("width"), size("height")])
            }
            Next::Color => {
                self.side = match line {
                    "w" => Player::First,
                    "b" => Player::Second,
                    _ => return ProtocolError::refuse("the own colour, w or b", line),
                };
                (Next::Row(0), vec![DialogueEvent::Seat(self.side)])
            }
            Next::Row(row) => {
                let stones = line.bytes().all(|stone| b"wb.".contains(&stone));
                if !stones || line.len() != usize::from(self.size) {
                    return ProtocolError::refuse("a row of the board: w, b or .", line);
                }
                if row == 0 {
                    self.rows.clear();
                } else {
                    self.rows.push('/');
                }
                self.rows.push_str(line);
                let last = row + 1 == self.size;
                let next = if last {
                    Next::LastAction
                } else {
                    Next::Row(row + 1)
                };
                (next, Vec::new())
            }
            Next::LastAction => {
                let board = std::mem::take(&mut self.rows);
                let is_midst =
                    !std::mem::replace(&mut self.begun, true) && !self.is_from_start(&board, line);
                let midst = self.position(&board).filter(|_| is_midst);
                let from_start = || {
                    let token = (line != "null").then(|| DialogueEvent::token(line));
                    token
                        .into_iter()
                        .chain([DialogueEvent::Board(board)])
                        .collect()
                };
                let in_midst = |position| vec![DialogueEvent::Position(position)];
                let events = midst.map_or_else(from_start, in_midst);
                (Next::Count, events)
            }
            Next::Count if line.parse::<u32>().is_ok() => (Next::Row(0), Vec::new()),
            Next::Count => return ProtocolError::refuse("the number of legal moves", line),
        };
        self.asked = self.next == Next::Count;
        self.next = next;
        Ok(events)
    }

    fn on_bot_line(&mut self, line: &str) -> Result<Vec<DialogueEvent>, ProtocolError> {
        self.asked = false;
        let (word, message) = line.split_once(' ').unwrap_or((line, ""));
        let mut events = vec![DialogueEvent::token(word)];
        if !message.is_empty() {
            events.push(DialogueEvent::Message(message.to_owned()));
        }
        Ok(events)
    }

    fn awaits_bot(&self) -> bool {
        self.asked
    }

    fn script_until_turn(
        &self,
        setup: &Setup,
        tokens: &[&str],
        seat: Player,
        _deal: Option<&str>,
    ) -> Result<Vec<DialogueLine>, ParseError> {
        let (mut lines, position) = told(setup, tokens, seat)?;
        lines.extend(prompt(&position, tokens.last().copied().unwrap_or("null")));
        Ok(lines)
    }

    fn script(
        &self,
        setup: &Setup,
        tokens: &[&str],
        seat: Player,
        _end: DialogueEnd,
    ) -> Result<Vec<DialogueLine>, ParseError> {
        told(setup, tokens, seat).map(|(lines, _)| lines)
    }
}

/// The dialogue up to the last token of this seat, and the position after all tokens.
fn told(
    setup: &Setup,
    tokens: &[&str],
    seat: Player,
) -> Result<(Vec<DialogueLine>, Position), ParseError> {
    let no_start = |error: &dyn std::fmt::Display| {
        ParseError::new(b"", 0, format!("a setup that can be played ({error})"))
    };
    let mut position = Clobber::start(setup).map_err(|error| no_start(&error))?;
    if position.width() != position.height() {
        return Err(no_start(&"this contest's boards are square"));
    }
    let mut lines = vec![
        DialogueLine::to_bot(position.width().to_string()),
        DialogueLine::to_bot(side(seat)),
    ];
    let mut last = "null";
    for token in tokens {
        if position.to_move() == seat {
            lines.extend(prompt(&position, last));
            lines.push(DialogueLine::from_bot(*token));
        }
        let step = Clobber::parse(token.as_bytes())?.step;
        play_step(&mut position, &step)
            .map_err(|_| ParseError::new(token.as_bytes(), 0, "a legal move"))?;
        last = token;
    }
    Ok((lines, position))
}

fn prompt(position: &Position, last: &str) -> Vec<DialogueLine> {
    rows(position)
        .chain([last.to_owned(), position.count_moves().to_string()])
        .map(DialogueLine::to_bot)
        .collect()
}
