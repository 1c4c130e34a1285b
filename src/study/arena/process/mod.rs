//! A bot's program: starting it, exchanging lines with it, measuring its processor time, and ending
//! it together with everything it started.
//!
//! Support by system:
//! - **Linux**: everything. A program runs in its own process group, which is killed as a whole.
//!   Processes that leave the group (`setsid`) become children of kifu once their parent is gone,
//!   and are ended with the bot, regardless of their environment. The memory limit applies to the
//!   address space of each process and to what all of them hold. Processor time is read from
//!   `/proc`.
//! - **macOS and other Unix**: the group is killed as a whole; processes that leave it survive. No
//!   memory limit, no process limit and no processor time.
//! - **Windows**: everything. A program runs in a job, which no process can leave and which is ended
//!   as a whole. The memory limit applies to all processes together.
//! - **Browsers**: no program can be started.
//!
//! On Unix a watchdog ends the bots of a kifu that was killed, and standard input and output of a
//! program are sockets: unlike a pipe, a socket cannot be opened by another program through
//! `/proc`. Programs run with the rights of the user who runs kifu, so this keeps honest bots from
//! disturbing each other; hostile ones need a user or a container each.

pub mod command_line;
#[cfg(unix)]
mod group;
#[cfg(windows)]
#[path = "group_windows.rs"]
mod group;
#[cfg(not(any(unix, windows)))]
#[path = "group_fallback.rs"]
mod group;
mod limits;
#[cfg(target_os = "linux")]
mod orphans;
#[cfg(not(target_os = "linux"))]
#[path = "orphans_fallback.rs"]
mod orphans;
pub mod output;
mod pause;
#[cfg(unix)]
mod pipes;
#[cfg(windows)]
#[path = "pipes_windows.rs"]
mod pipes;
#[cfg(not(any(unix, windows)))]
#[path = "pipes_fallback.rs"]
mod pipes;
mod scope;
#[cfg(unix)]
mod watchdog;
#[cfg(not(unix))]
#[path = "watchdog_fallback.rs"]
mod watchdog;

pub(super) use limits::check_program_exists;
pub use limits::thread_cpu_time;
pub(super) use output::ReadOutcome;
pub(super) use pause::{Deadline, PausableTimer};
pub use scope::BotScope;

use output::{StderrBuffer, StdoutBuffer};
use pipes::Pipes;
use scope::{BotMark, KifuProcess, Registration};
use std::path::PathBuf;
use std::process::{Child, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use std::{fmt, io};

/// The command that starts a program, with its environment and limits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommandSpec {
    /// The program and its arguments.
    pub argv: Vec<String>,
    /// The working directory; kifu's own if `None`.
    pub working_dir: Option<PathBuf>,
    /// The environment variables set for the program.
    pub env: Vec<(String, String)>,
    /// The maximum address space of each process, and the maximum memory that all processes of the
    /// program hold together, in megabytes; on Windows only the latter, on other systems neither.
    pub memory_limit_mb: Option<u64>,
}

impl CommandSpec {
    /// Parses a command line into program and arguments, as a shell splits them; on Windows a
    /// backslash is a letter, but before a double quote. Returns `None` if the line is empty or a quote
    /// is not closed.
    ///
    /// ```
    /// use kifu_study::arena::CommandSpec;
    ///
    /// let command = CommandSpec::parse("python3 bot.py --name 'my bot'").unwrap();
    /// assert_eq!(command.argv, ["python3", "bot.py", "--name", "my bot"]);
    /// assert_eq!(command.program_name(), "bot");
    /// assert_eq!(CommandSpec::parse("bot 'quick"), None);
    /// ```
    pub fn parse(command_line: &str) -> Option<Self> {
        let argv = command_line::split(command_line).filter(|argv| !argv.is_empty())?;
        Some(Self {
            argv,
            ..Self::default()
        })
    }

    /// Returns the name of the program: `bot` for `python3 bot.py`.
    pub fn program_name(&self) -> String {
        let is_script = |word: &&String| !word.starts_with('-') && word.contains('.');
        let script = self.argv.iter().skip(1).find(is_script);
        let word = script.or(self.argv.first());
        let path = std::path::Path::new(word.map_or("", String::as_str));
        let stem = path.file_stem().unwrap_or_default();
        stem.to_string_lossy().into_owned()
    }
}

/// A program that is running or has run.
pub(super) struct Process {
    child: Child,
    /// The number in the mark of the program and of everything it starts.
    number: u64,
    spec: CommandSpec,
    pipes: Pipes,
    stdout: StdoutBuffer,
    stderr: StderrBuffer,
    registration: Registration,
    exit: Option<ProgramExit>,
    /// Whether the program was seen to have exited while a line was awaited.
    has_exited: bool,
    /// The time of the next check on the program.
    next_check: Instant,
    /// The processor time at the last measurement.
    cpu_time: Option<Duration>,
    /// Set when no one waits for the program any more.
    stop: Arc<AtomicBool>,
    /// Keeps the scope of the program open until it has ended.
    _scope: BotScope,
}

