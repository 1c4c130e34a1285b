//! The built-in bot: the game's own engine behind the contest's protocol, with its management of
//! time.

use kifu_core::contract::{
    DialogueEvent, DialogueLine, MoveError, ParseError, Player, Protocol, ProtocolError, Setup,
    SetupError, Turn,
};
use kifu_core::games::{DynEngine, DynGame, DynState};
use kifu_core::search::{Clock, Level, Limits, Resources, SearchRequest};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The settings of the built-in bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuiltinConfig {
    /// The engine or baseline player that chooses the moves.
    pub level: Level,
    /// The clock that the bot keeps to; a clock of zero does not run.
    pub clock: Clock,
    /// The maximum number of nodes searched per move.
    pub nodes: Option<u64>,
    /// The memory and threads that the engine may use.
    pub resources: Resources,
    /// The random seed.
    pub seed: u64,
}

/// A bot that follows the jury's lines, keeps the board and searches when it is asked for a move.
pub struct BuiltinBot {
    game: &'static dyn DynGame,
    protocol: Box<dyn Protocol>,
    engine: Box<dyn DynEngine>,
    setup: Setup,
    seat: Option<Player>,
    state: Option<Box<dyn DynState>>,
    /// Events received but not yet applied, because the board cannot be set up before all of the
    /// setup is known.
    pending_events: Vec<DialogueEvent>,
    /// The moves of the line [`OPENING_WORD`], until they are played.
    opening: Vec<String>,
    /// Whether any line of the jury was received.
    has_heard_line: bool,
    /// Whether the jury has begun the lines that precede the next move.
    is_mid_turn: bool,
    is_over: bool,
    timer: TurnTimer,
    turn_started_at: Option<Instant>,
    /// The time since which the bot has nothing to do.
    idle_since: Instant,
    nodes: Option<u64>,
    seed: u64,
    /// Set to end the search in progress.
    stop: Arc<AtomicBool>,
}

/// The jury sends the lines of a turn at once; after a longer pause a new turn begins.
const MIN_TURN_GAP: Duration = Duration::from_millis(20);

impl BuiltinBot {
    /// Creates a bot that has received no line yet.
    pub fn new(game: &'static dyn DynGame, config: &BuiltinConfig) -> Self {
        let engine = game.engine_at_level(config.level, config.resources);
        Self::with_engine(game, config, engine)
    }

    /// Creates a bot with the given engine instead of that of the settings.
    pub(in crate::arena) fn with_engine(
        game: &'static dyn DynGame,
        config: &BuiltinConfig,
        engine: Box<dyn DynEngine>,
    ) -> Self {
        let setup = Setup::default();
        Self {
            game,
            protocol: game.protocol(&setup),
            engine,
            setup,
            seat: None,
            state: None,
            pending_events: Vec::new(),
            opening: Vec::new(),
            has_heard_line: false,
            is_mid_turn: false,
            is_over: false,
            timer: TurnTimer::new(match config.nodes {
                // Something must end the search.
                None if config.clock.is_off() => game.clock(),
                _ => config.clock,
            }),
            turn_started_at: None,
            idle_since: Instant::now(),
            nodes: config.nodes,
            seed: config.seed,
            stop: Arc::default(),
        }
    }

    /// Ends any search soon after this flag was set.
    pub(in crate::arena) fn stop_on(&mut self, stop: &Arc<AtomicBool>) {
        self.stop = Arc::clone(stop);
    }

    /// Takes a line of the jury and returns the answer if the line asks for one. Blank lines, which
    /// CodeCup's jury sometimes sends, are skipped.
    ///
    /// # Errors
    /// Returns an error if the line is unexpected here or contradicts the game.
    pub fn on_jury_line(&mut self, line: &str) -> Result<Option<String>, BuiltinBotError> {
        if line.trim().is_empty() {
            return Ok(None);
        }
        let was_idle = self.idle_since.elapsed() > MIN_TURN_GAP;
        if was_idle || self.turn_started_at.is_none() {
            self.turn_started_at = Some(self.timer.turn_start(was_idle));
        }
        let answer = self.respond(line);
        self.idle_since = Instant::now();
        answer
    }

    fn respond(&mut self, line: &str) -> Result<Option<String>, BuiltinBotError> {
        self.has_heard_line = true;
        self.is_mid_turn = true;
        if let (true, Some(moves)) = (self.state.is_none(), opening_moves(line)) {
            self.opening = moves.map(str::to_owned).collect();
            return Ok(None);
        }
        if !self.opening.is_empty() && self.seat.is_none() {
            self.replay_opening_as_dialogue(line)?;
        } else {
            self.queue_events(line)?;
        }
        if self.is_over || !self.protocol.awaits_bot() {
            return Ok(None);
        }
        self.apply_pending_events()?;
        let (Some(state), Some(seat)) = (&self.state, self.seat) else {
            return Ok(None);
        };
        match state.turn() {
            Turn::Player(player) if player == seat => self.choose_move().map(Some),
            Turn::Over => Ok(None),
            Turn::Player(_) | Turn::Chance => {
                let side = self.game.sides()[seat.index()];
                Err(BuiltinBotError::NotItsTurn { side })
            }
        }
    }

