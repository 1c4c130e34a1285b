//! The scope within which bots run. The code that starts bots opens one, and everything that a bot
//! has started is gone when the last one is closed, or when a signal ends kifu.
//!
//! # Marks
//!
//! A mark in the environment of a bot and of everything it starts says whose bot it is:
//!
//! ```text
//! mark = "KIFU_SEAT=" pid "." start "." namespace "." number "."
//! ```
//!
//! `pid` and `start` (in clock ticks since the system started) identify the kifu that started the
//! bot, and no other process that later gets its number. `namespace` is the PID namespace in which
//! `pid` is valid: on one machine, processes of several containers have the same number. `number`
//! counts the bots of that kifu.
//!
//! # Watchdog
//!
//! A shell waits for the end of kifu and then ends the bots that still run, for a kifu that is
//! killed (`kill -9`, or for want of memory) cannot end them itself. kifu writes on a pipe which bots
//! start and end. The pipe closes when kifu ends, however that happens. A kifu that ends by itself
//! stops the watchdog first.

#[cfg(target_os = "linux")]
use super::orphans::ProcStat;
use super::{orphans, wait_for_exit};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{LazyLock, Mutex, MutexGuard, Once, PoisonError};

/// A scope within which bots run. Scopes may be nested and may overlap; every running program has
/// its own.
#[derive(Debug)]
pub struct BotScope(());

impl BotScope {
    /// Opens a scope.
    ///
    /// From the first one on, kifu becomes the parent of orphans among its descendants, and a
    /// signal that ends kifu ends the bots first.
    pub fn open() -> Self {
        install_exit_handler();
        lock_registry().scope_count += 1;
        Self(())
    }

    /// Opens a scope in a process that starts nothing but bots, so that any other child is a
    /// process that a bot has left behind.
    ///
    /// A process that had children before that, for it replaced a shell with background jobs, is
    /// not such a process.
    pub fn open_exclusive() -> Self {
        let scope = Self::open();
        let mut registry = lock_registry();
        registry.owns_all_children |= registry.bots.is_empty() && orphans::has_no_children();
        drop(registry);
        scope
    }
}

impl Drop for BotScope {
    fn drop(&mut self) {
        let mut registry = lock_registry();
        registry.scope_count -= 1;
        if registry.scope_count == 0 {
            end_everything(&mut registry);
            registry.owns_all_children = false;
        }
    }
}

/// Kills a process group and its leader, which may have left the group. A missing process is not
/// an error.
#[cfg(unix)]
pub(super) fn kill_group(id: u32) {
    use rustix::process::{Pid, Signal, kill_process, kill_process_group};
    if let Some(id) = i32::try_from(id).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(id, Signal::KILL);
        let _ = kill_process(id, Signal::KILL);
    }
}

#[cfg(not(unix))]
pub(super) fn kill_group(_id: u32) {}

/// Kills all running programs and everything they started, and stops the watchdog.
fn end_everything(registry: &mut Registry) {
    for id in registry.bots.keys() {
        kill_group(*id);
    }
    // Orphans are reparented to kifu only after their parent is gone.
    for id in registry.bots.keys() {
        wait_for_exit(*id);
    }
    orphans::kill_all(registry);
    if let Some(watchdog) = registry.watchdog.take() {
        watchdog.stop();
    }
}

/// Ends all programs when kifu is about to end. From here on no program starts, and the referee
/// neither plays on nor records these deaths.
fn end_everything_before_exit() {
    let mut registry = lock_registry();
    end_everything(&mut registry);
    // Any thread that asks for the lock now waits until the process ends.
    std::mem::forget(registry);
}

/// Installs, once, the handlers that end all programs when kifu is terminated.
fn install_exit_handler() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        orphans::become_subreaper();
        orphans::kill_leftover_bots();
        kifu_logs::files::on_termination(end_everything_before_exit);
        kifu_logs::files::install_signal_handlers();
    });
}

