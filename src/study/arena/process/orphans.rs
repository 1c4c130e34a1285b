//! Processes that a bot started and that left its process group. Linux reparents them to kifu when
//! their parent is gone.
//!
//! The mark in its environment says which bot an orphan belongs to. An orphan without a mark (it
//! may have any environment) belongs to one of the bots that were running when it started; it is
//! ended as soon as none of them is left.

use super::scope::{self, BotMark, KifuProcess, Registry};
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
enum SweepTarget {
    /// The bot with this number, which has ended.
    Bot(u64),
    /// All bots.
    All,
}

/// Kills the orphans of a bot that has ended, and their descendants.
pub(super) fn kill_orphans_of(number: u64) {
    // No program starts during a round, so every child is either registered or an orphan.
    repeat_rounds(|pause| kill_children(&scope::lock_registry(), SweepTarget::Bot(number), pause));
}

/// Kills all orphans, for a caller that holds the registry's lock.
pub(super) fn kill_all(registry: &Registry) {
    repeat_rounds(|pause| kill_children(registry, SweepTarget::All, pause));
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
fn kill_children(registry: &Registry, target: SweepTarget, pause: Duration) -> bool {
    let orphan_count = children_of("self")
        .into_iter()
        .filter(|id| !registry.is_known(*id))
        .filter(|id| kill_orphan(registry, *id, target))
        .count();
    if orphan_count > 0 {
        // A killed process dies soon; until then the next round finds it again.
        std::thread::sleep(pause);
    }
    orphan_count > 0
}

/// Kills an orphan that belongs to the target, and takes note of its end. Returns whether it does.
fn kill_orphan(registry: &Registry, id: u32, target: SweepTarget) -> bool {
    let pid = i32::try_from(id).ok().and_then(Pid::from_raw);
    let (Some(pid), Some(stat)) = (pid, ProcStat::read(id)) else {
        return false;
    };
    let owns_all = registry.owns_all_children;
    // If kifu has other children, another part of the program may be waiting for this zombie.
    let may_reap = stat.is_zombie && owns_all;
    if may_reap && matches!(waitpid(Some(pid), WaitOptions::NOHANG), Ok(Some(_))) {
        return true;
    }
    // A zombie that cannot be reaped still has running threads.
    let is_targeted = match BotMark::of_process(id) {
        Some(mark) if mark.kifu == *KifuProcess::this() => match target {
            SweepTarget::Bot(number) if mark.number == number => true,
            SweepTarget::Bot(_) => !registry.bots.values().any(|bot| bot.number == mark.number),
            SweepTarget::All => true,
        },
        _ if !owns_all => false,
        _ => match target {
            SweepTarget::Bot(_) => {
                let bots = &mut registry.bots.values();
                !bots.any(|bot| bot.start_ticks <= stat.start_ticks)
            }
            SweepTarget::All => true,
        },
    };
    if is_targeted {
        let _ = kill_process(pid, Signal::KILL);
    }
    // A dying process no longer has an environment, and its children are not reparented yet.
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
    let Some(BotMark { kifu, .. }) = BotMark::of_process(id) else {
        return false;
    };
    let namespace = KifuProcess::this().pid_namespace;
    let is_kifu_running =
        || ProcStat::read(kifu.id).is_some_and(|stat| stat.start_ticks == kifu.start_ticks);
    namespace != 0
        && kifu.pid_namespace == namespace
        && pid_namespace(&id.to_string()) == Some(namespace)
        && !is_kifu_running()
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

/// The fields of `/proc/ID/stat` that matter here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProcStat {
    /// Whether the process has ended and only waits for its parent to note that.
    pub is_zombie: bool,
    /// Whether the process has begun to end.
    pub is_exiting: bool,
    /// The time at which the process started, in clock ticks since the system started.
    pub start_ticks: u64,
    /// The memory that the process holds, in pages.
    pub resident_pages: u64,
    /// The processor time of the process and of the children it has waited for, in clock ticks.
    pub cpu_ticks: u64,
}

/// The flag of a process that has begun to end, `PF_EXITING` in Linux' `sched.h`.
const EXITING_FLAG: u64 = 0x4;

impl ProcStat {
    /// Reads the fields of a process; `None` if it does not exist.
    pub fn read(id: u32) -> Option<Self> {
        Self::parse(&fs::read_to_string(format!("/proc/{id}/stat")).ok()?)
    }

    /// Parses `id "(" name ")" state ...`; the fields are numbered from 1 in proc(5).
    fn parse(text: &str) -> Option<Self> {
        let (_, after_name) = text.rsplit_once(')')?;
        let fields: Vec<&str> = after_name.split_ascii_whitespace().collect();
        let number = |field: usize| fields.get(field - 3)?.parse::<u64>().ok();
        Some(Self {
            is_zombie: matches!(fields.first(), Some(&("Z" | "X"))),
            is_exiting: number(9)? & EXITING_FLAG != 0,
            start_ticks: number(22)?,
            resident_pages: number(24)?,
            cpu_ticks: (14..=17).filter_map(number).sum(),
        })
    }
}

/// Returns the PID namespace of a process, given its number or `self`.
pub(super) fn pid_namespace(process: &str) -> Option<u64> {
    let link = fs::read_link(format!("/proc/{process}/ns/pid")).ok()?;
    let text = link.to_str()?.strip_prefix("pid:[")?.strip_suffix(']')?;
    text.parse().ok()
}

/// Reports whether `/proc` shows the processes of kifu's own PID namespace by their own numbers.
fn shows_own_namespace() -> bool {
    let shown = fs::read_link("/proc/self").ok();
    let shown = shown.and_then(|link| link.to_str()?.parse::<u32>().ok());
    shown == Some(std::process::id())
}

/// Returns the children of all threads of a process.
pub(super) fn children_of(process: &str) -> Vec<u32> {
    let Ok(threads) = fs::read_dir(format!("/proc/{process}/task")) else {
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
