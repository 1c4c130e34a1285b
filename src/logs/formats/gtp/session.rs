//! The games of a session: the moves that were made, and where the log contradicts itself.

use super::super::game_builder::{GameBuilder, guess_game};
use super::super::moves::list_game::ListGame;
use super::super::moves::numbering::NumberPlace;
use super::super::moves::words::MoveNumber;
use super::super::statuses::shorten;
use super::super::{ParsedGame, ReadContext};
use super::lines::{SessionLine, SideWord};
use kifu_core::contract::{Fault, Player, PositionEdit, Setup, Winner};
use kifu_core::findings::{Code, Finding, SourceText};
use kifu_core::games::DynGame;
use kifu_core::record::{Attempt, ReportedResult};
use std::ops::Range;

/// The maximum number of events of a game; a real one has some hundred.
const MAX_EVENTS: usize = 100_000;

/// An event of a game.
enum SessionEvent {
    Move {
        number: Option<MoveNumber>,
        side: SideWord,
        span: Range<usize>,
    },
    /// A move that the program refused, with its words.
    Refused {
        side: SideWord,
        span: Range<usize>,
        reason: Range<usize>,
    },
    Resigned(SideWord),
    Undo(Range<usize>),
    /// A move that was taken back.
    TakenBack(Range<usize>),
    /// A number that begins another game than the unfinished one above it.
    Restart(Range<usize>),
    Comment(Range<usize>),
    /// The rows of a board, as in a position text.
    Board(String, Range<usize>),
    /// A place from which on nothing is sure.
    Hole(&'static str, Range<usize>),
}

/// A command that awaits its answer.
enum PendingCommand {
    Play {
        id: Option<u32>,
        side: SideWord,
        span: Range<usize>,
    },
    Genmove {
        id: Option<u32>,
        side: SideWord,
        span: Range<usize>,
    },
    Other(Option<u32>),
}

impl PendingCommand {
    const fn id(&self) -> Option<u32> {
        match self {
            Self::Play { id, .. } | Self::Genmove { id, .. } | Self::Other(id) => *id,
        }
    }
}

/// The games of a text, line by line.
pub(super) struct SessionGames<'t> {
    source: &'t SourceText<'t>,
    context: &'t ReadContext<'t>,
    /// The size of the board, which holds for the games after the command, too.
    size: Option<Range<usize>>,
    events: Vec<SessionEvent>,
    move_count: usize,
    pending: Option<PendingCommand>,
    winner: Option<(SideWord, Range<usize>)>,
    /// The rows of a board so far.
    rows: Vec<String>,
    rows_span: Range<usize>,
    /// Whether a line since the last move says something else: boards below it are not the game's.
    is_aside: bool,
    /// The number of lines that were skipped, and the first of them.
    skipped: (usize, Range<usize>),
}

impl<'t> SessionGames<'t> {
    pub fn new(source: &'t SourceText<'t>, context: &'t ReadContext<'t>) -> Self {
        Self {
            source,
            context,
            size: None,
            events: Vec::new(),
            move_count: 0,
            pending: None,
            winner: None,
            rows: Vec::new(),
            rows_span: 0..0,
            is_aside: false,
            skipped: (0, 0..0),
        }
    }

