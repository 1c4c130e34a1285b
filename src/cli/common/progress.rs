//! The progress of long work: a line on a terminal while it goes on, and what is left of the work if
//! a signal ends the program.
//!
//! Nothing is written to a file or pipe.

use super::text::{one_line, pluralize};
use crate::terminal::print_stderr;
use indicatif::{ProgressBar, ProgressStyle};
use kifu_logs::files::{
    InputProblem, LogInput, Pipeline, ReadOptions, ReaderPanicked, Sink, install_signal_handlers,
    on_termination, walk_inputs,
};
use kifu_logs::formats::CheckedGame;
use std::collections::BTreeMap;
use std::io::{IsTerminal, stderr};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

/// The time after which the line appears.
const SHOW_AFTER: Duration = Duration::from_secs(1);
/// The interval between two drawings.
const REDRAW_INTERVAL: Duration = Duration::from_millis(250);
/// The time that a game takes at least before its plies are shown.
const SHOW_PLIES_AFTER: Duration = Duration::from_secs(1);
/// The time after which the time left is estimated.
const ESTIMATE_AFTER: Duration = Duration::from_secs(3);
/// The number of characters of the bar.
const BAR_WIDTH: usize = 32;

/// The work in progress; global because there is only one terminal, and for the signal's thread.
static CURRENT: Mutex<Weak<Mutex<WorkState>>> = Mutex::new(Weak::new());

/// The progress of a command's work, shared by its threads. It does nothing if standard error is not
/// a terminal.
#[derive(Clone, Debug, Default)]
pub struct Progress(Option<Arc<Mutex<WorkState>>>);

/// The numbers behind the line.
#[derive(Debug)]
struct WorkState {
    started: Instant,
    /// Lines above the bar.
    heading: String,
    /// The noun of the units that are counted: `game`.
    noun: String,
    done: u64,
    /// The number of units that an earlier run has done; they say nothing of the time left.
    earlier: u64,
    /// The number of units in the output; `None` if it is that of those done.
    saved: Option<u64>,
    total: Option<u64>,
    bytes: u64,
    total_bytes: Option<u64>,
    /// The games being worked on, with their start, and plies done of all.
    games: BTreeMap<u64, (Instant, [u64; 2])>,
    next_game: u64,
    interruption: Interruption,
    bar: Option<ProgressBar>,
    is_over: bool,
}

/// What is left of the work if a signal ends it.
#[derive(Clone, Debug, Default)]
pub enum Interruption {
    /// The command has printed all that it knew.
    #[default]
    NothingKept,
    /// No file was written; what was there is as it was.
    NoFileWritten,
    /// The units are in this file, and the same command with `--resume` goes
    /// on.
    Resumable {
        /// The file.
        path: PathBuf,
        /// Whether `--force` was given, which `--resume` replaces.
        has_force: bool,
    },
    /// The units are in this folder, and the same command goes on.
    Repeatable {
        /// The folder.
        path: PathBuf,
    },
    /// A hint on how the work could be kept.
    Hint(&'static str),
}

impl Progress {
    /// Begins to show the progress of work that is counted in `noun`s.
    pub fn start(noun: &str, is_quiet: bool) -> Self {
        static HOOK: Once = Once::new();
        if is_quiet || !stderr().is_terminal() {
            return Self(None);
        }
        HOOK.call_once(|| on_termination(report_interruption));
        install_signal_handlers();
        let state = Arc::new(Mutex::new(WorkState::new(noun)));
        *lock(&CURRENT) = Arc::downgrade(&state);
        let weak = Arc::downgrade(&state);
        let draw_on = move || {
            while let Some(state) = weak.upgrade() {
                if !lock(&state).draw() {
                    return;
                }
                drop(state);
                thread::sleep(REDRAW_INTERVAL);
            }
        };
        // Without a thread there is no line, and the work is the same.
        let _ = thread::Builder::new().spawn(draw_on);
        Self(Some(state))
    }

    /// Begins to show the progress of reading these paths.
    pub fn of_reading(paths: &[PathBuf], is_quiet: bool) -> Self {
        let progress = Self::start("game", is_quiet);
        progress.update(|state| state.total_bytes = size_of_inputs(paths));
        progress
    }

