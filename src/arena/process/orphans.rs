//! Orphaned processes that a bot started and that left its process group. Linux reparents them to
//! kifu when their parent is gone, and the marker in their environment identifies the bot.

use super::registry;
use rustix::process::{
    Pid, Signal, WaitOptions, getpid, kill_process, set_child_subreaper, waitpid,
};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// Makes kifu the parent of descendants whose parent is gone.
pub(super) fn become_subreaper() {
    // Any value but `None` switches it on.
    let _ = set_child_subreaper(Some(getpid()));
}

/// The number of rounds, about five seconds, after which a process that keeps forking is left
/// alone. On a busy machine the death of a killed process may take hundreds of milliseconds.
const MAX_ROUNDS: usize = 500;

/// Kills orphans that carry this marker, and their descendants.
pub(super) fn kill_marked(marker: &str) {
    // No program starts during a round, so every child is either registered or an orphan.
    repeat_rounds(|pause| kill_marked_children(marker, &registry::lock_running(), pause));
}

/// Kills orphans that carry this marker, for a caller that holds the registry's lock; `known` are
/// the registered programs.
pub(super) fn kill_marked_except(known: &BTreeSet<u32>, marker: &str) {
    repeat_rounds(|pause| kill_marked_children(marker, known, pause));
}

/// Repeats a round until it finds nothing or the limit is reached. The pauses grow with each round,
/// because on a busy machine even a killed process takes time to disappear.
fn repeat_rounds(mut round: impl FnMut(Duration) -> bool) {
    let mut pause = Duration::from_micros(100);
    for _ in 0..MAX_ROUNDS {
        if !round(pause) {
            return;
        }
        pause = (pause * 5 / 4).min(Duration::from_millis(10));
    }
}

/// Kills the orphans among kifu's children. Returns whether there were any, in which case their own
/// children may appear next.
fn kill_marked_children(marker: &str, known: &BTreeSet<u32>, pause: Duration) -> bool {
    let orphans = children().into_iter().filter(|id| !known.contains(id));
    let killed = orphans.filter(|id| kill_if_marked(*id, marker, pause));
    killed.count() > 0
}

/// Kills a child that carries the marker. Returns whether it did or is already dying.
fn kill_if_marked(id: u32, marker: &str, pause: Duration) -> bool {
    let Some(pid) = i32::try_from(id).ok().and_then(Pid::from_raw) else {
        return false;
    };
    let reap = || matches!(waitpid(Some(pid), WaitOptions::NOHANG), Ok(Some(_)));
    if reap() {
        return true;
    }
    let environment = fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
    let mut entries = environment.split(|byte| *byte == 0);
    // A dying process has no environment any more, and its children are not reparented yet.
    let is_dying = environment.is_empty();
    if !is_dying && !entries.any(|entry| entry.starts_with(marker.as_bytes())) {
        return false;
    }
    if !is_dying {
        let _ = kill_process(pid, Signal::KILL);
    }
    // A killed process dies soon; until then the next round finds it again.
    if !reap() {
        std::thread::sleep(pause);
    }
    true
}

/// Returns the children of all threads of this process.
fn children() -> Vec<u32> {
    let Ok(threads) = fs::read_dir("/proc/self/task") else {
        return Vec::new();
    };
    let lists = threads.filter_map(|thread| {
        let path = thread.ok()?.path().join("children");
        fs::read_to_string(path).ok()
    });
    let ids = |list: String| -> Vec<u32> {
        let words = list.split_ascii_whitespace();
        words.filter_map(|word| word.parse().ok()).collect()
    };
    lists.flat_map(ids).collect()
}

/// Kills bots left over from a kifu that was itself killed (`kill -9`) before it could end them.
pub(super) fn kill_leftover_bots() {
    let Ok(processes) = fs::read_dir("/proc") else {
        return;
    };
    for entry in processes.filter_map(Result::ok) {
        let name = entry.file_name();
        let Some(id) = name.to_str().and_then(|name| name.parse::<i32>().ok()) else {
            continue;
        };
        let environment = fs::read(entry.path().join("environ")).unwrap_or_default();
        let mut entries = environment.split(|byte| *byte == 0);
        let marker = entries.find_map(|entry| entry.strip_prefix(b"KIFU_SEAT="));
        let referee = marker.and_then(|marker| marker.split(|byte| *byte == b'.').next());
        let referee = referee.and_then(|id| std::str::from_utf8(id).ok());
        let is_referee_gone = referee.is_some_and(|id| {
            let is_id = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit());
            is_id && !Path::new("/proc").join(id).exists()
        });
        if let (true, Some(pid)) = (is_referee_gone, Pid::from_raw(id)) {
            let _ = kill_process(pid, Signal::KILL);
        }
    }
}
