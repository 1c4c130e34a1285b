//! The referee: one game from the first line to the record.
//!
//! Who fails, by an illegal act, no answer in time or no program any more, is told the end. Where
//! the contest's jury plays on ([`Game::JURY_PLAYS_ON`](crate::contract::Game::JURY_PLAYS_ON))
//! the referee makes random moves for it, and its opponent goes on as if nothing had happened;
//! otherwise the game is over. What both get the game itself says.

mod error;
mod record_builder;
mod remaining_clock;
mod stderr_notes;

use super::contestant::Contestant;
use super::game_spec::{self, GameSpec, RandomStream, stream_rng};
use super::session::{BotFault, BotSession, MoveAnswer, MoveReply, TurnContext as State};
use crate::contract::{DialogueEnd, Fault, Faults, MoveError, Player, Setup, Spelling, Turn};
use crate::findings::Finding;
use crate::games::{DynGame, DynState};
use crate::record::{AttemptRule, Record};
use crate::search::SplitMix64;
pub use error::{GameError, RefereeError};
use record_builder::RecordBuilder;
use remaining_clock::RemainingClock;
use std::time::Duration;

/// What holds for all games of a match.
#[derive(Clone)]
pub struct MatchRules {
    /// The game.
    pub game: &'static dyn DynGame,
    /// Its setup; what that leaves open is drawn by lot.
    pub setup: Setup,
    /// What the match is called.
    pub name: String,
    /// When it is played, `YYYY-MM-DD`.
    pub date: String,
    /// A fingerprint of the match, so that records of others are not taken for its own.
    pub fingerprint: String,
    /// How long a program may take to end when the game is over.
    pub grace_period: Duration,
}

/// A game that was played.
#[derive(Debug)]
pub struct PlayedGame {
    /// All that happened.
    pub record: Record,
    /// What the rules find wrong with it: nothing, or the referee is at fault.
    pub findings: Vec<Finding>,
}

/// Plays one game.
///
/// # Errors
/// A program cannot be started, or the setup is none; who plays badly is no error.
pub fn play_game(
    terms: &MatchRules,
    entrants: [&Contestant; 2],
    fixture: &GameSpec,
) -> Result<PlayedGame, GameError> {
    Referee::new(terms, entrants, fixture)?.run()
}

struct Referee {
    game: &'static dyn DynGame,
    setup: Setup,
    state: Box<dyn DynState>,
    sessions: [Box<dyn BotSession>; 2],
    clocks: [RemainingClock; 2],
    chance_rng: SplitMix64,
    jury_rng: SplitMix64,
    tokens: Vec<String>,
    movers: Vec<Option<Player>>,
    opening_left: Vec<String>,
    failed: Faults,
    is_finished: [bool; 2],
    record_builder: RecordBuilder,
}

impl Referee {
    fn new(
        terms: &MatchRules,
        entrants: [&Contestant; 2],
        fixture: &GameSpec,
    ) -> Result<Self, GameError> {
        let book = terms.game;
        let setup = game_spec::draw_setup(book, &terms.setup, fixture.seed);
        let table = book.start(&setup)?;
        let mut seeds = stream_rng(fixture.seed, RandomStream::Players);
        let mut sit = |player: Player| {
            // Not the seed of the pair: both games of a deterministic engine would be one.
            let seed = seeds.next().wrapping_add(u64::from(fixture.index));
            entrants[player.index()].start_session(book, &setup, player, seed, terms.grace_period)
        };
        let seats = [sit(Player::First)?, sit(Player::Second)?];
        Ok(Self {
            game: book,
            state: table,
            sessions: seats,
            clocks: entrants
                .map(|entrant| RemainingClock::new(entrant.clock.unwrap_or(book.clock()))),
            chance_rng: stream_rng(fixture.seed, RandomStream::Chance),
            jury_rng: stream_rng(fixture.seed, RandomStream::Jury),
            tokens: Vec::new(),
            movers: Vec::new(),
            opening_left: fixture.opening.iter().rev().cloned().collect(),
            failed: Faults::NONE,
            is_finished: [false; 2],
            record_builder: RecordBuilder::new(terms, entrants, fixture, &setup),
            setup,
        })
    }

    fn run(mut self) -> Result<PlayedGame, GameError> {
        loop {
            let turn = self.state.turn();
            let over = turn == Turn::Over || self.failed == Faults::BOTH;
            if over || !self.failed.is_empty() && !self.game.info().jury_plays_on {
                break;
            }
            match self.state.mover() {
                None => self.play_lead_in()?,
                Some(player) => self.play_ply(player, turn == Turn::Chance)?,
            }
        }
        for player in Player::ALL {
            self.finish_session(player);
        }
        let outcome = self.state.outcome(self.failed);
        Ok(self.record_builder.finish(self.game, &self.tokens, outcome))
    }

    /// Luck acts alone.
    fn play_lead_in(&mut self) -> Result<(), RefereeError> {
        let deal = self.draw_chance()?;
        let token = self.game.lead_in_token(&deal);
        self.apply_move(None, &token)
    }

