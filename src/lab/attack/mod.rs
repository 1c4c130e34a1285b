//! The command `kifu-lab attack`, which looks for games that are lost or forged: it kills kifu at
//! random moments, lets system calls fail, starts it twice, gives it outputs that are inputs, lets
//! bots answer nonsense, hides one format in the texts of another, and changes files behind an open
//! window.
//!
//! Each part makes random situations from a seed and looks at what is there afterwards. The looking
//! is a function from an observation to faults, which knows nothing of how the situation was made; the
//! tests of the lab give it faulty observations.

pub mod aftermath;
pub mod answer_bot;
pub mod answers;
pub mod kills;
pub mod outputs;
pub mod payloads;
pub mod races;
pub mod sandbox;
pub mod syscalls;
#[cfg(feature = "window")]
pub mod window;
#[cfg(feature = "window")]
mod window_driver;
pub mod writing_command;

use clap::{Args, ValueEnum};
use kifu_cli::{Status, StdoutWriter};
use kifu_core::search::SplitMix64;
use kifu_study::failure::Failure;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

/// The argument by which the lab becomes kifu itself, so that both are of the same version.
const AS_KIFU: &str = "attack-kifu";

/// Runs the program as kifu or as a bot, if its arguments say so, and returns the exit status.
pub(crate) fn run_in_disguise(args: &[OsString]) -> Option<ExitCode> {
    match args.get(1)?.to_str()? {
        AS_KIFU => Some(kifu_cli::run(args[1..].iter().cloned())),
        answer_bot::AS_BOT => {
            let words = args[2..]
                .iter()
                .map(|word| word.to_string_lossy().into_owned());
            Some(answer_bot::run(&words.collect::<Vec<_>>()))
        }
        _ => None,
    }
}

/// A part of the attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AttackPart {
    /// Commands are killed at random moments
    Kills,
    /// System calls fail
    Syscalls,
    /// Two or three commands write the same file
    Races,
    /// Outputs are inputs, other outputs, links or devices
    Outputs,
    /// Bots answer nonsense
    Answers,
    /// Texts of a record look like another format
    Payloads,
    /// Files change behind an open window
    Window,
}

impl AttackPart {
    fn name(self) -> String {
        let value = self.to_possible_value();
        value.map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// Makes one random situation and looks at its end.
    fn round(self, trial: &mut Trial<'_>) -> Result<(), Failure> {
        match self {
            Self::Kills => kills::round(trial),
            Self::Syscalls => syscalls::round(trial),
            Self::Races => races::round(trial),
            Self::Outputs => outputs::round(trial),
            Self::Answers => answers::round(trial),
            Self::Payloads => payloads::round(trial),
            #[cfg(feature = "window")]
            Self::Window => window::round(trial),
            #[cfg(not(feature = "window"))]
            Self::Window => Ok(()),
        }
    }

    /// Returns the reason why the part cannot run here.
    fn missing(self, tools: &Tools) -> Option<&'static str> {
        match self {
            Self::Syscalls if !tools.has_strace => Some("no strace that may trace programs"),
            Self::Window if cfg!(not(feature = "window")) => Some("built without the window"),
            _ => None,
        }
    }
}

/// The programs of an attack.
#[derive(Clone, Debug)]
pub struct Tools {
    /// The words with which kifu is started.
    pub kifu: Vec<String>,
    /// The program of the lab, which is also a bot.
    pub lab: String,
    /// Whether `strace` is installed and may trace programs.
    pub has_strace: bool,
}

impl Tools {
    /// Finds the programs; `kifu` is the one to attack, if it is not that of the lab.
    ///
    /// # Errors
    /// Returns an error if a program is not found.
    pub fn find(kifu: Option<&PathBuf>) -> Result<Self, Failure> {
        let lab = std::env::current_exe();
        let lab = lab.map_err(|error| Failure::cannot_read("the program of the lab", error))?;
        let lab = lab.display().to_string();
        let kifu = match kifu {
            Some(path) => {
                let path = path.canonicalize();
                let path = path.map_err(|error| Failure::cannot_read("the program", error))?;
                vec![path.display().to_string()]
            }
            None => vec![lab.clone(), AS_KIFU.to_owned()],
        };
        let mut strace = Command::new("strace");
        // It may be installed where programs must not trace others.
        strace
            .args(["-f", "-qq", "-o", "/dev/null", "true"])
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let has_strace = strace.status().is_ok_and(|status| status.success());
        Ok(Self {
            kifu,
            lab,
            has_strace,
        })
    }
}

/// A random situation.
pub struct Trial<'a> {
    /// The random numbers of the situation.
    pub rng: SplitMix64,
    /// The programs.
    pub tools: &'a Tools,
    /// The number of observations so far.
    pub tried: u64,
    /// The faults that were found, with the commands that led to them.
    pub faults: Vec<String>,
}

