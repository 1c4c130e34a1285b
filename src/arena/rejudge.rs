//! A bot is asked again in the positions of a recorded game.
//!
//! The bot hears the game as it was, and is asked where its side was to act. As long as it
//! answers as then, the dialogue goes on. Where it answers otherwise it believes in another game
//! from there on: a contest that shows the board with each question lets a fresh program be asked
//! about the next position, if it looks at that board; in others a program cannot be told moves of
//! its own, and what follows is not asked.

use super::entrant::Entrant;
use super::fixture::takes_openings;
use super::seat::{Answer, Seat, Trouble, Turn};
use crate::contract::{DialogueEnd, Fault, MoveError, Player, Setup, Spelling};
use crate::files::Failure;
use crate::games::{DynGame, DynState};
use crate::record::Record;
use std::time::Duration;

/// What a bot does in a position of a recorded game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Now {
    /// As in the record.
    Same,
    /// Another legal act.
    Differs(String),
    /// None, or one that breaks a rule; why.
    Fails(String),
    /// It could not be asked.
    NotAsked,
}

/// A position of a recorded game in which the bot's side was to act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered {
    /// The ply, from 1.
    pub ply: u32,
    /// The position text, what luck dealt included.
    pub position: String,
    /// What was made then, without luck's part; `None` where the player failed.
    pub then: Option<String>,
    /// What the bot does now.
    pub now: Now,
}

/// Asks a bot in all positions of one side of a record. The clock
/// of a game is its limit for each answer.
///
/// # Errors
/// The program cannot be started, or the record is none that can be replayed.
pub fn rejudge(
    book: &'static dyn DynGame,
    entrant: &Entrant,
    record: &Record,
    side: Player,
    patience: Duration,
) -> Result<Vec<Answered>, Failure> {
    let table = book.start(&record.setup);
    let table = table.map_err(|error| Failure::usage(error.to_string()))?;
    let mut again = Again {
        book,
        entrant,
        setup: &record.setup,
        side,
        patience,
        jumps: takes_openings(book) || entrant.is_builtin() && book.lead_in() == 0,
        table,
        tokens: Vec::new(),
        movers: Vec::new(),
        seat: None,
        lost: false,
        turns: 0,
        answered: Vec::new(),
    };
    for token in record.tokens() {
        let ply = (again.tokens.len() + 1).saturating_sub(book.lead_in());
        let ply = u32::try_from(ply).unwrap_or(u32::MAX);
        let note = record.notes.get(&ply);
        let own = note.is_none_or(|note| note.by.is_none());
        again.act(ply, token, own && ply > 0)?;
    }
    let attempt = record.attempt.as_ref();
    let failed = attempt.is_some_and(|attempt| attempt.player == Some(side));
    // What luck had dealt for an act that failed is not in the record.
    if failed && again.table.mover() == Some(side) && book.lead_in() == 0 {
        let ply = u32::try_from(again.tokens.len() + 1).unwrap_or(u32::MAX);
        again.ask(ply, None, None)?;
    }
    again.leave();
    Ok(again.answered)
}

struct Again<'a> {
    book: &'static dyn DynGame,
    entrant: &'a Entrant,
    setup: &'a Setup,
    side: Player,
    patience: Duration,
    /// A fresh program can be asked in the middle of a game.
    jumps: bool,
    table: Box<dyn DynState>,
    tokens: Vec<String>,
    movers: Vec<Option<Player>>,
    seat: Option<Box<dyn Seat>>,
    /// The bot is in another game and cannot be called back.
    lost: bool,
    turns: u32,
    answered: Vec<Answered>,
}