    /// Counts the games of the paths that are worked on, on another thread, for the total.
    ///
    /// Games are read much faster than they are reviewed.
    pub fn count_ahead(
        &self,
        paths: &[PathBuf],
        options: ReadOptions,
        is_counted: impl Fn(&CheckedGame) -> bool + Send + Sync + 'static,
    ) {
        let Some(state) = &self.0 else {
            return;
        };
        if paths.iter().any(|path| path == Path::new("-")) {
            return;
        }
        let (paths, state) = (paths.to_owned(), Arc::downgrade(state));
        let count = move || {
            let mut sink = CountSink { count: 0, state };
            let read = Pipeline::new(options, 1, &mut sink, move |game, _, _| is_counted(&game))
                .run(walk_inputs(&paths));
            if let (Ok(()), Some(state)) = (read, sink.state.upgrade()) {
                lock(&state).total = Some(sink.count);
            }
        };
        let _ = thread::Builder::new().spawn(count);
    }

    /// Returns the progress for a sink, which counts games as they come in order: none if each game
    /// counts when its long work ends, for the sink has them only when a part of a file is done.
    #[must_use]
    pub fn of_sink(&self, is_counted_in_work: bool) -> Self {
        if is_counted_in_work {
            Self::default()
        } else {
            self.clone()
        }
    }

    /// Sets what is left of the work if a signal ends the program from now on.
    pub fn set_interruption(&self, interruption: Interruption) {
        self.update(|state| state.interruption = interruption);
    }

    /// Sets the number of units to do.
    pub fn set_total(&self, total: u64) {
        self.update(|state| state.total = Some(total));
    }

    /// Sets the number of units that are done.
    pub fn set_done(&self, done: u64) {
        self.update(|state| state.done = done);
    }

    /// Sets the text above the bar, such as the standings of a match.
    pub fn set_heading(&self, heading: &str) {
        self.update(|state| state.heading = format!("{heading}\n"));
    }

    /// Adds bytes that were read.
    pub fn add_read(&self, bytes: usize) {
        self.update(|state| state.bytes += bytes as u64);
    }

    /// Adds units that are done.
    pub fn add_done(&self, count: u64) {
        self.update(|state| state.done += count);
    }

    /// Adds units that an earlier run has done.
    pub fn add_earlier(&self, count: u64) {
        self.update(|state| {
            state.done += count;
            state.earlier += count;
        });
    }

    /// Sets the number of units that are in the output, if not all that are done.
    pub fn set_saved(&self, saved: u64) {
        self.update(|state| state.saved = Some(saved));
    }

    /// Begins a game that may take long.
    pub fn start_game(&self) -> GameInWork {
        let mut index = 0;
        self.update(|state| {
            index = state.next_game;
            state.next_game += 1;
            state.games.insert(index, (Instant::now(), [0; 2]));
        });
        GameInWork {
            progress: self.clone(),
            index,
        }
    }

    /// Removes the line when the work is done.
    pub fn clear(&self) {
        self.update(|state| {
            state.is_over = true;
            if let Some(bar) = state.bar.take() {
                bar.finish_and_clear();
            }
        });
    }

    /// Reports whether the progress is shown.
    pub fn is_shown(&self) -> bool {
        self.0.is_some()
    }

    fn update(&self, change: impl FnOnce(&mut WorkState)) {
        if let Some(state) = &self.0 {
            change(&mut lock(state));
        }
    }
}

/// A game that is being worked on; when it is dropped, it counts as done.
pub struct GameInWork {
    progress: Progress,
    index: u64,
}

impl GameInWork {
    /// Sets the number of plies that are done, and of all.
    pub fn set_plies(&self, done: usize, total: usize) {
        self.progress.update(|state| {
            if let Some((_, plies)) = state.games.get_mut(&self.index) {
                *plies = [done as u64, total as u64];
            }
        });
    }
}

impl Drop for GameInWork {
    fn drop(&mut self) {
        self.progress.update(|state| {
            state.games.remove(&self.index);
            state.done += 1;
        });
    }
}

impl WorkState {
    fn new(noun: &str) -> Self {
        Self {
            started: Instant::now(),
            heading: String::new(),
            noun: noun.to_owned(),
            done: 0,
            earlier: 0,
            saved: None,
            total: None,
            bytes: 0,
            total_bytes: None,
            games: BTreeMap::new(),
            next_game: 0,
            interruption: Interruption::default(),
            bar: None,
            is_over: false,
        }
    }

