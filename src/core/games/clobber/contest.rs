//! The `CodinGame` contest: the dialogue with a bot, and the referee's texts in replays.
//!
//! # Answers
//!
//! ```text
//! answer = ("random" | square square *char) [" " message]
//! ```
//!
//! The first blank ends the move. A word that starts with a legal move is that move, and small
//! letters matter. At `random` the referee draws one of the legal moves.

use super::moves::Move;
use super::position_text::{row_texts, rows_text, side_letter};
use super::{Clobber, Position};
use crate::contract::{
    Answer, AnswerChoice, AnswerError, Contest, DialogueEnd, DialogueEvent, DialogueLine, Fault,
    Game, ParseError, Player, Protocol, ProtocolError, Setup, Spelling, parse_bare_move,
    play_script_token, play_step, script_start, unplayable_setup,
};
use nom::bytes::complete::{tag, take_till};
use nom::character::complete::{space1, u32};
use nom::{IResult, Parser};

impl Contest for Clobber {
    fn protocol(setup: &Setup) -> Box<dyn Protocol> {
        Box::new(ClobberDialogue::new(setup))
    }

    fn parse_answer(_setup: &Setup, line: &str) -> Result<Answer<Move>, AnswerError> {
        let (word, message) = split_message(line);
        let choice = if REFEREES_CHOICE.contains(&word) {
            AnswerChoice::Referee
        } else {
            AnswerChoice::Move(parse_bare_move::<Self>(word)?)
        };
        Ok(Answer {
            choice,
            spelling: word.to_owned(),
            message: message.to_owned(),
        })
    }
}

/// The words with which a bot leaves its move to the referee.
pub(super) const REFEREES_CHOICE: &[&str] = &["random"];

/// Splits a bot's line into the move and the message that follows it.
fn split_message(line: &str) -> (&str, &str) {
    line.split_once(' ').unwrap_or((line, ""))
}

// The dialogue between `CodinGame`'s referee and a bot.
//
// The referee sends the board size and the bot's colour once, then each turn the rows from the
// top, the opponent's last action (`null` at first) and the number of legal moves. The bot answers
// with a move and, after a space, an optional message.

/// The next line expected from the jury.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ExpectedLine {
    Size,
    Color,
    Row(u8),
    LastAction,
    MoveCount,
}

/// The state of one bot's dialogue.
#[derive(Debug)]
struct ClobberDialogue {
    /// The setup known besides the jury's lines, such as a position to start from.
    setup: Setup,
    expected: ExpectedLine,
    size: u8,
    /// The rows received this turn, joined by `/`.
    rows: String,
    /// Whether all lines of a turn have arrived, so that the bot is to answer.
    is_bots_turn: bool,
    side: Player,
    /// Whether the first turn has arrived.
    has_begun: bool,
}

impl ClobberDialogue {
    pub(super) fn new(setup: &Setup) -> Self {
        Self {
            setup: setup.clone(),
            expected: ExpectedLine::Size,
            size: 8,
            rows: String::new(),
            is_bots_turn: false,
            side: Player::First,
            has_begun: false,
        }
    }

    fn start(&self) -> Position {
        let size = self.size;
        let configured = Clobber::start(&self.setup).ok();
        configured
            .filter(|start| (start.width(), start.height()) == (size, size))
            .unwrap_or_else(|| Position::full(size.into(), size.into()))
    }

    /// Reports whether the rows of the first turn follow from the game's start and the last action.
    ///
    /// Also true if the rows are the start itself: then it is the action that is impossible.
    fn is_reachable_from_start(&self, rows: &str, action: &str) -> bool {
        let mut after = self.start();
        if rows_text(&after) == rows {
            return true;
        }
        let step = Clobber::parse(action.as_bytes());
        let is_played = step.is_ok_and(|token| play_step(&mut after, &token.step).is_ok());
        is_played && rows_text(&after) == rows
    }

    /// Returns the position text of a board in the middle of a game, or `None` if it is impossible.
    ///
    /// Each move takes one stone of the other side, so the numbers of stones taken must fit the
    /// side to move.
    fn midgame_position(&self, rows: &str) -> Option<String> {
        let full = rows_text(&self.start());
        let taken = |side: u8| {
            let count = |rows: &str| rows.bytes().filter(|stone| *stone == side).count();
            count(&full).checked_sub(count(rows))
        };
        let ahead = usize::from(self.side == Player::Second);
        let is_possible = taken(b'b').is_some_and(|by_white| {
            taken(b'w').is_some_and(|by_black| by_white == by_black + ahead)
        });
        is_possible.then(|| format!("{rows} {}", side_letter(self.side)))
    }
}