/// A running program that kifu started.
pub(super) struct RunningBot {
    /// The number in its mark.
    pub number: u64,
    /// The time at which it started, in clock ticks since the system started; 0 if unknown.
    pub start_ticks: u64,
}

/// The registry of running programs: all that kifu knows about its child processes.
pub(super) struct Registry {
    /// The running programs by process number.
    pub bots: BTreeMap<u32, RunningBot>,
    /// The process that ends the bots if kifu is killed.
    watchdog: Option<Watchdog>,
    /// The number of [`BotScope`]s that are open.
    pub scope_count: usize,
    /// Whether every child that is not registered was started by a bot.
    pub owns_all_children: bool,
}

static REGISTRY: Mutex<Registry> = Mutex::new(Registry {
    bots: BTreeMap::new(),
    watchdog: None,
    scope_count: 0,
    owns_all_children: false,
});

/// Locks the registry. While the lock is held, no program starts.
pub(super) fn lock_registry() -> MutexGuard<'static, Registry> {
    REGISTRY.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Registry {
    /// Reports whether kifu itself started a process.
    pub fn is_known(&self, id: u32) -> bool {
        let is_watchdog = |watchdog: &Watchdog| watchdog.id() == id;
        self.bots.contains_key(&id) || self.watchdog.as_ref().is_some_and(is_watchdog)
    }
}

/// The registration of a running program.
pub(super) struct Registration(u32);

impl Registration {
    pub fn spawn(command: &mut Command, mark: &BotMark) -> io::Result<(Child, Self)> {
        let mut registry = lock_registry();
        if registry.watchdog.is_none() {
            // Without it, the next kifu ends the bots of one that was killed.
            registry.watchdog = Watchdog::start().ok();
        }
        let child = command.spawn()?;
        let bot = RunningBot {
            number: mark.number,
            start_ticks: start_ticks(child.id()),
        };
        registry.bots.insert(child.id(), bot);
        if let Some(watchdog) = &mut registry.watchdog {
            watchdog.add(child.id());
        }
        let registration = Self(child.id());
        Ok((child, registration))
    }

    /// Removes the program after it was waited for, since its number may be reused.
    pub fn unregister(&self) {
        let mut registry = lock_registry();
        registry.bots.remove(&self.0);
        if let Some(watchdog) = &mut registry.watchdog {
            watchdog.remove(self.0);
        }
    }
}

#[cfg(target_os = "linux")]
fn start_ticks(id: u32) -> u64 {
    ProcStat::read(id).map_or(0, |stat| stat.start_ticks)
}

#[cfg(not(target_os = "linux"))]
fn start_ticks(_id: u32) -> u64 {
    0
}

/// The name of the environment variable.
pub(super) const MARK_VARIABLE: &str = "KIFU_SEAT";

/// A running kifu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct KifuProcess {
    pub id: u32,
    pub start_ticks: u64,
    pub pid_namespace: u64,
}

impl KifuProcess {
    /// Returns this process.
    pub fn this() -> &'static Self {
        static THIS: LazyLock<KifuProcess> = LazyLock::new(|| KifuProcess {
            id: std::process::id(),
            #[cfg(target_os = "linux")]
            start_ticks: ProcStat::read(std::process::id()).map_or(0, |stat| stat.start_ticks),
            #[cfg(not(target_os = "linux"))]
            start_ticks: 0,
            #[cfg(target_os = "linux")]
            pid_namespace: orphans::pid_namespace("self").unwrap_or(0),
            #[cfg(not(target_os = "linux"))]
            pid_namespace: 0,
        });
        &THIS
    }

    /// Returns the beginning that the marks of all its bots share, without the variable's name.
    pub fn prefix(&self) -> String {
        format!("{}.{}.{}.", self.id, self.start_ticks, self.pid_namespace)
    }
}

/// The mark of a bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BotMark {
    pub kifu: KifuProcess,
    /// The number of the bot among those of its kifu.
    pub number: u64,
}

