use super::timer::Timer;
use crate::contract::{DialogueEvent, DialogueLine, MoveError, Player, Protocol, Setup, Turn};
use crate::files::{Failure, FailureKind};
use crate::games::{DynEngine, DynGame, DynState};
use crate::search::{Clock, Level, Limits, Resources, SearchRequest};
use std::time::{Duration, Instant};

/// How the built-in player plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skill {
    /// Who plays.
    pub level: Level,
    /// The clock below which it keeps; one of no time does not run.
    pub clock: Clock,
    /// At most so many nodes a move.
    pub nodes: Option<u64>,
    /// What of the machine the engine may take.
    pub means: Resources,
    /// Where the random numbers start.
    pub seed: u64,
}

/// A program at a contest: it hears the jury, keeps the board, and thinks when it is asked.
pub struct Bot {
    book: &'static dyn DynGame,
    protocol: Box<dyn Protocol>,
    mind: Box<dyn DynEngine>,
    setup: Setup,
    seat: Option<Player>,
    table: Option<Box<dyn DynState>>,
    /// Told, and not yet done: the board cannot be set up before all of the setup is known.
    waiting: Vec<DialogueEvent>,
    /// A line was heard.
    addressed: bool,
    /// The jury has begun to say what comes before the next move.
    begun: bool,
    over: bool,
    timer: Timer,
    turn_begun: Option<Instant>,
    /// Since when it has nothing to do.
    idle_since: Instant,
    nodes: Option<u64>,
    seed: u64,
}

/// What a jury says of a turn comes at once; after a longer pause it speaks of another one.
const PAUSE: Duration = Duration::from_millis(20);

fn fault(message: impl Into<String>) -> Failure {
    Failure::new(FailureKind::Input, message)
}

impl Bot {
    /// A player of this game that has heard nothing yet.
    pub fn new(book: &'static dyn DynGame, skill: &Skill) -> Self {
        let setup = Setup::default();
        Self {
            book,
            protocol: book.protocol(&setup),
            mind: book.engine_at_level(skill.level, skill.means),
            setup,
            seat: None,
            table: None,
            waiting: Vec::new(),
            addressed: false,
            begun: false,
            over: false,
            timer: Timer::new(match skill.nodes {
                // Something must end the thinking.
                None if skill.clock.is_off() => book.clock(),
                _ => skill.clock,
            }),
            turn_begun: None,
            idle_since: Instant::now(),
            nodes: skill.nodes,
            seed: skill.seed,
        }
    }

    /// Hears a line of the jury; the answer, if it is asked for one.
    ///
    /// # Errors
    /// The line cannot stand here, or what it says cannot be.
    pub fn hear(&mut self, line: &str) -> Result<Option<String>, Failure> {
        let awaited = self.idle_since.elapsed() > PAUSE;
        if awaited || self.turn_begun.is_none() {
            self.turn_begun = Some(self.timer.begin(awaited));
        }
        let answer = self.answer(line);
        self.idle_since = Instant::now();
        answer
    }

    fn answer(&mut self, line: &str) -> Result<Option<String>, Failure> {
        self.addressed = true;
        self.begun = true;
        self.take_note(line)?;
        if self.over || !self.protocol.awaits_bot() {
            return Ok(None);
        }
        self.catch_up()?;
        let (Some(table), Some(seat)) = (&self.table, self.seat) else {
            return Ok(None);
        };
        match table.turn() {
            Turn::Player(player) if player == seat => self.choose().map(Some),
            Turn::Over => Ok(None),
            Turn::Player(_) | Turn::Chance => {
                let side = self.book.sides()[seat.index()];
                let message = format!("by the rules it is not the turn of this program, {side}");
                Err(fault(message))
            }
        }
    }

    /// Takes a line of a dialogue that was led in its place: the jury's, or its own.
    ///
    /// # Errors
    /// The line cannot stand here, or what it says cannot be.
    pub fn take_over(&mut self, line: &DialogueLine) -> Result<(), Failure> {
        if line.to_bot {
            return self.take_note(&line.text);
        }
        let said = self.protocol.on_bot_line(&line.text);
        let said = said.map_err(|bad| fault(bad.to_string()))?;
        self.catch_up()?;
        said.into_iter().try_for_each(|event| match event {
            DialogueEvent::Token { token, .. } => self.play(&token),
            _ => Ok(()),
        })
    }

