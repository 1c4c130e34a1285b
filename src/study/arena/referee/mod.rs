//! The referee: plays one game from the first line of the dialogue to the record.
//!
//! A player who makes an illegal move, does not answer in time or whose program has stopped
//! fails, and is sent the end of the dialogue. If the contest's jury plays on
//! ([`GameInfo::jury_plays_on`](kifu_core::contract::GameInfo::jury_plays_on)), the referee makes
//! random moves for that player, and the opponent continues without noticing. Otherwise the game is
//! over. The game itself determines the result.
//!
//! Nothing that a player does can stop the referee: it makes only steps that are known to be legal,
//! and whatever else a player answers is a fault. The referee alone draws chance outcomes; the
//! record is compared with them when it is made.

mod live;
mod record_builder;

use super::contestant::{Contestant, StartError};
use super::game_spec::{self, GameSpec, RandomStream, stream_rng};
use super::judgement::{JudgedMove, judge_answer};
use super::legal_step::{LegalStep, PlyStart};
use super::session::{BotFault, BotSession, MoveAnswer, MoveReply, TurnContext};
use kifu_core::contract::{DialogueEnd, Faults, MoveError, Player, Setup, SetupError, Turn};
use kifu_core::findings::Finding;
use kifu_core::games::{DynGame, DynState};
use kifu_core::record::Record;
use kifu_core::search::{Clock, SplitMix64};
use live::LiveHooks;
pub(super) use live::play_live;
use record_builder::RecordBuilder;
pub use record_builder::{referee_fact, today};
use std::time::Duration;

/// The rules that hold for all games of a match.
#[derive(Clone)]
pub struct MatchRules {
    /// The game that is played.
    pub game: &'static dyn DynGame,
    /// The setup of the game; parameters that it leaves open are drawn by lot.
    pub setup: Setup,
    /// The name of the match.
    pub name: String,
    /// The date of the match, `YYYY-MM-DD`.
    pub date: String,
    /// The fingerprint of the match, so that records of other matches are not taken for its own.
    pub fingerprint: String,
    /// The time that a program has to end after the game.
    pub grace_period: Duration,
}

/// A game that was played.
#[derive(Debug)]
pub struct PlayedGame {
    /// The record of the game.
    pub record: Record,
    /// The findings of the rules on the record; any finding is an error of the referee.
    pub findings: Vec<Finding>,
    /// The time for which kifu was stopped while a player thought, which counted for neither.
    pub paused: Duration,
}

/// Plays one scheduled game.
///
/// # Errors
/// Returns an error if a program cannot be started or the setup is invalid. A failing player is not
/// an error.
pub fn play_game(
    rules: &MatchRules,
    contestants: [&Contestant; 2],
    game_spec: &GameSpec,
) -> Result<PlayedGame, GameError> {
    Referee::new(rules, contestants, game_spec)?.run()
}

struct Referee<'a> {
    game: &'static dyn DynGame,
    setup: Setup,
    state: Box<dyn DynState>,
    sessions: [Box<dyn BotSession>; 2],
    clocks: [RemainingClock; 2],
    chance_rng: SplitMix64,
    jury_rng: SplitMix64,
    tokens: Vec<String>,
    /// The chance outcome that was dealt in each token.
    dealt: Vec<Option<String>>,
    movers: Vec<Option<Player>>,
    opening_left: Vec<String>,
    failed: Faults,
    is_finished: [bool; 2],
    /// Whether the rules offer nothing to go on with, although they do not call the game over.
    is_stuck: bool,
    record_builder: RecordBuilder,
    /// Observes and directs a game that is not part of a match.
    live: Option<LiveHooks<'a>>,
}

