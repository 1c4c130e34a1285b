use super::error::{BuiltinBotBug, BuiltinBotError};
use super::timer::TurnTimer;
use crate::contract::{DialogueEvent, DialogueLine, Player, Protocol, Setup, Turn};
use crate::games::{DynEngine, DynGame, DynState};
use crate::search::{Clock, Level, Limits, Resources, SearchRequest};
use std::time::{Duration, Instant};

/// How the built-in player plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuiltinConfig {
    /// Who plays.
    pub level: Level,
    /// The clock below which it keeps; one of no time does not run.
    pub clock: Clock,
    /// At most so many nodes a move.
    pub nodes: Option<u64>,
    /// What of the machine the engine may take.
    pub resources: Resources,
    /// Where the random numbers start.
    pub seed: u64,
}

/// A program at a contest: it hears the jury, keeps the board, and thinks when it is asked.
pub struct BuiltinBot {
    game: &'static dyn DynGame,
    protocol: Box<dyn Protocol>,
    engine: Box<dyn DynEngine>,
    setup: Setup,
    seat: Option<Player>,
    state: Option<Box<dyn DynState>>,
    /// Told, and not yet done: the board cannot be set up before all of the setup is known.
    pending_events: Vec<DialogueEvent>,
    /// A line was heard.
    has_heard_line: bool,
    /// The jury has begun to say what comes before the next move.
    is_mid_turn: bool,
    is_over: bool,
    timer: TurnTimer,
    turn_started_at: Option<Instant>,
    /// Since when it has nothing to do.
    idle_since: Instant,
    nodes: Option<u64>,
    seed: u64,
}

/// What a jury says of a turn comes at once; after a longer pause it speaks of another one.
const MIN_TURN_GAP: Duration = Duration::from_millis(20);

impl BuiltinBot {
    /// A player of this game that has heard nothing yet.
    pub fn new(book: &'static dyn DynGame, skill: &BuiltinConfig) -> Self {
        let setup = Setup::default();
        Self {
            game: book,
            protocol: book.protocol(&setup),
            engine: book.engine_at_level(skill.level, skill.resources),
            setup,
            seat: None,
            state: None,
            pending_events: Vec::new(),
            has_heard_line: false,
            is_mid_turn: false,
            is_over: false,
            timer: TurnTimer::new(match skill.nodes {
                // Something must end the thinking.
                None if skill.clock.is_off() => book.clock(),
                _ => skill.clock,
            }),
            turn_started_at: None,
            idle_since: Instant::now(),
            nodes: skill.nodes,
            seed: skill.seed,
        }
    }

    /// Hears a line of the jury; the answer, if it is asked for one.
    ///
    /// # Errors
    /// The line cannot stand here, or what it says cannot be.
    pub fn on_jury_line(&mut self, line: &str) -> Result<Option<String>, BuiltinBotError> {
        let awaited = self.idle_since.elapsed() > MIN_TURN_GAP;
        if awaited || self.turn_started_at.is_none() {
            self.turn_started_at = Some(self.timer.turn_start(awaited));
        }
        let answer = self.respond(line);
        self.idle_since = Instant::now();
        answer
    }

    fn respond(&mut self, line: &str) -> Result<Option<String>, BuiltinBotError> {
        self.has_heard_line = true;
        self.is_mid_turn = true;
        self.queue_events(line)?;
        if self.is_over || !self.protocol.awaits_bot() {
            return Ok(None);
        }
        self.apply_pending_events()?;
        let (Some(table), Some(seat)) = (&self.state, self.seat) else {
            return Ok(None);
        };
        match table.turn() {
            Turn::Player(player) if player == seat => self.choose_move().map(Some),
            Turn::Over => Ok(None),
            Turn::Player(_) | Turn::Chance => {
                let side = self.game.sides()[seat.index()];
                Err(BuiltinBotError::NotItsTurn { side })
            }
        }
    }

    /// Takes a line of a dialogue that was led in its place: the jury's, or its own.
    ///
    /// # Errors
    /// The line cannot stand here, or what it says cannot be.
    pub fn replay_line(&mut self, line: &DialogueLine) -> Result<(), BuiltinBotError> {
        if line.to_bot {
            return self.queue_events(&line.text);
        }
        let said = self.protocol.on_bot_line(&line.text)?;
        self.apply_pending_events()?;
        said.into_iter().try_for_each(|event| match event {
            DialogueEvent::Token { token, .. } => self.apply_move(&token),
            _ => Ok(()),
        })
    }

