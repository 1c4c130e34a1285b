//! File operations of the desktop app, without a window.

mod interner;
mod interrupted_saves;
mod jobs;
mod library;
mod reopening;
mod repeated_games;
mod save_comments;
mod saving;
mod store;

use crate::common::{HANG, random_game};
use kifu_app::jobs::{JobId, JobUpdate, Jobs};
use kifu_app::library::{JobProgress, Library, ScanBatch, ScanListener, scan};
use kifu_core::contract::Setup;
use kifu_core::games::CATALOGUE;
use kifu_core::games::clobber::Clobber;
use kifu_core::games::zuniq::Zuniq;
use kifu_core::record::Record;
use kifu_core::search::SplitMix64;
use kifu_logs::files::LogInput;
use kifu_logs::formats::{ReadContext, by_id, check_text, write_all};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Returns a random adjudicated record.
///
/// Every third game is Zuniq, the others are Clobber, and some are unfinished.
fn random_record(seed: u64) -> Record {
    let mut rng = SplitMix64::new(seed);
    let (game, mut tokens) = if seed % 3 == 2 {
        ("zuniq", random_game::<Zuniq>(&Setup::default(), &mut rng))
    } else {
        (
            "clobber",
            random_game::<Clobber>(&Setup::default(), &mut rng),
        )
    };
    if seed % 7 == 3 {
        tokens.truncate(tokens.len() / 2);
    }
    let mut record = Record {
        game: game.to_owned(),
        moves: tokens.join(" "),
        ..Record::default()
    };
    record.players.0.name = format!("program {}", seed % 17);
    record.players.1.name = format!("Élan {}", seed % 19);
    record.event.name = format!("test competition {}", seed % 4);
    record.event.round = (seed % 12).to_string();
    record.event.date = format!("2021-01-{:02}", seed % 28 + 1);
    record
        .ext
        .insert("any.key".to_owned(), format!("kept {seed}"));
    let text = ronl_line(&record);
    let format = by_id("ronl");
    let mut checked = check_text(&text, format, &ReadContext::default());
    checked.remove(0).record
}

/// Returns a record as a line of an archive.
fn ronl_line(record: &Record) -> String {
    write_all(
        by_id("ronl").unwrap(),
        std::slice::from_ref(record),
        CATALOGUE,
    )
    .unwrap()
}

/// Writes an archive of `records` games that repeats `different` distinct ones, and returns those.
fn write_archive(path: &Path, records: usize, different: usize) -> Vec<Record> {
    let all: Vec<Record> = (0..different as u64).map(random_record).collect();
    let lines: Vec<String> = all.iter().map(ronl_line).collect();
    let text: String = lines.iter().cycle().take(records).cloned().collect();
    std::fs::write(path, text).unwrap();
    all
}

/// Collects the batches of a scan in a library, and measures their times.
#[derive(Default)]
struct LibraryCollector {
    library: Library,
    time_to_first_row: Option<Duration>,
    batches: usize,
    start: Option<Instant>,
    longest_batch: Duration,
}

impl ScanListener for LibraryCollector {
    fn on_batch(&mut self, batch: ScanBatch, _: JobProgress) -> bool {
        let batch_start = Instant::now();
        self.library.add_batch(1, batch);
        self.library.refresh();
        self.longest_batch = self.longest_batch.max(batch_start.elapsed());
        self.batches += 1;
        if !self.library.is_empty() && self.time_to_first_row.is_none() {
            self.time_to_first_row = self.start.map(|start| start.elapsed());
        }
        true
    }
    fn is_wanted(&self) -> bool {
        true
    }
}

/// Returns the library of a scan of some paths.
fn scan_library(paths: &[&Path]) -> Library {
    let input = |path: &&Path| LogInput::File {
        path: path.to_path_buf(),
        is_explicit: true,
    };
    let inputs: Vec<LogInput> = paths.iter().map(input).collect();
    let mut collector = LibraryCollector::default();
    scan(&inputs, &mut collector).unwrap();
    collector.library
}

/// The interval between checks of watched files.
const WATCH_INTERVAL: Duration = Duration::from_millis(20);

fn new_jobs() -> Jobs {
    Jobs::new(WATCH_INTERVAL, Arc::new(|| {}))
}

/// Waits for the end of a job, and returns all its updates.
fn wait_for_job(jobs: &mut Jobs, id: JobId) -> Vec<JobUpdate> {
    collect_until(jobs, |job, update| job == id && update.is_last())
        .into_iter()
        .filter_map(|(job, update)| (job == id).then_some(update))
        .collect()
}

/// Returns all updates up to the first one that satisfies a condition.
fn collect_until(
    jobs: &mut Jobs,
    end: impl Fn(JobId, &JobUpdate) -> bool,
) -> Vec<(JobId, JobUpdate)> {
    let since = Instant::now();
    let mut all = Vec::new();
    loop {
        for event in jobs.take_events() {
            let last = end(event.id, &event.update);
            all.push((event.id, event.update));
            if last {
                return all;
            }
        }
        assert!(since.elapsed() < HANG, "a job hangs: {all:?}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Returns a command that runs an ignored test of this folder in a child process.
fn child_command(test: &str, set: &[(&str, &Path)]) -> std::process::Command {
    let test = format!("files::{test}");
    let mut command = std::process::Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", &test, "--ignored", "--nocapture"]);
    for (name, value) in set {
        command.env(name, value);
    }
    command
}

fn spawn(command: &mut std::process::Command) -> std::process::Child {
    let _starts = crate::child_starts();
    command.spawn().unwrap()
}

/// Runs a child process to its end and returns its output.
fn run_to_end(command: &mut std::process::Command) -> std::process::Output {
    let child = spawn(command.stdout(Stdio::piped()).stderr(Stdio::piped()));
    child.wait_with_output().unwrap()
}

/// Starts a child process and waits until its output ends with a word.
///
/// Its standard input is closed when the child is dropped.
fn spawn_and_wait_for(command: &mut std::process::Command, word: &str) -> std::process::Child {
    use std::io::Read;
    let mut child = spawn(command.stdin(Stdio::piped()).stdout(Stdio::piped()));
    let mut received = Vec::new();
    let mut out = child.stdout.take().unwrap();
    while !received.ends_with(word.as_bytes()) {
        let mut byte = [0];
        assert_eq!(out.read(&mut byte).unwrap(), 1);
        received.push(byte[0]);
    }
    // Keeping the pipe open lets the child write more.
    child.stdout = Some(out);
    child
}

/// Returns a path that the parent process set in the environment; `None` in an ordinary test run.
fn path_from_environment(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).map(PathBuf::from)
}