    /// Adds a line, and passes on the game before it if that has ended.
    pub fn add(&mut self, line: SessionLine, span: Range<usize>, out: &mut dyn FnMut(ParsedGame)) {
        if let SessionLine::BoardRow(row) = line {
            if self.rows.is_empty() {
                self.rows_span = span;
            }
            return self.rows.push(row);
        }
        self.end_board();
        let is_command = !matches!(
            line,
            SessionLine::Answer { .. }
                | SessionLine::Other
                | SessionLine::Comment(_)
                | SessionLine::Winner(_)
        );
        if is_command {
            self.settle(span.clone());
            self.is_aside = false;
        }
        match line {
            SessionLine::Play { id, side, mv } => {
                self.pending = Some(PendingCommand::Play { id, side, span: mv });
            }
            SessionLine::Genmove { id, side } => {
                self.pending = Some(PendingCommand::Genmove { id, side, span });
            }
            SessionLine::BoardSize(size) => {
                self.end_game(out);
                self.size = Some(size);
                self.pending = Some(PendingCommand::Other(None));
            }
            SessionLine::ClearBoard => {
                self.end_game(out);
                self.pending = Some(PendingCommand::Other(None));
            }
            SessionLine::Undo => {
                self.push(SessionEvent::Undo(span));
                self.pending = Some(PendingCommand::Other(None));
            }
            SessionLine::SetUp => {
                self.push(SessionEvent::Hole(
                    "a position is set up that the log does not show",
                    span,
                ));
                self.pending = Some(PendingCommand::Other(None));
            }
            SessionLine::Command(id) => {
                self.skip(span);
                self.pending = Some(PendingCommand::Other(id));
            }
            SessionLine::Answer {
                is_success,
                id,
                text,
            } => self.answer(is_success, id, text, span),
            SessionLine::Move {
                number,
                side,
                mv,
                has_more,
                ..
            } => {
                let restarts = number.as_ref().is_some_and(|number| number.value <= 1);
                let is_finished = self.winner.is_some();
                if is_finished || restarts && self.move_count > 0 {
                    let restart = number.as_ref().filter(|_| !is_finished);
                    let restart = restart.map(|number| SessionEvent::Restart(number.span.clone()));
                    self.end_game(out);
                    if let Some(event) = restart {
                        self.push(event);
                    }
                }
                if has_more {
                    self.skip(mv.end..span.end);
                }
                self.push(SessionEvent::Move {
                    number,
                    side,
                    span: mv,
                });
            }
            SessionLine::Winner(side) => {
                self.settle(span.clone());
                self.winner.get_or_insert((side, span));
            }
            SessionLine::Comment(text) if text.is_empty() => {}
            SessionLine::Comment(text) => self.push(SessionEvent::Comment(text)),
            SessionLine::BoardRow(_) => {}
            SessionLine::Other => {
                let line = &self.source.text()[span.clone()];
                // Above a board are the letters of its columns.
                self.is_aside |= line.split_whitespace().any(|word| word.chars().count() > 1);
                self.skip(span);
            }
        }
    }

    /// Ends the last game.
    pub fn finish(&mut self, out: &mut dyn FnMut(ParsedGame)) {
        self.end_board();
        let end = self.source.text().trim_end().len();
        self.settle(end..end);
        self.end_game(out);
    }

    fn push(&mut self, event: SessionEvent) {
        match &event {
            SessionEvent::Move { .. } | SessionEvent::Refused { .. } => self.move_count += 1,
            SessionEvent::Undo(_) => self.move_count = self.move_count.saturating_sub(1),
            _ => {}
        }
        if self.events.len() < MAX_EVENTS {
            self.events.push(event);
        } else if self.events.len() == MAX_EVENTS {
            let end = self.source.text().len();
            self.events.push(SessionEvent::Hole(
                "the game is longer than any real one",
                end..end,
            ));
        }
    }

    fn skip(&mut self, span: Range<usize>) {
        if self.skipped.0 == 0 {
            self.skipped.1 = span;
        }
        self.skipped.0 += 1;
    }

    fn end_board(&mut self) {
        let rows = std::mem::take(&mut self.rows).join("/");
        if rows.is_empty() {
        } else if self.is_aside {
            self.skip(self.rows_span.clone());
        } else {
            self.push(SessionEvent::Board(rows, self.rows_span.clone()));
        }
    }

    /// Ends the wait for an answer: where programs only get commands, the moves in them were made.
    fn settle(&mut self, span: Range<usize>) {
        match self.pending.take() {
            Some(PendingCommand::Play { side, span, .. }) => self.push(SessionEvent::Move {
                number: None,
                side,
                span,
            }),
            Some(PendingCommand::Genmove { span: asked, .. }) => {
                let place = if span.is_empty() { asked } else { span };
                self.push(SessionEvent::Hole(
                    "the answer to `genmove` is missing",
                    place,
                ));
            }
            Some(PendingCommand::Other(_)) | None => {}
        }
    }

