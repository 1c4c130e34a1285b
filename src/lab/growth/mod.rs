//! The command `kifu-lab growth`, which measures how the cost of kifu's commands grows with their
//! input, in instructions.
//!
//! A command is run on the smallest archive, on one of n games and on one of 4n, and the count of
//! the first run, its start, is subtracted from the others. A cost that is linear has a ratio of 4,
//! one that sorts a little more, and one that compares each game with all others 16.

pub mod archives;
pub mod counter;
pub mod rows;

use archives::GamePool;
use clap::Args;
use counter::{InstructionCounter, MeasuredRun, peak_memory};
use kifu_cli::{Status, StdoutWriter};
use kifu_study::failure::Failure;
use rayon::prelude::*;
use rows::{GrowthRow, ROWS};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;

/// The largest ratio between the costs at 4n and at n.
pub const MAX_RATIO: f64 = 4.6;
/// The largest ratio between the memory at 4n and at n, where the documentation promises that
/// memory is flat.
pub const MAX_MEMORY_RATIO: f64 = 1.5;
/// The fewest instructions from which a ratio is calculated; fewer are noise.
const MIN_COUNT: u64 = 1_000_000;
/// The size of the smallest archive.
const START_SIZE: usize = 1;

/// The arguments of `kifu-lab growth`.
#[derive(Args, Clone)]
pub(crate) struct GrowthArgs {
    /// Measure only the commands whose name or axis contains one of these texts [default: all]
    #[arg(value_name = "TEXT")]
    pub texts: Vec<String>,
    /// The program, compiled for release [default: `kifu` in the folder of this program]
    #[arg(long, value_name = "PATH")]
    pub kifu: Option<PathBuf>,
    /// Measure only a choice of the most important commands
    #[arg(long)]
    pub short: bool,
    /// Commands to measure at once (0 = one per core); the counts do not depend on it
    #[arg(long, short, value_name = "N", default_value_t = 0)]
    #[arg(value_parser = clap::value_parser!(u16).range(..=1024))]
    pub jobs: u16,
    /// Random seed of the games
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
}

/// The growth of one command.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeasuredGrowth {
    /// The instructions at n, without the start.
    pub count: u64,
    /// The instructions at 4n, without the start.
    pub count_of_four: u64,
    /// The most resident memory at n and at 4n, in bytes.
    pub memory: [u64; 2],
}

impl MeasuredGrowth {
    /// Creates the growth from the instructions on the smallest archive, at n and at 4n.
    pub const fn new([start, small, large]: [u64; 3], memory: [u64; 2]) -> Self {
        Self {
            count: small.saturating_sub(start),
            count_of_four: large.saturating_sub(start),
            memory,
        }
    }

    /// Returns the ratio of the instructions.
    pub fn ratio(&self) -> f64 {
        self.count_of_four as f64 / self.count.max(MIN_COUNT) as f64
    }

    /// Returns the ratio of the memory; 1 if it is not known.
    pub fn memory_ratio(&self) -> f64 {
        self.memory[1] as f64 / self.memory[0].max(1).min(self.memory[1].max(1)) as f64
    }
}

/// Runs the command.
pub(crate) fn run(args: &GrowthArgs, status: &mut Status) -> Result<(), Failure> {
    let mut out = StdoutWriter::new();
    let kifu = args.program()?;
    let rows = args.rows()?;
    let Some(counter) = InstructionCounter::detect() else {
        out.print(
            "note: nothing is measured here: neither perf nor valgrind counts instructions\n",
        )?;
        return out.flush();
    };
    out.print(&format!(
        "millions of instructions, counted by {}; memory in megabytes\n\
         {:<36}{:<21}{:>6}{:>9}{:>9}{:>7}{:>7}{:>7}\n",
        counter.name(),
        "command",
        "axis",
        "n",
        "at n",
        "at 4n",
        "ratio",
        "at n",
        "at 4n"
    ))?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.jobs.into());
    let pool = pool.build();
    let pool = pool.map_err(|error| Failure::internal(error.to_string()))?;
    let games = GamePool::new(args.seed);
    let (sender, receiver) = mpsc::channel();
    let printed = std::thread::scope(|scope| {
        scope.spawn(|| {
            pool.install(|| {
                let measure = |sender: &mut mpsc::Sender<_>, (index, row): (usize, &&GrowthRow)| {
                    // The receiver is gone once no one reads the table.
                    let _ = sender.send((index, measure(row, &kifu, counter, &games)));
                };
                let numbered = rows.par_iter().enumerate();
                numbered.for_each_with(sender, measure);
            });
        });
        print_in_order(&rows, &receiver, &mut out, status)
    });
    printed?;
    out.flush()
}

/// Prints the rows in their order, each as soon as it and those before it are measured.
fn print_in_order(
    rows: &[&GrowthRow],
    measured: &mpsc::Receiver<(usize, io::Result<MeasuredGrowth>)>,
    out: &mut StdoutWriter,
    status: &mut Status,
) -> Result<(), Failure> {
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    for (index, growth) in measured {
        waiting.insert(index, growth);
        while let Some(growth) = waiting.remove(&next) {
            let (text, is_good) = report(rows[next], growth);
            out.print(&text)?;
            out.flush()?;
            if !is_good {
                *status = Status::Findings;
            }
            next += 1;
        }
    }
    Ok(())
}

