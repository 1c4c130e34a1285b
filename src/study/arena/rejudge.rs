//! Asks a bot again in the positions of a recorded game.
//!
//! The bot receives the dialogue of the recorded game and is asked wherever its side was to move.
//! As long as it repeats the recorded moves, the dialogue continues. After a different answer the
//! bot believes it is in another game. If the contest shows the board with each request, a fresh
//! program is started for the next position, provided that it accepts that board and that the board
//! says which moves are legal: a ko of Atari Go depends on moves that a fresh program has not seen.
//! Otherwise a program cannot be sent its own moves, and the remaining positions are not asked. Nor are those
//! of a seat whose view the record does not hold, such as the opponent's secret colour in a log of
//! Box.

use super::contestant::{Contestant, ContestantKind, StartError};
use super::game_spec::supports_openings;
use super::judgement::judge_answer;
use super::legal_step::PlyStart;
use super::process::BotScope;
use super::session::{BotFault, BotSession, TurnContext, hides_rules};
use kifu_core::contract::{DialogueEnd, Fault, Player, Setup, SetupError};
use kifu_core::games::{DynGame, DynState};
use kifu_core::record::Record;
use std::time::Duration;

/// The answer of a bot in a position of a recorded game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RejudgeOutcome {
    /// The bot plays the recorded move.
    Same,
    /// The bot plays this other legal move.
    Differs(String),
    /// The bot gives no move or an illegal one, for this reason.
    Fails(String),
    /// The bot could not be asked, for this reason.
    NotAsked(NotAskedReason),
}

/// The reason why a bot cannot be asked in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotAskedReason {
    /// The bot has played another move before, and the protocol cannot call it back.
    OtherMoveBefore,
    /// The record does not hold what the jury sends to the bot in this seat, or the protocol cannot
    /// express it; expected is this.
    UnknownView(String),
}

/// A position of a recorded game in which the bot's side was to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RejudgedPosition {
    /// The ply, from 1.
    pub ply: u32,
    /// The position text, including the chance outcome of the ply.
    pub position: String,
    /// The recorded move without its chance outcome; `None` where the player failed.
    pub recorded_move: Option<String>,
    /// The answer of the bot.
    pub outcome: RejudgeOutcome,
}

/// The reason why a bot cannot be asked in the positions of a game.
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
        /// The token of the move.
        token: String,
    },
    /// A move of the record contains an impossible chance outcome.
    #[error("ply {ply}: `{chance}` cannot be dealt")]
    ChanceRefused {
        /// The ply.
        ply: u32,
        /// The chance outcome.
        chance: String,
    },
}

/// Asks a bot in all positions of one side of a record. With a clock for the whole game, that time
/// is the limit for each answer.
///
/// # Errors
/// Returns an error if the program cannot be started or the record cannot be replayed.
pub fn rejudge(
    game: &'static dyn DynGame,
    contestant: &Contestant,
    record: &Record,
    side: Player,
    grace_period: Duration,
) -> Result<Vec<RejudgedPosition>, RejudgeError> {
    let _scope = BotScope::open();
    let state = game.start(&record.setup)?;
    let mut rejudger = Rejudger {
        game,
        contestant,
        setup: &record.setup,
        side,
        grace_period,
        can_join_mid_game: supports_openings(game)
            || contestant.is_builtin() && game.info().lead_in == 0,
        state,
        tokens: Vec::new(),
        movers: Vec::new(),
        session: None,
        is_out_of_sync: false,
        turn_count: 0,
        results: Vec::new(),
    };
    for token in record.tokens() {
        let ply = (rejudger.tokens.len() + 1).saturating_sub(game.info().lead_in);
        let ply = u32::try_from(ply).unwrap_or(u32::MAX);
        let note = record.notes.get(&ply);
        let is_own_move = note.is_none_or(|note| note.by.is_none());
        rejudger.replay_token(ply, token, is_own_move && ply > 0)?;
    }
    let attempt = record.attempt.as_ref();
    let side_failed = attempt.is_some_and(|attempt| attempt.player == Some(side));
    // The record does not contain the chance outcome of a move that failed.
    if side_failed && rejudger.state.mover() == Some(side) && game.info().lead_in == 0 {
        let ply = u32::try_from(rejudger.tokens.len() + 1).unwrap_or(u32::MAX);
        rejudger.ask_in_position(ply, None, None)?;
    }
    rejudger.end_session();
    Ok(rejudger.results)
}

struct Rejudger<'a> {
    game: &'static dyn DynGame,
    contestant: &'a Contestant,
    setup: &'a Setup,
    side: Player,
    grace_period: Duration,
    /// Whether a fresh program can be asked in the middle of a game.
    can_join_mid_game: bool,
    state: Box<dyn DynState>,
    tokens: Vec<String>,
    movers: Vec<Option<Player>>,
    session: Option<Box<dyn BotSession>>,
    /// Whether the bot is in another game and cannot return to this one.
    is_out_of_sync: bool,
    turn_count: u32,
    results: Vec<RejudgedPosition>,
}