impl BotMark {
    /// Returns the value of the environment variable.
    pub fn value(&self) -> String {
        format!("{}{}.", self.kifu.prefix(), self.number)
    }

    /// Finds the mark in an environment, a list of entries that end with NUL.
    #[cfg(target_os = "linux")]
    pub fn find(environment: &[u8]) -> Option<Self> {
        let mut entries = environment.split(|byte| *byte == 0);
        let value = entries.find_map(|entry| entry.strip_prefix(b"KIFU_SEAT="))?;
        let mut parts = std::str::from_utf8(value).ok()?.split('.');
        Some(Self {
            kifu: KifuProcess {
                id: parts.next()?.parse().ok()?,
                start_ticks: parts.next()?.parse().ok()?,
                pid_namespace: parts.next()?.parse().ok()?,
            },
            number: parts.next()?.parse().ok()?,
        })
    }

    /// Returns the mark of another process; `None` if it has none or its environment is hidden.
    #[cfg(target_os = "linux")]
    pub fn of_process(id: u32) -> Option<Self> {
        Self::find(&std::fs::read(format!("/proc/{id}/environ")).ok()?)
    }
}

/// The script. `$1` is the beginning of the marks of kifu's bots.
///
/// It keeps the numbers of the running bots, and kills their groups when its input ends, then all
/// processes with such a mark until none is left.
const SCRIPT: &str = r#"
trap '' HUP INT QUIT TERM
running=
while read -r change id; do
  case $change in
    +) running="$running $id" ;;
    -) left=
       for one in $running; do [ "$one" = "$id" ] || left="$left $one"; done
       running=$left ;;
  esac
done
for id in $running; do kill -s KILL -- "-$id"; kill -s KILL "$id"; done
rounds=0
while [ $rounds -lt 100 ]; do
  files=$(grep -lsF "$1" /proc/[0-9]*/environ)
  [ -n "$files" ] || exit 0
  for file in $files; do
    id=${file#/proc/}
    kill -s KILL "${id%/environ}"
  done
  rounds=$((rounds + 1))
  sleep 0.02 || sleep 1
done
"#;

/// The running shell.
struct Watchdog {
    shell: Child,
    pipe: ChildStdin,
}

impl Watchdog {
    /// Starts the shell.
    ///
    /// # Errors
    /// Returns an error if there is no shell.
    pub fn start() -> io::Result<Self> {
        let mut command = Command::new("/bin/sh");
        command
            .args(["-c", SCRIPT, "kifu-watchdog"])
            .arg(format!("{MARK_VARIABLE}={}", KifuProcess::this().prefix()))
            // It must not hold a folder or the output of kifu after kifu's end.
            .current_dir("/")
            .env_remove(MARK_VARIABLE)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        // Signals of a terminal go to the group of kifu.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut shell = command.spawn()?;
        let pipe = shell.stdin.take().ok_or(io::ErrorKind::BrokenPipe)?;
        // A watchdog that a bot has stopped must not hold up kifu.
        #[cfg(unix)]
        {
            use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
            fcntl_setfl(&pipe, fcntl_getfl(&pipe)? | OFlags::NONBLOCK)?;
        }
        Ok(Self { shell, pipe })
    }

    /// Returns the process number.
    pub fn id(&self) -> u32 {
        self.shell.id()
    }

    /// Adds a bot that has started.
    pub fn add(&mut self, id: u32) {
        self.send(&format!("+ {id}\n"));
    }

    /// Removes a bot that has ended.
    pub fn remove(&mut self, id: u32) {
        self.send(&format!("- {id}\n"));
    }

    fn send(&mut self, line: &str) {
        // Nothing can be done if the watchdog was killed: the next kifu ends the bots then.
        let _ = self.pipe.write_all(line.as_bytes());
    }

    /// Ends the shell, after all bots have ended.
    pub fn stop(mut self) {
        // Kill before closing the pipe: the script acts when its input closes.
        let _ = self.shell.kill();
        let _ = self.shell.wait();
    }
}
