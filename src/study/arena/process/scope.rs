//! The scope within which bots run. Whoever starts bots opens one, and whatever a bot has started
//! is gone when the last one is closed, or when a signal ends kifu.

use super::registry::{self, Registry};
use super::{exit, orphans};
use std::sync::Once;

/// A scope within which bots run. Scopes may be nested and may overlap; every running program has
/// one of its own.
#[derive(Debug)]
pub struct BotScope(());

impl BotScope {
    /// Opens a scope.
    ///
    /// From the first one on, kifu becomes the parent of orphans among its descendants, and a
    /// signal that ends kifu ends the bots first.
    pub fn open() -> Self {
        install_exit_handler();
        registry::lock().scope_count += 1;
        Self(())
    }

    /// Opens a scope in a process that starts nothing but bots, so that any other child is a
    /// process that a bot has left behind.
    ///
    /// A process that had children before that, for it replaced a shell with background jobs, is
    /// not such a process.
    pub fn open_exclusive() -> Self {
        let scope = Self::open();
        let mut registry = registry::lock();
        registry.owns_all_children |= registry.bots.is_empty() && orphans::has_no_children();
        drop(registry);
        scope
    }
}

impl Drop for BotScope {
    fn drop(&mut self) {
        let mut registry = registry::lock();
        registry.scope_count -= 1;
        if registry.scope_count == 0 {
            end_everything(&mut registry);
            registry.owns_all_children = false;
        }
    }
}

/// Kills a process group and its leader, which may have left the group. A missing process is no
/// error.
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
        exit::wait_for_exit(*id);
    }
    orphans::kill_all(registry);
    if let Some(watchdog) = registry.watchdog.take() {
        watchdog.stop();
    }
}

/// Ends all programs when kifu is about to end. From here on no program starts, and the referee
/// neither plays on nor records these deaths.
fn end_everything_before_exit() {
    let mut registry = registry::lock();
    end_everything(&mut registry);
    // Whoever asks for the lock now waits until the process ends.
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
