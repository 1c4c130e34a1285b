//! Kills programs, so that none is left when kifu ends.

use super::registry::lock_running;
use super::{exit, orphans};
use std::collections::BTreeSet;
use std::sync::Once;

/// Kills a process group and the one that led it, wherever it is now; being gone is no error.
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

/// Kills all that run, and what they left behind.
pub(in crate::arena) fn kill_all() {
    kill_these(&lock_running());
}

fn kill_these(all: &BTreeSet<u32>) {
    for id in all {
        kill_group(*id);
    }
    // What they leave behind is ours only when they are gone.
    for id in all {
        exit::wait_for_exit(*id);
    }
    orphans::kill_marked_except(all, &format!("KIFU_SEAT={}.", std::process::id()));
}

/// The same when kifu is about to end. Nothing starts from here on, and what the referee would
/// make of these deaths is neither played on nor written down.
fn kill_all_before_exit() {
    let all = lock_running();
    kill_these(&all);
    // Whoever asks for it waits until the end.
    std::mem::forget(all);
}

/// Makes sure of that, once.
pub(in crate::arena) fn install_exit_handler() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        orphans::become_subreaper();
        orphans::kill_leftover_bots();
        crate::files::on_termination(kill_all_before_exit);
        crate::files::install_signal_handlers();
    });
}
