//! Following a dialogue line by line, up to the first place where a move may be missing.
//!
//! The protocol says which lines may come next, the rules say whose turn it is, and the boards that
//! the jury shows say whether all moves were in the log. Where one of them disagrees, the dialogue
//! has a gap, and no line behind it is played: the position there is not known.
//!
//! A gap is
//! - a line with a damaged mark, or a line without a mark that reads like one of the exchange;
//! - a line that the protocol does not allow there, such as an answer where none is due;
//! - a move of the player whose turn it is not, or one of the jury that is no move;
//! - a board to which the moves do not lead. The gap is then before the lines of that turn.
//!
//! No gap is a line of standard error, an empty line of the jury, the program's last line if only
//! the game's end follows it (it is the answer at which the program failed), and any line after the
//! end of the game.

use super::lines::{LineKind, LogLine};
use super::reader::{feed_protocol, setup_in_comments};
use kifu_core::contract::{DialogueEnd, DialogueEvent, Player, Protocol, Setup, Turn};
use kifu_core::games::{DynGame, DynState};

/// A place in a dialogue behind which the position is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DialogueGap {
    /// The index of the first line that is not played.
    pub line: usize,
    /// The index of the line that shows the gap: `line`, or one after it.
    pub shown_at: usize,
    /// A description of the line that was expected in its place.
    pub expected: String,
}

/// A line of the jury that differs from the one that the moves give.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OtherJuryLine {
    /// The index of the line.
    pub line: usize,
    /// The text that the contest's jury sends there.
    pub expected: String,
}

/// A dialogue followed by its protocol and by the rules.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says another thing about the lines so far"
)]
pub(super) struct DialogueFollower {
    game: &'static dyn DynGame,
    setup: Setup,
    protocol: Box<dyn Protocol>,
    seat: Option<Player>,
    /// The position; `None` after a token that cannot be played, and after a gap.
    state: Option<Box<dyn DynState>>,
    /// The tokens up to the one that cannot be played, or to the gap.
    tokens: Vec<String>,
    token_count: usize,
    /// Whether the jury has said that the game is over.
    is_ended: bool,
    /// Whether the log has stated the total time, which is its last line.
    has_total_time: bool,
    /// Whether the log gives the move at which the game failed.
    has_attempt: bool,
    /// The index of the jury's first line after the program's last answer.
    turn_start: Option<usize>,
    /// Whether the lines of this turn include one without an event, such as a row of a board.
    has_partial_turn: bool,
    /// Whether the jury shows a board in each turn.
    shows_board: bool,
    /// The index of an answer that the protocol refuses, which may be the last one.
    refused_answer: Option<(usize, String)>,
    /// The accepted lines of the jury; those without an event can be compared.
    jury_lines: Vec<(usize, bool)>,
    gap: Option<DialogueGap>,
}