impl<'a> Trial<'a> {
    /// Creates a situation from its seed.
    pub fn new(tools: &'a Tools, seed: u64) -> Self {
        Self {
            rng: SplitMix64::stream(seed, 0),
            tools,
            tried: 0,
            faults: Vec::new(),
        }
    }

    /// Returns one of several values at random.
    pub fn pick<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.rng.index(values.len())]
    }

    /// Returns `true` with this probability in percent.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.rng.index(100) < percent
    }

    /// Counts an observation and keeps its faults.
    pub fn observe(&mut self, sandbox: &mut sandbox::Sandbox<'_>, faults: Vec<String>) {
        self.tried += 1;
        let shown = faults.into_iter().map(|fault| sandbox.fault(&fault));
        self.faults.extend(shown);
    }
}

/// Runs the command.
pub(super) fn run(args: &AttackArgs, status: &mut Status) -> Result<(), Failure> {
    let tools = Tools::find(args.kifu.as_ref())?;
    let parts = if args.only.is_empty() {
        AttackPart::value_variants().to_vec()
    } else {
        args.only.clone()
    };
    let runnable = parts.iter().filter(|part| part.missing(&tools).is_none());
    let share = args.seconds as f64 / runnable.count().max(1) as f64;
    let mut out = StdoutWriter::new();
    out.print(&format!(
        "{:<12}{:>8}{:>8}{:>9}\n",
        "what", "tried", "faults", "seconds"
    ))?;
    out.flush()?;
    // A panic is a fault and is reported as such.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let done = parts.into_iter().try_for_each(|part| {
        if let Some(reason) = part.missing(&tools) {
            out.print(&format!("{:<12} left out: {reason}\n", part.name()))?;
            return out.flush();
        }
        let report = attack(part, args, &tools, Duration::from_secs_f64(share))?;
        if !report.faults.is_empty() {
            *status = Status::Findings;
        }
        out.print(&report.text(part, args))?;
        out.flush()
    });
    std::panic::set_hook(hook);
    done
}

/// The outcome of a part.
struct AttackReport {
    tried: u64,
    took: Duration,
    /// The faults with the seeds of their rounds.
    faults: Vec<(u64, String)>,
}

impl AttackReport {
    fn text(&self, part: AttackPart, args: &AttackArgs) -> String {
        let (tried, faults) = (self.tried, self.faults.len());
        let (name, seconds) = (part.name(), self.took.as_secs_f64());
        let mut text = format!("{name:<12}{tried:>8}{faults:>8}{seconds:>9.1}\n");
        let kifu = args
            .kifu
            .as_ref()
            .map(|path| format!(" --kifu {}", path.display()));
        let kifu = kifu.unwrap_or_default();
        for (seed, fault) in &self.faults {
            let _ = writeln!(
                text,
                "fault: {fault}\n  again: kifu-lab attack --only {name} --seed {seed} --rounds 1{kifu}"
            );
        }
        text
    }
}

/// Runs the rounds of a part until its time is used up, or a few faults are found.
fn attack(
    part: AttackPart,
    args: &AttackArgs,
    tools: &Tools,
    share: Duration,
) -> Result<AttackReport, Failure> {
    const MAX_FAULTS: usize = 5;
    let start = Instant::now();
    let mut report = AttackReport {
        tried: 0,
        took: Duration::ZERO,
        faults: Vec::new(),
    };
    for round in 0..args.rounds.unwrap_or(u64::MAX) {
        let is_over = args.rounds.is_none() && start.elapsed() >= share;
        if is_over || report.faults.len() >= MAX_FAULTS {
            break;
        }
        let seed = args.seed.wrapping_add(round);
        let mut trial = Trial::new(tools, seed);
        match catch_unwind(AssertUnwindSafe(|| part.round(&mut trial))) {
            Ok(done) => done?,
            Err(panic) => {
                let words = panic.downcast_ref::<String>().map(String::as_str);
                let words = words.or_else(|| panic.downcast_ref::<&str>().copied());
                let words = words.unwrap_or("no message");
                trial.faults.push(format!("panic: {words}"));
            }
        }
        report.tried += trial.tried;
        let faults = trial.faults.into_iter();
        report.faults.extend(faults.map(|fault| (seed, fault)));
    }
    report.took = start.elapsed();
    Ok(report)
}

/// The arguments of `kifu-lab attack`.
#[derive(Args, Clone)]
pub(crate) struct AttackArgs {
    /// Time for all parts together
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub seconds: u64,
    /// Rounds of each part, without a limit of time
    #[arg(long, value_name = "N", conflicts_with = "seconds")]
    pub rounds: Option<u64>,
    /// Random seed; each round has the next one
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// The program to attack [default: kifu as it is part of the lab]
    #[arg(long, value_name = "PATH")]
    pub kifu: Option<PathBuf>,
    /// Parts of the attack [default: all]
    #[arg(long, value_name = "PART", value_delimiter = ',')]
    pub only: Vec<AttackPart>,
}