impl Again<'_> {
    /// An act of the record; `own` if the player made it itself.
    fn act(&mut self, ply: u32, token: &str, own: bool) -> Result<(), Failure> {
        let mover = self.table.mover();
        if own && mover == Some(self.side) && self.table.automatic_move().is_none() {
            let deal = self.book.chance_of(token);
            self.ask(ply, Some(token), deal.as_deref())?;
        } else if mover == Some(self.side) && self.table.automatic_move().is_none() {
            // The jury acted for it; the program knows nothing of that.
            self.lost |= !self.jumps;
            self.leave();
        }
        let played = self.table.play(token);
        played.map_err(|_| Failure::usage(format!("ply {ply}: `{token}` cannot be replayed")))?;
        self.tokens.push(token.to_owned());
        self.movers.push(mover);
        Ok(())
    }

    fn ask(&mut self, ply: u32, then: Option<&str>, deal: Option<&str>) -> Result<(), Failure> {
        let mut position = self.table.fork();
        let bare = match (deal, then) {
            (Some(deal), _) => {
                let dealt = position.apply_chance(deal);
                dealt
                    .map_err(|_| Failure::usage(format!("ply {ply}: luck cannot deal `{deal}`")))?;
                let whole = self.table.fork().apply_chance(then.unwrap_or_default());
                whole.ok().flatten()
            }
            (None, then) => then.map(str::to_owned),
        };
        let now = if self.lost {
            Now::NotAsked
        } else {
            self.now(then, deal)?
        };
        self.answered.push(Answered {
            ply,
            position: position.position(),
            then: bare,
            now,
        });
        Ok(())
    }

    fn now(&mut self, then: Option<&str>, deal: Option<&str>) -> Result<Now, Failure> {
        let midway = self.seat.is_none() && self.movers.contains(&Some(self.side));
        let mut seat = if let Some(seat) = self.seat.take() {
            seat
        } else {
            self.turns = 0;
            let (book, setup) = (self.book, self.setup);
            self.entrant.sit(book, setup, self.side, 1, self.patience)?
        };
        let turn = Turn {
            setup: self.setup,
            tokens: &self.tokens,
            movers: &self.movers,
            deal,
        };
        let limit = self.limit();
        let reply = seat.ask(&turn, limit, None);
        self.turns += 1;
        let left = |trouble: &Trouble| matches!(trouble.fault, Fault::Crash | Fault::Exit);
        if midway && reply.answer.as_ref().is_err_and(left) {
            // It keeps a board of its own and does not believe in the one it is shown.
            (self.jumps, self.lost) = (false, true);
            return Ok(Now::NotAsked);
        }
        let made = reply.answer.and_then(|answer| self.judge(&answer));
        let now = match made {
            Ok(token) if Some(token.as_str()) == then => Now::Same,
            Ok(token) => {
                let bare = self.table.fork().apply_chance(&token).ok().flatten();
                Now::Differs(bare.unwrap_or(token))
            }
            Err(trouble) => Now::Fails(trouble.reason),
        };
        if now == Now::Same {
            self.seat = Some(seat);
        } else {
            seat.refused();
            seat.dismiss(&turn, DialogueEnd::Open);
            self.lost = !self.jumps;
        }
        Ok(now)
    }

    fn limit(&self) -> Option<Duration> {
        use crate::search::Clock;
        match self.entrant.clock.unwrap_or(self.book.clock()) {
            Clock::Game(all) => Some(all),
            Clock::Turn { first, .. } if self.turns == 0 => Some(first),
            Clock::Turn { then, .. } => Some(then),
        }
        .filter(|limit| !limit.is_zero())
    }

    fn judge(&self, answer: &Answer) -> Result<String, Trouble> {
        let refused = |reason: String| Trouble::refused(&answer.line, reason);
        let read = self.book.parse(&answer.token);
        let read = read.map_err(|bad| refused(bad.to_string()))?;
        if let Spelling::Forgiven(what) = read.spelling {
            return Err(refused(what.into_owned()));
        }
        let tried = self.table.fork().play(&read.text);
        tried.map_err(|kind| match kind {
            MoveError::Unreadable(bad) => refused(bad.to_string()),
            MoveError::Illegal { message, .. } => refused(message),
            MoveError::WrongKind { expected } => refused(format!("expected {expected}")),
        })?;
        Ok(read.text)
    }

    fn leave(&mut self) {
        let turn = Turn {
            setup: self.setup,
            tokens: &self.tokens,
            movers: &self.movers,
            deal: None,
        };
        if let Some(mut seat) = self.seat.take() {
            seat.dismiss(&turn, DialogueEnd::Over);
        }
    }
}