/// Returns the line of a row, and whether it is below the bars.
fn report(row: &GrowthRow, growth: io::Result<MeasuredGrowth>) -> (String, bool) {
    let head = format!("{:<36}{:<21}{:>6}", row.name, row.axis, row.size);
    let growth = match growth {
        Ok(growth) => growth,
        Err(error) => return (format!("{head}  NOT MEASURED: {error}\n"), false),
    };
    let millions = |count: u64| count as f64 / 1e6;
    let mut line = format!(
        "{head}{:>9.1}{:>9.1}{:>7.2}{:>7.0}{:>7.0}",
        millions(growth.count),
        millions(growth.count_of_four),
        growth.ratio(),
        millions(growth.memory[0]),
        millions(growth.memory[1])
    );
    let is_fast = growth.ratio() > MAX_RATIO;
    let is_large = row.flat_from.is_some() && growth.memory_ratio() > MAX_MEMORY_RATIO;
    if is_fast {
        line.push_str("  GROWS TOO FAST");
    }
    if is_large {
        line.push_str("  MEMORY GROWS");
    }
    line.push('\n');
    (line, !is_fast && !is_large)
}

/// Measures a row.
fn measure(
    row: &GrowthRow,
    kifu: &Path,
    counter: InstructionCounter,
    games: &GamePool,
) -> io::Result<MeasuredGrowth> {
    let command: Vec<&str> = row.args.split_ascii_whitespace().collect();
    let mut counts = [0; 3];
    let mut memory = [0; 2];
    for (index, size) in [START_SIZE, row.size, 4 * row.size].into_iter().enumerate() {
        let place = prepare(row, kifu, games, size)?;
        counts[index] = finished(&counter.count(kifu, &command, place.path())?)?;
    }
    let size = row.flat_from.unwrap_or(row.size);
    for (index, size) in [size, 4 * size].into_iter().enumerate() {
        let place = prepare(row, kifu, games, size)?;
        memory[index] = finished(&peak_memory(kifu, &command, place.path())?)?;
    }
    Ok(MeasuredGrowth::new(counts, memory))
}

/// Returns a folder with the archive of a row.
fn prepare(
    row: &GrowthRow,
    kifu: &Path,
    games: &GamePool,
    size: usize,
) -> io::Result<tempfile::TempDir> {
    let place = tempfile::tempdir()?;
    for (name, text) in (row.archive)(games, size) {
        fs::write(place.path().join(name), text)?;
    }
    if !row.before.is_empty() {
        let mut command = Command::new(kifu);
        command.args(row.before.split_ascii_whitespace());
        command.current_dir(place.path()).stdin(Stdio::null());
        let output = command.output()?;
        if !output.status.success() {
            let message = String::from_utf8_lossy(&output.stderr).into_owned();
            return Err(io::Error::other(format!("`{}`: {message}", row.before)));
        }
    }
    Ok(place)
}

/// Returns the count of a run that did its work: findings are no failure.
fn finished(run: &MeasuredRun) -> io::Result<u64> {
    if matches!(run.status.code(), Some(0 | 1)) {
        return Ok(run.count);
    }
    let message = format!("{}: {}", run.status, run.message);
    Err(io::Error::other(message))
}

impl GrowthArgs {
    /// Returns the program to measure.
    fn program(&self) -> Result<PathBuf, Failure> {
        let path = if let Some(path) = &self.kifu {
            path.clone()
        } else {
            let own = std::env::current_exe();
            let own = own.map_err(|error| Failure::cannot_read("this program", error))?;
            own.with_file_name(format!("kifu{}", std::env::consts::EXE_SUFFIX))
        };
        // It is run in other folders.
        let absolute = path.canonicalize();
        absolute.map_err(|error| {
            Failure::cannot_read(path.display(), error)
                .hint("`cargo build --release` makes it, `--kifu PATH` names it")
        })
    }

    /// Returns the rows to measure.
    fn rows(&self) -> Result<Vec<&'static GrowthRow>, Failure> {
        let is_named = |row: &&GrowthRow| {
            let has = |text: &String| row.name.contains(text) || row.axis.contains(text);
            self.texts.is_empty() || self.texts.iter().any(has)
        };
        let is_chosen = |row: &&GrowthRow| row.is_short || !self.short;
        let rows: Vec<_> = ROWS.iter().filter(is_chosen).filter(is_named).collect();
        if rows.is_empty() {
            let names: Vec<&str> = ROWS.iter().map(|row| row.name).collect();
            let message = format!(
                "expected part of a command, found `{}`",
                self.texts.join(" ")
            );
            return Err(Failure::usage(message).hint(format!("commands: {}", names.join(", "))));
        }
        Ok(rows)
    }
}