    /// Draws the line if it is time for it; returns `false` when the work is over.
    fn draw(&mut self) -> bool {
        if !self.is_over && (self.bar.is_some() || self.started.elapsed() >= SHOW_AFTER) {
            self.draw_now();
        }
        !self.is_over
    }

    fn draw_now(&mut self) {
        let text = format!("{}{}{}", self.heading, self.bar_text(), self.text());
        let bar = self.bar.get_or_insert_with(|| {
            let bar = ProgressBar::new_spinner();
            match ProgressStyle::with_template("{msg}") {
                Ok(style) => bar.with_style(style),
                Err(_) => bar,
            }
        });
        bar.set_message(text);
    }

    /// Returns the bar, `[=====>    ] `; nothing if the share of the work is not known.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a share of the bar"
    )]
    fn bar_text(&self) -> String {
        let Some(share) = self.share() else {
            return String::new();
        };
        let done = (share * BAR_WIDTH as f64) as usize;
        let head = if done < BAR_WIDTH { ">" } else { "" };
        format!("[{:BAR_WIDTH$}] ", "=".repeat(done) + head)
    }

    /// Returns the line: `12 of 199 games, ply 14 of 27, 3 min left`.
    fn text(&self) -> String {
        let mut parts = vec![self.counted(self.done)];
        let is_long = |(start, _): &(Instant, _)| start.elapsed() >= SHOW_PLIES_AFTER;
        let plies = self.games.values().map(|(_, plies)| plies);
        let [done, all] = plies.clone().fold([0; 2], |[done, all], plies| {
            [done + plies[0], all + plies[1]]
        });
        let count = plies.filter(|plies| plies[1] > 0).count();
        if all > 0 && self.games.values().any(is_long) {
            parts.push(match count {
                1 => format!("ply {done} of {all}"),
                _ => format!("plies {done} of {all} in {count} games"),
            });
        }
        parts.extend(
            self.time_left()
                .map(|left| format!("{} left", time_text(left))),
        );
        parts.join(", ")
    }

    /// Returns what is done: `12 of 199 games`, or `34 %, 12 games`.
    fn counted(&self, done: u64) -> String {
        let counted = |number: u64| {
            let number = usize::try_from(number).unwrap_or(usize::MAX);
            pluralize(number, &self.noun)
        };
        match (self.total, self.share()) {
            (Some(total), _) => format!("{done} of {}", counted(total)),
            (None, Some(share)) => format!("{:.0} %, {}", 100.0 * share, counted(done)),
            (None, None) => counted(done),
        }
    }

    /// Returns the share of the work that is done; `None` if it is not known.
    fn share(&self) -> Option<f64> {
        #[expect(clippy::cast_precision_loss, reason = "a share of the work")]
        let share = |done: f64, total: u64| (total > 0).then(|| (done / total as f64).min(1.0));
        #[expect(clippy::cast_precision_loss, reason = "a share of the work")]
        let bytes = self.bytes as f64;
        match (self.total, self.total_bytes) {
            (Some(total), _) => share(self.units_done(), total),
            (None, Some(total)) => share(bytes, total),
            (None, None) => None,
        }
    }

    /// Returns the number of units done, with those in work in part.
    #[expect(clippy::cast_precision_loss, reason = "a share of the work")]
    fn units_done(&self) -> f64 {
        let plies = self.games.values().map(|(_, plies)| plies);
        let parts = plies
            .filter(|[_, all]| *all > 0)
            .map(|[done, all]| *done as f64 / *all as f64);
        self.done as f64 + parts.sum::<f64>()
    }

    /// Estimates the time left from what this run has done.
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    fn time_left(&self) -> Option<Duration> {
        let elapsed = self.started.elapsed();
        if elapsed < ESTIMATE_AFTER {
            return None;
        }
        let earlier = self.earlier as f64;
        let (done, all) = match (self.total, self.total_bytes) {
            (Some(total), _) => (self.units_done() - earlier, total as f64 - earlier),
            (None, Some(total)) => (self.bytes as f64, total as f64),
            (None, None) => return None,
        };
        let left = elapsed.as_secs_f64() * (all - done) / done;
        Duration::try_from_secs_f64(left).ok()
    }

    /// Returns what is left of the work when a signal ends it.
    fn interruption_text(&self) -> String {
        let counted = self.counted(self.done);
        let kept = self.saved.unwrap_or(self.done);
        if kept == 0 {
            return format!("interrupted before the first {} was done", self.noun);
        }
        let kept = self.counted(kept);
        let same = "the same command";
        let file = |path: &Path| one_line(&path.display().to_string());
        match &self.interruption {
            Interruption::NothingKept => format!("interrupted after {counted}"),
            Interruption::NoFileWritten => {
                format!("interrupted after {counted}; no file was written")
            }
            Interruption::Resumable { path, has_force } => {
                let instead = if *has_force {
                    " instead of --force"
                } else {
                    ""
                };
                format!(
                    "{kept} are in {}; {same} with --resume{instead} goes on",
                    file(path)
                )
            }
            Interruption::Repeatable { path } => {
                format!("{kept} are in {}; {same} goes on", file(path))
            }
            Interruption::Hint(hint) => format!("interrupted after {counted}; {hint}"),
        }
    }
}