    /// Keeps what a line of the jury says in mind.
    fn queue_events(&mut self, line: &str) -> Result<(), BuiltinBotError> {
        for event in self.protocol.on_jury_line(line)? {
            match event {
                DialogueEvent::Seat(seat) => self.seat = Some(seat),
                DialogueEvent::Setup(key, value) => self.setup.set(key, value),
                DialogueEvent::Over | DialogueEvent::OpponentFailed => self.is_over = true,
                DialogueEvent::Message(_) => {}
                // It stands for what was told before.
                DialogueEvent::Position(_) => self.pending_events = vec![event],
                DialogueEvent::Token { .. }
                | DialogueEvent::Chance(_)
                | DialogueEvent::Board(_) => self.pending_events.push(event),
            }
        }
        Ok(())
    }

    /// The answer was written.
    pub fn on_answer_sent(&mut self) {
        self.is_mid_turn = false;
        if let Some(begun) = self.turn_started_at.take() {
            self.timer.end_turn(begun);
        }
    }

    /// Whether nothing is left to do.
    pub fn is_finished(&self) -> bool {
        let table = self.state.as_ref();
        let is_over = || table.is_some_and(|table| table.turn() == Turn::Over);
        self.is_over || self.protocol.exits_unprompted() && is_over()
    }

    /// The input ended.
    ///
    /// # Errors
    /// It ended in the middle of what the jury says, or before that said anything.
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
            Some(table) if table.turn() == Turn::Over => Ok(()),
            _ => Err(BuiltinBotError::Incomplete),
        }
    }

    /// Does what was told, and sets the board up before that.
    fn apply_pending_events(&mut self) -> Result<(), BuiltinBotError> {
        let Some(seat) = self.seat else {
            return Ok(());
        };
        if self.state.is_none() {
            let table = self.game.start(&self.setup)?;
            self.start_game(table, seat)?;
        }
        for event in std::mem::take(&mut self.pending_events) {
            match event {
                DialogueEvent::Token { token, .. } | DialogueEvent::Chance(token) => {
                    self.apply_move(&token)?
                }
                DialogueEvent::Board(board) => self.check_board(&board)?,
                DialogueEvent::Position(text) => {
                    let table = self.game.parse_position(&text);
                    self.start_game(table.map_err(BuiltinBotError::Position)?, seat)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn start_game(
        &mut self,
        table: Box<dyn DynState>,
        seat: Player,
    ) -> Result<(), BuiltinBotError> {
        let seated = self.engine.new_game(&table.position(), seat);
        seated.map_err(BuiltinBotBug::Engine)?;
        self.state = Some(table);
        Ok(())
    }

    /// Makes an act, and what is made without asking after it.
    fn apply_move(&mut self, token: &str) -> Result<(), BuiltinBotError> {
        let Some(table) = &mut self.state else {
            return Ok(());
        };
        let mut next = Some(token.to_owned());
        while let Some(token) = next {
            let before = table.position();
            let played = table.play(&token);
            played.map_err(|error| BuiltinBotError::MoveRefused {
                token: token.clone(),
                error,
            })?;
            let seen = self.engine.observe(&before, &token);
            seen.map_err(BuiltinBotBug::Engine)?;
            next = table.automatic_move();
        }
        Ok(())
    }

    /// Holds the jury's board against the own one.
    fn check_board(&self, board: &str) -> Result<(), BuiltinBotError> {
        let own = self.state.as_ref().map(|table| table.position());
        let own = own.unwrap_or_default();
        let own = own.split(' ').next().unwrap_or_default();
        if own == board {
            return Ok(());
        }
        Err(BuiltinBotError::BoardDiffers {
            expected: own.to_owned(),
            found: board.to_owned(),
        })
    }

    fn choose_move(&mut self) -> Result<String, BuiltinBotError> {
        let Some(table) = &self.state else {
            return Err(BuiltinBotBug::NoState.into());
        };
        let begun = self.turn_started_at.unwrap_or_else(Instant::now);
        let position = table.position();
        let elapsed = || begun.elapsed();
        let limits = Limits {
            nodes: self.nodes,
            time: self.timer.thinking_time(self.engine.as_ref(), &position),
            elapsed: Some(&elapsed),
            ..Limits::default()
        };
        let request = SearchRequest::new(limits).seed(self.seed);
        let chosen = self.engine.choose(&position, &request);
        let chosen = chosen.map_err(BuiltinBotBug::Engine)?;
        let Some(token) = chosen else {
            return Err(BuiltinBotBug::NoMove.into());
        };
        let answer = self.protocol.move_line(&token);
        let said = self.protocol.on_bot_line(&answer);
        said.map_err(BuiltinBotBug::Answer)?;
        self.apply_move(&token)?;
        Ok(answer)
    }
}
