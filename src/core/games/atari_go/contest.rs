//! The contest's side of the game: its coordinates, the dialogue with a bot, the referee's texts
//! in replays, and SGF.
//!
//! # Answers
//!
//! ```text
//! answer = "PASS" | x " " y [" " comment]
//! ```
//!
//! The numbers count from 0, x from the left and y from the top. The referee splits at each single
//! space, so that a second one is an error, and takes no comment after `PASS`. A point off the board
//! is illegal; `-1 -1` is no pass.

use super::board::Position;
use super::moves::{MAX_NAMEABLE_SIZE, Move, Point, parse, parse_point};
use super::position_text::{row_texts, rows_text, side_letter};
use super::{AtariGo, board_size};
use crate::contract::{
    Answer, AnswerError, Contest, DialogueEnd, DialogueEvent, DialogueLine, Fault, Game,
    ParseError, Player, Position as _, Protocol, ProtocolError, Rules as _, Setup, SetupError,
    SgfOccupant, SgfSpec, SpellingSpec, StepError, StepOf, script_start,
};
use nom::bytes::complete::{tag, take_till};
use nom::character::complete::{char, i32};
use nom::sequence::{delimited, preceded, separated_pair};
use nom::{IResult, Parser};

impl Contest for AtariGo {
    fn protocol(setup: &Setup) -> Box<dyn Protocol> {
        Box::new(AtariGoDialogue::new(setup))
    }

    fn parse_answer(setup: &Setup, line: &str) -> Result<Answer<Move>, AnswerError> {
        let (mv, words, message) = parse_line(line, board_size(setup).unwrap_or(DEFAULT_SIZE))?;
        Ok(Answer::from_move(mv, words).message(message))
    }
}

/// The contest's board size.
const DEFAULT_SIZE: u8 = 9;

/// The contest's spelling of moves, which depends on the size of the board.
pub(super) static SPELLING: SpellingSpec = SpellingSpec {
    to_token: |setup, raw| {
        if !is_coordinate_pair(raw) {
            return None;
        }
        let mv = from_contest(raw, board_size(setup).ok()?).ok()?;
        Some(mv.to_string())
    },
    from_token: |setup, token| {
        let mv = super::moves::parse_canonical(token.as_bytes())?.mv?;
        Some(to_contest(mv, board_size(setup).ok()?))
    },
};

/// Returns the commands that prepare a GTP program for a game.
pub(super) fn gtp(setup: &Setup) -> Option<Vec<String>> {
    let size = board_size(setup).ok()?;
    // Captures decide the game, so that a program need not know what komi is.
    let mut commands = vec![format!("boardsize {size}"), "clear_board".to_owned()];
    if setup.get("position").is_some() {
        let position = AtariGo::start(setup).ok()?;
        // Every chain has a liberty in the end, so that none is captured on the way. GTP cannot
        // express which point is forbidden by ko.
        let stones = position.points().filter_map(|point| {
            let color = ["black", "white"][position.stone(point)?.index()];
            Some(format!("play {color} {point}"))
        });
        commands.extend(stones);
    }
    Some(commands)
}