impl Protocol for ClobberDialogue {
    fn on_jury_line(&mut self, line: &str) -> Result<Vec<DialogueEvent>, ProtocolError> {
        let line = line.trim_end();
        let (next, events) = match self.expected {
            ExpectedLine::Size => {
                self.size = match line.parse() {
                    Ok(size @ 2..=10) => size,
                    _ => return ProtocolError::refuse("the size of the board, 2 to 10", line),
                };
                let size = |key| DialogueEvent::Setup(key, line.to_owned());
                (ExpectedLine::Color, vec![size("width"), size("height")])
            }
            ExpectedLine::Color => {
                self.side = match line {
                    "w" => Player::First,
                    "b" => Player::Second,
                    _ => return ProtocolError::refuse("the program's colour, w or b", line),
                };
                (ExpectedLine::Row(0), vec![DialogueEvent::Seat(self.side)])
            }
            ExpectedLine::Row(row) => {
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
                    ExpectedLine::LastAction
                } else {
                    ExpectedLine::Row(row + 1)
                };
                (next, Vec::new())
            }
            ExpectedLine::LastAction => {
                let board = std::mem::take(&mut self.rows);
                let is_midst = !std::mem::replace(&mut self.has_begun, true)
                    && !self.is_reachable_from_start(&board, line);
                let midst = self.midgame_position(&board).filter(|_| is_midst);
                let from_start = || {
                    let token = (line != "null").then(|| DialogueEvent::token(line));
                    token
                        .into_iter()
                        .chain([DialogueEvent::Board(board)])
                        .collect()
                };
                let in_midst = |position| vec![DialogueEvent::Position(position)];
                let events = midst.map_or_else(from_start, in_midst);
                (ExpectedLine::MoveCount, events)
            }
            ExpectedLine::MoveCount if line.parse::<u32>().is_ok() => {
                (ExpectedLine::Row(0), Vec::new())
            }
            ExpectedLine::MoveCount => {
                return ProtocolError::refuse("the number of legal moves", line);
            }
        };
        self.is_bots_turn = self.expected == ExpectedLine::MoveCount;
        self.expected = next;
        Ok(events)
    }

    fn on_bot_line(&mut self, line: &str) -> Result<Vec<DialogueEvent>, ProtocolError> {
        self.is_bots_turn = false;
        let (word, message) = split_message(line);
        let mut events = vec![DialogueEvent::token(word)];
        if !message.is_empty() {
            events.push(DialogueEvent::Message(message.to_owned()));
        }
        Ok(events)
    }

    fn awaits_bot(&self) -> bool {
        self.is_bots_turn
    }

    fn script_until_turn(
        &self,
        setup: &Setup,
        tokens: &[&str],
        seat: Player,
        _chance: Option<&str>,
    ) -> Result<Vec<DialogueLine>, ParseError> {
        let (mut lines, position) = dialogue_so_far(setup, tokens, seat)?;
        lines.extend(turn_prompt(
            &position,
            tokens.last().copied().unwrap_or("null"),
        ));
        Ok(lines)
    }

    fn script(
        &self,
        setup: &Setup,
        tokens: &[&str],
        seat: Player,
        _end: DialogueEnd,
    ) -> Result<Vec<DialogueLine>, ParseError> {
        dialogue_so_far(setup, tokens, seat).map(|(lines, _)| lines)
    }
}

/// Returns the dialogue up to the last token of this seat, and the position after all tokens.
fn dialogue_so_far(
    setup: &Setup,
    tokens: &[&str],
    seat: Player,
) -> Result<(Vec<DialogueLine>, Position), ParseError> {
    let mut position = script_start::<Clobber>(setup)?;
    if position.width() != position.height() {
        return Err(unplayable_setup("this contest's boards are square"));
    }
    let mut lines = vec![
        DialogueLine::to_bot(position.width().to_string()),
        DialogueLine::to_bot(side_letter(seat)),
    ];
    let mut last = "null";
    for token in tokens {
        if position.to_move() == seat {
            lines.extend(turn_prompt(&position, last));
            lines.push(DialogueLine::from_bot(*token));
        }
        play_script_token::<Clobber>(&mut position, token)?;
        last = token;
    }
    Ok((lines, position))
}

fn turn_prompt(position: &Position, last: &str) -> Vec<DialogueLine> {
    row_texts(position)
        .chain([last.to_owned(), position.count_moves().to_string()])
        .map(DialogueLine::to_bot)
        .collect()
}

// The texts of `CodinGame`'s referee and viewer in replays.

/// The referee's phrases for faults.
pub(super) const FAULT_PHRASES: &[(&str, Fault)] = &[
    ("made an invalid action", Fault::Illegal),
    ("did not output in time", Fault::Timeout),
    ("timeout.", Fault::Timeout),
];

/// Returns the move that the viewer shows, the only trace of the referee's move for `random`.
///
/// The viewer writes the move before the message, so of several texts that are moves the one with
/// the lowest entity number is the move.
pub(super) fn shown_move(view: &str, _words: &str) -> Option<String> {
    let commands = view.split([';', '"', '\n']);
    let shown = commands
        .filter_map(|command| parse_text_command(command).ok())
        .map(|(_, shown)| shown)
        .filter(|(_, word)| is_move(word))
        .min_by_key(|(entity, _)| *entity)
        .map(|(_, word)| word.to_owned());
    shown.or_else(|| move_in_truncated_view(view))
}

fn is_move(word: &str) -> bool {
    let parsed_move = super::moves::parse(word.as_bytes());
    parsed_move.is_ok_and(|parsed| parsed.spelling == Spelling::Canonical)
}

/// Finds the move in a truncated view, of which only `T a5a4` is left.
fn move_in_truncated_view(view: &str) -> Option<String> {
    let mut words = view.split([' ', ';', '"', '\n']);
    while words.any(|word| word == "T") {
        let mut after = words.clone();
        if let Some(word) = after.next().filter(|word| is_move(word)) {
            return Some(word.to_owned());
        }
    }
    None
}

/// Parses a text command of the viewer and returns the entity number and the text shown,
/// `command = ["U"] entity " " time " T " word ...`.
fn parse_text_command(command: &str) -> IResult<&str, (u32, &str)> {
    let command = command.strip_prefix("\\nU").unwrap_or(command);
    let command = command.strip_prefix('U').unwrap_or(command);
    let (rest, entity) = u32.parse(command)?;
    let (rest, _) = (space1, take_till(|c| c == ' '), tag(" T ")).parse(rest)?;
    let (rest, word) = take_till(|c| c == ' ').parse(rest)?;
    Ok((rest, (entity, word)))
}
