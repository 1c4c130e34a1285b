//! A session: the resumable run of a long command.
//!
//! A command divides its work into named sections, each made of many items (games, which are
//! independent of each other) or of steps (of gradient descent, each of which needs the one before).
//! After a batch of either the checkpoint is written, at most every few seconds. A command that
//! resumes asks for the same sections in the same order and gets what was done from the checkpoint.
//! Randomness comes from the seed and the number of the item or step alone, so that neither an
//! interruption nor the number of jobs changes the result.
//!
//! The file of a checkpoint begins with a line of text, then come blocks: the command, its settings,
//! and for each section its name and its content in CBOR. A block is its length (eight bytes,
//! little-endian) and its bytes.

use super::args::{RunArgs, read_file};
use kifu_cli::{Progress, print_stderr};
use kifu_logs::files::{WritePlan, thread_count};
use kifu_study::failure::{Failure, FailureKind};
use rayon::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The least time between two checkpoints, except at the end of a section.
const SAVE_INTERVAL: Duration = Duration::from_secs(10);
/// The stack of a worker: the weights of a network pass through it.
const STACK_BYTES: usize = 16 << 20;

/// The resumable run of a command.
pub struct LabSession {
    checkpoint: Checkpoint,
    path: Option<PathBuf>,
    pool: rayon::ThreadPool,
    batches: u64,
    stop_after: Option<u64>,
    last_save: Instant,
    is_quiet: bool,
}

impl LabSession {
    /// Starts the session of a command, or resumes it.
    ///
    /// `settings` are all the settings that determine the result.
    ///
    /// # Errors
    /// Returns an error if a checkpoint is there and is not to be resumed, if there is none to
    /// resume, or if it was made with other settings.
    pub fn start(
        run: &RunArgs,
        out: Option<&Path>,
        command: &str,
        settings: &str,
    ) -> Result<Self, Failure> {
        let path = run.checkpoint_path(out);
        let mut checkpoint = Checkpoint::new(command, settings);
        match (&path, run.resume) {
            (None, true) => return Err(Failure::usage("--resume needs --checkpoint FILE")),
            (Some(path), true) => checkpoint = resumed(path, &checkpoint)?,
            (Some(path), false) if path.exists() => {
                let message = format!("{}: a checkpoint is there already", path.display());
                let failure = Failure::new(FailureKind::Output, message);
                return Err(failure.hint("use --resume to continue it, or remove it"));
            }
            _ => {}
        }
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(thread_count(run.jobs.into()))
            .stack_size(STACK_BYTES)
            .build();
        Ok(Self {
            checkpoint,
            path,
            pool: pool.map_err(|error| Failure::internal(error.to_string()))?,
            batches: 0,
            stop_after: run.stop_after,
            last_save: Instant::now(),
            is_quiet: run.quiet,
        })
    }

    /// Reports a figure on standard error, unless the session is quiet.
    pub fn report(&self, line: &str) {
        if !self.is_quiet {
            print_stderr(&format!("{line}\n"));
        }
    }

    /// Begins to show the progress of a section.
    fn progress(&self, section: &str, count: u64) -> Progress {
        let progress = Progress::start("step", self.is_quiet);
        progress.set_heading(section);
        progress.set_total(count);
        progress
    }

    /// Runs a piece of work on the session's workers.
    pub fn on_workers<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        self.pool.install(work)
    }

    /// Makes the items 0 to `count` - 1 of a section in parallel, in batches of `batch`.
    ///
    /// # Errors
    /// Returns the first error of an item, or one of the checkpoint.
    pub fn items<T: Serialize + DeserializeOwned + Send>(
        &mut self,
        section: &str,
        count: u64,
        batch: u64,
        item: impl Fn(u64) -> Result<T, Failure> + Sync,
    ) -> Result<Vec<T>, Failure> {
        let mut all: Vec<T> = self.checkpoint.section(section)?.unwrap_or_default();
        let progress = self.progress(section, count);
        progress.add_earlier(all.len() as u64);
        while (all.len() as u64) < count {
            let from = all.len() as u64;
            let numbers = from..count.min(from + batch);
            let made: Result<Vec<T>, Failure> = self
                .pool
                .install(|| numbers.into_par_iter().map(&item).collect());
            all.extend(made?);
            progress.set_done(all.len() as u64);
            self.end_batch(section, &all, all.len() as u64 == count)?;
        }
        Ok(all)
    }

    /// Makes the steps 0 to `count` - 1 of a section, one after another, in batches of `batch`.
    ///
    /// # Errors
    /// Returns the first error of a step, or one of the checkpoint.
    pub fn steps<S: Serialize + DeserializeOwned>(
        &mut self,
        section: &str,
        (count, batch): (u64, u64),
        start: impl FnOnce() -> S,
        mut step: impl FnMut(&Self, &mut S, u64) -> Result<(), Failure>,
    ) -> Result<S, Failure> {
        let saved: Option<(u64, S)> = self.checkpoint.section(section)?;
        let (mut done, mut state) = saved.unwrap_or_else(|| (0, start()));
        let progress = self.progress(section, count);
        progress.add_earlier(done);
        while done < count {
            step(self, &mut state, done)?;
            done += 1;
            progress.set_done(done);
            if done % batch == 0 || done == count {
                self.end_batch(section, &(done, &state), done == count)?;
            }
        }
        Ok(state)
    }

    /// Counts a batch, and writes the checkpoint if it is due.
    fn end_batch(
        &mut self,
        section: &str,
        state: &impl Serialize,
        is_last: bool,
    ) -> Result<(), Failure> {
        self.batches += 1;
        let stops = self.stop_after.is_some_and(|limit| self.batches >= limit);
        let Some(path) = &self.path else {
            return Ok(());
        };
        if is_last || stops || self.last_save.elapsed() >= SAVE_INTERVAL {
            self.checkpoint.set_section(section, state)?;
            self.checkpoint.save(path)?;
            self.last_save = Instant::now();
        }
        if stops {
            let message = format!(
                "stopped after {} batches, as --stop-after says",
                self.batches
            );
            let hint = format!("--resume continues from {}", path.display());
            return Err(Failure::new(FailureKind::Cancelled, message).hint(hint));
        }
        Ok(())
    }

    /// Removes the checkpoint, when the result is written.
    ///
    /// # Errors
    /// Returns an error if it cannot be removed.
    pub fn finish(self) -> Result<(), Failure> {
        match &self.path {
            Some(path) if path.exists() => {
                std::fs::remove_file(path).map_err(|error| Failure::cannot_write(path, error))
            }
            _ => Ok(()),
        }
    }
}

