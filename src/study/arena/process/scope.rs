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
//! # Kills
//!
//! A kifu that is killed (`kill -9`, or for want of memory) cannot end its bots itself. On Windows
//! the system ends them with their job, on Unix a [watchdog](super::watchdog) does.

use super::group::ProcessGroup;
#[cfg(target_os = "linux")]
use super::orphans::ProcStat;
use super::watchdog::Watchdog;
use super::{CommandSpec, orphans, wait_for_exit};
use std::collections::BTreeMap;
use std::io;
use std::process::{Child, Command};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, Once, PoisonError};

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

/// Kills all running programs and everything they started, and stops the watchdog.
fn end_everything(registry: &mut Registry) {
    for bot in registry.bots.values() {
        bot.group.kill();
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
    group: Arc<ProcessGroup>,
    /// The number in its mark.
    #[cfg(target_os = "linux")]
    pub number: u64,
    /// The time at which it started, in clock ticks since the system started; 0 if unknown.
    #[cfg(target_os = "linux")]
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

#[cfg(target_os = "linux")]
impl Registry {
    /// Reports whether kifu itself started a process.
    pub fn is_known(&self, id: u32) -> bool {
        let is_watchdog = |watchdog: &Watchdog| watchdog.id() == id;
        self.bots.contains_key(&id) || self.watchdog.as_ref().is_some_and(is_watchdog)
    }
}

/// The registration of a running program.
pub(super) struct Registration {
    id: u32,
    group: Arc<ProcessGroup>,
}

impl Registration {
    /// Starts a program and registers it.
    ///
    /// # Errors
    /// Returns an error if the program cannot be started.
    #[cfg_attr(
        not(target_os = "linux"),
        expect(unused_variables, reason = "no orphans")
    )]
    pub fn spawn(
        command: &mut Command,
        spec: &CommandSpec,
        mark: &BotMark,
    ) -> io::Result<(Child, Self)> {
        let mut registry = lock_registry();
        if registry.watchdog.is_none() {
            // Without it, the next kifu ends the bots of one that was killed.
            registry.watchdog = Watchdog::start().ok();
        }
        let (child, group) = ProcessGroup::spawn(command, spec)?;
        let group = Arc::new(group);
        let id = child.id();
        let bot = RunningBot {
            group: Arc::clone(&group),
            #[cfg(target_os = "linux")]
            number: mark.number,
            #[cfg(target_os = "linux")]
            start_ticks: ProcStat::read(id).map_or(0, |stat| stat.start_ticks),
        };
        registry.bots.insert(id, bot);
        if let Some(watchdog) = &mut registry.watchdog {
            watchdog.add(id);
        }
        Ok((child, Self { id, group }))
    }

    /// Returns the processes of the program.
    pub fn group(&self) -> &ProcessGroup {
        &self.group
    }

    /// Removes the program after it was waited for, since its number may be reused.
    pub fn unregister(&self) {
        let mut registry = lock_registry();
        registry.bots.remove(&self.id);
        if let Some(watchdog) = &mut registry.watchdog {
            watchdog.remove(self.id);
        }
    }
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
