//! The jobs of `kifu review`: reading the games and reviewing them in parallel, a bounded number at
//! a time.

use super::args::ReviewArgs;
use super::output::{ReviewOutput, SharedCheckpoints, save_checkpoint};
use crate::common::game_filter::is_selected;
use crate::common::out_file::ReplacementGuard;
use crate::common::progress::{GameInWork, Progress};
use crate::common::report::{CliReport, ReportingSink, read_logs};
use crate::common::text::one_line;
use crate::terminal::StdoutWriter;
use crate::{Status, terminal};
use annotate_snippets::Level;
use kifu_core::findings::{Code, Finding, Severity};
use kifu_core::games::{CATALOGUE, DynGame, by_id};
use kifu_core::record::Record;
use kifu_logs::bot_output::annotate;
use kifu_logs::files;
use kifu_logs::files::{CheckpointFile, GameLocation, Origin, WritePlan};
use kifu_logs::formats::CheckedGame;
use kifu_study::failure::{Failure, FailureKind};
use kifu_study::review;
use kifu_study::review::{
    RecordHash, Reproduction, ReviewBudget, ReviewPlan, ReviewProgress, Reviewer, SearchLimit,
    reviewed_positions,
};
use kifu_study::selection::GameSelection;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Scope;
use std::time::{Duration, Instant};

/// The interval at which a game is saved while it is reviewed.
const SAVE_INTERVAL: Duration = Duration::from_secs(5);
/// The number of games in memory per thread, done out of order or waiting.
const GAMES_PER_THREAD: usize = 4;

/// Reads the games that can be reviewed one after the other, and reports problems with the others.
///
/// Returns the guard of the report, which has counted what is missing.
pub(super) fn read<'a>(
    args: &ReviewArgs,
    report: CliReport<'a>,
    each: &mut dyn FnMut(ReviewJob) -> Result<(), Failure>,
) -> Result<ReplacementGuard<'a>, Failure> {
    let (shard, bots) = (args.shard, args.bots.clone());
    let work = move |mut checked: CheckedGame, origin: &Origin, _: &GameLocation| {
        if shard.is_some_and(|shard| !shard.contains(RecordHash::of_game(&checked.record))) {
            return None;
        }
        if !checked.is_native && checked.record.source.file.is_empty() {
            checked.record.source.file.clone_from(&origin.file_name);
        }
        annotate(&mut checked.record, bots.patterns());
        Some(checked)
    };
    let mut sink = JobSink {
        report,
        each,
        count: 0,
        omitted: 0,
    };
    let (options, jobs) = (args.reading.read_options(), usize::from(args.jobs));
    read_logs(
        options,
        jobs,
        &mut sink,
        files::walk_inputs(&args.paths),
        work,
    )?;
    if sink.count + sink.omitted == 0 {
        let message = "expected games to review, found none";
        return Err(Failure::new(FailureKind::Input, message));
    }
    Ok(sink.report.guard)
}

/// A sink that makes jobs of games.
struct JobSink<'a, 'e> {
    report: CliReport<'a>,
    each: &'e mut dyn FnMut(ReviewJob) -> Result<(), Failure>,
    count: usize,
    /// The number of games in other parts.
    omitted: usize,
}

impl<'a> ReportingSink<'a> for JobSink<'a, '_> {
    /// A game; `None` if it is in another part of the games.
    type Item = Option<CheckedGame>;

    fn report(&mut self) -> &mut CliReport<'a> {
        &mut self.report
    }

    fn on_game(
        &mut self,
        origin: &Arc<Origin>,
        index: usize,
        game: Option<CheckedGame>,
    ) -> Result<(), Failure> {
        let Some(game) = game else {
            self.omitted += 1;
            self.report.guard.note_missing_games(1);
            return Ok(());
        };
        let location = format!("{}:{index}", origin.display_name);
        let Some(job) = ReviewJob::new(location, game, self.report.status) else {
            self.report.guard.note_missing_games(1);
            return Ok(());
        };
        self.count += 1;
        (self.each)(job)
    }
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
        ..ReviewPlan::new(ReviewBudget::first_pass(spend, args.seed))
    }
}

