//! The registry of running programs.

use super::mark::BotMark;
use super::watchdog::Watchdog;
use std::collections::BTreeMap;
use std::io;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A running program that kifu started.
pub(super) struct RunningBot {
    /// The number in its mark.
    pub number: u64,
    /// The time at which it started, in clock ticks since the system started; 0 if unknown.
    pub start_ticks: u64,
}

/// All that kifu knows about its child processes.
pub(super) struct Registry {
    /// The running programs by process number.
    pub bots: BTreeMap<u32, RunningBot>,
    /// The process that ends the bots if kifu is killed.
    pub watchdog: Option<Watchdog>,
    /// The number of [`BotScope`](super::BotScope)s that are open.
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
pub(super) fn lock() -> MutexGuard<'static, Registry> {
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
        let mut registry = lock();
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
        let mut registry = lock();
        registry.bots.remove(&self.0);
        if let Some(watchdog) = &mut registry.watchdog {
            watchdog.remove(self.0);
        }
    }
}

#[cfg(target_os = "linux")]
fn start_ticks(id: u32) -> u64 {
    super::proc_stat::ProcStat::read(id).map_or(0, |stat| stat.start_ticks)
}

#[cfg(not(target_os = "linux"))]
fn start_ticks(_id: u32) -> u64 {
    0
}
