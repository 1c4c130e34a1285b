//! Runs of the program under measurement: the instructions that it executes, and the most memory
//! that it holds.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

/// The time between two looks at the memory of a running program.
const POLL_INTERVAL: Duration = Duration::from_millis(1);
/// The most characters of a program's messages that a report shows.
const MAX_MESSAGE_CHARS: usize = 300;

/// A tool that counts the instructions of a program.
///
/// The counts do not depend on the load of the machine, as times do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InstructionCounter {
    /// The counters of the processor, which most containers forbid.
    Perf,
    /// The simulation of a processor, some twenty times slower.
    Valgrind,
}

impl InstructionCounter {
    /// Returns the first tool that works here.
    pub fn detect() -> Option<Self> {
        let folder = tempfile::tempdir().ok()?;
        [Self::Perf, Self::Valgrind].into_iter().find(|counter| {
            let counted = counter.count(Path::new("true"), &[], folder.path());
            counted.is_ok_and(|run| run.count > 0)
        })
    }

    /// Returns the name of the tool.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Perf => "perf",
            Self::Valgrind => "valgrind",
        }
    }

    /// Runs a program in a folder and counts its instructions.
    ///
    /// # Errors
    /// Returns an error if the tool is missing or prints no count.
    pub fn count(self, program: &Path, args: &[&str], folder: &Path) -> io::Result<MeasuredRun> {
        let counts = folder.join("counts");
        let mut command = Command::new(self.name());
        match self {
            Self::Perf => {
                command.args(["stat", "-x,", "-e", "instructions:u", "-o"]);
                command.arg(&counts).arg("--");
            }
            Self::Valgrind => {
                command.args(["--tool=cachegrind", "--cache-sim=no"]);
                command.arg("--cachegrind-out-file=/dev/null");
                command.arg(format!("--log-file={}", counts.display()));
            }
        }
        command.arg(program).args(args);
        let (status, message) = run(&mut command, folder, |_| {})?;
        let text = fs::read_to_string(&counts)?;
        let count = self.parse(&text).ok_or_else(|| {
            let expected = format!("expected a count of {}, found {text:?}", self.name());
            io::Error::new(io::ErrorKind::InvalidData, expected)
        })?;
        Ok(MeasuredRun {
            count,
            status,
            message,
        })
    }

    /// Reads the count from what the tool writes.
    pub fn parse(self, text: &str) -> Option<u64> {
        let number = match self {
            Self::Perf => {
                let line = text.lines().find(|line| line.contains("instructions"))?;
                line.split(',').next()?
            }
            Self::Valgrind => {
                let is_count = |line: &&str| line.contains("I ") && line.contains("refs:");
                text.lines().find(is_count)?.rsplit(':').next()?
            }
        };
        let digits: String = number.trim().chars().filter(|c| *c != ',').collect();
        digits.parse().ok()
    }
}

/// A finished run.
#[derive(Clone, Debug)]
pub struct MeasuredRun {
    /// The instructions executed, or the bytes of memory held at most.
    pub count: u64,
    /// How the program ended.
    pub status: ExitStatus,
    /// The beginning of what it wrote to standard error.
    pub message: String,
}

/// Runs a program in a folder and returns the most resident memory that it held, in bytes; 0 where
/// the system does not report it.
///
/// The last millisecond of the program may be missing.
///
/// # Errors
/// Returns an error if the program cannot be started.
pub fn peak_memory(program: &Path, args: &[&str], folder: &Path) -> io::Result<MeasuredRun> {
    let mut count = 0;
    let (status, message) = run(Command::new(program).args(args), folder, |id| {
        count = count.max(high_water_mark(id).unwrap_or(0));
    })?;
    Ok(MeasuredRun {
        count,
        status,
        message,
    })
}

/// Returns the most resident memory of a running process, in bytes.
fn high_water_mark(id: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: u64 = line.split_ascii_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes * 1024)
}

/// Runs a command without output to its end, and looks at it while it runs.
fn run(
    command: &mut Command,
    folder: &Path,
    mut look: impl FnMut(u32),
) -> io::Result<(ExitStatus, String)> {
    let messages: PathBuf = folder.join("messages");
    command.current_dir(folder).stdin(Stdio::null());
    command
        .stdout(Stdio::null())
        .stderr(File::create(&messages)?);
    let mut child = command.spawn()?;
    let status = loop {
        look(child.id());
        match child.try_wait()? {
            Some(status) => break status,
            None => std::thread::sleep(POLL_INTERVAL),
        }
    };
    let text = String::from_utf8_lossy(&fs::read(&messages)?).into_owned();
    Ok((status, text.chars().take(MAX_MESSAGE_CHARS).collect()))
}
