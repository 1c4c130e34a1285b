//! The ending of all programs when kifu ends.

use super::registry::lock_running;
use super::{exit, orphans};
use std::collections::BTreeSet;
use std::sync::Once;

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

/// Kills all running programs and everything they started.
pub(in crate::arena) fn kill_all() {
    kill_these(&lock_running());
}

fn kill_these(running: &BTreeSet<u32>) {
    for id in running {
        kill_group(*id);
    }
    // Orphans are reparented to kifu only after their parent is gone.
    for id in running {
        exit::wait_for_exit(*id);
    }
    orphans::kill_marked_except(running, &format!("KIFU_SEAT={}.", std::process::id()));
}

/// Kills all running programs when kifu is about to end. From here on no program starts, and the
/// referee neither plays on nor records these deaths.
fn kill_all_before_exit() {
    let running = lock_running();
    kill_these(&running);
    // Whoever asks for the lock now waits until the process ends.
    std::mem::forget(running);
}

/// Installs, once, the handlers that end all programs when kifu is terminated.
pub(in crate::arena) fn install_exit_handler() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        orphans::become_subreaper();
        orphans::kill_leftover_bots();
        crate::files::on_termination(kill_all_before_exit);
        crate::files::install_signal_handlers();
    });
}