// The dialogue between `CodinGame`'s referee and a bot.
//
// At the start the bot receives its colour, `B` or `W`, and the board size. On each turn it
// receives the opponent's last move (`-1 -1` at first and after a PASS), its own and the
// opponent's score, and the rows from the top; it answers with a move and an optional comment.

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
struct AtariGoDialogue {
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
    pub(super) fn new(setup: &Setup) -> Self {
        Self {
            expected: ExpectedLine::Color,
            seat: Player::First,
            size: board_size(setup).unwrap_or(DEFAULT_SIZE),
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
        let (mv, words, message) = parse_line(line, self.size)?;
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

/// Parses a bot's line: the move, its spelling, and the comment that follows it.
fn parse_line(line: &str, size: u8) -> Result<(Move, &str, &str), ProtocolError> {
    let line = line.trim_end_matches(['\r', '\n']);
    let (words, message) = split_comment(line);
    let mv = from_contest(words, size).map_err(|text| protocol_error(text, words))?;
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
    Ok((mv, words, message))
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
    // The bot is prompted again; otherwise it would not know the opponent's last move.
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

// The texts of `CodinGame`'s referee in replays.

/// The phrases with which the referee reports faults.
///
/// `Position doesn't exist: 9 9` repeats x instead of naming y. A timeout is reported as all
/// referees do, and a crash counts as a timeout.
pub(super) const FAULT_PHRASES: &[(&str, Fault)] = &[
    ("Position is not empty", Fault::Illegal),
    ("Position doesn't exist", Fault::Illegal),
    ("Suicidal move", Fault::Illegal),
    ("Ko-Rule violation", Fault::Illegal),
    ("Wrong output!", Fault::Illegal),
    ("Invalid action!", Fault::Illegal),
    (" timeout!", Fault::Timeout),
];

/// Returns the move that the referee reports for a turn, `-1 -1` being a PASS.
///
/// A replay without the bots' outputs contains these reports, too.
pub(super) fn shown_move(_view: &str, words: &str) -> Option<String> {
    let (_, (x, y)) = words
        .lines()
        .find_map(|line| parse_played_point(line).ok())?;
    Some(match (x, y) {
        (-1, -1) => "PASS".to_owned(),
        _ => format!("{x} {y}"),
    })
}

/// Parses the point from the report of a move.
///
/// `played = "Player " player " played (" x " " y ")"`
fn parse_played_point(line: &str) -> IResult<&str, (i32, i32)> {
    let pair = separated_pair(i32, char(' '), i32);
    preceded(
        (tag("Player "), take_till(|c| c == ' '), tag(" played ")),
        delimited(char('('), pair, char(')')),
    )
    .parse(line)
}

// The contest's own coordinates: `x y`, both from 0, with `x` from the left and `y` from the
// *top*.
//
// Because rows are counted from the top, the size of the board is needed to convert them.

/// Parses a move as a bot writes it, `4 4` or `PASS`, on a board of `size` by `size` points (5 to
/// 19).
///
/// The point may lie beyond the edge as long as it has a name: `9 0` is `K9` on the contest's
/// board, where the rules reject it.
///
/// ```
/// use kifu_core::games::atari_go::{from_contest, to_contest};
///
/// let mv = from_contest("3 0", 9)?;
/// assert_eq!(mv.to_string(), "D9");
/// assert_eq!(to_contest(mv, 9), "3 0");
/// # Ok::<(), kifu_core::contract::ParseError>(())
/// ```
///
/// # Errors
/// Returns an error if the text is not a move, or names a point so far off the board that it has
/// no name (`-1 -1`).
pub fn from_contest(text: &str, size: u8) -> Result<Move, ParseError> {
    let bad = |at: usize, expected: &str| ParseError::new(text.as_bytes(), at, expected.to_owned());
    let mut words = words_with_offsets(text);
    let Some((at, first)) = words.next() else {
        return Err(bad(text.len(), "`x y` or PASS"));
    };
    let second = words.next();
    let rest = words.next();
    if let Some((at, _)) = if first == "PASS" { second } else { rest } {
        return Err(bad(at, "the end of the move"));
    }
    if first == "PASS" {
        return Ok(Move::Pass);
    }
    let Ok(x) = first.parse::<i32>() else {
        return Err(not_a_number(bad(at, "`x y` or PASS"), first, size));
    };
    let Some((second_at, second)) = second else {
        return Err(bad(
            text.len(),
            "y after x (the contest's referee itself crashes at a single number)",
        ));
    };
    let Ok(y) = second.parse::<i32>() else {
        return Err(bad(second_at, "y, a number"));
    };
    point_from_xy(x, y, size).map(Move::Stone).ok_or_else(|| {
        let last = size.saturating_sub(1);
        let expected =
            format!("a point from `0 0` to `{last} {last}` or PASS: this is off the board");
        bad(at, &expected)
    })
}

/// Returns a move as a bot writes it, `4 4` or `PASS`, on a board of `size` by `size` points.
pub fn to_contest(mv: Move, size: u8) -> String {
    match mv {
        Move::Pass => "PASS".to_owned(),
        Move::Stone(point) => {
            let from_top = i32::from(size) - 1 - i32::from(point.y());
            format!("{} {from_top}", point.x())
        }
    }
}

/// Reports whether a text is a point in the contest's coordinates and nothing else.
///
/// Even a second space between the numbers is too much: the referee would reject it.
fn is_coordinate_pair(text: &str) -> bool {
    let words = text.trim_end().split(' ');
    let mut numbers = words.map(|word| word.parse::<i32>().is_ok());
    [numbers.next(), numbers.next(), numbers.next()] == [Some(true), Some(true), None]
}

/// Converts contest coordinates to a point; `None` if it has no name.
fn point_from_xy(x: i32, from_top: i32, size: u8) -> Option<Point> {
    let y = i32::from(size).checked_sub(1)?.checked_sub(from_top)?;
    Point::new(
        u8::try_from(x).ok()?,
        u8::try_from(y).ok().filter(|y| *y < MAX_NAMEABLE_SIZE)?,
    )
}

/// Adds to an error how the contest would write the move, if the word can be read otherwise.
fn not_a_number(bad: ParseError, word: &str, size: u8) -> ParseError {
    if word.eq_ignore_ascii_case("PASS") {
        return ParseError {
            expected: "`x y` or PASS, in capital letters".into(),
            ..bad
        };
    }
    match parse_point(word.as_bytes()) {
        Ok(point) => bad.hint(format!(
            "the contest writes this point `{}`",
            to_contest(Move::Stone(point), size)
        )),
        Err(_) => bad,
    }
}

/// Returns the words of a text with the byte offsets at which they start.
fn words_with_offsets(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_ascii_whitespace()
        .map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

// The SGF notation of the game, which is that of Go, `GM[1]`.
//
// A point is two letters, column and row, both from `a`, with rows counted from the *top*; a pass
// is empty, or `tt` on boards up to 19x19 as in FF\[3\].

/// The board size of an SGF file without `SZ`, which differs from the contest's default.
const DEFAULT_SGF_SIZE: &str = "19";
/// The contest's board size, which a setup may omit.
const DEFAULT_CONTEST_SIZE: &str = "9";

/// The conversion between SGF and the game's own notation.
pub(super) static SGF: SgfSpec = SgfSpec {
    game: 1,
    size,
    setup,
    token,
    value,
    occupant,
    expected,
};

fn size(setup: &Setup) -> String {
    board_size(setup).map_or(DEFAULT_CONTEST_SIZE.to_owned(), |size| size.to_string())
}

fn setup(size: Option<&str>) -> Result<Setup, SetupError> {
    let mut setup = Setup::default();
    let size = size.unwrap_or(DEFAULT_SGF_SIZE);
    // `SZ[columns:rows]` is meant for boards that are not square.
    let square = size.split_once(':').filter(|(x, y)| x == y);
    match square.map_or(size, |(x, _)| x) {
        DEFAULT_CONTEST_SIZE => {}
        size => setup.set("size", size),
    }
    board_size(&setup).map(|_| setup)
}

/// Converts an SGF value to a token.
///
/// `move = "" | "tt" | letter letter`
fn token(setup: &Setup, value: &str) -> Option<String> {
    let size = board_size(setup).ok()?;
    let number = |letter: u8| letter.is_ascii_lowercase().then(|| letter - b'a');
    let mv = match *value.as_bytes() {
        [] | [b't', b't'] => Move::Pass,
        [x, y] => {
            let on_board = |letter| number(letter).filter(|number| *number < size);
            Move::Stone(Point::new(on_board(x)?, size - 1 - on_board(y)?)?)
        }
        _ => return None,
    };
    Some(mv.to_string())
}

/// Converts a token to an SGF value; `None` if the point is off the board.
fn value(setup: &Setup, token: &str) -> Option<String> {
    let size = board_size(setup).ok()?;
    match parse(token.as_bytes()).ok()?.step.mv? {
        Move::Pass => Some(String::new()),
        Move::Stone(point) if point.x() < size && point.y() < size => {
            let letter = |number: u8| char::from(b'a' + number);
            let row = letter(size - 1 - point.y());
            Some([letter(point.x()), row].iter().collect())
        }
        Move::Stone(_) => None,
    }
}

/// Returns the occupant of a point in a position text.
fn occupant(position: &str, value: &str) -> Option<SgfOccupant> {
    let [x, y] = *value.as_bytes() else {
        return None;
    };
    let index = |letter: u8| letter.checked_sub(b'a').map(usize::from);
    let rows = position.split(' ').next()?;
    // Both count rows from the top.
    let row = rows.split('/').nth(index(y)?)?;
    match row.as_bytes().get(index(x)?)? {
        b'B' => Some(SgfOccupant::Black),
        b'W' => Some(SgfOccupant::White),
        _ => Some(SgfOccupant::Nothing),
    }
}

/// Describes the values of moves by the letters of the board's first and last point.
fn expected(setup: &Setup) -> String {
    let size = board_size(setup).unwrap_or(19);
    let last = char::from(b'a' + (size - 1).min(25));
    format!("a point of the board, `aa` to `{last}{last}`, or an empty value for a pass")
}