    fn draw_chance(&mut self) -> Result<String, RefereeError> {
        let deals = self.state.chance_outcomes();
        let deal = deals.get(self.chance_rng.index(deals.len()));
        deal.cloned().ok_or(RefereeError::NoChance)
    }

    /// One act of a player, or for it.
    fn play_ply(&mut self, player: Player, luck: bool) -> Result<(), RefereeError> {
        if let Some(token) = self.state.automatic_move() {
            return self.apply_move(Some(player), &token);
        }
        if let Some(token) = self.opening_left.pop() {
            self.record_builder.count_opening_ply();
            return self.apply_move(Some(player), &token);
        }
        let deal = if luck {
            Some(self.draw_chance()?)
        } else {
            None
        };
        if self.failed.contains(player) {
            return self.play_jury_move(player, deal.as_deref());
        }
        let reply = self.request_move(player, deal.as_deref());
        self.record_builder.add_reply(player, &reply);
        match reply.answer.and_then(|answer| self.check_answer(answer)) {
            Ok((token, raw, message)) => {
                self.record_builder.add_move(&token, &raw, message);
                self.apply_move(Some(player), &token)
            }
            Err(trouble) => {
                self.on_fault(player, trouble);
                if self.game.info().jury_plays_on && self.failed != Faults::BOTH {
                    return self.play_jury_move(player, deal.as_deref());
                }
                Ok(())
            }
        }
    }

    fn request_move(&mut self, player: Player, deal: Option<&str>) -> MoveReply {
        let state = State {
            setup: &self.setup,
            tokens: &self.tokens,
            movers: &self.movers,
            chance: deal,
        };
        let [first, second] = &mut self.sessions;
        let (own, other) = match player {
            Player::First => (first, second),
            Player::Second => (second, first),
        };
        let allowance = &mut self.clocks[player.index()];
        let other = other.process();
        let reply = own.request_move(&state, allowance.time_limit(), other);
        allowance.add_turn(reply.wall_time);
        reply
    }

    /// The canonical token of an act, what the player wrote for it, and its message.
    fn check_answer(&mut self, answer: MoveAnswer) -> Result<(String, String, String), BotFault> {
        let MoveAnswer {
            token,
            line,
            message,
        } = answer;
        let refused = |rule: AttemptRule, reason: String| BotFault {
            fault: Fault::Illegal,
            raw: line.clone(),
            rule,
            reason,
        };
        if self.game.info().referees_choice.contains(&token.as_str()) {
            let moves = self.state.legal_moves();
            let chosen = moves.get(self.jury_rng.index(moves.len())).cloned();
            let chosen = chosen.ok_or_else(|| {
                refused(
                    AttemptRule::Unspecified,
                    "there is no legal move to choose".to_owned(),
                )
            })?;
            return Ok((chosen, token, message));
        }
        let unreadable = |reason| refused(AttemptRule::Unreadable, reason);
        let read = self.game.parse(&token);
        let read = read.map_err(|bad| unreadable(bad.to_string()))?;
        if let Spelling::Forgiven(what) = &read.spelling {
            return Err(unreadable(format!("not in the contest's spelling: {what}")));
        }
        let tried = self.state.fork().play(&token);
        tried.map_err(|kind| match kind {
            MoveError::Unreadable(bad) => unreadable(bad.to_string()),
            MoveError::Illegal { rule, message, .. } => refused(rule.into(), message),
            MoveError::WrongKind { expected } => unreadable(format!("expected {expected}")),
        })?;
        Ok((read.text, token, message))
    }

    fn apply_move(&mut self, player: Option<Player>, token: &str) -> Result<(), RefereeError> {
        let played = self.state.play(token);
        played.map_err(|_| RefereeError::MoveRefused(token.to_owned()))?;
        self.tokens.push(token.to_owned());
        self.movers.push(player);
        self.record_builder.finish_ply(player.is_some());
        Ok(())
    }

    /// The jury makes a random move for a player who failed.
    fn play_jury_move(&mut self, player: Player, deal: Option<&str>) -> Result<(), RefereeError> {
        let mut table = self.state.fork();
        if let Some(deal) = deal {
            let dealt = table.apply_chance(deal);
            dealt.map_err(|_| RefereeError::ChanceRefused(deal.to_owned()))?;
        }
        let moves = table.legal_moves();
        let Some(bare) = moves.get(self.jury_rng.index(moves.len())) else {
            return Err(RefereeError::NoJuryMove);
        };
        let whole = deal.and_then(|deal| self.game.with_chance(bare, deal));
        self.record_builder.mark_jury_move();
        let token = whole.unwrap_or_else(|| bare.clone());
        self.apply_move(Some(player), &token)
    }

    fn on_fault(&mut self, player: Player, trouble: BotFault) {
        self.failed.insert(player);
        self.sessions[player.index()].on_move_refused();
        let last = !self.game.info().jury_plays_on || self.failed == Faults::BOTH;
        self.record_builder.add_fault(player, trouble, last);
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
        let state = State {
            setup: &self.setup,
            tokens: &self.tokens,
            movers: &self.movers,
            chance: None,
        };
        let seat = &mut self.sessions[player.index()];
        if let Some(farewell) = seat.finish(&state, end) {
            self.record_builder.add_exit(player, &farewell);
        }
    }
}
