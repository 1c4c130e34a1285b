//! The jobs of `kifu review`: reading the games and reviewing them in parallel.

use super::args::ReviewArgs;
use super::{RESUME_HINT, is_ronl, write_record};
use crate::cli::collect::collect_games;
use crate::cli::{Status, terminal};
use crate::failure::{Failure, FailureKind};
use crate::files::{self, GameLocation, Origin};
use crate::findings::{Finding, Severity};
use crate::formats::CheckedGame;
use crate::games::{CATALOGUE, DynGame, by_id};
use crate::record::Record;
use crate::review::{self, Budget, ReviewPlan, SearchLimit};
use annotate_snippets::Level;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The interval at which a game is saved while it is reviewed.
const SAVE_INTERVAL: Duration = Duration::from_secs(5);

/// A game to review.
pub(super) struct ReviewJob {
    /// The location of the game: the file, and the index in the file.
    pub location: String,
    pub game: &'static dyn DynGame,
    pub record: Record,
    /// The number of legal plies.
    pub plies: u32,
    /// Whether an earlier run has reviewed the game.
    pub is_done: bool,
}

impl ReviewJob {
    /// Takes over the saved record of an earlier review of the same game.
    pub fn resume_from(&mut self, record: Record, out: &Path) -> Result<(), Failure> {
        let same = record.game == self.record.game
            && record.setup == self.record.setup
            && record.tokens().eq(self.record.tokens());
        if !same {
            let message = format!(
                "`{}` does not hold the same game as `{}`",
                out.display(),
                self.location
            );
            return Err(Failure::new(FailureKind::Input, message).hint(RESUME_HINT));
        }
        self.record = record;
        Ok(())
    }
}

/// Reads the games that can be reviewed, and reports problems with the others.
pub(super) fn read(args: &ReviewArgs, status: &mut Status) -> Result<Vec<ReviewJob>, Failure> {
    let work = |mut checked: CheckedGame, origin: &Origin, _: &GameLocation| {
        if !checked.is_native && checked.record.source.file.is_empty() {
            checked.record.source.file.clone_from(&origin.file_name);
        }
        checked
    };
    let jobs = usize::from(args.jobs);
    let all = collect_games(&args.paths, args.reading.read_options(), jobs, status, work)?;
    let mut games = Vec::new();
    for (name, checked) in all {
        // A game that cannot start is left out; the others are reviewed.
        let book = by_id(CATALOGUE, &checked.record.game)
            .filter(|book| book.start(&checked.record.setup).is_ok());
        let is_bad = |bad: &&Finding| bad.severity() == Severity::Error;
        if let Some(bad) = checked.findings.iter().find(is_bad) {
            *status = (*status).max(Status::Findings);
            let words = format!("{name}: {}", bad.message);
            let hint = match book {
                Some(_) => {
                    "the legal part of the game is reviewed; run `kifu validate` for details"
                }
                None => "the game is skipped; run `kifu validate` for details",
            };
            terminal::print_message(Level::WARNING, &words, Some(hint));
        }
        games.extend(book.map(|book| ReviewJob {
            location: name,
            game: book,
            plies: checked.ply_count,
            record: checked.record,
            is_done: false,
        }));
    }
    if games.is_empty() {
        let message = "expected games to review, found none";
        return Err(Failure::new(FailureKind::Input, message));
    }
    Ok(games)
}

/// Returns the review plan for a game of `plies` plies.
pub(super) fn plan(args: &ReviewArgs, plies: u32) -> ReviewPlan {
    let spend = match (args.nodes, args.clock) {
        (Some(nodes), _) => SearchLimit::Nodes(nodes),
        (None, Some(budget)) => SearchLimit::for_whole_game(budget, plies),
        (None, None) => args.time.map_or(
            SearchLimit::per_position(plies, SearchLimit::DEFAULT_TIME),
            SearchLimit::Time,
        ),
    };
    let spend = match spend {
        SearchLimit::Time(time) => SearchLimit::Time(time.max(Duration::from_millis(1))),
        nodes @ SearchLimit::Nodes(_) => nodes,
    };
    ReviewPlan {
        thresholds: args.thresholds,
        ..ReviewPlan::new(Budget::first_pass(spend, args.seed))
    }
}

/// Reviews the games in parallel and passes them on in order, each with whether it was changed.
pub(super) fn run_all(
    args: &ReviewArgs,
    games: Vec<ReviewJob>,
    each: &mut dyn FnMut(ReviewJob, bool) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let jobs = files::thread_count(args.jobs.into());
    let count = games.len();
    // A single game gets all cores.
    let engines = (jobs / count.max(1)).max(1);
    let todo = Mutex::new(games.into_iter().enumerate());
    let (sender, receiver) = channel();
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..jobs.min(count) {
            let sender = sender.clone();
            let (todo, stop) = (&todo, &stop);
            scope.spawn(move || {
                let next = || todo.lock().unwrap_or_else(PoisonError::into_inner).next();
                while let Some((at, game)) = next() {
                    if sender
                        .send((at, run_one(args, game, engines, stop)))
                        .is_err()
                    {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut due = 0;
        for (at, game) in receiver {
            early.insert(at, game);
            while let Some(game) = early.remove(&due) {
                due += 1;
                let done = game.and_then(|(game, fresh)| each(game, fresh));
                if done.is_err() {
                    stop.store(true, Ordering::Relaxed);
                    return done;
                }
            }
        }
        Ok(())
    })
}

/// Reviews one game, and returns it with whether it was changed.
fn run_one(
    args: &ReviewArgs,
    mut game: ReviewJob,
    engines: usize,
    stop: &AtomicBool,
) -> Result<(ReviewJob, bool), Failure> {
    if game.is_done {
        return Ok((game, false));
    }
    let memory = usize::try_from(args.memory).unwrap_or(64);
    let mut kept = Instant::now();
    let mut save_error = None;
    // The file of a single game is complete only at the end; the game is saved in between, in case
    // the program is interrupted.
    let (plan, engines) = (plan(args, game.plies), (engines, memory));
    let mut keep = |record: &Record, _| {
        if let Some(out) = args.out.as_deref().filter(|out| !is_ronl(out))
            && kept.elapsed() >= SAVE_INTERVAL
        {
            save_error = write_record(out, record).err();
            kept = Instant::now();
        }
    };
    let ReviewJob {
        record,
        game: book,
        plies,
        ..
    } = &mut game;
    let done = review::review(record, *book, *plies, plan, engines, stop, &mut keep);
    done?;
    save_error.map_or(Ok((game, true)), Err)
}
