//! Asks a bot again in the positions of a recorded game.
//!
//! The bot receives the dialogue of the recorded game and is asked wherever its side was to move.
//! As long as it repeats the recorded moves, the dialogue continues. After a different answer the
//! bot believes it is in another game, and a fresh program is started for the next position:
//!
//! 1. by the contest's request, if that shows the board, provided that the program accepts it and
//!    that the board says which moves are legal: a ko of Atari Go depends on earlier moves;
//! 2. otherwise by a line with the moves so far ([`opening_line`](super::builtin::opening_line)), if
//!    the program understands it;
//! 3. otherwise not at all, because in the contest a program is never sent its own moves.
//!
//! The built-in bot and programs that speak GTP take all moves, and programs that speak UGI and
//! commands with `{moves}` or `{position}` any position. Positions of a seat whose view the
//! record does not hold, such as the opponent's secret colour in a log of Box, are not asked. Each
//! answer names the way in which the bot was asked ([`AskMethod`]).
//!
//! Whether a program understands the line, or accepts the board, is seen in short games that do not
//! depend on the record ([`opening_probe`](super::opening_probe)). So a failure in a position of the
//! record is an answer like any other.

use super::contestant::{Contestant, ContestantKind, StartError};
use super::game_spec::supports_openings;
use super::judgement::judge_answer;
use super::legal_step::PlyStart;
use super::opening_probe::{LeadingSupport, ProbedBot, board_support, is_end, opening_support};
use super::process::BotScope;
use super::seat_view::SeatView;
use super::session::{BotFault, BotSession, TurnContext, hides_rules};
use kifu_core::contract::{DialogueEnd, Fault, Player, Setup, SetupError};
use kifu_core::games::{DynGame, DynState};
use kifu_core::record::Record;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
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
    /// The bot has played another move before, the protocol cannot call it back, and it does not
    /// understand a line with the moves so far.
    OtherMoveBefore,
    /// The same, and the program gives no answer in any position to which it is led by a line with
    /// the moves so far, for this reason.
    FailsWhenLed(String),
    /// The record does not hold what the jury sends to the bot in this seat, or the protocol cannot
    /// express it; expected is this.
    UnknownView(String),
}

impl NotAskedReason {
    /// Reports whether the bot cannot be led to the position.
    pub const fn is_out_of_reach(&self) -> bool {
        matches!(self, Self::OtherMoveBefore | Self::FailsWhenLed(_))
    }
}

impl fmt::Display for NotAskedReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherMoveBefore => f.write_str("it plays another move before, and cannot be led"),
            Self::FailsWhenLed(reason) => write!(
                f,
                "it cannot be led, as it fails after every line `Opening`: {reason}"
            ),
            Self::UnknownView(expected) => write!(f, "expected {expected}"),
        }
    }
}

/// The way in which a bot learns of the position in which it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AskMethod {
    /// The contest's dialogue from the start of the game; the bot has played all its moves itself.
    Dialogue,
    /// The contest's request for a move, which shows the board, to a fresh program.
    Board,
    /// A line `Opening` with the moves so far, before the lines of the first turn.
    OpeningLine,
    /// The Go Text Protocol.
    Gtp,
    /// The Universal Game Interface.
    Ugi,
    /// A command that is run for the position.
    Template,
    /// The engine inside kifu, which needs no dialogue.
    Internal,
}

impl AskMethod {
    /// Returns the way in a few words: `line Opening`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dialogue => "plays along",
            Self::Board => "shown the board",
            Self::OpeningLine => "line Opening",
            Self::Gtp => "GTP",
            Self::Ugi => "UGI",
            Self::Template => "run for each position",
            Self::Internal => "internal engine",
        }
    }
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
    /// The way in which the bot was asked; `None` if it was not.
    pub method: Option<AskMethod>,
    /// The text that the bot wrote for readers with its answer.
    pub output: String,
}

