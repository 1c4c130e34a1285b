//! Many games side by side.

use super::super::entrant::Entrant;
use super::super::fixture::Fixture;
use super::super::process;
use super::super::referee::{Played, Terms, play};
use super::{Plan, Score};
use crate::files::{Failure, Journal};
use std::collections::BTreeSet;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// A match to be played.
pub struct Match {
    /// What holds for all games.
    pub terms: Terms,
    /// Who takes part.
    pub entrants: Vec<Entrant>,
    /// Which games there are.
    pub plan: Plan,
    /// How many games are played side by side.
    pub concurrency: usize,
}

/// A game is over and written down.
pub struct News<'a> {
    /// The game.
    pub played: &'a Played,
    /// Its place in the match.
    pub fixture: &'a Fixture,
    /// All games so far, in the order in which they ended.
    pub scores: &'a [Score],
}

/// Whoever is told of each game, and may end the match by `false`.
pub trait Watcher: Send {
    /// A game is over.
    fn over(&mut self, news: &News<'_>) -> bool;
}

/// What the threads share.
struct Shared {
    /// Games that nobody has begun.
    open: BTreeSet<u32>,
    scores: Vec<Score>,
    stop: bool,
}

struct Board {
    shared: Mutex<Shared>,
    changed: Condvar,
}

impl Board {
    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stop(&self) {
        self.lock().stop = true;
        self.changed.notify_all();
    }
}

/// Where games that are over are handed in, one after the other.
struct Desk<'a> {
    journal: &'a mut Journal,
    watcher: &'a mut dyn Watcher,
    failed: Option<Failure>,
}

impl Match {
    /// The bots' names.
    pub fn names(&self) -> Vec<String> {
        let names = self.entrants.iter().map(|entrant| entrant.name.clone());
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
        done: Vec<Score>,
        watcher: &mut dyn Watcher,
    ) -> Result<Vec<Score>, Failure> {
        process::listen();
        let played: BTreeSet<u32> = done.iter().filter_map(|score| score.index).collect();
        let all = 0..self.plan.total();
        let board = Board {
            shared: Mutex::new(Shared {
                open: all.filter(|index| !played.contains(index)).collect(),
                scores: done,
                stop: false,
            }),
            changed: Condvar::new(),
        };
        let desk = Mutex::new(Desk {
            journal,
            watcher,
            failed: None,
        });
        std::thread::scope(|scope| {
            for _ in 0..self.concurrency.max(1) {
                scope.spawn(|| self.work(&board, &desk));
            }
        });
        // Whatever a bot left behind.
        process::end_all();
        let desk = desk.into_inner().unwrap_or_else(PoisonError::into_inner);
        match desk.failed {
            Some(failure) => Err(failure),
            None => Ok(std::mem::take(&mut board.lock().scores)),
        }
    }

    /// Plays games one after the other. None is begun before the last one is judged: a match that
    /// it ends is over, and one game at a time makes the same match each time.
    fn work(&self, board: &Board, desk: &Mutex<Desk<'_>>) {
        let names = self.names();
        while let Some(fixture) = self.next(board, &names) {
            let [first, second] = fixture.players;
            let players = [&self.entrants[first], &self.entrants[second]];
            let played = play(&self.terms, players, &fixture);
            let mut desk = desk.lock().unwrap_or_else(PoisonError::into_inner);
            let taken = played.and_then(|played| desk.take(board, &fixture, &played));
            if let Err(failure) = taken {
                desk.failed.get_or_insert(failure);
                board.stop();
            }
        }
    }

    /// The next game, if need be when it is known who plays it.
    fn next(&self, board: &Board, names: &[String]) -> Option<Fixture> {
        let mut shared = board.lock();
        loop {
            let index = shared.open.first().copied().filter(|_| !shared.stop)?;
            if let Some(fixture) = self.plan.fixture(index, &shared.scores, names) {
                shared.open.remove(&index);
                return Some(fixture);
            }
            let waited = board.changed.wait(shared);
            shared = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Desk<'_> {
    /// Writes a game down, and asks whether the match goes on.
    fn take(&mut self, board: &Board, fixture: &Fixture, played: &Played) -> Result<(), Failure> {
        self.journal.append(&played.record)?;
        let mut shared = board.lock();
        shared.scores.push(Score::of(&played.record));
        let news = News {
            played,
            fixture,
            scores: &shared.scores,
        };
        let goes_on = self.watcher.over(&news);
        shared.stop |= !goes_on;
        drop(shared);
        board.changed.notify_all();
        Ok(())
    }
}