    /// Takes a line of a dialogue that was led in this bot's place: the jury's or its own.
    ///
    /// # Errors
    /// Returns an error if the line is unexpected here or contradicts the game.
    pub fn replay_line(&mut self, line: &DialogueLine) -> Result<(), BuiltinBotError> {
        if line.to_bot {
            return self.queue_events(&line.text);
        }
        let events = self.protocol.on_bot_line(&line.text)?;
        self.apply_pending_events()?;
        events.into_iter().try_for_each(|event| match event {
            DialogueEvent::Token { token, .. } => self.apply_move(&token),
            _ => Ok(()),
        })
    }

    /// Replays the dialogue that leads to the position in which this bot is sent `first`: `Start`, or
    /// the last move of the opponent.
    fn replay_opening_as_dialogue(&mut self, first: &str) -> Result<(), BuiltinBotError> {
        let mut state = self.game.start(&self.setup)?;
        for event in &self.pending_events {
            if let DialogueEvent::Token { token, .. } = event {
                play_given(state.as_mut(), token)?;
            }
        }
        let is_start = first.trim().eq_ignore_ascii_case("start");
        let seat = if is_start {
            self.replay_line(&DialogueLine::to_bot(first))?;
            Player::First
        } else {
            Player::Second
        };
        for token in std::mem::take(&mut self.opening) {
            let mover = state.mover();
            play_given(state.as_mut(), &token)?;
            while let Some(automatic) = state.automatic_move() {
                play_given(state.as_mut(), &automatic)?;
            }
            if mover == Some(seat) {
                if let Some(chance) = self.game.chance_of(&token) {
                    self.replay_line(&DialogueLine::to_bot(chance))?;
                }
                let answer = self.protocol.move_line(&token);
                self.replay_line(&DialogueLine::from_bot(answer))?;
            } else {
                let line = self.protocol.passed_on(&token);
                self.replay_line(&DialogueLine::to_bot(line))?;
            }
        }
        if is_start {
            return Ok(());
        }
        self.queue_events(first)
    }

    /// Plays the opening before the first request of a jury that shows the board, which contains
    /// the last move of the opening again.
    fn play_opening(&mut self) -> Result<(), BuiltinBotError> {
        for token in std::mem::take(&mut self.opening) {
            self.apply_token(&token)?;
        }
        let shown = std::mem::take(&mut self.pending_events).into_iter();
        let board = |event| match event {
            DialogueEvent::Board(board) => Some(DialogueEvent::Board(board)),
            DialogueEvent::Position(position) => {
                let board = position.split(' ').next().unwrap_or_default();
                Some(DialogueEvent::Board(board.to_owned()))
            }
            _ => None,
        };
        self.pending_events = shown.filter_map(board).collect();
        Ok(())
    }

    /// Queues the events of a line of the jury.
    fn queue_events(&mut self, line: &str) -> Result<(), BuiltinBotError> {
        for event in self.protocol.on_jury_line(line)? {
            match event {
                DialogueEvent::Seat(seat) => self.seat = Some(seat),
                DialogueEvent::Setup(key, value) => self.setup.set(key, value),
                DialogueEvent::Over | DialogueEvent::OpponentFailed => self.is_over = true,
                DialogueEvent::Message(_) => {}
                // A position replaces all earlier events.
                DialogueEvent::Position(_) => self.pending_events = vec![event],
                DialogueEvent::Token { .. }
                | DialogueEvent::Chance(_)
                | DialogueEvent::Board(_) => self.pending_events.push(event),
            }
        }
        Ok(())
    }

    /// Ends the turn after the answer was written.
    pub fn on_answer_sent(&mut self) {
        self.is_mid_turn = false;
        if let Some(started_at) = self.turn_started_at.take() {
            self.timer.end_turn(started_at);
        }
    }

    /// Reports whether the bot has nothing left to do.
    pub fn is_finished(&self) -> bool {
        let state = self.state.as_ref();
        let is_over = || state.is_some_and(|state| state.turn() == Turn::Over);
        self.is_over || self.protocol.exits_unprompted() && is_over()
    }