/// Reads the checkpoint to resume, which must be of the same command and settings as `expected`.
fn resumed(path: &Path, expected: &Checkpoint) -> Result<Checkpoint, Failure> {
    let found = Checkpoint::load(path)?;
    for (what, expected, found) in [
        ("command", &expected.command, &found.command),
        ("settings", &expected.settings, &found.settings),
    ] {
        if expected != found {
            let message = format!(
                "{}: expected a checkpoint of the {what}\n  {expected}\nfound one of\n  {found}",
                path.display()
            );
            return Err(Failure::usage(message).hint("resume with the arguments of the first run"));
        }
    }
    Ok(found)
}

const FIRST_LINE: &[u8] = b"kifu-lab checkpoint 1\n";

/// The content of a checkpoint.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checkpoint {
    /// The command, such as `train zuniq`.
    pub command: String,
    /// The settings that determine its result.
    pub settings: String,
    sections: BTreeMap<String, Vec<u8>>,
}

impl Checkpoint {
    /// Creates the empty checkpoint of a command.
    pub fn new(command: &str, settings: &str) -> Self {
        Self {
            command: command.to_owned(),
            settings: settings.to_owned(),
            sections: BTreeMap::new(),
        }
    }

    /// Returns a section; `None` if it was not begun.
    ///
    /// # Errors
    /// Returns an error if the section holds something else.
    pub fn section<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>, Failure> {
        let Some(bytes) = self.sections.get(name) else {
            return Ok(None);
        };
        let read = ciborium::from_reader(bytes.as_slice());
        read.map(Some).map_err(|error| {
            let message = format!("section `{name}` of the checkpoint cannot be read: {error}");
            Failure::new(FailureKind::Input, message)
                .hint("it was written by another version; start anew")
        })
    }

    /// Replaces a section.
    ///
    /// # Errors
    /// Returns an error if the value cannot be written as CBOR.
    pub fn set_section(&mut self, name: &str, value: &impl Serialize) -> Result<(), Failure> {
        let mut bytes = Vec::new();
        let written = ciborium::into_writer(value, &mut bytes);
        written.map_err(|error| Failure::internal(error.to_string()))?;
        self.sections.insert(name.to_owned(), bytes);
        Ok(())
    }

    /// Writes the checkpoint in place of an earlier one.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written; then the earlier one is still there.
    pub fn save(&self, path: &Path) -> Result<(), Failure> {
        let mut file = WritePlan::default().file(path, true)?;
        file.write(FIRST_LINE)?;
        let head = [self.command.as_bytes(), self.settings.as_bytes()];
        let sections = self.sections.iter();
        let sections = sections.flat_map(|(name, bytes)| [name.as_bytes(), bytes]);
        for block in head.into_iter().chain(sections) {
            file.write(&(block.len() as u64).to_le_bytes())?;
            file.write(block)?;
        }
        Ok(file.finish()?)
    }

    /// Reads a checkpoint.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or is not a checkpoint.
    pub fn load(path: &Path) -> Result<Self, Failure> {
        Self::parse(&read_file(path)?).ok_or_else(|| {
            let message = format!("{}: expected a checkpoint of kifu-lab", path.display());
            Failure::new(FailureKind::Input, message)
        })
    }

    fn parse(bytes: &[u8]) -> Option<Self> {
        let mut rest = bytes.strip_prefix(FIRST_LINE)?;
        let mut blocks = Vec::new();
        while !rest.is_empty() {
            let (length, after) = rest.split_first_chunk::<8>()?;
            let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
            let (block, after) = after.split_at_checked(length)?;
            blocks.push(block);
            rest = after;
        }
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).ok();
        let (head, sections) = blocks.split_first_chunk::<2>()?;
        let (pairs, odd) = sections.as_chunks::<2>();
        if !odd.is_empty() {
            return None;
        }
        let section = |[name, bytes]: &[&[u8]; 2]| Some((text(name)?, bytes.to_vec()));
        Some(Self {
            command: text(head[0])?,
            settings: text(head[1])?,
            sections: pairs.iter().map(section).collect::<Option<_>>()?,
        })
    }
}
