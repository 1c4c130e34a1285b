//! A bot is asked again in the positions of a recorded game.
//!
//! The bot hears the game as it was, and is asked where its side was to act. As long as it
//! answers as then, the dialogue goes on. Where it answers otherwise it believes in another game
//! from there on: a contest that shows the board with each question lets a fresh program be asked
//! about the next position, if it looks at that board; in others a program cannot be told moves of
//! its own, and what follows is not asked.

use super::contestant::{Contestant, StartError};
use super::game_spec::supports_openings;
use super::session::{BotFault, BotSession, MoveAnswer, TurnContext};
use crate::contract::{DialogueEnd, Fault, Player, Setup, SetupError, Spelling};
use crate::games::{DynGame, DynState};
use crate::record::Record;
use std::time::Duration;

/// What a bot does in a position of a recorded game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RejudgeOutcome {
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
pub struct RejudgedPosition {
    /// The ply, from 1.
    pub ply: u32,
    /// The position text, what luck dealt included.
    pub position: String,
    /// What was made then, without luck's part; `None` where the player failed.
    pub recorded_move: Option<String>,
    /// What the bot does now.
    pub outcome: RejudgeOutcome,
}

/// Why a bot cannot be asked in the positions of a game.
#[derive(Debug, thiserror::Error)]
pub enum RejudgeError {
    /// The game cannot start from its setup.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The bot's program cannot be started.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A move of the record is illegal.
    #[error("ply {ply}: `{token}` cannot be replayed")]
    MoveRefused {
        /// The ply.
        ply: u32,
        /// The move.
        token: String,
    },
    /// A move of the record names a deal that luck cannot make.
    #[error("ply {ply}: `{deal}` cannot be dealt")]
    ChanceRefused {
        /// The ply.
        ply: u32,
        /// The deal.
        deal: String,
    },
}

/// Asks a bot in all positions of one side of a record. The clock
/// of a game is its limit for each answer.
///
/// # Errors
/// The program cannot be started, or the record is none that can be replayed.
pub fn rejudge(
    book: &'static dyn DynGame,
    entrant: &Contestant,
    record: &Record,
    side: Player,
    patience: Duration,
) -> Result<Vec<RejudgedPosition>, RejudgeError> {
    let table = book.start(&record.setup)?;
    let mut again = Rejudger {
        game: book,
        contestant: entrant,
        setup: &record.setup,
        side,
        grace_period: patience,
        can_join_mid_game: supports_openings(book)
            || entrant.is_builtin() && book.info().lead_in == 0,
        state: table,
        tokens: Vec::new(),
        movers: Vec::new(),
        session: None,
        is_out_of_sync: false,
        turn_count: 0,
        results: Vec::new(),
    };
    for token in record.tokens() {
        let ply = (again.tokens.len() + 1).saturating_sub(book.info().lead_in);
        let ply = u32::try_from(ply).unwrap_or(u32::MAX);
        let note = record.notes.get(&ply);
        let own = note.is_none_or(|note| note.by.is_none());
        again.replay_token(ply, token, own && ply > 0)?;
    }
    let attempt = record.attempt.as_ref();
    let failed = attempt.is_some_and(|attempt| attempt.player == Some(side));
    // What luck had dealt for an act that failed is not in the record.
    if failed && again.state.mover() == Some(side) && book.info().lead_in == 0 {
        let ply = u32::try_from(again.tokens.len() + 1).unwrap_or(u32::MAX);
        again.ask_in_position(ply, None, None)?;
    }
    again.end_session();
    Ok(again.results)
}

struct Rejudger<'a> {
    game: &'static dyn DynGame,
    contestant: &'a Contestant,
    setup: &'a Setup,
    side: Player,
    grace_period: Duration,
    /// A fresh program can be asked in the middle of a game.
    can_join_mid_game: bool,
    state: Box<dyn DynState>,
    tokens: Vec<String>,
    movers: Vec<Option<Player>>,
    session: Option<Box<dyn BotSession>>,
    /// The bot is in another game and cannot be called back.
    is_out_of_sync: bool,
    turn_count: u32,
    results: Vec<RejudgedPosition>,
}