impl RejudgedPosition {
    /// Reports whether the bot was not asked because it cannot be led to the position.
    pub(super) const fn is_out_of_reach(&self) -> bool {
        matches!(&self.outcome, RejudgeOutcome::NotAsked(reason) if reason.is_out_of_reach())
    }
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
    /// No player is to move after this number of tokens.
    #[error("no player is to move after {count} moves")]
    NoTurn {
        /// The number of tokens.
        count: usize,
    },
}

/// The ways in which a program can be led into a game in progress, as far as that is certain.
///
/// It holds for one program and one game, for all positions and records.
#[derive(Clone, Debug, Default)]
pub struct BotKnowledge {
    /// The use that the program makes of a line with the moves so far.
    pub(super) opening: Option<LeadingSupport>,
    /// Whether the program plays on where it is shown the board.
    pub(super) board: Option<LeadingSupport>,
}

/// Asks a bot in all positions of one side of a record. With a clock for the whole game, that time
/// is the limit for each answer.
///
/// `known` is kept from one record to the next, so that the program is tested once. `progress` gets
/// the number of moves that are done, and of all.
///
/// # Errors
/// Returns an error if the program cannot be started or the record cannot be replayed.
pub fn rejudge(
    game: &'static dyn DynGame,
    contestant: &Contestant,
    record: &Record,
    side: Player,
    grace_period: Duration,
    known: &mut BotKnowledge,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Vec<RejudgedPosition>, RejudgeError> {
    let _scope = BotScope::open();
    let mut rejudger = Rejudger::new(game, contestant, &record.setup, side, grace_period)?;
    rejudger.known = std::mem::take(known);
    let count = record.tokens().count();
    for token in record.tokens() {
        progress(rejudger.tokens.len(), count);
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
    *known = rejudger.known;
    // The moves of a given opening are no choice of the bot's.
    let given_plies = record.given_plies();
    rejudger.results.retain(|result| result.ply > given_plies);
    Ok(rejudger.results)
}

/// A session that goes on, and the way in which the bot came into the game.
pub(super) type OpenSession = (Box<dyn BotSession>, AskMethod);

/// The state of asking a bot in the positions of one game.
pub(super) struct Rejudger<'a> {
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
    /// The session that goes on.
    pub(super) session: Option<OpenSession>,
    /// The text that the bot wrote with its last answer.
    output: String,
    /// The kind of the last answer's failure.
    pub(super) fault: Option<Fault>,
    /// Whether the bot is in another game and cannot return to this one.
    is_out_of_sync: bool,
    /// Set to end all waiting for the program.
    pub(super) stop: Option<Arc<AtomicBool>>,
    /// The ways in which the program can be led.
    pub(super) known: BotKnowledge,
    turn_count: u32,
    results: Vec<RejudgedPosition>,
}

impl<'a> Rejudger<'a> {
    /// Creates the state at the start of a game.
    ///
    /// # Errors
    /// Returns an error if the game cannot start from its setup.
    pub fn new(
        game: &'static dyn DynGame,
        contestant: &'a Contestant,
        setup: &'a Setup,
        side: Player,
        grace_period: Duration,
    ) -> Result<Self, RejudgeError> {
        Ok(Self {
            game,
            contestant,
            setup,
            side,
            grace_period,
            can_join_mid_game: supports_openings(game)
                || !matches!(contestant.kind, ContestantKind::Contest(_)),
            state: game.start(setup)?,
            tokens: Vec::new(),
            movers: Vec::new(),
            session: None,
            output: String::new(),
            fault: None,
            is_out_of_sync: false,
            stop: None,
            known: BotKnowledge::default(),
            turn_count: 0,
            results: Vec::new(),
        })
    }

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
        self.play(ply, token)
    }

    /// Plays a token without asking the bot.
    fn play(&mut self, ply: u32, token: &str) -> Result<(), RejudgeError> {
        let mover = self.state.mover();
        let played = self.state.play(token);
        played.map_err(|_| RejudgeError::MoveRefused {
            ply,
            token: token.to_owned(),
        })?;
        self.tokens.push(token.to_owned());
        self.movers.push(mover);
        Ok(())
    }

    fn play_all(&mut self, tokens: &[&str]) -> Result<(), RejudgeError> {
        let mut tokens = tokens.iter();
        tokens.try_for_each(|token| self.play(self.next_ply(), token))
    }

    /// Asks the bot once, after these tokens, without having it play the moves before.
    ///
    /// # Errors
    /// Returns an error if the program cannot be started or the tokens cannot be replayed.
    pub fn ask_after(
        &mut self,
        tokens: &[&str],
        chance: Option<&str>,
    ) -> Result<Option<RejudgedPosition>, RejudgeError> {
        self.play_all(tokens)?;
        let has_played = self.movers.contains(&Some(self.side));
        self.is_out_of_sync = has_played && !self.can_join_mid_game;
        self.ask_here(chance)
    }

    /// Asks the bot once, after these tokens, which it is sent in a line `Opening`.
    ///
    /// # Errors
    /// Returns an error if the program cannot be started or the tokens cannot be replayed.
    pub fn ask_led_after(
        &mut self,
        tokens: &[&str],
        chance: Option<&str>,
    ) -> Result<Option<RejudgedPosition>, RejudgeError> {
        self.play_all(tokens)?;
        self.is_out_of_sync = true;
        self.ask_here(chance)
    }

    /// Asks the bot in the position on the board.
    fn ask_here(&mut self, chance: Option<&str>) -> Result<Option<RejudgedPosition>, RejudgeError> {
        self.ask_in_position(self.next_ply(), None, chance)?;
        Ok(self.results.pop())
    }

    /// Asks the bot after these tokens, having it play along from the start of the game.
    ///
    /// # Errors
    /// Returns an error if the program cannot be started or the tokens cannot be replayed.
    pub fn ask_along(
        &mut self,
        tokens: &[&str],
        chance: Option<&str>,
    ) -> Result<Option<RejudgedPosition>, RejudgeError> {
        self.can_join_mid_game = false;
        self.known.opening = Some(LeadingSupport::Ignores);
        for token in tokens {
            let ply = self.next_ply();
            if self.is_out_of_sync {
                self.play(ply, token)?;
            } else {
                self.replay_token(ply, token, ply > 0)?;
            }
        }
        self.ask_in_position(self.next_ply(), None, chance)?;
        self.end_session();
        Ok(self.results.pop())
    }

    /// Reports whether the bot had no legal move in a position.
    pub fn has_failed(&self) -> bool {
        let mut outcomes = self.results.iter().map(|result| &result.outcome);
        outcomes.any(|outcome| matches!(outcome, RejudgeOutcome::Fails(_)))
    }

    /// Returns the number of the ply that is next, from 1; 0 before the lead-in.
    fn next_ply(&self) -> u32 {
        let ply = (self.tokens.len() + 1).saturating_sub(self.game.info().lead_in);
        u32::try_from(ply).unwrap_or(u32::MAX)
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
        self.output.clear();
        let (outcome, method) = if let Some(expected) = self.unknown_view(chance) {
            let reason = NotAskedReason::UnknownView(expected);
            (RejudgeOutcome::NotAsked(reason), None)
        } else if self.session.is_none() && (self.is_out_of_sync || self.would_be_misled(chance)) {
            self.ask_led_bot(recorded, &start)?
        } else {
            self.ask_bot(recorded, &start)?
        };
        self.results.push(RejudgedPosition {
            ply,
            position: start.position(),
            recorded_move: recorded.map(|token| self.bare_move(token)),
            outcome,
            method,
            output: std::mem::take(&mut self.output),
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
        match self.contestant.kind {
            ContestantKind::Gtp(_) => return None,
            ContestantKind::Ugi(_) | ContestantKind::Template(_) => {
                let view = SeatView::new(self.game, &self.turn(chance), self.side);
                return view.err().map(|error| error.expected.into_owned());
            }
            _ => {}
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
        let joins_mid_game = self.session.is_none() && has_played;
        is_program && joins_mid_game && hides_rules(self.game, &self.turn(chance), self.side)
    }

    fn ask_bot(
        &mut self,
        recorded: Option<&str>,
        start: &PlyStart,
    ) -> Result<(RejudgeOutcome, Option<AskMethod>), RejudgeError> {
        let joins_mid_game = self.session.is_none() && self.movers.contains(&Some(self.side));
        let (mut session, method) = if let Some(known) = self.session.take() {
            known
        } else {
            self.turn_count = 0;
            let (game, setup) = (self.game, self.setup);
            let session =
                self.contestant
                    .start_session(game, setup, self.side, 1, self.grace_period)?;
            (
                self.prepared(session),
                self.method_of_fresh_session(joins_mid_game),
            )
        };
        let reply = self.ask_session(&mut session, start);
        if method == AskMethod::Board
            && reply.as_ref().is_err_and(|fault| is_end(fault.fault))
            && !self.accepts_board()?
        {
            // It keeps its own board.
            (self.can_join_mid_game, self.is_out_of_sync) = (false, true);
            self.output.clear();
            return self.ask_led_bot(recorded, start);
        }
        let outcome = self.outcome_of(reply, (session, method), recorded);
        Ok((outcome, Some(method)))
    }

    /// Returns the way in which a fresh session is asked.
    fn method_of_fresh_session(&self, joins_mid_game: bool) -> AskMethod {
        match &self.contestant.kind {
            ContestantKind::Gtp(_) => AskMethod::Gtp,
            ContestantKind::Ugi(_) => AskMethod::Ugi,
            ContestantKind::Template(_) => AskMethod::Template,
            ContestantKind::Contest(_) if joins_mid_game => AskMethod::Board,
            ContestantKind::Contest(_) => AskMethod::Dialogue,
            ContestantKind::Builtin { .. }
            | ContestantKind::Engine(_)
            | ContestantKind::Person(_) => AskMethod::Internal,
        }
    }

    /// Asks a fresh program that is led into the game by a line with the moves so far.
    fn ask_led_bot(
        &mut self,
        recorded: Option<&str>,
        start: &PlyStart,
    ) -> Result<(RejudgeOutcome, Option<AskMethod>), RejudgeError> {
        let reason = match self.opening_support()? {
            LeadingSupport::Follows => None,
            LeadingSupport::Ignores => Some(NotAskedReason::OtherMoveBefore),
            LeadingSupport::Fails(reason) => Some(NotAskedReason::FailsWhenLed(reason)),
        };
        if let Some(reason) = reason {
            return Ok((RejudgeOutcome::NotAsked(reason), None));
        }
        let (game, setup) = (self.game, self.setup);
        let contestant = self.contestant;
        let session = contestant.start_led_session(game, setup, self.side, self.grace_period)?;
        let Some(session) = session else {
            let reason = NotAskedReason::OtherMoveBefore;
            return Ok((RejudgeOutcome::NotAsked(reason), None));
        };
        let mut session = self.prepared(session);
        self.turn_count = 0;
        let reply = self.ask_session(&mut session, start);
        let method = AskMethod::OpeningLine;
        let outcome = self.outcome_of(reply, (session, method), recorded);
        Ok((outcome, Some(method)))
    }

    /// Reports whether the program plays on where it is shown the board.
    fn accepts_board(&mut self) -> Result<bool, RejudgeError> {
        if self.known.board.is_none() {
            let support = board_support(&self.probed_bot())?;
            self.known.board = (!self.is_stopped()).then_some(support);
        }
        Ok(self.known.board == Some(LeadingSupport::Follows))
    }

    /// Returns the use that the program makes of a line with the moves so far.
    fn opening_support(&mut self) -> Result<LeadingSupport, RejudgeError> {
        if let Some(known) = &self.known.opening {
            return Ok(known.clone());
        }
        let accepts_board = !matches!(self.known.board, Some(LeadingSupport::Fails(_)));
        let support = match self.contestant.kind {
            ContestantKind::Contest(_) => opening_support(&self.probed_bot(), accepts_board)?,
            _ => LeadingSupport::Ignores,
        };
        self.known.opening = (!self.is_stopped()).then(|| support.clone());
        Ok(support)
    }

    fn probed_bot(&self) -> ProbedBot<'_> {
        ProbedBot {
            stop: self.stop.as_ref(),
            ..ProbedBot::new(self.game, self.contestant, self.grace_period)
        }
    }

    fn is_stopped(&self) -> bool {
        let stop = self.stop.as_ref();
        stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Returns a session that was started, prepared to be stopped if that is wanted.
    fn prepared(&self, mut session: Box<dyn BotSession>) -> Box<dyn BotSession> {
        if let Some(stop) = &self.stop {
            session.stop_on(stop);
        }
        session
    }

    /// Asks for a move, and returns its token.
    fn ask_session(
        &mut self,
        session: &mut Box<dyn BotSession>,
        start: &PlyStart,
    ) -> Result<String, BotFault> {
        let turn = self.turn(start.chance());
        // A program that takes any position may not know this one.
        let takes_any_position = matches!(
            self.contestant.kind,
            ContestantKind::Ugi(_) | ContestantKind::Template(_)
        );
        let is_first = takes_any_position || self.turn_count == 0;
        let (answer, output) = self.answer(session.as_mut(), &turn, start, is_first);
        self.turn_count += 1;
        self.output = output;
        self.fault = answer.as_ref().err().map(|fault| fault.fault);
        answer
    }

    /// Asks for a move within the time of a program's first turn, or of a later one, and returns its
    /// token, and what the bot wrote for readers.
    fn answer(
        &self,
        session: &mut dyn BotSession,
        turn: &TurnContext<'_>,
        start: &PlyStart,
        is_first: bool,
    ) -> (Result<String, BotFault>, String) {
        let reply = session.request_move(turn, self.time_limit(is_first), None);
        let token = reply.answer.and_then(|answer| {
            // The first move, so that the answer to a position is always the same.
            let judged = judge_answer(self.game, self.setup, start, answer, |_| 0)?;
            Ok(judged.step.token().to_owned())
        });
        (token, reply.stderr)
    }

    /// Compares an answer with the record. The session goes on after the recorded move.
    fn outcome_of(
        &mut self,
        reply: Result<String, BotFault>,
        (mut session, method): OpenSession,
        recorded: Option<&str>,
    ) -> RejudgeOutcome {
        let outcome = match reply {
            Ok(token) if Some(&*token) == recorded => RejudgeOutcome::Same,
            Ok(token) => RejudgeOutcome::Differs(self.bare_move(&token)),
            Err(fault) => RejudgeOutcome::Fails(fault.reason),
        };
        let takes_any_position = matches!(method, AskMethod::Ugi | AskMethod::Template);
        let has_answered = !matches!(outcome, RejudgeOutcome::Fails(_));
        if outcome == RejudgeOutcome::Same || takes_any_position && has_answered {
            self.session = Some((session, method));
        } else {
            session.on_move_refused();
            session.finish(&self.turn(None), DialogueEnd::Open);
            self.is_out_of_sync = !self.can_join_mid_game;
        }
        outcome
    }

    /// Returns the state of the game as a session is informed of it.
    fn turn<'b>(&'b self, chance: Option<&'b str>) -> TurnContext<'b> {
        TurnContext {
            setup: self.setup,
            tokens: &self.tokens,
            movers: &self.movers,
            chance,
        }
    }

    fn time_limit(&self, is_first: bool) -> Option<Duration> {
        use kifu_core::search::Clock;
        match self.contestant.clock.unwrap_or(self.game.clock()) {
            Clock::Game(all) => Some(all),
            Clock::Turn { first, .. } if is_first => Some(first),
            Clock::Turn { then, .. } => Some(then),
        }
        .filter(|limit| !limit.is_zero())
    }

    fn end_session(&mut self) {
        if let Some((mut session, _)) = self.session.take() {
            session.finish(&self.turn(None), DialogueEnd::Over);
        }
    }
}