/// Reads and reviews the games in parallel, saves them, and passes them on in order.
pub(super) fn run_all(
    args: &ReviewArgs,
    plan: &mut WritePlan,
    status: &mut Status,
    each: &mut dyn FnMut(ReviewJob) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let out = args.out.as_deref().unwrap_or(Path::new(""));
    let guard = ReplacementGuard::new(out, plan);
    let output = ReviewOutput::open(plan, args)?;
    let selection = args.filter.selection()?;
    let progress = start_progress(args, selection.clone());
    progress.set_interruption(output.interruption());
    let stop = AtomicBool::new(false);
    let (job_sender, jobs) = channel();
    let jobs = Mutex::new(jobs);
    let (result_sender, results) = channel();
    std::thread::scope(|scope| {
        let mut queue = ReviewQueue {
            args,
            scope,
            stop: &stop,
            thread_limit: files::thread_count(args.jobs.into()).max(1),
            thread_count: 0,
            jobs: &jobs,
            job_sender,
            result_sender,
            results,
            waiting: Some(Vec::new()),
            checkpoints: output.checkpoints(),
            output,
            engines: 1,
            started: 0,
            delivered: 0,
            early: BTreeMap::new(),
            progress,
            each,
        };
        let report = CliReport::new(status)
            .with_guard(guard)
            .with_selection(selection);
        let read = read(args, report, &mut |job| queue.add(job));
        let done = read.and_then(|guard| queue.finish(&guard));
        if done.is_err() {
            stop.store(true, Ordering::Relaxed);
        }
        done
    })
}

/// Begins to show the progress of a review, with the number of all games to review.
fn start_progress(args: &ReviewArgs, selection: Option<Arc<GameSelection>>) -> Progress {
    let progress = Progress::start("game", args.quiet);
    let shard = args.shard;
    let is_reviewed = move |game: &CheckedGame| {
        let record = &game.record;
        shard.is_none_or(|shard| shard.contains(RecordHash::of_game(record)))
            && is_selected(selection.as_deref(), game)
            && by_id(CATALOGUE, &record.game).is_some_and(|game| game.start(&record.setup).is_ok())
    };
    progress.count_ahead(&args.paths, args.reading.read_options(), is_reviewed);
    progress
}

/// A job with its index and the number of engines for it.
type StartedJob = (usize, ReviewJob, usize);
/// The outcome of a job: the game, and whether it was changed.
type JobOutcome = Result<(ReviewJob, bool), Failure>;

/// The games that are being reviewed.
struct ReviewQueue<'a, 'scope, 'env> {
    args: &'a ReviewArgs,
    scope: &'scope Scope<'scope, 'env>,
    stop: &'scope AtomicBool,
    thread_limit: usize,
    thread_count: usize,
    jobs: &'scope Mutex<Receiver<StartedJob>>,
    job_sender: Sender<StartedJob>,
    result_sender: Sender<(usize, JobOutcome)>,
    results: Receiver<(usize, JobOutcome)>,
    /// The first games, until it is known whether there are enough for all threads.
    waiting: Option<Vec<ReviewJob>>,
    output: ReviewOutput<'a>,
    checkpoints: Option<SharedCheckpoints>,
    /// The number of engines for each game.
    engines: usize,
    started: usize,
    delivered: usize,
    /// The outcomes that wait for those of earlier games.
    early: BTreeMap<usize, JobOutcome>,
    progress: Progress,
    each: &'a mut dyn FnMut(ReviewJob) -> Result<(), Failure>,
}

impl<'scope, 'a: 'scope> ReviewQueue<'a, 'scope, '_> {
    /// Adds the next game.
    fn add(&mut self, job: ReviewJob) -> Result<(), Failure> {
        let Some(waiting) = &mut self.waiting else {
            return self.start(job);
        };
        waiting.push(job);
        if waiting.len() >= self.thread_limit.max(2) {
            self.start_waiting()?;
        }
        Ok(())
    }

    /// Starts the first games: a single game gets all cores.
    fn start_waiting(&mut self) -> Result<(), Failure> {
        let jobs = self.waiting.take().unwrap_or_default();
        self.engines = (self.thread_limit / jobs.len().max(1)).max(1);
        self.output.check_game_count(jobs.len())?;
        jobs.into_iter().try_for_each(|job| self.start(job))
    }

