//! The dialogue between `CodinGame`'s referee and a bot.
//!
//! At the start the bot receives its colour, `B` or `W`, and the board size. On each turn it
//! receives the opponent's last move (`-1 -1` at first and after a PASS), its own and the
//! opponent's score, and the rows from the top; it answers with a move and an optional comment.

use super::super::board::Position;
use super::super::moves::Move;
use super::super::position_text::{row_texts, rows_text, side_letter};
use super::super::{AtariGo, board_size};
use super::coordinates::{from_contest, to_contest};
use crate::contract::{
    DialogueEnd, DialogueEvent, DialogueLine, Game, ParseError, Player, Position as _, Protocol,
    ProtocolError, Rules as _, Setup, StepError, StepOf, script_start,
};

/// The kind of line that the jury sends next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ExpectedLine {
    Color,
    Size,
    /// The opponent's move.
    Move,
    Scores,
    Row(u8),
}

/// The state of the dialogue with one bot.
#[derive(Debug)]
pub(in super::super) struct AtariGoDialogue {
    expected: ExpectedLine,
    seat: Player,
    /// The size from the setup until the jury sends it.
    size: u8,
    /// The rows of this turn so far, joined by `/`.
    rows: String,
    /// Whether all lines of a turn have arrived.
    awaits_move: bool,
    total_turns: u32,
    /// The position from which the setup lets the game start.
    start: Option<Position>,
    /// The opponent's last move and both scores (the bot's first) of the first turn, until its
    /// board has arrived.
    first_turn: Option<(String, [u16; 2])>,
}

impl AtariGoDialogue {
    /// Creates the dialogue of one game.
    pub(in super::super) fn new(setup: &Setup) -> Self {
        Self {
            expected: ExpectedLine::Color,
            seat: Player::First,
            size: board_size(setup).unwrap_or(9),
            rows: String::new(),
            awaits_move: false,
            total_turns: AtariGo::start(setup).map_or(80, |start| start.total_turns().into()),
            start: setup.get("position").and(AtariGo::start(setup).ok()),
            first_turn: Some((String::new(), [0; 2])),
        }
    }

    /// Handles the jury's line with the opponent's last move.
    fn on_opponent_move(&mut self, line: &str) -> Result<Vec<DialogueEvent>, ProtocolError> {
        if let Some((first, _)) = &mut self.first_turn {
            line.clone_into(first);
        }
        // Black receives a move on the first turn only if the game starts from a later position.
        let is_reported = self.first_turn.is_none() || self.seat == Player::Second;
        let mv = match from_contest(line, self.size) {
            _ if line == "-1 -1" => Move::Pass,
            Ok(mv @ Move::Stone(point)) if point.x() < self.size && point.y() < self.size => mv,
            _ => return ProtocolError::refuse("the opponent's last move, `x y` or `-1 -1`", line),
        };
        Ok(is_reported
            .then(|| token_event(mv, line))
            .into_iter()
            .collect())
    }

    /// Returns the event for the rows of a turn: the board, or on the first turn a start position.
    fn board_event(&mut self, rows: String) -> Result<DialogueEvent, ProtocolError> {
        let Some((line, scores)) = self.first_turn.take() else {
            return Ok(DialogueEvent::Board(rows));
        };
        let start = self.start.clone().filter(|start| start.size() == self.size);
        let start = start.unwrap_or_else(|| Position::new(self.size.into(), self.total_turns));
        let mut after = start.clone();
        let is_first = self.seat == Player::First;
        if let Ok(mv) = from_contest(&line, self.size)
            && !is_first
        {
            let _ = after.step(&StepOf::<AtariGo>::from_move(mv));
        }
        let matches_rows = |position: &Position| rows_text(position) == rows;
        if is_first && line != "-1 -1" && matches_rows(&start) {
            return ProtocolError::refuse(
                "`-1 -1`, because there is no move before the first",
                &line,
            );
        }
        let is_midgame = !matches_rows(&start) && !matches_rows(&after);
        let position = self.midgame_position(&rows, scores).filter(|_| is_midgame);
        Ok(position.map_or(DialogueEvent::Board(rows), DialogueEvent::Position))
    }