impl Referee<'_> {
    fn new(
        rules: &MatchRules,
        contestants: [&Contestant; 2],
        game_spec: &GameSpec,
    ) -> Result<Self, GameError> {
        let game = rules.game;
        let setup = game_spec::draw_setup(game, &rules.setup, game_spec.seed);
        let state = game.start(&setup)?;
        let mut seeds = stream_rng(game_spec.seed, RandomStream::Players);
        let mut start = |player: Player| {
            // With the seed of the pair alone, both games of a deterministic engine would be
            // identical.
            let seed = seeds.next().wrapping_add(u64::from(game_spec.index));
            contestants[player.index()].start_session(
                game,
                &setup,
                player,
                seed,
                rules.grace_period,
            )
        };
        let sessions = [start(Player::First)?, start(Player::Second)?];
        Ok(Self {
            game,
            state,
            sessions,
            clocks: contestants
                .map(|contestant| RemainingClock::new(contestant.clock.unwrap_or(game.clock()))),
            chance_rng: stream_rng(game_spec.seed, RandomStream::Chance),
            jury_rng: stream_rng(game_spec.seed, RandomStream::Jury),
            tokens: Vec::new(),
            dealt: Vec::new(),
            movers: Vec::new(),
            opening_left: game_spec.opening.iter().rev().cloned().collect(),
            failed: Faults::NONE,
            is_finished: [false; 2],
            is_stuck: false,
            record_builder: RecordBuilder::new(rules, contestants, game_spec, &setup),
            setup,
            live: None,
        })
    }

    fn run(mut self) -> Result<PlayedGame, GameError> {
        while !self.is_over() {
            self.play_step()?;
        }
        Ok(self.finish())
    }

    fn is_over(&self) -> bool {
        let is_over =
            self.is_stuck || self.state.turn() == Turn::Over || self.failed == Faults::BOTH;
        is_over || !self.failed.is_empty() && !self.game.info().jury_plays_on
    }

    /// Plays one ply, or deals a chance event that precedes the first.
    ///
    /// # Errors
    /// Returns an error if the token of an opening is illegal.
    fn play_step(&mut self) -> Result<(), GameError> {
        let mover = self.state.mover();
        if let Some(step) = self.given_step()? {
            self.make_step(mover, step);
            return Ok(());
        }
        match mover {
            None => self.play_lead_in(),
            Some(player) => self.play_ply(player),
        }
        Ok(())
    }

    fn finish(mut self) -> PlayedGame {
        for player in Player::ALL {
            self.finish_session(player);
        }
        let outcome = self.state.outcome(self.failed);
        let builder = self.record_builder;
        builder.finish(self.game, &self.tokens, &self.dealt, outcome)
    }

    /// Returns the next step of the opening, or the one that the rules make; `None` if it is a
    /// player's or chance's turn.
    fn given_step(&mut self) -> Result<Option<LegalStep>, GameError> {
        let automatic = self.state.automatic_move();
        let given = self.opening_left.pop();
        let is_ply = self.state.mover().is_some();
        if given.is_some() && is_ply {
            self.record_builder.count_opening_ply();
        }
        // An opening contains the moves that the rules make.
        let Some(token) = automatic.filter(|_| is_ply).or(given) else {
            return Ok(None);
        };
        let step = LegalStep::given(self.game, self.state.as_ref(), &token);
        step.map(Some)
            .map_err(|error| GameError::Opening { token, error })
    }

    /// Deals the chance event that precedes the first ply.
    fn play_lead_in(&mut self) {
        let step = self
            .draw_chance()
            .and_then(|outcome| LegalStep::lead_in(self.game, self.state.as_ref(), outcome));
        match step {
            Some(step) => self.make_step(None, step),
            None => self.is_stuck = true,
        }
    }

    /// Draws the outcome of the chance event that is due, by its index; `None` if there is none.
    fn draw_chance(&mut self) -> Option<usize> {
        let outcomes = self.state.chance_outcomes();
        if let Some(typed) = self.typed_chance(&outcomes) {
            return Some(typed);
        }
        let drawn = self.chance_rng.index(outcomes.len());
        (drawn < outcomes.len()).then_some(drawn)
    }

    /// Returns the start of the next ply, after the chance event that belongs to it; `None` if that
    /// has no outcome.
    fn start_ply(&mut self) -> Option<PlyStart> {
        if self.state.turn() != Turn::Chance {
            return Some(PlyStart::new(self.game, self.state.as_ref()));
        }
        let outcome = self.draw_chance()?;
        PlyStart::dealt(self.game, self.state.as_ref(), outcome)
    }

    /// Plays one ply: a move of the player, or one made for them.
    fn play_ply(&mut self, player: Player) {
        let Some(ply) = self.start_ply() else {
            self.is_stuck = true;
            return;
        };
        if self.failed.contains(player) {
            return self.play_jury_move(player, &ply);
        }
        if self.is_stopped() {
            return;
        }
        self.report_turn(player, ply.chance());
        let reply = self.request_move(player, ply.chance());
        if self.is_stopped() {
            // Nobody waits for the answer any more.
            return;
        }
        self.record_builder.add_reply(player, &reply);
        let judged = reply
            .answer
            .and_then(|answer| self.check_answer(&ply, answer));
        match judged {
            Ok(JudgedMove {
                step,
                spelling,
                message,
            }) => {
                self.record_builder.add_move(spelling, message);
                self.make_step(Some(player), step);
            }
            Err(fault) => {
                self.on_fault(player, fault);
                if self.game.info().jury_plays_on && self.failed != Faults::BOTH {
                    self.play_jury_move(player, &ply);
                }
            }
        }
    }

    fn request_move(&mut self, player: Player, chance: Option<&str>) -> MoveReply {
        let turn = TurnContext {
            setup: &self.setup,
            tokens: &self.tokens,
            movers: &self.movers,
            chance,
        };
        let [first, second] = &mut self.sessions;
        let (own, other) = match player {
            Player::First => (first, second),
            Player::Second => (second, first),
        };
        let clock = &mut self.clocks[player.index()];
        let other = other.process();
        let reply = own.request_move(&turn, clock.time_limit(), other);
        clock.add_turn(reply.wall_time);
        reply
    }

    fn check_answer(&mut self, ply: &PlyStart, answer: MoveAnswer) -> Result<JudgedMove, BotFault> {
        let rng = &mut self.jury_rng;
        let choose = |count| rng.index(count);
        judge_answer(self.game, &self.setup, ply, answer, choose)
    }

    /// Makes a step, which cannot be refused: it is legal since it exists.
    fn make_step(&mut self, player: Option<Player>, step: LegalStep) {
        let (token, dealt, after) = step.into_parts();
        self.state = after;
        self.tokens.push(token);
        self.dealt.push(dealt);
        self.movers.push(player);
        self.record_builder.finish_ply(player.is_some());
        self.report_game();
    }

    /// Makes a random move of the jury for a player who failed.
    fn play_jury_move(&mut self, player: Player, ply: &PlyStart) {
        let moves = ply.legal_moves();
        let drawn = moves.get(self.jury_rng.index(moves.len()));
        let Some(step) = drawn.and_then(|mv| ply.step(mv).ok()) else {
            self.is_stuck = true;
            return;
        };
        self.record_builder.mark_jury_move();
        self.make_step(Some(player), step);
    }

    fn on_fault(&mut self, player: Player, fault: BotFault) {
        self.failed.insert(player);
        self.sessions[player.index()].on_move_refused();
        let is_last = !self.game.info().jury_plays_on || self.failed == Faults::BOTH;
        self.record_builder.add_fault(player, fault, is_last);
        self.finish_session(player);
    }

    fn finish_session(&mut self, player: Player) {
        if std::mem::replace(&mut self.is_finished[player.index()], true) {
            return;
        }
        let only_opponent_failed = self.failed == Faults::only(player.opponent());
        let end = if only_opponent_failed && !self.game.info().jury_plays_on {
            DialogueEnd::OpponentFailed
        } else {
            DialogueEnd::Over
        };
        let turn = TurnContext {
            setup: &self.setup,
            tokens: &self.tokens,
            movers: &self.movers,
            chance: None,
        };
        let session = &mut self.sessions[player.index()];
        if let Some(exit_report) = session.finish(&turn, end) {
            self.record_builder.add_exit(player, &exit_report);
        }
    }
}