/// The interval between checks on a program whose line is awaited: whether it still runs and keeps
/// to its limits.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The number of the next process, which distinguishes the marks.
static NEXT_PROCESS_NUMBER: AtomicU64 = AtomicU64::new(0);

impl Process {
    /// Starts a program.
    ///
    /// # Errors
    /// Returns an error if the program does not exist or cannot be started.
    pub fn start(spec: &CommandSpec) -> io::Result<Self> {
        let scope = BotScope::open();
        let mark = BotMark {
            kifu: KifuProcess::this().clone(),
            number: NEXT_PROCESS_NUMBER.fetch_add(1, Ordering::Relaxed),
        };
        let mut command = limits::build_command(spec)?;
        command
            .envs(spec.env.iter().map(|(key, value)| (key, value)))
            .env(scope::MARK_VARIABLE, mark.value())
            .stderr(Stdio::piped());
        if let Some(folder) = &spec.working_dir {
            command.current_dir(folder);
        }
        let ends = pipes::connect(&mut command)?;
        let (mut child, registration) = Registration::spawn(&mut command, spec, &mark)?;
        // The command holds the program's ends.
        drop(command);
        let pipes = match Pipes::new(&mut child, ends) {
            Ok(pipes) => pipes,
            Err(error) => {
                registration.group().kill();
                let _ = child.kill();
                let _ = child.wait();
                registration.unregister();
                return Err(error);
            }
        };
        Ok(Self {
            child,
            number: mark.number,
            spec: spec.clone(),
            pipes,
            stdout: StdoutBuffer::default(),
            stderr: StderrBuffer::default(),
            registration,
            exit: None,
            has_exited: false,
            next_check: Instant::now(),
            cpu_time: None,
            stop: Arc::default(),
            _scope: scope,
        })
    }

