//! The runner of a match: plays its games on several threads and records them.

use super::super::contestant::Contestant;
use super::super::game_spec::GameSpec;
use super::super::process::BotScope;
use super::super::referee::{GameError, MatchRules, PlayedGame, play_game};
use super::{GameScore, MatchPlan, SwissRounds};
use kifu_logs::files::{JournalError, LateJournal};
use std::collections::BTreeSet;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// A match to be played.
pub struct Match {
    /// The rules that hold for all games.
    pub rules: MatchRules,
    /// The bots that take part.
    pub contestants: Vec<Contestant>,
    /// The schedule of the games.
    pub plan: MatchPlan,
    /// The number of games played side by side.
    pub concurrency: usize,
}

/// The event that a game is over and recorded.
pub struct GameFinished<'a> {
    /// The game that was played.
    pub game: &'a PlayedGame,
    /// The schedule entry of the game.
    pub game_spec: &'a GameSpec,
    /// The scores of all games so far, in the order in which they ended.
    pub scores: &'a [GameScore],
}

/// An observer of a match, which may stop it.
pub trait MatchObserver: Send {
    /// Called after each game; returning false stops the match.
    fn on_game_finished(&mut self, event: &GameFinished<'_>) -> bool;
}

/// The error that ends a match before its last game.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// A game could not be played.
    #[error(transparent)]
    Game(#[from] GameError),
    /// A game could not be written to the journal.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// The state that the threads of a match share.
struct MatchState {
    /// The number of the first game that no thread has begun.
    next_game: u32,
    /// The numbers of the games from there on that were finished before.
    finished_before: BTreeSet<u32>,
    rounds: SwissRounds,
    scores: Vec<GameScore>,
    should_stop: bool,
}

struct SharedMatchState {
    state: Mutex<MatchState>,
    changed: Condvar,
}

impl SharedMatchState {
    fn lock(&self) -> MutexGuard<'_, MatchState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn request_stop(&self) {
        self.lock().should_stop = true;
        self.changed.notify_all();
    }
}

/// The sink to which threads hand finished games one at a time.
struct ResultSink<'a> {
    journal: &'a mut LateJournal,
    observer: &'a mut dyn MatchObserver,
    error: Option<MatchError>,
}

impl Match {
    /// Returns the names of the bots.
    pub fn names(&self) -> Vec<String> {
        let names = self
            .contestants
            .iter()
            .map(|contestant| contestant.name.clone());
        names.collect()
    }

    /// Plays all games whose scores are not in `done`, and returns the scores of all games.
    ///
    /// If the observer stops the match, games in progress are played to their end and recorded
    /// first.
    ///
    /// # Errors
    /// Returns an error if a program cannot be started or the journal cannot be written.
    pub fn run(
        &self,
        journal: &mut LateJournal,
        done: Vec<GameScore>,
        observer: &mut dyn MatchObserver,
    ) -> Result<Vec<GameScore>, MatchError> {
        // Bots may leave processes behind, which end with the scope.
        let _scope = BotScope::open();
        let shared = SharedMatchState {
            state: Mutex::new(MatchState {
                next_game: 0,
                finished_before: done.iter().filter_map(|score| score.index).collect(),
                rounds: SwissRounds::new(&self.names()),
                scores: done,
                should_stop: false,
            }),
            changed: Condvar::new(),
        };
        let sink = Mutex::new(ResultSink {
            journal,
            observer,
            error: None,
        });
        std::thread::scope(|scope| {
            // This thread plays as well, in case no other thread can be created.
            for _ in 1..self.concurrency {
                let thread = std::thread::Builder::new();
                if thread
                    .spawn_scoped(scope, || self.play_games(&shared, &sink))
                    .is_err()
                {
                    break;
                }
            }
            self.play_games(&shared, &sink);
        });
        let sink = sink.into_inner().unwrap_or_else(PoisonError::into_inner);
        match sink.error {
            Some(error) => Err(error),
            None => Ok(std::mem::take(&mut shared.lock().scores)),
        }
    }

    /// Plays games one after the other. No game begins before the previous one is judged, because
    /// its result may end the match, and so that a match with one game at a time is reproducible.
    fn play_games(&self, shared: &SharedMatchState, sink: &Mutex<ResultSink<'_>>) {
        while let Some(game_spec) = self.next_game(shared) {
            let [first, second] = game_spec.contestant_indices;
            let players = [&self.contestants[first], &self.contestants[second]];
            let played = play_game(&self.rules, players, &game_spec);
            let mut sink = sink.lock().unwrap_or_else(PoisonError::into_inner);
            let recorded = played.map_err(MatchError::from);
            let recorded =
                recorded.and_then(|played| sink.record_game(shared, &game_spec, &played));
            if let Err(error) = recorded {
                sink.error.get_or_insert(error);
                shared.request_stop();
            }
        }
    }

    /// Takes the next game, waiting until its pairing is known; `None` when no game is left.
    fn next_game(&self, shared: &SharedMatchState) -> Option<GameSpec> {
        let game_count = self.plan.game_count();
        let mut state = shared.lock();
        loop {
            let MatchState {
                next_game,
                finished_before,
                rounds,
                scores,
                should_stop,
            } = &mut *state;
            while finished_before.remove(next_game) {
                *next_game += 1;
            }
            if *should_stop || *next_game >= game_count {
                return None;
            }
            if let Some(game_spec) = self.plan.game_spec(*next_game, rounds, scores) {
                *next_game += 1;
                return Some(game_spec);
            }
            let waited = shared.changed.wait(state);
            state = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl ResultSink<'_> {
    /// Writes a game to the journal and asks the observer whether the match continues.
    fn record_game(
        &mut self,
        shared: &SharedMatchState,
        game_spec: &GameSpec,
        played: &PlayedGame,
    ) -> Result<(), MatchError> {
        self.journal.append(&played.record)?;
        let mut state = shared.lock();
        state.scores.push(GameScore::from_record(&played.record));
        let event = GameFinished {
            game: played,
            game_spec,
            scores: &state.scores,
        };
        let should_continue = self.observer.on_game_finished(&event);
        state.should_stop |= !should_continue;
        drop(state);
        shared.changed.notify_all();
        Ok(())
    }
}