    /// Starts a game, after waiting until there are not too many in memory.
    fn start(&mut self, mut job: ReviewJob) -> Result<(), Failure> {
        self.output.take_over(&mut job)?;
        while self.started - self.delivered >= GAMES_PER_THREAD * self.thread_limit {
            self.receive()?;
        }
        let index = self.started;
        self.started += 1;
        if job.is_done {
            self.progress.add_earlier(1);
            self.early.insert(index, Ok((job, false)));
        } else if self.has_thread_for_one_more() {
            // The receiver lives as long as the queue.
            let _ = self.job_sender.send((index, job, self.engines));
        } else {
            let outcome = run_one(
                self.args,
                job,
                self.engines,
                self.stop,
                (self.checkpoints.as_deref(), &self.progress),
            );
            self.early.insert(index, outcome);
        }
        while let Ok((index, outcome)) = self.results.try_recv() {
            self.early.insert(index, outcome);
        }
        self.deliver()
    }

    /// Starts another thread if that is useful, and reports whether there is any.
    fn has_thread_for_one_more(&mut self) -> bool {
        if self.thread_count < self.thread_limit {
            let (args, jobs, stop) = (self.args, self.jobs, self.stop);
            let sender = self.result_sender.clone();
            let (file, progress) = (self.checkpoints.clone(), self.progress.clone());
            let next = || jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let work = move || {
                while let Ok((index, job, engines)) = next() {
                    let keep = (file.as_deref(), &progress);
                    let review = AssertUnwindSafe(|| run_one(args, job, engines, stop, keep));
                    // The queue waits for every game.
                    let outcome = catch_unwind(review).unwrap_or_else(|_| Err(review_panicked()));
                    if sender.send((index, outcome)).is_err() {
                        return;
                    }
                }
            };
            let thread = std::thread::Builder::new().spawn_scoped(self.scope, work);
            // If the system has no threads left, those that run are enough.
            match thread {
                Ok(_) => self.thread_count += 1,
                Err(_) => self.thread_limit = self.thread_count.max(1),
            }
        }
        self.thread_count > 0
    }

    /// Waits for the outcome of a game.
    fn receive(&mut self) -> Result<(), Failure> {
        if let Ok((index, outcome)) = self.results.recv() {
            self.early.insert(index, outcome);
        }
        self.deliver()
    }

    /// Saves the games whose turn it is, and passes them on.
    fn deliver(&mut self) -> Result<(), Failure> {
        while let Some(outcome) = self.early.remove(&self.delivered) {
            self.delivered += 1;
            let (job, is_changed) = outcome?;
            if is_changed {
                self.output.save(&job.record)?;
            }
            self.progress.set_saved(self.delivered as u64);
            (self.each)(job)?;
        }
        Ok(())
    }

    /// Waits for the rest, and completes the output.
    fn finish(mut self, guard: &ReplacementGuard<'_>) -> Result<(), Failure> {
        // The file of a single game is replaced while the game is reviewed.
        if self.checkpoints.is_some() {
            guard.check()?;
        }
        if self.waiting.is_some() {
            self.start_waiting()?;
        }
        while self.delivered < self.started {
            self.receive()?;
        }
        self.progress.clear();
        self.output.finish(guard)
    }
}

/// Returns the failure of a game whose review panicked; the panic itself was printed.
fn review_panicked() -> Failure {
    Failure::internal("kifu failed while reviewing a game")
        .hint("this is a bug in kifu, not in the log: please report it with the log")
}