    /// Returns the position text of a board in the middle of a game; `None` if it is impossible.
    ///
    /// The turns played are the stones placed, plus a pass if it would not be this side's turn.
    /// The dialogue does not say which point is forbidden by ko.
    fn midgame_position(&self, rows: &str, [own, other]: [u16; 2]) -> Option<String> {
        let stones = rows.bytes().filter(|stone| b"BW".contains(stone)).count();
        let placed = stones + usize::from(own) + usize::from(other);
        let (passed, black, white) = match self.seat {
            Player::First => (placed % 2, own, other),
            Player::Second => (1 - placed % 2, other, own),
        };
        let (side, played) = (side_letter(self.seat), placed + passed);
        let text = format!(
            "{rows} {side} {played}/{} {black}-{white} -",
            self.total_turns
        );
        AtariGo::parse_position(&text).is_ok().then_some(text)
    }
}

impl Protocol for AtariGoDialogue {
    fn on_jury_line(&mut self, line: &str) -> Result<Vec<DialogueEvent>, ProtocolError> {
        let line = line.trim_end();
        self.awaits_move = false;
        let (next, events) = match self.expected {
            ExpectedLine::Color => {
                self.seat = match line {
                    "B" => Player::First,
                    "W" => Player::Second,
                    _ => return ProtocolError::refuse("the program's colour, B or W", line),
                };
                (ExpectedLine::Size, vec![DialogueEvent::Seat(self.seat)])
            }
            ExpectedLine::Size => {
                self.size = match line.parse() {
                    Ok(size @ 5..=19) => size,
                    _ => return ProtocolError::refuse("the size of the board, 5 to 19", line),
                };
                let size = DialogueEvent::Setup("size", self.size.to_string());
                (ExpectedLine::Move, vec![size])
            }
            ExpectedLine::Move => (ExpectedLine::Scores, self.on_opponent_move(line)?),
            ExpectedLine::Scores => {
                let mut scores = line.split(' ').map(str::parse::<u16>);
                let two = [scores.next(), scores.next(), scores.next()];
                let [Some(Ok(own)), Some(Ok(other)), None] = two else {
                    return ProtocolError::refuse("the program's and the opponent's score", line);
                };
                if let Some((_, scores)) = &mut self.first_turn {
                    *scores = [own, other];
                }
                (ExpectedLine::Row(0), Vec::new())
            }
            ExpectedLine::Row(row) => {
                let stones = line.bytes().all(|stone| b"BW.".contains(&stone));
                if !stones || line.len() != usize::from(self.size) {
                    return ProtocolError::refuse("a row of the board: B, W or .", line);
                }
                if row > 0 {
                    self.rows.push('/');
                }
                self.rows.push_str(line);
                self.awaits_move = row + 1 == self.size;
                if self.awaits_move {
                    let rows = std::mem::take(&mut self.rows);
                    (ExpectedLine::Move, vec![self.board_event(rows)?])
                } else {
                    (ExpectedLine::Row(row + 1), Vec::new())
                }
            }
        };
        self.expected = next;
        Ok(events)
    }

    fn on_bot_line(&mut self, line: &str) -> Result<Vec<DialogueEvent>, ProtocolError> {
        self.awaits_move = false;
        let line = line.trim_end_matches(['\r', '\n']);
        let (words, message) = split_comment(line);
        let mv = from_contest(words, self.size).map_err(|text| protocol_error(text, words))?;
        // The referee splits at each space: a second space leaves an empty word, which is not a
        // number. `PASS` must be the whole line.
        if words.split(' ').any(str::is_empty) {
            return ProtocolError::refuse("`x y`, separated by one space", line);
        }
        if mv == Move::Pass && line != "PASS" {
            return ProtocolError::refuse(
                "PASS alone, because the referee accepts no comment after it",
                line,
            );
        }
        let mut events = vec![token_event(mv, words)];
        if !message.is_empty() {
            events.push(DialogueEvent::Message(message.to_owned()));
        }
        Ok(events)
    }

