//! Processes that a program started and that left its group: Linux hands them to us when their
//! parent is gone, and the mark in their environment tells whose they were.

use super::registry;
use rustix::process::{
    Pid, Signal, WaitOptions, getpid, kill_process, set_child_subreaper, waitpid,
};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// Becomes the parent of those whose parent is gone.
pub(super) fn become_subreaper() {
    // Any value but none switches it on.
    let _ = set_child_subreaper(Some(getpid()));
}

/// After so many rounds whatever keeps forking is left.
const MAX_ROUNDS: usize = 100;

/// Kills what carries this mark, and what that started.
pub(super) fn kill_marked(mark: &str) {
    // No program is started during a round, so that every child is known or a stray.
    repeat_rounds(|pause| kill_marked_children(mark, &registry::lock_running(), pause));
}

/// The same while no program may start: these are the ones that are known.
pub(super) fn kill_marked_except(known: &BTreeSet<u32>, mark: &str) {
    repeat_rounds(|pause| kill_marked_children(mark, known, pause));
}

/// Until there is nothing to do, or too long. The longer it takes, the longer the pauses: on a busy
/// machine also one that was killed needs its time to be gone.
fn repeat_rounds(mut round: impl FnMut(Duration) -> bool) {
    let mut pause = Duration::from_micros(100);
    for _ in 0..MAX_ROUNDS {
        if !round(pause) {
            return;
        }
        pause = (pause * 5 / 4).min(Duration::from_millis(10));
    }
}

/// Whether there was one, and its own children may turn up next.
fn kill_marked_children(mark: &str, known: &BTreeSet<u32>, pause: Duration) -> bool {
    let strays = children().into_iter().filter(|id| !known.contains(id));
    let ended = strays.filter(|id| kill_if_marked(*id, mark, pause));
    ended.count() > 0
}

/// Whether it was one.
fn kill_if_marked(id: u32, mark: &str, pause: Duration) -> bool {
    let Some(pid) = i32::try_from(id).ok().and_then(Pid::from_raw) else {
        return false;
    };
    let dead = || matches!(waitpid(Some(pid), WaitOptions::NOHANG), Ok(Some(_)));
    if dead() {
        return true;
    }
    let environment = fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
    let mut entries = environment.split(|byte| *byte == 0);
    // One that is dying has no environment any more, and its children are not ours yet.
    let is_dying = environment.is_empty();
    if !is_dying && !entries.any(|entry| entry.starts_with(mark.as_bytes())) {
        return false;
    }
    if !is_dying {
        let _ = kill_process(pid, Signal::KILL);
    }
    // It dies at once; until it has, it is found again.
    if !dead() {
        std::thread::sleep(pause);
    }
    true
}

/// Our children, those of all threads.
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

/// Kills bots of a kifu that was itself killed before it could do so (`kill -9`).
pub(super) fn kill_leftover_bots() {
    let Ok(all) = fs::read_dir("/proc") else {
        return;
    };
    for entry in all.filter_map(Result::ok) {
        let name = entry.file_name();
        let Some(id) = name.to_str().and_then(|name| name.parse::<i32>().ok()) else {
            continue;
        };
        let environment = fs::read(entry.path().join("environ")).unwrap_or_default();
        let mut entries = environment.split(|byte| *byte == 0);
        let mark = entries.find_map(|entry| entry.strip_prefix(b"KIFU_SEAT="));
        let referee = mark.and_then(|mark| mark.split(|byte| *byte == b'.').next());
        let referee = referee.and_then(|id| std::str::from_utf8(id).ok());
        let gone = referee.is_some_and(|id| {
            let known = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit());
            known && !Path::new("/proc").join(id).exists()
        });
        if let (true, Some(pid)) = (gone, Pid::from_raw(id)) {
            let _ = kill_process(pid, Signal::KILL);
        }
    }
}