/// Reviews one game, and returns it with whether it was changed.
fn run_one(
    args: &ReviewArgs,
    mut game: ReviewJob,
    engines: usize,
    stop: &AtomicBool,
    (checkpoints, progress): (Option<&Mutex<CheckpointFile>>, &Progress),
) -> Result<(ReviewJob, bool), Failure> {
    if game.is_done {
        return Ok((game, false));
    }
    let in_work = progress.start_game();
    if args.skip_reviewed {
        let plan = plan(args, game.plies);
        match review::is_complete(&game.record, game.game, game.plies, plan) {
            Ok(true) => return Ok((game, true)),
            Ok(false) => {}
            Err(error) => {
                game.failure = Some(error.into());
                return Ok((game, true));
            }
        }
    }
    let memory = usize::try_from(args.memory).unwrap_or(64);
    let mut kept = Instant::now();
    let mut save_error = None;
    // The file of a single game is complete only at the end; the game is saved in between, in case
    // the program is interrupted.
    let (plan, engines) = (plan(args, game.plies), (engines, memory));
    let mut keep = |record: &Record, reviewed: ReviewProgress| {
        in_work.set_plies(reviewed.done, reviewed.total);
        if let Some(file) = checkpoints
            && kept.elapsed() >= SAVE_INTERVAL
        {
            save_error = save_checkpoint(file, record).err();
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
    match (done.map_err(Failure::from), save_error) {
        (Ok(()), None) => Ok((game, true)),
        // One game that cannot be reviewed does not end the review of the others.
        (Err(failure), None) if failure.is_about_input() => {
            game.failure = Some(failure);
            Ok((game, true))
        }
        (Err(failure), _) | (_, Some(failure)) => Err(failure),
    }
}

// A game to review, and what is reported of it before.

/// A game to review.
pub(super) struct ReviewJob {
    /// The location of the game: the file, and the index in the file.
    pub location: String,
    pub game: &'static dyn DynGame,
    pub record: Record,
    /// The number of legal plies.
    pub plies: u32,
    /// The codes of the errors that the game has.
    pub error_codes: Vec<Code>,
    /// Whether an earlier run has reviewed the game.
    pub is_done: bool,
    /// Why the game could not be reviewed; it is kept as it was.
    pub failure: Option<Failure>,
}

impl ReviewJob {
    /// Returns the job for a game, unless it cannot start; reports its first error.
    pub fn new(location: String, checked: CheckedGame, status: &mut Status) -> Option<Self> {
        let game = by_id(CATALOGUE, &checked.record.game)
            .filter(|game| game.start(&checked.record.setup).is_ok());
        let is_error = |finding: &&Finding| finding.severity() == Severity::Error;
        let errors = || checked.findings.iter().filter(is_error);
        if let Some(error) = errors().next() {
            status.raise(Status::Findings);
            let message = format!("{location}: {}", error.message);
            let hint = match game {
                Some(_) => {
                    "the legal part of the game is reviewed; run `kifu validate` for details"
                }
                None => "the game is skipped; run `kifu validate` for details",
            };
            terminal::print_message(Level::WARNING, &message, Some(hint));
        }
        let error_codes = errors().map(|error| error.code).collect();
        Some(Self {
            location,
            game: game?,
            plies: checked.ply_count,
            record: checked.record,
            error_codes,
            is_done: false,
            failure: None,
        })
    }
}

// The verification of a review: its searches are repeated and the results compared.

/// Repeats all searches of the games with a node budget, and reports different results.
pub(super) fn verify_reviews(args: &ReviewArgs, status: &mut Status) -> Result<(), Failure> {
    let mut has_different = false;
    let mut out = StdoutWriter::new();
    let selection = args.filter.selection()?;
    let progress = start_progress(args, selection.clone());
    let report = CliReport::new(status).with_selection(selection);
    read(args, report, &mut |game| {
        let in_work = progress.start_game();
        has_different |= verify_game(args, &game, &mut out, &in_work)?;
        Ok(())
    })?;
    progress.clear();
    if has_different {
        status.raise(Status::Findings);
    }
    Ok(())
}

/// Repeats the searches of a game, and returns whether some results are different.
fn verify_game(
    args: &ReviewArgs,
    game: &ReviewJob,
    out: &mut StdoutWriter,
    in_work: &GameInWork,
) -> Result<bool, Failure> {
    let stop = AtomicBool::new(false);
    let memory = usize::try_from(args.memory).unwrap_or(64);
    let plan = plan(args, game.plies);
    let mut reviewer = Reviewer::new(game.game, memory, plan, &stop);
    let positions = reviewed_positions(&game.record, game.game, game.plies)?;
    let (mut same, mut other, mut left) = (0, 0, 0);
    let mut text = String::new();
    for (done, position) in positions.iter().enumerate() {
        in_work.set_plies(done, positions.len());
        let ply = position.ply + 1;
        match reviewer.reproduce(&game.record, position)? {
            Reproduction::Same => same += 1,
            Reproduction::NotReproducible => left += 1,
            Reproduction::TooManyNodes { nodes, max } => {
                left += 1;
                let _ = writeln!(
                    text,
                    "  ply {ply}: the record claims searches of {nodes} nodes; at most {max} are \
                     repeated"
                );
            }
            Reproduction::Differs {
                recorded: kept,
                found,
            } => {
                other += 1;
                let line = format!("  ply {ply}: the record has {kept}, found {found}");
                let _ = writeln!(text, "{}", one_line(&line));
            }
        }
    }
    let name = one_line(&game.location);
    out.print(&format!(
        "{name}: {same} the same, {other} different, {left} not reproducible\n{text}"
    ))?;
    out.flush()?;
    Ok(other > 0)
}
