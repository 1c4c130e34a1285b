//! Processes that a bot started and that left its process group. Linux reparents them to kifu when
//! their parent is gone.
//!
//! The mark in its environment says which bot an orphan belongs to. An orphan without a mark (it
//! may have any environment) belongs to one of the bots that were running when it started; it is
//! ended as soon as none of them is left.

use super::mark::{BotMark, Referee};
use super::proc_stat::{ProcStat, children_of, pid_namespace, shows_own_namespace};
use super::registry::{self, Registry};
use rustix::io::Errno;
use rustix::process::{
    Pid, PidfdFlags, Signal, WaitId, WaitIdOptions, WaitOptions, getpid, kill_process, pidfd_open,
    pidfd_send_signal, set_child_subreaper, waitid, waitpid,
};
use std::fs;
use std::time::Duration;

/// Makes kifu the parent of descendants whose parent is gone.
pub(super) fn become_subreaper() {
    // Any value but `None` switches it on.
    let _ = set_child_subreaper(Some(getpid()));
}

/// Reports whether kifu has no children at all, not even ended ones.
pub(super) fn has_no_children() -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    matches!(waitid(WaitId::All, options), Err(Errno::CHILD))
}

/// The number of rounds, about five seconds, after which a process that keeps forking is left
/// alone. On a busy machine the death of a killed process may take hundreds of milliseconds.
const MAX_ROUNDS: usize = 500;

/// The bots whose orphans are killed.
#[derive(Clone, Copy)]
enum Target {
    /// The bot with this number, which has ended.
    Bot(u64),
    /// All bots.
    All,
}

/// Kills the orphans of a bot that has ended, and their descendants.
pub(super) fn kill_orphans_of(number: u64) {
    // No program starts during a round, so every child is either registered or an orphan.
    repeat_rounds(|pause| kill_children(&registry::lock(), Target::Bot(number), pause));
}

/// Kills all orphans, for a caller that holds the registry's lock.
pub(super) fn kill_all(registry: &Registry) {
    repeat_rounds(|pause| kill_children(registry, Target::All, pause));
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
fn kill_children(registry: &Registry, target: Target, pause: Duration) -> bool {
    let children = children_of("self").into_iter();
    let orphans = children.filter(|id| !registry.is_known(*id));
    let found = orphans.filter(|id| kill_orphan(registry, *id, target));
    let any = found.count() > 0;
    if any {
        // A killed process dies soon; until then the next round finds it again.
        std::thread::sleep(pause);
    }
    any
}

/// Kills an orphan that belongs to the target, and takes note of its end. Returns whether it does.
fn kill_orphan(registry: &Registry, id: u32, target: Target) -> bool {
    let pid = i32::try_from(id).ok().and_then(Pid::from_raw);
    let (Some(pid), Some(stat)) = (pid, ProcStat::read(id)) else {
        return false;
    };
    let owns_all = registry.owns_all_children;
    // In a process with other children an ended one may be somebody else's, who waits for it.
    let may_reap = stat.is_zombie && owns_all;
    if may_reap && matches!(waitpid(Some(pid), WaitOptions::NOHANG), Ok(Some(_))) {
        return true;
    }
    // What cannot be reaped has ended with its first thread only.
    let is_targeted = match BotMark::of_process(id) {
        Some(mark) if mark.referee == *Referee::this() => match target {
            Target::Bot(number) if mark.number == number => true,
            Target::Bot(_) => !registry.bots.values().any(|bot| bot.number == mark.number),
            Target::All => true,
        },
        _ if !owns_all => false,
        _ => match target {
            Target::Bot(_) => {
                let bots = &mut registry.bots.values();
                !bots.any(|bot| bot.start_ticks <= stat.start_ticks)
            }
            Target::All => true,
        },
    };
    if is_targeted {
        let _ = kill_process(pid, Signal::KILL);
    }
    // A dying process has no environment any more, and its children are not reparented yet.
    is_targeted || !owns_all && stat.is_exiting && !stat.is_zombie
}

/// Kills bots left over from a kifu that was itself killed (`kill -9`) before it could end them.
///
/// Only processes in kifu's own PID namespace are touched, and only if the kifu that their mark
/// names was in it, too: in another namespace its number means another process.
pub(super) fn kill_leftover_bots() {
    if !shows_own_namespace() {
        return;
    }
    let Ok(processes) = fs::read_dir("/proc") else {
        return;
    };
    for entry in processes.filter_map(Result::ok) {
        let name = entry.file_name();
        let Some(id) = name.to_str().and_then(|name| name.parse::<u32>().ok()) else {
            continue;
        };
        if is_leftover(id) {
            kill_leftover(id);
        }
    }
}

fn is_leftover(id: u32) -> bool {
    let Some(BotMark { referee, .. }) = BotMark::of_process(id) else {
        return false;
    };
    let own = Referee::this().pid_namespace;
    let is_referee_running =
        || ProcStat::read(referee.id).is_some_and(|stat| stat.start_ticks == referee.start_ticks);
    own != 0
        && referee.pid_namespace == own
        && pid_namespace(&id.to_string()) == Some(own)
        && !is_referee_running()
}

/// Kills a process that was found to be left over, if its number still means the same process.
fn kill_leftover(id: u32) {
    let pid = i32::try_from(id).ok().and_then(Pid::from_raw);
    if let Some(pid) = pid
        && let Ok(process) = pidfd_open(pid, PidfdFlags::empty())
        && is_leftover(id)
    {
        let _ = pidfd_send_signal(process, Signal::KILL);
    }
}