    fn awaits_bot(&self) -> bool {
        self.awaits_move
    }

    fn move_line(&self, token: &str) -> String {
        match AtariGo::parse(token.as_bytes()).map(|token| token.step.mv) {
            Ok(Some(mv)) => to_contest(mv, self.size),
            _ => token.to_owned(),
        }
    }

    fn script(
        &self,
        setup: &Setup,
        tokens: &[&str],
        seat: Player,
        _end: DialogueEnd,
    ) -> Result<Vec<DialogueLine>, ParseError> {
        script(setup, tokens, seat)
    }
}

/// Splits a bot's line into the move and the comment that follows it.
fn split_comment(line: &str) -> (&str, &str) {
    let mut blanks = line.match_indices(' ').map(|(at, _)| at);
    match (blanks.next(), blanks.next()) {
        (Some(first), _) if &line[..first] == "PASS" => (&line[..first], &line[first + 1..]),
        (_, Some(second)) => (&line[..second], &line[second + 1..]),
        _ => (line, ""),
    }
}

/// Returns the event of a move, with its original spelling if that differs.
fn token_event(mv: Move, words: &str) -> DialogueEvent {
    let token = mv.to_string();
    let raw = (token != words).then(|| words.to_owned());
    DialogueEvent::Token { token, raw }
}

fn protocol_error(text: ParseError, words: &str) -> ProtocolError {
    let expected = match text.hint {
        Some(hint) => format!("{} ({hint})", text.expected),
        None => text.expected.into_owned(),
    };
    ProtocolError {
        expected,
        found: words.to_owned(),
    }
}

/// Returns the lines exchanged with one bot in a game.
fn script(setup: &Setup, tokens: &[&str], seat: Player) -> Result<Vec<DialogueLine>, ParseError> {
    let mut position = script_start::<AtariGo>(setup)?;
    let size = position.size();
    let mut lines = vec![
        DialogueLine::to_bot(side_letter(seat)),
        DialogueLine::to_bot(size.to_string()),
    ];
    let mut last = None;
    for token in tokens {
        let step = AtariGo::parse(token.as_bytes())?.step;
        if position.to_move() == seat && !position.is_over() {
            push_prompt(&position, last, &mut lines);
            if let Some(mv) = step.mv {
                lines.push(DialogueLine::from_bot(to_contest(mv, size)));
            }
        }
        position.step(&step).map_err(|error| {
            let expected = match error {
                StepError::Violation(violation) => format!("a legal move ({violation})"),
                StepError::WrongKind(expected) => expected.to_owned(),
            };
            ParseError::new(token.as_bytes(), 0, expected)
        })?;
        last = step.mv;
    }
    // The bot is prompted once more; otherwise it would not know the opponent's last move.
    if position.to_move() == seat && !position.is_over() {
        push_prompt(&position, last, &mut lines);
    }
    Ok(lines)
}

/// Appends the jury's lines of a turn.
fn push_prompt(position: &Position, last: Option<Move>, lines: &mut Vec<DialogueLine>) {
    let last = match last {
        Some(Move::Stone(_)) => last.map(|mv| to_contest(mv, position.size())),
        Some(Move::Pass) | None => None,
    };
    let [own, other] = match (position.to_move(), position.captures()) {
        (Player::First, captures) => captures,
        (Player::Second, [first, second]) => [second, first],
    };
    lines.push(DialogueLine::to_bot(
        last.unwrap_or_else(|| "-1 -1".to_owned()),
    ));
    lines.push(DialogueLine::to_bot(format!("{own} {other}")));
    lines.extend(row_texts(position).map(DialogueLine::to_bot));
}