impl Rejudger<'_> {
    /// Replays a token of the record, asking the bot first if its side made the move. `is_own_move`
    /// is false where the jury moved for the player.
    fn replay_token(
        &mut self,
        ply: u32,
        token: &str,
        is_own_move: bool,
    ) -> Result<(), RejudgeError> {
        let mover = self.state.mover();
        if is_own_move && mover == Some(self.side) && self.state.automatic_move().is_none() {
            let chance = self.game.chance_of(token);
            self.ask_in_position(ply, Some(token), chance.as_deref())?;
        } else if mover == Some(self.side) && self.state.automatic_move().is_none() {
            // The jury moved for the player, which the program cannot know.
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
        recorded: Option<&str>,
        chance: Option<&str>,
    ) -> Result<(), RejudgeError> {
        let start = PlyStart::known(self.game, self.state.as_ref(), chance);
        let start = start.ok_or_else(|| RejudgeError::ChanceRefused {
            ply,
            chance: chance.unwrap_or_default().to_owned(),
        })?;
        let outcome = if let Some(expected) = self.unknown_view(chance) {
            RejudgeOutcome::NotAsked(NotAskedReason::UnknownView(expected))
        } else if self.is_out_of_sync || self.would_be_misled(chance) {
            RejudgeOutcome::NotAsked(NotAskedReason::OtherMoveBefore)
        } else {
            self.ask_bot(recorded, &start)?
        };
        self.results.push(RejudgedPosition {
            ply,
            position: start.position(),
            recorded_move: recorded.map(|token| self.bare_move(token)),
            outcome,
        });
        Ok(())
    }

    /// Returns the move of a token without its chance outcome.
    fn bare_move(&self, token: &str) -> String {
        let bare = self.game.move_token(token);
        bare.unwrap_or_else(|| token.to_owned())
    }

    /// Returns what is missing in the record, or in the protocol, to send the bot the dialogue up
    /// to this turn; `None` if nothing is.
    fn unknown_view(&self, chance: Option<&str>) -> Option<String> {
        if matches!(self.contestant.kind, ContestantKind::Gtp(_)) {
            return None;
        }
        let tokens: Vec<&str> = self.tokens.iter().map(String::as_str).collect();
        let protocol = self.game.protocol(self.setup);
        let script = protocol.script_until_turn(self.setup, &tokens, self.side, chance);
        script.err().map(|error| error.expected.into_owned())
    }

    /// Reports whether a fresh program could not know from the board which moves are legal.
    fn would_be_misled(&self, chance: Option<&str>) -> bool {
        let is_program = matches!(self.contestant.kind, ContestantKind::Contest(_));
        let has_played = self.movers.contains(&Some(self.side));
        let turn = TurnContext {
            setup: self.setup,
            tokens: &self.tokens,
            movers: &self.movers,
            chance,
        };
        let joins_mid_game = self.session.is_none() && has_played;
        is_program && joins_mid_game && hides_rules(self.game, &turn, self.side)
    }

    fn ask_bot(
        &mut self,
        recorded: Option<&str>,
        start: &PlyStart,
    ) -> Result<RejudgeOutcome, RejudgeError> {
        let joins_mid_game = self.session.is_none() && self.movers.contains(&Some(self.side));
        let mut session = if let Some(session) = self.session.take() {
            session
        } else {
            self.turn_count = 0;
            let (game, setup) = (self.game, self.setup);
            self.contestant
                .start_session(game, setup, self.side, 1, self.grace_period)?
        };
        let turn = TurnContext {
            setup: self.setup,
            tokens: &self.tokens,
            movers: &self.movers,
            chance: start.chance(),
        };
        let limit = self.time_limit();
        let reply = session.request_move(&turn, limit, None);
        self.turn_count += 1;
        let has_left = |fault: &BotFault| matches!(fault.fault, Fault::Crash | Fault::Exit);
        if joins_mid_game && reply.answer.as_ref().is_err_and(has_left) {
            // It keeps its own board and does not accept the one it is shown.
            (self.can_join_mid_game, self.is_out_of_sync) = (false, true);
            return Ok(RejudgeOutcome::NotAsked(NotAskedReason::OtherMoveBefore));
        }
        let judged = reply.answer.and_then(|answer| {
            // The first move, so that the answer to a position is always the same.
            judge_answer(self.game, self.setup, start, answer, |_| 0)
        });
        let outcome = match judged.as_ref().map(|judged| judged.step.token()) {
            Ok(token) if Some(token) == recorded => RejudgeOutcome::Same,
            Ok(token) => RejudgeOutcome::Differs(self.bare_move(token)),
            Err(fault) => RejudgeOutcome::Fails(fault.reason.clone()),
        };
        if outcome == RejudgeOutcome::Same {
            self.session = Some(session);
        } else {
            session.on_move_refused();
            session.finish(&turn, DialogueEnd::Open);
            self.is_out_of_sync = !self.can_join_mid_game;
        }
        Ok(outcome)
    }

    fn time_limit(&self) -> Option<Duration> {
        use kifu_core::search::Clock;
        match self.contestant.clock.unwrap_or(self.game.clock()) {
            Clock::Game(all) => Some(all),
            Clock::Turn { first, .. } if self.turn_count == 0 => Some(first),
            Clock::Turn { then, .. } => Some(then),
        }
        .filter(|limit| !limit.is_zero())
    }

    fn end_session(&mut self) {
        let turn = TurnContext {
            setup: self.setup,
            tokens: &self.tokens,
            movers: &self.movers,
            chance: None,
        };
        if let Some(mut session) = self.session.take() {
            session.finish(&turn, DialogueEnd::Over);
        }
    }
}