    /// Keeps what a line of the jury says in mind.
    fn take_note(&mut self, line: &str) -> Result<(), Failure> {
        let events = self.protocol.on_jury_line(line);
        for event in events.map_err(|bad| fault(bad.to_string()))? {
            match event {
                DialogueEvent::Seat(seat) => self.seat = Some(seat),
                DialogueEvent::Setup(key, value) => self.setup.set(key, value),
                DialogueEvent::Over | DialogueEvent::OpponentFailed => self.over = true,
                DialogueEvent::Message(_) => {}
                // It stands for what was told before.
                DialogueEvent::Position(_) => self.waiting = vec![event],
                DialogueEvent::Token { .. }
                | DialogueEvent::Chance(_)
                | DialogueEvent::Board(_) => self.waiting.push(event),
            }
        }
        Ok(())
    }

    /// The answer was written.
    pub fn said(&mut self) {
        self.begun = false;
        if let Some(begun) = self.turn_begun.take() {
            self.timer.end(begun);
        }
    }

    /// Whether nothing is left to do.
    pub fn is_done(&self) -> bool {
        let table = self.table.as_ref();
        let is_over = || table.is_some_and(|table| table.turn() == Turn::Over);
        self.over || self.protocol.exits_unprompted() && is_over()
    }

    /// The input ended.
    ///
    /// # Errors
    /// It ended in the middle of what the jury says, or before that said anything.
    pub fn end(&mut self) -> Result<(), Failure> {
        if !self.addressed {
            let hint =
                "a contest's program reads what the jury says there; `kifu match` is such a jury";
            return Err(fault("standard input ended before its first line").hint(hint));
        }
        if !self.begun {
            return Ok(());
        }
        if self.seat.is_some() {
            self.catch_up()?;
        }
        match &self.table {
            Some(table) if table.turn() == Turn::Over => Ok(()),
            _ => Err(fault(
                "standard input ended in the middle of what the jury says before a move",
            )),
        }
    }

    /// Does what was told, and sets the board up before that.
    fn catch_up(&mut self) -> Result<(), Failure> {
        let Some(seat) = self.seat else {
            return Ok(());
        };
        if self.table.is_none() {
            let table = self.book.start(&self.setup);
            let table = table.map_err(|error| fault(error.to_string()))?;
            self.sit(table, seat)?;
        }
        for event in std::mem::take(&mut self.waiting) {
            match event {
                DialogueEvent::Token { token, .. } | DialogueEvent::Chance(token) => {
                    self.play(&token)?
                }
                DialogueEvent::Board(board) => self.compare(&board)?,
                DialogueEvent::Position(text) => {
                    let table = self.book.parse_position(&text);
                    self.sit(table.map_err(|bad| fault(bad.to_string()))?, seat)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn sit(&mut self, table: Box<dyn DynState>, seat: Player) -> Result<(), Failure> {
        let seated = self.mind.new_game(&table.position(), seat);
        seated.map_err(|bad| Failure::new(FailureKind::Internal, bad.to_string()))?;
        self.table = Some(table);
        Ok(())
    }

    /// Makes an act, and what is made without asking after it.
    fn play(&mut self, token: &str) -> Result<(), Failure> {
        let Some(table) = &mut self.table else {
            return Ok(());
        };
        let mut next = Some(token.to_owned());
        while let Some(token) = next {
            let before = table.position();
            let refused = |kind| fault(format!("`{token}` cannot be: {}", words(&kind)));
            table.play(&token).map_err(refused)?;
            let seen = self.mind.observe(&before, &token);
            seen.map_err(|bad| Failure::new(FailureKind::Internal, bad.to_string()))?;
            next = table.automatic_move();
        }
        Ok(())
    }

    /// Holds the jury's board against the own one.
    fn compare(&self, board: &str) -> Result<(), Failure> {
        let own = self.table.as_ref().map(|table| table.position());
        let own = own.unwrap_or_default();
        let own = own.split(' ').next().unwrap_or_default();
        if own == board {
            return Ok(());
        }
        let message = format!("expected the board {own}, to which the moves lead, found {board}");
        Err(fault(message))
    }

    fn choose(&mut self) -> Result<String, Failure> {
        let Some(table) = &self.table else {
            return Err(Failure::new(
                FailureKind::Internal,
                "no board to think about",
            ));
        };
        let begun = self.turn_begun.unwrap_or_else(Instant::now);
        let position = table.position();
        let elapsed = || begun.elapsed();
        let limits = Limits {
            nodes: self.nodes,
            time: self.timer.budget(self.mind.as_ref(), &position),
            elapsed: Some(&elapsed),
            ..Limits::default()
        };
        let request = SearchRequest::new(limits).seed(self.seed);
        let chosen = self.mind.choose(&position, &request);
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
        self.play(&token)?;
        Ok(answer)
    }
}

/// Why an act is refused.
fn words(kind: &MoveError) -> String {
    match kind {
        MoveError::Unreadable(bad) => bad.to_string(),
        MoveError::Illegal { message, .. } => message.clone(),
        MoveError::WrongKind { expected } => format!("expected {expected}"),
    }
}
