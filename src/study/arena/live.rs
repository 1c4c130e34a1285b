//! A game that is watched and directed while it is played.
//!
//! It is played by the same referee as the games of a match. In addition it reports each step
//! ([`LiveEvent`]), takes the moves of persons from a [`LiveControl`], the handle by which another
//! thread directs the game, can be paused, and ends at once when it is stopped. A stopped game can
//! be resumed from any of its positions: its record is then the
//! [`earlier`](LiveOptions::earlier) part of the new game.

use super::contestant::Contestant;
use super::game_spec::GameSpec;
use super::referee::{self, GameError, MatchRules, PlayedGame};
use kifu_core::contract::Player;
use kifu_core::record::Record;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A step of a game in play.
#[derive(Debug)]
pub enum LiveEvent {
    /// A player is asked for a move.
    Turn {
        /// The player to move.
        player: Player,
        /// The chance outcome dealt for the move, if the game has any.
        chance: Option<String>,
    },
    /// A chance outcome is to be dealt by hand.
    AwaitsChance,
    /// The game as far as it was played, with times and the bots' words.
    Played(Box<Record>),
}

/// The way in which a game in play differs from a game of a match.
#[derive(Clone, Debug, Default)]
pub struct LiveOptions {
    /// The handle by which the game is directed.
    pub control: LiveControl,
    /// A record of the plies of the opening that were played in this game before, whose times and
    /// notes are kept. `None` if the opening was given.
    pub earlier: Option<Record>,
    /// Whether a person deals the chance outcomes.
    pub is_chance_typed: bool,
}

/// Plays one game and reports each step of it. Returns `None` if it was stopped.
///
/// # Errors
/// Returns an error if a program cannot be started or the setup is invalid. A failing player is not
/// an error.
pub fn play_live(
    rules: &MatchRules,
    contestants: [&Contestant; 2],
    game_spec: &GameSpec,
    options: LiveOptions,
    report: Box<dyn FnMut(LiveEvent) + '_>,
) -> Result<Option<PlayedGame>, GameError> {
    referee::play_live(rules, contestants, game_spec, options, report)
}

/// An answer of a person to a request of the referee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::arena) enum PersonInput {
    /// A move as a canonical token, with its chance outcome.
    Move(String),
    /// A chance outcome that was dealt by hand.
    Chance(String),
    /// This player gives up.
    Resign(Player),
}

/// What the controlling thread has asked for.
#[derive(Debug, Default)]
struct Requests {
    inputs: VecDeque<PersonInput>,
    is_paused: bool,
}

#[derive(Debug, Default)]
struct Shared {
    requests: Mutex<Requests>,
    has_changed: Condvar,
    stop: Arc<AtomicBool>,
}

/// The handle by which a game in play is directed: it takes the moves of persons, and pauses and
/// stops the game. Clones direct the same game.
#[derive(Clone, Debug, Default)]
pub struct LiveControl(Arc<Shared>);

impl PartialEq for LiveControl {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for LiveControl {}

impl LiveControl {
    /// Answers a request for a person's move. The token is canonical and has the chance outcome of
    /// the ply.
    pub fn play(&self, token: &str) {
        self.push(PersonInput::Move(token.to_owned()));
    }

    /// Answers a request for a chance outcome.
    pub fn deal(&self, outcome: &str) {
        self.push(PersonInput::Chance(outcome.to_owned()));
    }

    /// Gives up in place of a person, on whose turn this counts.
    pub fn resign(&self, player: Player) {
        self.push(PersonInput::Resign(player));
    }

    /// Pauses the game before its next move, or lets it go on.
    pub fn set_paused(&self, is_paused: bool) {
        self.lock().is_paused = is_paused;
        self.0.has_changed.notify_all();
    }

    /// Reports whether the game is to pause.
    pub fn is_paused(&self) -> bool {
        self.lock().is_paused
    }

    /// Stops the game: interrupts the player to move and ends all programs.
    pub fn stop(&self) {
        // Under the lock, so that no waiter misses it.
        let requests = self.lock();
        self.0.stop.store(true, Ordering::Relaxed);
        drop(requests);
        self.0.has_changed.notify_all();
    }

    /// Reports whether the game is to stop.
    pub fn is_stopped(&self) -> bool {
        self.0.stop.load(Ordering::Relaxed)
    }

    /// Returns the flag that is set when the game is to stop.
    pub(in crate::arena) fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0.stop)
    }

    /// Waits while the game is paused and not stopped.
    pub(in crate::arena) fn wait_while_paused(&self) {
        let mut requests = self.lock();
        while requests.is_paused && !self.is_stopped() {
            let woken = self.0.has_changed.wait(requests);
            requests = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Drops answers to earlier requests, which are of no use for the next one.
    pub(in crate::arena) fn forget_inputs(&self) {
        self.lock().inputs.clear();
    }

    /// Waits for an answer for at most this time.
    pub(in crate::arena) fn next_input(&self, timeout: Duration) -> Option<PersonInput> {
        let requests = self.lock();
        let is_idle = |requests: &mut Requests| requests.inputs.is_empty() && !self.is_stopped();
        let woken = self
            .0
            .has_changed
            .wait_timeout_while(requests, timeout, is_idle);
        let (mut requests, _) = woken.unwrap_or_else(PoisonError::into_inner);
        requests.inputs.pop_front()
    }

    fn push(&self, input: PersonInput) {
        self.lock().inputs.push_back(input);
        self.0.has_changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Requests> {
        let requests = self.0.requests.lock();
        requests.unwrap_or_else(PoisonError::into_inner)
    }
}
