//! A program that plays: started, talked to by lines, watched, and ended with all it started.
//!
//! What works where:
//! - **Linux**: everything. A program runs in a process group of its own, which is killed whole;
//!   what leaves the group (`setsid`) is found by a mark in its environment once its parent is
//!   gone; bots of a kifu that was killed are ended by the next one. The memory limit is one on
//!   the address space. Processor time is read from `/proc`.
//! - **macOS and other Unix**: the group is killed whole; what leaves it stays. No memory limit,
//!   no processor time.
//! - **Windows**: the program itself is killed, but not what it started. No memory limit, no
//!   processor time.

mod cpu;
mod exit;
mod limit;
mod live;
mod output;
#[cfg(unix)]
mod pipes;
#[cfg(not(unix))]
#[path = "pipes_elsewhere.rs"]
mod pipes;
#[cfg(target_os = "linux")]
mod strays;
#[cfg(not(target_os = "linux"))]
#[path = "strays_elsewhere.rs"]
mod strays;

pub(super) use cpu::of_this_thread;
pub use exit::Exit;
pub(super) use live::{end_all, listen};
pub(super) use output::Heard;

use live::Live;
use output::{Errors, Lines};
use pipes::Pipes;
use std::io;
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How a program is started.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// The program and its arguments.
    pub words: Vec<String>,
    /// The folder in which it works; ours if not given.
    pub folder: Option<PathBuf>,
    /// Environment variables that are set for it.
    pub env: Vec<(String, String)>,
    /// The most megabytes of address space that it may take (Linux).
    pub memory_mb: Option<u64>,
}

/// A program that runs, or has run.
pub(super) struct Process {
    child: Child,
    /// The environment of all that it starts holds this.
    mark: String,
    pipes: Pipes,
    lines: Lines,
    errors: Errors,
    live: Live,
    ended: Option<Exit>,
    /// Processor time when it was last looked at.
    cpu: Option<Duration>,
}

/// How often one looks whether a silent program still runs.
const LOOK: Duration = Duration::from_millis(50);

/// Tells programs apart.
static COUNT: AtomicU64 = AtomicU64::new(0);

impl Process {
    /// Starts a program.
    ///
    /// # Errors
    /// There is no such program, or it cannot be started.
    pub fn start(start: &Start) -> io::Result<Self> {
        let nth = COUNT.fetch_add(1, Ordering::Relaxed);
        let mark = format!("KIFU_SEAT={}.{nth}.", std::process::id());
        let mut command = limit::command(start)?;
        command
            .envs(start.env.iter().map(|(key, value)| (key, value)))
            .env("KIFU_SEAT", &mark["KIFU_SEAT=".len()..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(folder) = &start.folder {
            command.current_dir(folder);
        }
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let (mut child, live) = Live::spawn(&mut command)?;
        let pipes = match Pipes::new(&mut child) {
            Ok(pipes) => pipes,
            Err(error) => {
                live::kill_group(child.id());
                let _ = child.kill();
                let _ = child.wait();
                live.over();
                return Err(error);
            }
        };
        Ok(Self {
            child,
            mark,
            pipes,
            lines: Lines::default(),
            errors: Errors::default(),
            live,
            ended: None,
            cpu: None,
        })
    }

    /// Writes to its standard input. What nobody reads any more is dropped, for the next question
    /// will tell.
    pub fn write(&mut self, text: &str, until: Option<Instant>) {
        self.pipes
            .write(text.as_bytes(), until, &mut self.lines, &mut self.errors);
    }

    /// Waits for a line. Meanwhile what `other` says is taken in, so that it does not have to
    /// wait for us.
    pub fn hear(&mut self, until: Option<Instant>, mut other: Option<&mut Self>) -> Heard {
        let mut is_over = false;
        loop {
            if let Some(heard) = self.lines.next(self.pipes.is_open()) {
                // What it said on standard error before its answer belongs to the answer.
                self.pipes.drain_errors(&mut self.errors);
                return heard;
            }
            if until.is_some_and(|until| Instant::now() >= until) {
                self.pipes.drain_errors(&mut self.errors);
                return Heard::Nothing(self.lines.rest());
            }
            // What it started may hold the pipe open after its end.
            if is_over {
                return Heard::Closed(self.lines.rest());
            }
            let other = other
                .as_deref_mut()
                .map(|other| (&mut other.pipes, &mut other.lines, &mut other.errors));
            let own = (&mut self.pipes, &mut self.lines, &mut self.errors);
            let look = Instant::now() + LOOK;
            pipes::wait(
                own,
                other,
                Some(until.map_or(look, |until| until.min(look))),
            );
            if Instant::now() >= look && exit::has_ended(&mut self.child) {
                self.pipes.take_in(&mut self.lines, &mut self.errors);
                is_over = true;
            }
        }
    }

    /// Closes its standard input.
    pub fn close_input(&mut self) {
        self.pipes.close_input();
    }

    /// Whether an answer stands there that nobody asked for yet.
    pub fn is_ahead(&mut self) -> bool {
        self.pipes.take_in(&mut self.lines, &mut self.errors);
        self.lines.has_one()
    }

    /// Whether it wrote far more than anybody asked for.
    pub fn floods(&self) -> bool {
        self.lines.was_full()
    }

    /// What it said on standard error since it was last asked for that.
    pub fn words(&mut self) -> String {
        self.errors.take()
    }

    /// Processor time that it took so far, its threads' and that of children it has waited for.
    pub fn cpu(&mut self) -> Option<Duration> {
        if self.ended.is_none() {
            self.cpu = cpu::of(self.child.id()).max(self.cpu);
        }
        self.cpu
    }

    /// Waits so long for its end, its output being taken in and dropped; then kills it. Whatever
    /// it started is killed as well.
    pub fn end(&mut self, patience: Duration) -> Exit {
        if let Some(exit) = self.ended {
            return exit;
        }
        self.pipes.close_input();
        let until = Instant::now() + patience;
        let mut pause = Duration::from_micros(100);
        let mut by_itself = exit::has_ended(&mut self.child);
        while !by_itself && Instant::now() < until {
            let wake = (Instant::now() + pause).min(until);
            pipes::rest(&mut self.pipes, &mut self.lines, &mut self.errors, wake);
            self.lines.forget();
            pause = (pause * 2).min(Duration::from_millis(5));
            by_itself = exit::has_ended(&mut self.child);
        }
        self.pipes.drain_errors(&mut self.errors);
        self.cpu();
        let exit = self.kill(by_itself);
        self.ended = Some(exit);
        exit
    }

    fn kill(&mut self, by_itself: bool) -> Exit {
        // The group first, while the number is certainly its own.
        live::kill_group(self.child.id());
        // Without groups, and if it left its own.
        let _ = self.child.kill();
        let status = self.child.wait();
        self.live.over();
        strays::end(&self.mark);
        match status {
            Ok(status) if by_itself => Exit::of(status),
            _ => Exit::Killed,
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end(Duration::ZERO);
    }
}

/// Whether a memory limit is kept on this system.
pub const LIMITS_MEMORY: bool = cfg!(target_os = "linux");