    fn answer(
        &mut self,
        is_success: bool,
        id: Option<u32>,
        text: Range<usize>,
        span: Range<usize>,
    ) {
        let words = self.source.text()[text.clone()].trim();
        let Some(pending) = self.pending.take() else {
            if !words.is_empty() {
                self.push(SessionEvent::Hole(
                    "the command of this answer is missing",
                    span,
                ));
            }
            return;
        };
        if id.is_some() && pending.id().is_some() && id != pending.id() {
            self.push(SessionEvent::Hole(
                "the answer is to another command",
                span.clone(),
            ));
        }
        match (pending, is_success) {
            (PendingCommand::Play { side, span, .. }, true) => self.push(SessionEvent::Move {
                number: None,
                side,
                span,
            }),
            (PendingCommand::Play { side, span, .. }, false) => self.push(SessionEvent::Refused {
                side,
                span,
                reason: text,
            }),
            (PendingCommand::Genmove { side, .. }, true)
                if words.eq_ignore_ascii_case("resign") =>
            {
                self.push(SessionEvent::Resigned(side));
            }
            (PendingCommand::Genmove { side, .. }, true) if !words.is_empty() => {
                self.push(SessionEvent::Move {
                    number: None,
                    side,
                    span: text,
                });
            }
            (PendingCommand::Genmove { .. }, _) => {
                self.push(SessionEvent::Hole(
                    "the answer to `genmove` is no move",
                    span,
                ));
            }
            (PendingCommand::Other(_), _) => {}
        }
    }

    /// Passes on the game of the events so far, if there were any.
    fn end_game(&mut self, out: &mut dyn FnMut(ParsedGame)) {
        let events = std::mem::take(&mut self.events);
        let winner = self.winner.take();
        let move_count = std::mem::take(&mut self.move_count);
        if move_count == 0 && winner.is_none() && !events.iter().any(is_hole) {
            // They belong to the next game.
            self.events = events;
            self.events
                .retain(|event| matches!(event, SessionEvent::Comment(_)));
            return;
        }
        let events = without_undone(events);
        let skipped = std::mem::take(&mut self.skipped);
        let game = self.context.game.or_else(|| {
            let words = events.iter().filter_map(|event| match event {
                SessionEvent::Move { span, .. } => Some(&self.source.text()[span.clone()]),
                _ => None,
            });
            guess_game(
                self.context.catalogue,
                words.flat_map(str::split_whitespace),
            )
        });
        let Some(game) = game else {
            let message = "could not recognise the game from its moves";
            let finding = Finding::new(Code::UnknownGame, message);
            let span = events.iter().find_map(span_of).unwrap_or_default();
            return out(ParsedGame::unreadable(
                finding.at(self.source.location(span)),
            ));
        };
        let builder = SessionGame {
            source: self.source,
            context: self.context,
            game,
            size: self.size.clone(),
            is_alternating: true,
        };
        out(builder.build(events, winner, skipped));
    }
}

fn is_hole(event: &SessionEvent) -> bool {
    matches!(event, SessionEvent::Hole(..))
}

fn span_of(event: &SessionEvent) -> Option<Range<usize>> {
    match event {
        SessionEvent::Move { span, .. } | SessionEvent::Refused { span, .. } => Some(span.clone()),
        _ => None,
    }
}

/// Takes moves back where `undo` says so; one without a move is a hole.
fn without_undone(events: Vec<SessionEvent>) -> Vec<SessionEvent> {
    let mut made: Vec<SessionEvent> = Vec::new();
    for event in events {
        let SessionEvent::Undo(span) = event else {
            made.push(event);
            continue;
        };
        let last = made
            .iter()
            .rposition(|event| matches!(event, SessionEvent::Move { .. }));
        match last {
            Some(last) if !made[last..].iter().any(is_hole) => {
                let kept = made.drain(last..).filter_map(|event| match event {
                    SessionEvent::Move { span, .. } => Some(SessionEvent::TakenBack(span)),
                    kept @ (SessionEvent::TakenBack(_) | SessionEvent::Comment(_)) => Some(kept),
                    _ => None,
                });
                let kept: Vec<SessionEvent> = kept.collect();
                made.extend(kept);
            }
            _ => made.push(SessionEvent::Hole("there is no move to take back", span)),
        }
    }
    made
}