/// The reason why a game cannot be played. A failing player is not an error.
#[derive(Debug, thiserror::Error)]
pub enum GameError {
    /// The game cannot start from its setup.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A program cannot be started.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The rules forbid a token of the opening.
    #[error("the opening's `{token}`: {error}")]
    Opening {
        /// The token.
        token: String,
        /// The reason.
        error: MoveError,
    },
}

/// The remaining time of a player on the contest's clock.
pub(super) struct RemainingClock {
    clock: Clock,
    spent: Duration,
    turns: u32,
}

impl RemainingClock {
    pub const fn new(clock: Clock) -> Self {
        Self {
            clock,
            spent: Duration::ZERO,
            turns: 0,
        }
    }

    /// Returns the time limit of the next turn; `None` if the clock does not run.
    pub fn time_limit(&self) -> Option<Duration> {
        match self.clock {
            Clock::Game(all) if all.is_zero() => None,
            Clock::Game(all) => Some(all.saturating_sub(self.spent)),
            Clock::Turn { first, then } => {
                let turn = if self.turns == 0 { first } else { then };
                Some(turn).filter(|turn| !turn.is_zero())
            }
        }
    }

    /// Adds the time that a turn took.
    pub fn add_turn(&mut self, time: Duration) {
        self.spent += time;
        self.turns += 1;
    }
}