impl DialogueFollower {
    /// Creates a follower at the start of a dialogue, of which the setup is in `head`.
    pub fn new(game: &'static dyn DynGame, head: &[LogLine<'_>]) -> Self {
        let setup = setup_in_comments(game, head);
        Self {
            game,
            protocol: game.protocol(&setup),
            state: game.start(&setup).ok(),
            setup,
            seat: None,
            tokens: Vec::new(),
            token_count: 0,
            is_ended: false,
            has_total_time: false,
            has_attempt: false,
            turn_start: None,
            has_partial_turn: false,
            shows_board: shows_board(game),
            refused_answer: None,
            jury_lines: Vec::new(),
            gap: None,
        }
    }

    /// Returns the number of moves so far, also of those behind a gap.
    pub const fn token_count(&self) -> usize {
        self.token_count
    }

    /// Returns the gap that the lines so far have, if there is one.
    pub const fn gap(&self) -> Option<&DialogueGap> {
        self.gap.as_ref()
    }

    /// Reports whether the game is over, by the jury's word, by the end of the log or by the rules.
    pub fn is_over(&self) -> bool {
        self.has_total_time || self.is_game_over()
    }

    fn is_game_over(&self) -> bool {
        let state = self.state.as_ref();
        self.is_ended || state.is_some_and(|state| state.turn() == Turn::Over)
    }

    /// Follows the line with this index; returns whether it belongs to the dialogue so far.
    pub fn follow(&mut self, index: usize, line: &LogLine<'_>) -> bool {
        match line.kind {
            LineKind::FromJury | LineKind::FromBot => self.follow_exchange(index, line),
            LineKind::Damaged => {
                self.report_gap(index, line, "an undamaged line such as `IO RCVD [text]`");
                false
            }
            LineKind::Unmarked if self.reads_like_exchange(line.text) => {
                self.report_gap(index, line, "a line that starts `>`, `<`, `!` or `#`");
                false
            }
            LineKind::HiddenMove => {
                self.play(line.text.trim());
                true
            }
            LineKind::Attempt => {
                self.has_attempt = true;
                true
            }
            LineKind::TotalTimeMs(_) => {
                self.has_total_time = true;
                true
            }
            _ => true,
        }
    }

    /// Reports whether a text without a mark may be a line of the exchange.
    fn reads_like_exchange(&self, text: &str) -> bool {
        let text = text.trim();
        let is_move = |word: &str| self.game.parse(word).is_ok();
        matches!(text, "Start" | "Quit")
            || self.game.respell(&self.setup, text).is_some()
            || text.split(|c: char| !c.is_alphanumeric()).any(is_move)
    }

    fn follow_exchange(&mut self, index: usize, line: &LogLine<'_>) -> bool {
        let is_jury = line.kind == LineKind::FromJury;
        if is_jury && line.text.trim().is_empty() {
            return true;
        }
        if self.is_ended {
            return false;
        }
        if self.has_total_time {
            self.report_gap(index, line, "nothing after the total time");
            return false;
        }
        if is_jury && self.turn_start.is_none() {
            self.turn_start = Some(index);
        }
        let is_due = self.protocol.awaits_bot() || !self.has_partial_turn;
        let events = match feed_protocol(&mut *self.protocol, line) {
            Ok(_) if !is_jury && !is_due => {
                self.report_gap(index, line, "the rest of the jury's lines before an answer");
                return true;
            }
            Ok(events) => events,
            Err(error) if !is_jury && self.is_own_turn() && self.refused_answer.is_none() => {
                self.refused_answer = Some((index, error.expected));
                return false;
            }
            Err(error) => {
                match self.refused_answer.take() {
                    Some((refused, expected)) => self.report_gap_at((refused, refused, expected)),
                    None => self.report_gap(index, line, &error.expected),
                }
                return false;
            }
        };
        if is_jury {
            self.has_partial_turn |= events.is_empty();
            self.jury_lines.push((index, events.is_empty()));
        } else {
            (self.turn_start, self.has_partial_turn) = (None, false);
        }
        for event in events {
            self.apply_event(event, index, line);
        }
        true
    }

    fn is_own_turn(&self) -> bool {
        let mover = self.state.as_ref().and_then(|state| state.mover());
        mover.is_some() && mover == self.seat
    }

    fn apply_event(&mut self, event: DialogueEvent, index: usize, line: &LogLine<'_>) {
        match event {
            DialogueEvent::Seat(seat) => self.seat = Some(seat),
            DialogueEvent::Setup(key, value) if self.setup.get(key).is_none() => {
                self.setup.set(key, &value);
                if self.token_count == 0 {
                    self.state = self.game.start(&self.setup).ok();
                }
            }
            DialogueEvent::Token { token, .. } => self.follow_token(&token, index, line),
            DialogueEvent::Board(rows) => {
                let position = self.state.as_ref().map(|state| state.position());
                let board = position.as_ref().and_then(|text| text.split(' ').next());
                if board.is_some_and(|board| board != rows) {
                    self.report_gap(index, line, "the board to which the moves lead");
                }
            }
            DialogueEvent::Position(_) => {
                self.report_gap(index, line, "the board to which the moves lead");
            }
            DialogueEvent::Over | DialogueEvent::OpponentFailed => self.is_ended = true,
            _ => {}
        }
    }

    fn follow_token(&mut self, token: &str, index: usize, line: &LogLine<'_>) {
        let is_jury = line.kind == LineKind::FromJury;
        if is_jury && self.game.parse(token).is_err() {
            self.report_gap(index, line, "a move, as the jury passes on no other text");
        } else if let Some((refused, expected)) = self.refused_answer.take() {
            self.report_gap_at((refused, refused, expected));
        } else if self.is_out_of_turn(token, is_jury) {
            let expected = if is_jury {
                "the program's move"
            } else {
                "the opponent's move"
            };
            self.report_gap(index, line, expected);
        }
        self.play(token);
    }

    /// Reports whether by the rules this is not a move of the one who makes it.
    fn is_out_of_turn(&mut self, token: &str, is_jury: bool) -> bool {
        let Some(state) = &mut self.state else {
            return false;
        };
        if let Some(automatic) = state.automatic_move() {
            if self
                .game
                .parse(token)
                .is_ok_and(|read| read.text == automatic)
            {
                return false;
            }
            // Dialogues leave this ply out.
            self.play(&automatic);
        }
        let state = self.state.as_ref();
        let state = state.filter(|state| state.turn() != Turn::Over);
        let mover = state.and_then(|state| state.mover());
        mover.is_some() && self.seat.is_some() && (mover == self.seat) == is_jury
    }

    fn play(&mut self, token: &str) {
        self.token_count += 1;
        let respelled = self.game.respell(&self.setup, token);
        let token = respelled.as_deref().unwrap_or(token);
        let Some(state) = &mut self.state else {
            return;
        };
        match (state.play(token), self.game.parse(token)) {
            (Ok(()), Ok(read)) => self.tokens.push(read.text),
            _ => self.state = None,
        }
    }

    fn report_gap(&mut self, index: usize, line: &LogLine<'_>, expected: &str) {
        // A turn with a board is known only as a whole.
        let turn_start = self
            .turn_start
            .filter(|_| self.shows_board && line.kind != LineKind::FromBot);
        self.report_gap_at((turn_start.unwrap_or(index), index, expected.to_owned()));
    }

    /// Notes a gap, unless there is one before it or the game is over.
    fn report_gap_at(&mut self, (line, shown_at, expected): (usize, usize, String)) {
        let is_known = self.gap.is_some() || self.has_attempt;
        if !is_known && !self.is_game_over() {
            self.gap = Some(DialogueGap {
                line,
                shown_at,
                expected,
            });
            self.state = None;
        }
    }

    /// Returns the first line of the jury that says something else than the moves do, such as a
    /// score.
    pub fn other_jury_line(&self, lines: &[LogLine<'_>]) -> Option<OtherJuryLine> {
        let seat = self.seat?;
        let tokens: Vec<&str> = self.tokens.iter().map(String::as_str).collect();
        let protocol = self.game.protocol(&self.setup);
        let script = if self.is_own_turn() {
            protocol.script_until_turn(&self.setup, &tokens, seat, None)
        } else {
            protocol.script(&self.setup, &tokens, seat, DialogueEnd::Open)
        };
        let script = script.ok()?;
        let sent = script.iter().filter(|line| line.to_bot);
        let gap = self.gap.as_ref().map_or(lines.len(), |gap| gap.line);
        let shown = self.jury_lines.iter().take_while(|(index, _)| *index < gap);
        let mut differ = shown.zip(sent).filter(|((index, is_plain), sent)| {
            let found = lines.get(*index).map_or("", |line| line.text.trim());
            *is_plain && found != sent.text.trim()
        });
        differ.next().map(|((line, _), sent)| OtherJuryLine {
            line: *line,
            expected: sent.text.clone(),
        })
    }
}

/// Reports whether the jury of a game shows the board in each turn.
fn shows_board(game: &dyn DynGame) -> bool {
    let setup = Setup::default();
    let mut protocol = game.protocol(&setup);
    let lines = protocol.script_until_turn(&setup, &[], Player::First, None);
    let mut lines = lines.unwrap_or_default().into_iter();
    let is_board = |event: &DialogueEvent| matches!(event, DialogueEvent::Board(_));
    lines.any(|line| {
        let events = protocol.on_jury_line(&line.text).unwrap_or_default();
        events.iter().any(is_board)
    })
}

/// Follows the lines of one game to its end.
pub(super) fn follow_all(game: &'static dyn DynGame, lines: &[LogLine<'_>]) -> DialogueFollower {
    let mut follower = DialogueFollower::new(game, lines);
    for (index, line) in lines.iter().enumerate() {
        follower.follow(index, line);
    }
    follower
}