    /// Takes the end of the input.
    ///
    /// # Errors
    /// Returns an error if the input ends within the lines of a turn or before the first line.
    pub fn on_input_end(&mut self) -> Result<(), BuiltinBotError> {
        if !self.has_heard_line {
            return Err(BuiltinBotError::NoInput);
        }
        if !self.is_mid_turn {
            return Ok(());
        }
        if self.seat.is_some() {
            self.apply_pending_events()?;
        }
        match &self.state {
            Some(state) if state.turn() == Turn::Over => Ok(()),
            _ => Err(BuiltinBotError::Incomplete),
        }
    }

    /// Applies the queued events, after setting up the board if need be.
    fn apply_pending_events(&mut self) -> Result<(), BuiltinBotError> {
        let Some(seat) = self.seat else {
            return Ok(());
        };
        if self.state.is_none() {
            let state = self.game.start(&self.setup)?;
            self.start_game(state, seat)?;
            if !self.opening.is_empty() {
                self.play_opening()?;
            }
        }
        for event in std::mem::take(&mut self.pending_events) {
            match event {
                DialogueEvent::Token { token, .. } => self.apply_move(&token)?,
                DialogueEvent::Chance(outcome) => self.apply_chance(&outcome)?,
                DialogueEvent::Board(board) => self.check_board(&board)?,
                DialogueEvent::Position(text) => {
                    let state = self.game.parse_position(&text);
                    self.start_game(state.map_err(BuiltinBotError::Position)?, seat)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn start_game(
        &mut self,
        state: Box<dyn DynState>,
        seat: Player,
    ) -> Result<(), BuiltinBotError> {
        let started = self.engine.new_game(&state.position(), seat);
        started.map_err(BuiltinBotBug::Engine)?;
        self.state = Some(state);
        Ok(())
    }

    /// Plays a move and the automatic moves that follow it.
    fn apply_move(&mut self, token: &str) -> Result<(), BuiltinBotError> {
        let mut next = Some(token.to_owned());
        while let Some(token) = next {
            self.apply_token(&token)?;
            let state = self.state.as_ref();
            next = state.and_then(|state| state.automatic_move());
        }
        Ok(())
    }

    /// Plays one move, of which the engine is informed.
    fn apply_token(&mut self, token: &str) -> Result<(), BuiltinBotError> {
        let Some(state) = &mut self.state else {
            return Ok(());
        };
        let before = state.position();
        play_given(state.as_mut(), token)?;
        let observed = self.engine.observe(&before, token);
        Ok(observed.map_err(BuiltinBotBug::Engine)?)
    }

    /// Applies the chance outcome that the bot is given.
    fn apply_chance(&mut self, outcome: &str) -> Result<(), BuiltinBotError> {
        let Some(state) = &mut self.state else {
            return Ok(());
        };
        let before = state.position();
        let applied = state.apply_chance(outcome);
        applied.map_err(|error| BuiltinBotError::MoveRefused {
            token: outcome.to_owned(),
            error,
        })?;
        let observed = self.engine.observe(&before, outcome);
        observed.map_err(BuiltinBotBug::Engine)?;
        Ok(())
    }

    /// Compares the jury's board with the bot's own.
    fn check_board(&self, board: &str) -> Result<(), BuiltinBotError> {
        let expected = self.state.as_ref().map(|state| state.position());
        let expected = expected.unwrap_or_default();
        let expected = expected.split(' ').next().unwrap_or_default();
        if expected == board {
            return Ok(());
        }
        Err(BuiltinBotError::BoardDiffers {
            expected: expected.to_owned(),
            found: board.to_owned(),
        })
    }

    fn choose_move(&mut self) -> Result<String, BuiltinBotError> {
        let Some(state) = &self.state else {
            return Err(BuiltinBotBug::NoState.into());
        };
        let started_at = self.turn_started_at.unwrap_or_else(Instant::now);
        let position = state.position();
        let elapsed = || started_at.elapsed();
        let limits = Limits {
            nodes: self.nodes,
            time: self.timer.thinking_time(self.engine.as_ref(), &position),
            elapsed: Some(&elapsed),
            ..Limits::default()
        }
        .stopped_by(&self.stop);
        let request = SearchRequest::new(limits).seed(self.seed);
        let chosen = self.engine.choose(&position, &request);
        let chosen = chosen.map_err(BuiltinBotBug::Engine)?;
        let Some(token) = chosen else {
            return Err(BuiltinBotBug::NoMove.into());
        };
        let answer = self.protocol.move_line(&token);
        let events = self.protocol.on_bot_line(&answer);
        events.map_err(BuiltinBotBug::Answer)?;
        self.apply_move(&token)?;
        Ok(answer)
    }
}

/// The word that begins the line by which a program is led into a game in progress; see
/// [`opening_line`].
const OPENING_WORD: &str = "Opening";

/// Returns the line that leads a program into a game in progress: `Opening` and the moves so far.
///
/// It follows the lines that begin a game, before those of the first turn: `Start`, the last move of
/// the opponent, which the line does not contain then, or the board. Programs of the contest take no
/// such line; their authors add it, as that of Wazir Drop (CodeCup 2026) did.
pub(super) fn opening_line<'a>(tokens: impl IntoIterator<Item = &'a str>) -> String {
    let words = std::iter::once(OPENING_WORD).chain(tokens);
    words.collect::<Vec<_>>().join(" ")
}

/// Returns the moves of an [`opening_line`]; `None` if it is another line.
fn opening_moves(line: &str) -> Option<impl Iterator<Item = &str>> {
    let mut words = line.split_whitespace();
    (words.next() == Some(OPENING_WORD)).then_some(words)
}

/// Plays a token that the jury sent.
fn play_given(state: &mut dyn DynState, token: &str) -> Result<(), BuiltinBotError> {
    let played = state.play(token);
    played.map_err(|error| BuiltinBotError::MoveRefused {
        token: token.to_owned(),
        error,
    })
}

/// The contest's clock and the time spent on it.
pub(super) struct TurnTimer {
    clock: Clock,
    spent: Duration,
    turns: u32,
    created_at: Instant,
}

/// Returns the part of a turn that is kept in reserve.
///
/// It covers the transfer between jury and bot and the last few playouts. If the other program
/// keeps the same core busy, the system may also let the bot wait for twenty milliseconds. For
/// turns so short that this would use them up, a share of the turn has to suffice.
fn safety_margin(turn: Duration) -> Duration {
    turn / 20 + Duration::from_millis(20).min(turn / 5)
}

impl TurnTimer {
    pub fn new(clock: Clock) -> Self {
        Self {
            clock,
            spent: Duration::ZERO,
            turns: 0,
            created_at: Instant::now(),
        }
    }

    /// Returns the time at which the turn of the current line is taken to begin. If the clock
    /// counts each turn, the first one begins with the program itself, unless the bot was idle
    /// before the line.
    pub fn turn_start(&self, was_idle: bool) -> Instant {
        match self.clock {
            Clock::Turn { .. } if self.turns == 0 && !was_idle => self.created_at,
            _ => Instant::now(),
        }
    }

    /// Returns the time to search in a position; `None` if the clock does not run.
    pub fn thinking_time(&self, engine: &dyn DynEngine, position: &str) -> Option<Duration> {
        Some(match self.clock {
            clock if clock.is_off() => return None,
            Clock::Game(total) => {
                let reserve = safety_margin(total) + Duration::from_millis(100).min(total / 20);
                let remaining = total.saturating_sub(self.spent).saturating_sub(reserve);
                let share = engine
                    .allocate_time(position, remaining)
                    .unwrap_or_default();
                share.min(remaining)
            }
            Clock::Turn { first, then } => {
                let turn = if self.turns == 0 { first } else { then };
                turn.saturating_sub(safety_margin(turn))
            }
        })
    }

    /// Ends the turn that began at `started_at`.
    pub fn end_turn(&mut self, started_at: Instant) {
        self.spent += started_at.elapsed();
        self.turns += 1;
    }
}

/// The reason why the built-in bot cannot continue.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuiltinBotError {
    /// A line is unexpected where it occurs.
    #[error(transparent)]
    Line(#[from] ProtocolError),
    /// The game cannot start from the jury's setup.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The jury's text is not a position of the game.
    #[error(transparent)]
    Position(ParseError),
    /// A move from the jury is unreadable or illegal.
    #[error("`{token}`: {error}")]
    MoveRefused {
        /// The token of the move.
        token: String,
        /// The reason.
        error: MoveError,
    },
    /// The jury asks for a move when it is not the bot's turn.
    #[error("by the rules it is not the turn of this program ({side})")]
    NotItsTurn {
        /// The side that the bot plays.
        side: &'static str,
    },
    /// The jury's board differs from the one to which the moves lead.
    #[error("expected the board {expected}, to which the moves lead, found {found}")]
    BoardDiffers {
        /// The board to which the moves lead.
        expected: String,
        /// The jury's board.
        found: String,
    },
    /// The input contains no line.
    #[error("standard input ended before its first line")]
    NoInput,
    /// The input ends within the lines of a turn.
    #[error("standard input ended in the middle of a turn")]
    Incomplete,
    /// The bot contradicts itself, which is a bug in kifu.
    #[error(transparent)]
    Internal(#[from] BuiltinBotBug),
}

/// An internal contradiction of the built-in bot.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuiltinBotBug {
    /// The engine rejects a position or a move of the game.
    #[error(transparent)]
    Engine(ParseError),
    /// A move is requested before the game has started.
    #[error("no position to search")]
    NoState,
    /// The engine finds no move although there are legal moves.
    #[error("the engine found no move")]
    NoMove,
    /// The game's protocol rejects the bot's own answer.
    #[error(transparent)]
    Answer(ProtocolError),
}
