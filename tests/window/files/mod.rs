//! The desktop app's work with files, without a window.

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

/// A judged record of a random game; every third is Zuniq, some are not over.
fn record(seed: u64) -> Record {
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
    let text = line(&record);
    let format = by_id("ronl");
    let mut checked = check_text(&text, format, &ReadContext::default());
    checked.remove(0).record
}

/// A record as a line of an archive.
fn line(record: &Record) -> String {
    write_all(
        by_id("ronl").unwrap(),
        std::slice::from_ref(record),
        CATALOGUE,
    )
    .unwrap()
}

/// An archive of so many records, of which `different` are made.
fn archive(path: &Path, records: usize, different: usize) -> Vec<Record> {
    let all: Vec<Record> = (0..different as u64).map(record).collect();
    let lines: Vec<String> = all.iter().map(line).collect();
    let text: String = lines.iter().cycle().take(records).cloned().collect();
    std::fs::write(path, text).unwrap();
    all
}

/// Takes batches into a library.
#[derive(Default)]
struct Taker {
    library: Library,
    first: Option<Duration>,
    batches: usize,
    since: Option<Instant>,
    longest: Duration,
}

impl ScanListener for Taker {
    fn on_batch(&mut self, batch: ScanBatch, _: JobProgress) -> bool {
        let since = Instant::now();
        self.library.add_batch(1, batch);
        self.library.refresh();
        self.longest = self.longest.max(since.elapsed());
        self.batches += 1;
        if !self.library.is_empty() && self.first.is_none() {
            self.first = self.since.map(|since| since.elapsed());
        }
        true
    }
    fn is_wanted(&self) -> bool {
        true
    }
}

/// The library of some paths.
fn library(paths: &[&Path]) -> Library {
    let named = |path: &&Path| LogInput::File {
        path: path.to_path_buf(),
        is_explicit: true,
    };
    let inputs: Vec<LogInput> = paths.iter().map(named).collect();
    let mut taker = Taker::default();
    scan(&inputs, &mut taker).unwrap();
    taker.library
}

/// The interval between checks of watched files.
const WATCH_INTERVAL: Duration = Duration::from_millis(20);

fn jobs() -> Jobs {
    Jobs::new(WATCH_INTERVAL, Arc::new(|| {}))
}

/// All that a job tells, its end too.
fn wait(jobs: &mut Jobs, id: JobId) -> Vec<JobUpdate> {
    wait_until(jobs, |of, news| of == id && news.is_last())
        .into_iter()
        .filter_map(|(of, news)| (of == id).then_some(news))
        .collect()
}

/// All that arrives until something does.
fn wait_until(jobs: &mut Jobs, end: impl Fn(JobId, &JobUpdate) -> bool) -> Vec<(JobId, JobUpdate)> {
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

/// Runs an ignored test of this folder in a process of its own.
fn child(test: &str, set: &[(&str, &Path)]) -> std::process::Command {
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

/// Runs a child to its end; returns what it wrote.
fn output(command: &mut std::process::Command) -> std::process::Output {
    let child = spawn(command.stdout(Stdio::piped()).stderr(Stdio::piped()));
    child.wait_with_output().unwrap()
}

/// Starts a child, and waits until it says this. Its standard input ends when it is dropped.
fn started(command: &mut std::process::Command, word: &str) -> std::process::Child {
    use std::io::Read;
    let mut child = spawn(command.stdin(Stdio::piped()).stdout(Stdio::piped()));
    let mut heard = Vec::new();
    let mut out = child.stdout.take().unwrap();
    while !heard.ends_with(word.as_bytes()) {
        let mut byte = [0];
        assert_eq!(out.read(&mut byte).unwrap(), 1);
        heard.push(byte[0]);
    }
    // What it says later it can still say.
    child.stdout = Some(out);
    child
}

/// Returns a path that the parent process set in the environment; `None` in an ordinary test run.
fn told(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).map(PathBuf::from)
}