impl Drop for WorkState {
    fn drop(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

/// Formats a time in the unit in which it is worth waiting: `40 s`, `3 min`, `2 h 5 min`.
fn time_text(time: Duration) -> String {
    let seconds = time.as_secs();
    let minutes = seconds.saturating_add(30) / 60;
    match seconds {
        ..90 => format!("{} s", seconds.max(1)),
        90..3600 => format!("{minutes} min"),
        _ => format!("{} h {} min", minutes / 60, minutes % 60),
    }
}

/// Prints what is left of the work that a signal ends.
fn report_interruption() {
    let Some(state) = lock(&CURRENT).upgrade() else {
        return;
    };
    let mut state = lock(&state);
    if state.is_over {
        return;
    }
    state.is_over = true;
    let text = state.interruption_text();
    if let Some(bar) = state.bar.take() {
        bar.finish_and_clear();
    }
    drop(state);
    print_stderr(&format!("\n{text}\n"));
}

/// Returns the size of all files below the paths; `None` if it is not known.
fn size_of_inputs(paths: &[PathBuf]) -> Option<u64> {
    let size = |input: Result<LogInput, InputProblem>| match input {
        Ok(LogInput::File { path, .. }) => {
            let meta = path.metadata().ok().filter(std::fs::Metadata::is_file);
            meta.map(|meta| meta.len())
        }
        Ok(LogInput::Memory { bytes, .. }) => Some(bytes.len() as u64),
        Ok(LogInput::Stdin) => None,
        // What cannot be read takes no time.
        Err(_) => Some(0),
    };
    walk_inputs(paths).map(size).sum()
}

/// A sink that counts games.
struct CountSink {
    count: u64,
    state: Weak<Mutex<WorkState>>,
}

/// The end of counting: no one waits for the number, or it cannot be known.
struct CountingEnded;

impl From<ReaderPanicked> for CountingEnded {
    fn from(_: ReaderPanicked) -> Self {
        Self
    }
}

impl Sink for CountSink {
    type Item = bool;
    type Error = CountingEnded;

    fn on_game(
        &mut self,
        _: &Arc<kifu_logs::files::Origin>,
        _: usize,
        is_counted: bool,
    ) -> Result<(), CountingEnded> {
        self.count += u64::from(is_counted);
        match self.state.strong_count() {
            0 => Err(CountingEnded),
            _ => Ok(()),
        }
    }

    fn on_problem(&mut self, _: InputProblem) -> Result<(), CountingEnded> {
        Ok(())
    }
}

/// Writes to the terminal while the line is hidden.
pub fn with_bar_suspended<T>(write: impl FnOnce() -> T) -> T {
    let state = lock(&CURRENT).upgrade();
    let bar = state.and_then(|state| lock(&state).bar.clone());
    match bar {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