/// The making of a game from its events.
struct SessionGame<'t> {
    source: &'t SourceText<'t>,
    context: &'t ReadContext<'t>,
    game: &'static dyn DynGame,
    size: Option<Range<usize>>,
    is_alternating: bool,
}

impl SessionGame<'_> {
    fn build(
        mut self,
        events: Vec<SessionEvent>,
        winner: Option<(SideWord, Range<usize>)>,
        skipped: (usize, Range<usize>),
    ) -> ParsedGame {
        let text = self.source.text();
        let mut draft = GameBuilder::new(self.game, "gtp", self.context);
        self.set_size(&mut draft);
        if let (count @ 1.., span) = skipped {
            let lines = if count == 1 { "line" } else { "lines" };
            let message = format!(
                "expected moves with the side before each, found {count} other {lines}, skipped"
            );
            let finding = Finding::new(Code::UnexpectedLine, message);
            draft.findings.push(finding.at(self.source.location(span)));
        }
        self.set_first_side(&mut draft, &events);
        let mut list = ListGame::new(draft, self.source);
        list.expect_numbers(&numbers(&events));
        let mut failed: Option<(Option<Player>, Fault)> = None;
        for event in events {
            match event {
                SessionEvent::Move { number, side, span } => {
                    if let Some(number) = &number {
                        list.push_number(number);
                    }
                    self.check_side(&mut list, &side);
                    list.push_move(&text[span.clone()], span);
                }
                SessionEvent::Refused { side, span, reason } => {
                    self.check_side(&mut list, &side);
                    let attempt = Attempt {
                        raw: text[span.clone()].to_owned(),
                        reason: text[reason].to_owned(),
                        ..Attempt::default()
                    };
                    failed = failed.or(Some((self.player(&side), Fault::Illegal)));
                    list.fail(attempt, span);
                }
                SessionEvent::Resigned(side) => {
                    failed = failed.or(Some((self.player(&side), Fault::Resignation)));
                }
                SessionEvent::Board(rows, span) => Self::check_board(&mut list, &rows, span),
                SessionEvent::Hole(why, span) => {
                    let found = shorten(&text[span.clone()]);
                    let message = format!("expected the next move, found `{found}`: {why}");
                    list.stop(Code::Syntax, message, span);
                }
                SessionEvent::Comment(span) => list.add_comment(&text[span]),
                SessionEvent::TakenBack(span) => {
                    let comment = format!("taken back: {}", &text[span]);
                    list.add_comment(&comment);
                }
                SessionEvent::Restart(span) => {
                    let found = shorten(&text[span.clone()]);
                    let message = format!(
                        "expected the number of the next move, found `{found}`; read as the start \
                         of another game"
                    );
                    let finding = Finding::new(Code::ForgivenSyntax, message);
                    list.draft
                        .findings
                        .push(finding.at(self.source.location(span)));
                }
                SessionEvent::Undo(_) => {}
            }
        }
        let mut parsed = list.finish();
        if let Some((player, fault)) = failed {
            let reported = parsed.record.reported.get_or_insert_default();
            reported.faults.extend(player.map(|player| (player, fault)));
        }
        if let Some((side, span)) = winner {
            let reported = ReportedResult {
                winner: self.player(&side).map(Winner::from),
                text: text[span.clone()].to_owned(),
                ..parsed.record.reported.take().unwrap_or_default()
            };
            parsed.record.reported = Some(reported);
            parsed.game_spans.result = Some(span);
        }
        parsed
    }

    fn player(&self, side: &SideWord) -> Option<Player> {
        side.index(self.game).map(|index| Player::ALL[index])
    }

    /// Sets the size of the board by the command.
    fn set_size(&self, draft: &mut GameBuilder) {
        let Some(span) = self.size.clone() else {
            return;
        };
        let value = &self.source.text()[span.clone()];
        for (key, _) in self.game.info().setup_keys {
            if matches!(*key, "size" | "width" | "height") {
                draft.record.setup.set(key, value.to_owned());
                draft
                    .game_spans
                    .setup_keys
                    .push(((*key).to_owned(), span.clone()));
            }
        }
    }

    /// Lets the side of the first move begin, if the game can start so.
    fn set_first_side(&mut self, draft: &mut GameBuilder, events: &[SessionEvent]) {
        let first = events.iter().find_map(|event| match event {
            SessionEvent::Move { side, .. } => Some(side),
            _ => None,
        });
        let (Some(side), Ok(state)) = (first, self.game.start(&draft.record.setup)) else {
            return;
        };
        if let Some(setup) = self.setup_on_board(events, side) {
            draft.record.setup = setup;
            return;
        }
        let Some(player) = self
            .player(side)
            .filter(|player| state.mover() != Some(*player))
        else {
            return;
        };
        let edit = PositionEdit::SideToMove(player);
        let position = self.game.edit_position(&state.position(), &edit);
        // A position that counts its plies is another one with the other side to move.
        let position = position.filter(|position| position.split(' ').count() == 2);
        let setup = position.and_then(|position| self.game.setup_at(&position).ok());
        if let Some((setup, None)) = setup {
            draft.record.setup = setup;
            let side_name = self.game.sides()[player.index()];
            let message = format!(
                "expected {} to begin, found a move of {side_name}; read from the same position \
                 with {side_name} to move",
                self.game.sides()[player.opponent().index()]
            );
            let finding = Finding::new(Code::ForgivenSyntax, message);
            draft
                .findings
                .push(finding.at(self.source.location(side.span.clone())));
        }
    }

    /// Returns the setup of the board above the first move, if the game usually starts from another
    /// one.
    fn setup_on_board(&self, events: &[SessionEvent], side: &SideWord) -> Option<Setup> {
        let first = events
            .iter()
            .find(|event| !matches!(event, SessionEvent::Comment(_)));
        let (SessionEvent::Board(rows, _), player) = (first?, self.player(side)?) else {
            return None;
        };
        let start = self.game.start(&Setup::default()).ok()?.position();
        if start.split(' ').next() == Some(rows) {
            return None;
        }
        let letter = self.game.sides()[player.index()]
            .get(..1)?
            .to_ascii_lowercase();
        let (setup, lead_in) = self.game.setup_at(&format!("{rows} {letter}")).ok()?;
        lead_in.is_none().then_some(setup)
    }

    /// Compares the side of a move with the player to move.
    fn check_side(&mut self, list: &mut ListGame<'_>, side: &SideWord) {
        let Some(mover) = list.mover().filter(|_| self.is_alternating) else {
            return;
        };
        if self.player(side) == Some(mover) {
            return;
        }
        self.is_alternating = false;
        let message = format!(
            "ply {}: expected a move of {}, found one of `{}`",
            list.plies() + 1,
            self.game.sides()[mover.index()],
            shorten(&self.source.text()[side.span.clone()])
        );
        list.stop(Code::WrongTurn, message, side.span.clone());
    }

    /// Compares a board with the position.
    fn check_board(list: &mut ListGame<'_>, rows: &str, span: Range<usize>) {
        let Some(position) = list.position() else {
            return;
        };
        let own = position.split(' ').next().unwrap_or_default();
        // Other games draw their boards in other ways.
        if own.contains('/') && own.len() == rows.len() && own != rows {
            let message = "expected the board by the moves so far, found another one".to_owned();
            list.stop(Code::BoardDiffers, message, span);
        }
    }
}

/// Returns the numbers of the moves, each with the count of moves before it.
fn numbers(events: &[SessionEvent]) -> Vec<NumberPlace> {
    let mut numbers = Vec::new();
    let mut count = 0;
    for event in events {
        if let SessionEvent::Move { number, .. } = event {
            numbers.extend(
                number
                    .as_ref()
                    .map(|number| NumberPlace::new(number, count)),
            );
            count += 1;
        }
    }
    numbers
}