    /// Ends any wait for the program soon after this flag was set.
    pub fn stop_on(&mut self, stop: &Arc<AtomicBool>) {
        self.stop = Arc::clone(stop);
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Writes to the program's standard input. Text that the program no longer reads is dropped,
    /// because the next request for a line reports that.
    pub fn write(&mut self, text: &str, deadline: Deadline) {
        self.pipes.write(
            text.as_bytes(),
            deadline,
            &mut self.stdout,
            &mut self.stderr,
        );
        // A program that answers at once is not checked at all.
        self.next_check = Instant::now() + POLL_INTERVAL;
    }

    /// Waits for a line until the deadline. Meanwhile the output of `other` is read too, so that it
    /// is never blocked by a full pipe.
    ///
    /// The checks on the program come at fixed times: neither its own output nor that of `other`
    /// delays them.
    pub fn read_line(&mut self, deadline: Deadline, mut other: Option<&mut Self>) -> ReadOutcome {
        loop {
            if Instant::now() >= self.next_check
                && let Some(excess) = self.check_program()
            {
                return ReadOutcome::Excess(excess);
            }
            if let Some(outcome) = self.stdout.next_line(self.pipes.is_stdout_open()) {
                // Standard error written before the answer belongs to the answer.
                self.pipes.drain_stderr(&mut self.stderr);
                return outcome;
            }
            // A child process may keep the pipe open after the program's end.
            if self.has_exited {
                return ReadOutcome::Closed(self.stdout.partial_line());
            }
            if self.must_stop_waiting(deadline) {
                // A program that has exited did not run out of time.
                self.note_exit();
                if self.has_exited {
                    continue;
                }
                self.pipes.drain_stderr(&mut self.stderr);
                return ReadOutcome::TimedOut(self.stdout.partial_line());
            }
            let other = other
                .as_deref_mut()
                .map(|other| (&mut other.pipes, &mut other.stdout, &mut other.stderr));
            let own = (&mut self.pipes, &mut self.stdout, &mut self.stderr);
            let until = deadline.min_from_now(POLL_INTERVAL).min(self.next_check);
            pipes::wait_and_read(own, other, Some(until));
        }
    }

    /// Reports whether an answer is awaited no longer.
    pub fn must_stop_waiting(&self, deadline: Deadline) -> bool {
        deadline.has_passed() || self.is_stopped()
    }

    /// Checks whether the program still runs, and returns the limit that it exceeds, if any.
    fn check_program(&mut self) -> Option<limits::ExcessiveUse> {
        self.next_check = Instant::now() + POLL_INTERVAL;
        self.note_exit();
        if self.has_exited {
            return None;
        }
        let group = self.registration.group();
        limits::excessive_use(group, self.child.id(), self.number, &self.spec)
    }

    /// Notes whether the program has exited. What it wrote before that is read first; what its
    /// children write afterwards is not.
    fn note_exit(&mut self) {
        if !self.has_exited && has_child_exited(&mut self.child) {
            self.pipes
                .read_available(&mut self.stdout, &mut self.stderr);
            self.has_exited = true;
        }
    }

    /// Closes the program's standard input.
    pub fn close_stdin(&mut self) {
        self.pipes.close_stdin();
    }

    /// Reports whether a line is waiting that no one has asked for yet.
    pub fn has_unread_line(&mut self) -> bool {
        self.pipes
            .read_available(&mut self.stdout, &mut self.stderr);
        self.stdout.has_line()
    }

    /// Reports whether the program wrote far more than was asked for.
    pub fn has_flooded(&self) -> bool {
        self.stdout.has_flooded()
    }

    /// Returns the standard error output since the last call.
    pub fn take_stderr(&mut self) -> String {
        self.stderr.take()
    }

    /// Returns the processor time used so far by all threads of the program and by the children it
    /// has waited for.
    pub fn cpu_time(&mut self) -> Option<Duration> {
        if self.exit.is_none() {
            let used = limits::process_cpu_time(self.registration.group(), self.child.id());
            self.cpu_time = used.max(self.cpu_time);
        }
        self.cpu_time
    }

    /// Waits for the program to end and kills it after the grace period, along with everything it
    /// started. Output written meanwhile is read and dropped.
    pub fn wait_or_kill(&mut self, grace_period: Duration) -> ProgramExit {
        if let Some(exit) = self.exit {
            return exit;
        }
        self.pipes.close_stdin();
        let deadline = Deadline::after(grace_period);
        let mut pause = Duration::from_micros(100);
        let mut exited_by_itself = has_child_exited(&mut self.child);
        while !exited_by_itself && !deadline.has_passed() && !self.is_stopped() {
            let next_check = deadline.min_from_now(pause);
            pipes::read_until(
                &mut self.pipes,
                &mut self.stdout,
                &mut self.stderr,
                next_check,
            );
            self.stdout.clear();
            pause = (pause * 2).min(Duration::from_millis(5));
            exited_by_itself = has_child_exited(&mut self.child);
        }
        self.pipes.drain_stderr(&mut self.stderr);
        self.cpu_time();
        let exit = self.kill(exited_by_itself);
        self.exit = Some(exit);
        exit
    }

    fn kill(&mut self, exited_by_itself: bool) -> ProgramExit {
        // The group first, while its number certainly belongs to it.
        self.registration.group().kill();
        // For a program that left its group.
        let _ = self.child.kill();
        let status = self.child.wait();
        self.registration.unregister();
        orphans::kill_orphans_of(self.number);
        match status {
            Ok(status) if exited_by_itself => ProgramExit::from_status(status),
            _ => ProgramExit::Killed,
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.wait_or_kill(Duration::ZERO);
    }
}

/// Whether this system enforces a memory limit.
pub const SUPPORTS_MEMORY_LIMIT: bool = cfg!(any(target_os = "linux", windows));

/// The way in which a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgramExit {
    /// The program exited with this status.
    Status(i32),
    /// The program was ended by this signal, which kifu did not send.
    Signal(i32),
    /// The program did not end in time and was killed.
    Killed,
}

impl ProgramExit {
    fn from_status(status: ExitStatus) -> Self {
        #[cfg(unix)]
        if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
            return Self::Signal(signal);
        }
        Self::Status(status.code().unwrap_or(-1))
    }

    /// Reports whether the program ended by itself with status 0.
    pub const fn is_success(self) -> bool {
        matches!(self, Self::Status(0))
    }
}

impl fmt::Display for ProgramExit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Status(status) => write!(f, "exited with status {status}"),
            Self::Signal(signal) => {
                write!(f, "was killed by signal {signal}{}", signal_name(*signal))
            }
            Self::Killed => f.write_str("did not exit and was killed"),
        }
    }
}

fn signal_name(signal: i32) -> &'static str {
    match signal {
        4 => " (illegal instruction)",
        6 => " (abort)",
        8 => " (arithmetic error)",
        9 => " (kill)",
        11 => " (segmentation fault)",
        13 => " (broken pipe)",
        15 => " (termination)",
        _ => "",
    }
}

/// Reports whether the program has ended. On Unix its process number stays reserved until it is
/// waited for, so that killing its group cannot hit another one.
#[cfg(unix)]
fn has_child_exited(child: &mut Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let id = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    id.is_none_or(|id| !matches!(waitid(WaitId::Pid(id), options), Ok(None)))
}

/// Waits for the end of a killed program without reaping it; its owner still waits for it.
#[cfg(unix)]
pub(super) fn wait_for_exit(id: u32) {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    if let Some(id) = i32::try_from(id).ok().and_then(Pid::from_raw) {
        let _ = waitid(
            WaitId::Pid(id),
            WaitIdOptions::EXITED | WaitIdOptions::NOWAIT,
        );
    }
}

#[cfg(not(unix))]
pub(super) fn wait_for_exit(_id: u32) {}

#[cfg(not(unix))]
fn has_child_exited(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}
