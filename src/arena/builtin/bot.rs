use super::timer::TurnTimer;
use crate::contract::{DialogueEvent, DialogueLine, MoveError, Player, Protocol, Setup, Turn};
use crate::files::{Failure, FailureKind};
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

fn input_error(message: impl Into<String>) -> Failure {
    Failure::new(FailureKind::Input, message)
}

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
    pub fn on_jury_line(&mut self, line: &str) -> Result<Option<String>, Failure> {
        let awaited = self.idle_since.elapsed() > MIN_TURN_GAP;
        if awaited || self.turn_started_at.is_none() {
            self.turn_started_at = Some(self.timer.turn_start(awaited));
        }
        let answer = self.respond(line);
        self.idle_since = Instant::now();
        answer
    }

    fn respond(&mut self, line: &str) -> Result<Option<String>, Failure> {
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
                let message = format!("by the rules it is not the turn of this program, {side}");
                Err(input_error(message))
            }
        }
    }

    /// Takes a line of a dialogue that was led in its place: the jury's, or its own.
    ///
    /// # Errors
    /// The line cannot stand here, or what it says cannot be.
    pub fn replay_line(&mut self, line: &DialogueLine) -> Result<(), Failure> {
        if line.to_bot {
            return self.queue_events(&line.text);
        }
        let said = self.protocol.on_bot_line(&line.text);
        let said = said.map_err(|bad| input_error(bad.to_string()))?;
        self.apply_pending_events()?;
        said.into_iter().try_for_each(|event| match event {
            DialogueEvent::Token { token, .. } => self.apply_move(&token),
            _ => Ok(()),
        })
    }

    /// Keeps what a line of the jury says in mind.
    fn queue_events(&mut self, line: &str) -> Result<(), Failure> {
        let events = self.protocol.on_jury_line(line);
        for event in events.map_err(|bad| input_error(bad.to_string()))? {
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
    pub fn on_input_end(&mut self) -> Result<(), Failure> {
        if !self.has_heard_line {
            let hint =
                "a contest's program reads what the jury says there; `kifu match` is such a jury";
            return Err(input_error("standard input ended before its first line").hint(hint));
        }
        if !self.is_mid_turn {
            return Ok(());
        }
        if self.seat.is_some() {
            self.apply_pending_events()?;
        }
        match &self.state {
            Some(table) if table.turn() == Turn::Over => Ok(()),
            _ => Err(input_error(
                "standard input ended in the middle of what the jury says before a move",
            )),
        }
    }

    /// Does what was told, and sets the board up before that.
    fn apply_pending_events(&mut self) -> Result<(), Failure> {
        let Some(seat) = self.seat else {
            return Ok(());
        };
        if self.state.is_none() {
            let table = self.game.start(&self.setup);
            let table = table.map_err(|error| input_error(error.to_string()))?;
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
                    self.start_game(table.map_err(|bad| input_error(bad.to_string()))?, seat)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn start_game(&mut self, table: Box<dyn DynState>, seat: Player) -> Result<(), Failure> {
        let seated = self.engine.new_game(&table.position(), seat);
        seated.map_err(|bad| Failure::new(FailureKind::Internal, bad.to_string()))?;
        self.state = Some(table);
        Ok(())
    }

    /// Makes an act, and what is made without asking after it.
    fn apply_move(&mut self, token: &str) -> Result<(), Failure> {
        let Some(table) = &mut self.state else {
            return Ok(());
        };
        let mut next = Some(token.to_owned());
        while let Some(token) = next {
            let before = table.position();
            let refused =
                |kind| input_error(format!("`{token}` cannot be: {}", move_error_text(&kind)));
            table.play(&token).map_err(refused)?;
            let seen = self.engine.observe(&before, &token);
            seen.map_err(|bad| Failure::new(FailureKind::Internal, bad.to_string()))?;
            next = table.automatic_move();
        }
        Ok(())
    }

    /// Holds the jury's board against the own one.
    fn check_board(&self, board: &str) -> Result<(), Failure> {
        let own = self.state.as_ref().map(|table| table.position());
        let own = own.unwrap_or_default();
        let own = own.split(' ').next().unwrap_or_default();
        if own == board {
            return Ok(());
        }
        let message = format!("expected the board {own}, to which the moves lead, found {board}");
        Err(input_error(message))
    }

    fn choose_move(&mut self) -> Result<String, Failure> {
        let Some(table) = &self.state else {
            return Err(Failure::new(
                FailureKind::Internal,
                "no board to think about",
            ));
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
        let chosen = chosen.map_err(|bad| Failure::new(FailureKind::Internal, bad.to_string()))?;
        let Some(token) = chosen else {
            return Err(Failure::new(
                FailureKind::Internal,
                "the engine found no move",
            ));
        };
        let answer = self.protocol.move_line(&token);
        let said = self.protocol.on_bot_line(&answer);
        said.map_err(|bad| Failure::new(FailureKind::Internal, bad.to_string()))?;
        self.apply_move(&token)?;
        Ok(answer)
    }
}

/// Why an act is refused.
fn move_error_text(kind: &MoveError) -> String {
    match kind {
        MoveError::Unreadable(bad) => bad.to_string(),
        MoveError::Illegal { message, .. } => message.clone(),
        MoveError::WrongKind { expected } => format!("expected {expected}"),
    }
}
