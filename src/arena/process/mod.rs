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

mod cleanup;
mod cpu;
mod exit;
mod memory_limit;
#[cfg(target_os = "linux")]
mod orphans;
#[cfg(not(target_os = "linux"))]
#[path = "orphans_fallback.rs"]
mod orphans;
mod output;
#[cfg(unix)]
mod pipes;
#[cfg(not(unix))]
#[path = "pipes_fallback.rs"]
mod pipes;
mod registry;

pub(super) use cleanup::{install_exit_handler, kill_all};
pub(super) use cpu::thread_cpu_time;
pub use exit::ProgramExit;
pub(super) use output::ReadOutcome;

use output::{StderrBuffer, StdoutBuffer};
use pipes::Pipes;
use registry::Registration;
use std::io;
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How a program is started.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommandSpec {
    /// The program and its arguments.
    pub argv: Vec<String>,
    /// The folder in which it works; ours if not given.
    pub working_dir: Option<PathBuf>,
    /// Environment variables that are set for it.
    pub env: Vec<(String, String)>,
    /// The most megabytes of address space that it may take (Linux).
    pub memory_limit_mb: Option<u64>,
}

/// A program that runs, or has run.
pub(super) struct Process {
    child: Child,
    /// The environment of all that it starts holds this.
    env_marker: String,
    pipes: Pipes,
    stdout: StdoutBuffer,
    stderr: StderrBuffer,
    registration: Registration,
    exit: Option<ProgramExit>,
    /// Processor time when it was last looked at.
    cpu_time: Option<Duration>,
}

/// How often one looks whether a silent program still runs.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Tells programs apart.
static NEXT_PROCESS_NUMBER: AtomicU64 = AtomicU64::new(0);

impl Process {
    /// Starts a program.
    ///
    /// # Errors
    /// There is no such program, or it cannot be started.
    pub fn start(start: &CommandSpec) -> io::Result<Self> {
        let nth = NEXT_PROCESS_NUMBER.fetch_add(1, Ordering::Relaxed);
        let mark = format!("KIFU_SEAT={}.{nth}.", std::process::id());
        let mut command = memory_limit::build_command(start)?;
        command
            .envs(start.env.iter().map(|(key, value)| (key, value)))
            .env("KIFU_SEAT", &mark["KIFU_SEAT=".len()..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(folder) = &start.working_dir {
            command.current_dir(folder);
        }
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let (mut child, live) = Registration::spawn(&mut command)?;
        let pipes = match Pipes::new(&mut child) {
            Ok(pipes) => pipes,
            Err(error) => {
                cleanup::kill_group(child.id());
                let _ = child.kill();
                let _ = child.wait();
                live.unregister();
                return Err(error);
            }
        };
        Ok(Self {
            child,
            env_marker: mark,
            pipes,
            stdout: StdoutBuffer::default(),
            stderr: StderrBuffer::default(),
            registration: live,
            exit: None,
            cpu_time: None,
        })
    }

    /// Writes to its standard input. What nobody reads any more is dropped, for the next question
    /// will tell.
    pub fn write(&mut self, text: &str, until: Option<Instant>) {
        self.pipes
            .write(text.as_bytes(), until, &mut self.stdout, &mut self.stderr);
    }

    /// Waits for a line. Meanwhile what `other` says is taken in, so that it does not have to
    /// wait for us.
    pub fn read_line(
        &mut self,
        until: Option<Instant>,
        mut other: Option<&mut Self>,
    ) -> ReadOutcome {
        let mut is_over = false;
        loop {
            if let Some(heard) = self.stdout.next_line(self.pipes.is_stdout_open()) {
                // What it said on standard error before its answer belongs to the answer.
                self.pipes.drain_stderr(&mut self.stderr);
                return heard;
            }
            if until.is_some_and(|until| Instant::now() >= until) {
                self.pipes.drain_stderr(&mut self.stderr);
                return ReadOutcome::TimedOut(self.stdout.partial_line());
            }
            // What it started may hold the pipe open after its end.
            if is_over {
                return ReadOutcome::Closed(self.stdout.partial_line());
            }
            let other = other
                .as_deref_mut()
                .map(|other| (&mut other.pipes, &mut other.stdout, &mut other.stderr));
            let own = (&mut self.pipes, &mut self.stdout, &mut self.stderr);
            let look = Instant::now() + POLL_INTERVAL;
            pipes::wait_and_read(
                own,
                other,
                Some(until.map_or(look, |until| until.min(look))),
            );
            if Instant::now() >= look && exit::has_exited(&mut self.child) {
                self.pipes
                    .read_available(&mut self.stdout, &mut self.stderr);
                is_over = true;
            }
        }
    }

    /// Closes its standard input.
    pub fn close_stdin(&mut self) {
        self.pipes.close_stdin();
    }

    /// Whether an answer stands there that nobody asked for yet.
    pub fn has_unread_line(&mut self) -> bool {
        self.pipes
            .read_available(&mut self.stdout, &mut self.stderr);
        self.stdout.has_line()
    }

    /// Whether it wrote far more than anybody asked for.
    pub fn has_flooded(&self) -> bool {
        self.stdout.has_flooded()
    }

    /// What it said on standard error since it was last asked for that.
    pub fn take_stderr(&mut self) -> String {
        self.stderr.take()
    }

    /// Processor time that it took so far, its threads' and that of children it has waited for.
    pub fn cpu_time(&mut self) -> Option<Duration> {
        if self.exit.is_none() {
            self.cpu_time = cpu::process_cpu_time(self.child.id()).max(self.cpu_time);
        }
        self.cpu_time
    }

    /// Waits so long for its end, its output being taken in and dropped; then kills it. Whatever
    /// it started is killed as well.
    pub fn wait_or_kill(&mut self, patience: Duration) -> ProgramExit {
        if let Some(exit) = self.exit {
            return exit;
        }
        self.pipes.close_stdin();
        let until = Instant::now() + patience;
        let mut pause = Duration::from_micros(100);
        let mut by_itself = exit::has_exited(&mut self.child);
        while !by_itself && Instant::now() < until {
            let wake = (Instant::now() + pause).min(until);
            pipes::read_until(&mut self.pipes, &mut self.stdout, &mut self.stderr, wake);
            self.stdout.clear();
            pause = (pause * 2).min(Duration::from_millis(5));
            by_itself = exit::has_exited(&mut self.child);
        }
        self.pipes.drain_stderr(&mut self.stderr);
        self.cpu_time();
        let exit = self.kill(by_itself);
        self.exit = Some(exit);
        exit
    }

    fn kill(&mut self, by_itself: bool) -> ProgramExit {
        // The group first, while the number is certainly its own.
        cleanup::kill_group(self.child.id());
        // Without groups, and if it left its own.
        let _ = self.child.kill();
        let status = self.child.wait();
        self.registration.unregister();
        orphans::kill_marked(&self.env_marker);
        match status {
            Ok(status) if by_itself => ProgramExit::from_status(status),
            _ => ProgramExit::Killed,
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.wait_or_kill(Duration::ZERO);
    }
}

/// Whether a memory limit is kept on this system.
pub const SUPPORTS_MEMORY_LIMIT: bool = cfg!(target_os = "linux");
