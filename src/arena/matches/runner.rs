//! Many games side by side.

use super::super::contestant::Contestant;
use super::super::game_spec::GameSpec;
use super::super::process;
use super::super::referee::{GameError, MatchRules, PlayedGame, play_game};
use super::{GameScore, MatchPlan};
use crate::files::{Journal, OutputError};
use std::collections::BTreeSet;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// A match to be played.
pub struct Match {
    /// What holds for all games.
    pub rules: MatchRules,
    /// Who takes part.
    pub contestants: Vec<Contestant>,
    /// Which games there are.
    pub plan: MatchPlan,
    /// How many games are played side by side.
    pub concurrency: usize,
}

/// A game is over and written down.
pub struct GameFinished<'a> {
    /// The game.
    pub game: &'a PlayedGame,
    /// Its place in the match.
    pub game_spec: &'a GameSpec,
    /// All games so far, in the order in which they ended.
    pub scores: &'a [GameScore],
}

/// Whoever is told of each game, and may end the match by `false`.
pub trait MatchObserver: Send {
    /// A game is over.
    fn on_game_finished(&mut self, news: &GameFinished<'_>) -> bool;
}

/// What ends a match before its last game.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// A game cannot be played.
    #[error(transparent)]
    Game(#[from] GameError),
    /// A game cannot be written down.
    #[error(transparent)]
    Output(#[from] OutputError),
}

/// What the threads share.
struct MatchState {
    /// Games that nobody has begun.
    pending_games: BTreeSet<u32>,
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

/// Where games that are over are handed in, one after the other.
struct ResultSink<'a> {
    journal: &'a mut Journal,
    observer: &'a mut dyn MatchObserver,
    error: Option<MatchError>,
}

impl Match {
    /// The bots' names.
    pub fn names(&self) -> Vec<String> {
        let names = self.contestants.iter().map(|entrant| entrant.name.clone());
        names.collect()
    }

    /// Plays all games that are not among `done`. Ends early if `watcher` says so; games in
    /// progress are then played to their end and written down, too.
    ///
    /// # Errors
    /// A program cannot be started, or the file cannot be written.
    pub fn run(
        &self,
        journal: &mut Journal,
        done: Vec<GameScore>,
        watcher: &mut dyn MatchObserver,
    ) -> Result<Vec<GameScore>, MatchError> {
        process::install_exit_handler();
        let played: BTreeSet<u32> = done.iter().filter_map(|score| score.index).collect();
        let all = 0..self.plan.game_count();
        let board = SharedMatchState {
            state: Mutex::new(MatchState {
                pending_games: all.filter(|index| !played.contains(index)).collect(),
                scores: done,
                should_stop: false,
            }),
            changed: Condvar::new(),
        };
        let desk = Mutex::new(ResultSink {
            journal,
            observer: watcher,
            error: None,
        });
        std::thread::scope(|scope| {
            for _ in 0..self.concurrency.max(1) {
                scope.spawn(|| self.play_games(&board, &desk));
            }
        });
        // Whatever a bot left behind.
        process::kill_all();
        let desk = desk.into_inner().unwrap_or_else(PoisonError::into_inner);
        match desk.error {
            Some(error) => Err(error),
            None => Ok(std::mem::take(&mut board.lock().scores)),
        }
    }

    /// Plays games one after the other. None is begun before the last one is judged: a match that
    /// it ends is over, and one game at a time makes the same match each time.
    fn play_games(&self, board: &SharedMatchState, desk: &Mutex<ResultSink<'_>>) {
        let names = self.names();
        while let Some(fixture) = self.next_game(board, &names) {
            let [first, second] = fixture.contestant_indices;
            let players = [&self.contestants[first], &self.contestants[second]];
            let played = play_game(&self.rules, players, &fixture);
            let mut desk = desk.lock().unwrap_or_else(PoisonError::into_inner);
            let taken = played.map_err(MatchError::from);
            let taken = taken.and_then(|played| desk.record_game(board, &fixture, &played));
            if let Err(error) = taken {
                desk.error.get_or_insert(error);
                board.request_stop();
            }
        }
    }

    /// The next game, if need be when it is known who plays it.
    fn next_game(&self, board: &SharedMatchState, names: &[String]) -> Option<GameSpec> {
        let mut shared = board.lock();
        loop {
            let index = shared
                .pending_games
                .first()
                .copied()
                .filter(|_| !shared.should_stop)?;
            if let Some(fixture) = self.plan.game_spec(index, &shared.scores, names) {
                shared.pending_games.remove(&index);
                return Some(fixture);
            }
            let waited = board.changed.wait(shared);
            shared = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl ResultSink<'_> {
    /// Writes a game down, and asks whether the match goes on.
    fn record_game(
        &mut self,
        board: &SharedMatchState,
        fixture: &GameSpec,
        played: &PlayedGame,
    ) -> Result<(), MatchError> {
        self.journal.append(&played.record)?;
        let mut shared = board.lock();
        shared.scores.push(GameScore::from_record(&played.record));
        let news = GameFinished {
            game: played,
            game_spec: fixture,
            scores: &shared.scores,
        };
        let goes_on = self.observer.on_game_finished(&news);
        shared.should_stop |= !goes_on;
        drop(shared);
        board.changed.notify_all();
        Ok(())
    }
}