impl Rejudger<'_> {
    /// An act of the record; `own` if the player made it itself.
    fn replay_token(&mut self, ply: u32, token: &str, own: bool) -> Result<(), RejudgeError> {
        let mover = self.state.mover();
        if own && mover == Some(self.side) && self.state.automatic_move().is_none() {
            let deal = self.game.chance_of(token);
            self.ask_in_position(ply, Some(token), deal.as_deref())?;
        } else if mover == Some(self.side) && self.state.automatic_move().is_none() {
            // The jury acted for it; the program knows nothing of that.
            self.is_out_of_sync |= !self.can_join_mid_game;
            self.end_session();
        }
        let played = self.state.play(token);
        played.map_err(|_| RejudgeError::MoveRefused {
            ply,
            token: token.to_owned(),
        })?;
        self.tokens.push(token.to_owned());
        self.movers.push(mover);
        Ok(())
    }

    fn ask_in_position(
        &mut self,
        ply: u32,
        then: Option<&str>,
        deal: Option<&str>,
    ) -> Result<(), RejudgeError> {
        let mut position = self.state.fork();
        let bare = match (deal, then) {
            (Some(deal), _) => {
                let dealt = position.apply_chance(deal);
                dealt.map_err(|_| RejudgeError::ChanceRefused {
                    ply,
                    deal: deal.to_owned(),
                })?;
                let whole = self.state.fork().apply_chance(then.unwrap_or_default());
                whole.ok().flatten()
            }
            (None, then) => then.map(str::to_owned),
        };
        let now = if self.is_out_of_sync {
            RejudgeOutcome::NotAsked
        } else {
            self.ask_bot(then, deal)?
        };
        self.results.push(RejudgedPosition {
            ply,
            position: position.position(),
            recorded_move: bare,
            outcome: now,
        });
        Ok(())
    }

    fn ask_bot(
        &mut self,
        then: Option<&str>,
        deal: Option<&str>,
    ) -> Result<RejudgeOutcome, RejudgeError> {
        let midway = self.session.is_none() && self.movers.contains(&Some(self.side));
        let mut seat = if let Some(seat) = self.session.take() {
            seat
        } else {
            self.turn_count = 0;
            let (book, setup) = (self.game, self.setup);
            self.contestant
                .start_session(book, setup, self.side, 1, self.grace_period)?
        };
        let turn = TurnContext {
            setup: self.setup,
            tokens: &self.tokens,
            movers: &self.movers,
            chance: deal,
        };
        let limit = self.time_limit();
        let reply = seat.request_move(&turn, limit, None);
        self.turn_count += 1;
        let left = |trouble: &BotFault| matches!(trouble.fault, Fault::Crash | Fault::Exit);
        if midway && reply.answer.as_ref().is_err_and(left) {
            // It keeps a board of its own and does not believe in the one it is shown.
            (self.can_join_mid_game, self.is_out_of_sync) = (false, true);
            return Ok(RejudgeOutcome::NotAsked);
        }
        let made = reply.answer.and_then(|answer| self.check_answer(&answer));
        let now = match made {
            Ok(token) if Some(token.as_str()) == then => RejudgeOutcome::Same,
            Ok(token) => {
                let bare = self.state.fork().apply_chance(&token).ok().flatten();
                RejudgeOutcome::Differs(bare.unwrap_or(token))
            }
            Err(trouble) => RejudgeOutcome::Fails(trouble.reason),
        };
        if now == RejudgeOutcome::Same {
            self.session = Some(seat);
        } else {
            seat.on_move_refused();
            seat.finish(&turn, DialogueEnd::Open);
            self.is_out_of_sync = !self.can_join_mid_game;
        }
        Ok(now)
    }

    fn time_limit(&self) -> Option<Duration> {
        use crate::search::Clock;
        match self.contestant.clock.unwrap_or(self.game.clock()) {
            Clock::Game(all) => Some(all),
            Clock::Turn { first, .. } if self.turn_count == 0 => Some(first),
            Clock::Turn { then, .. } => Some(then),
        }
        .filter(|limit| !limit.is_zero())
    }

    fn check_answer(&self, answer: &MoveAnswer) -> Result<String, BotFault> {
        let refused = |reason: String| BotFault::illegal_move(&answer.line, reason);
        let read = self.game.parse(&answer.token);
        let read = read.map_err(|bad| refused(bad.to_string()))?;
        if let Spelling::Forgiven(what) = read.spelling {
            return Err(refused(what.into_owned()));
        }
        let tried = self.state.fork().play(&read.text);
        tried.map_err(|error| refused(error.to_string()))?;
        Ok(read.text)
    }

    fn end_session(&mut self) {
        let turn = TurnContext {
            setup: self.setup,
            tokens: &self.tokens,
            movers: &self.movers,
            chance: None,
        };
        if let Some(mut seat) = self.session.take() {
            seat.finish(&turn, DialogueEnd::Over);
        }
    }
}
