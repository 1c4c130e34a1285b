//! The processes of a bot and the memory that they use together.
//!
//! The limits of the system hold for each process (address space) or for all processes of a user
//! (their number), so kifu counts the processes of a bot itself, at the interval at which it looks
//! after a silent program. A process that left the bot's tree is counted if it kept the bot's mark.

use super::CommandSpec;
use std::fmt;

/// The maximum number of processes of a bot.
pub(super) const MAX_PROCESSES: usize = 256;

/// The limit that a bot's processes exceed together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExcessiveUse {
    /// There are too many processes.
    Processes,
    /// The processes hold more memory than the bot may use.
    Memory {
        /// The number of processes.
        process_count: usize,
        /// The memory that they hold, in megabytes.
        used_mb: u64,
        /// The memory that they may hold, in megabytes.
        limit_mb: u64,
    },
}

impl fmt::Display for ExcessiveUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Processes => write!(f, "it ran more than {MAX_PROCESSES} processes"),
            Self::Memory {
                process_count,
                used_mb,
                limit_mb,
            } => write!(
                f,
                "its {process_count} processes held {used_mb} MB together, limit {limit_mb} MB"
            ),
        }
    }
}

/// Returns the limit that the processes of a running bot exceed, if any.
#[cfg(target_os = "linux")]
pub(super) fn excessive_use(id: u32, number: u64, spec: &CommandSpec) -> Option<ExcessiveUse> {
    let processes = processes_of(id, number);
    if processes.len() > MAX_PROCESSES {
        return Some(ExcessiveUse::Processes);
    }
    let limit_mb = spec.memory_limit_mb?;
    // A single process cannot exceed the limit of its address space.
    if processes.len() < 2 || resident_bytes(&processes) >> 20 <= limit_mb {
        return None;
    }
    // Pages that several processes share count once.
    let used_mb = proportional_kilobytes(&processes)? >> 10;
    (used_mb > limit_mb).then_some(ExcessiveUse::Memory {
        process_count: processes.len(),
        used_mb,
        limit_mb,
    })
}

#[cfg(not(target_os = "linux"))]
pub(super) fn excessive_use(_id: u32, _number: u64, _spec: &CommandSpec) -> Option<ExcessiveUse> {
    None
}

/// Returns the processes of a bot, at most one more than it may have.
#[cfg(target_os = "linux")]
fn processes_of(id: u32, number: u64) -> Vec<u32> {
    use super::mark::{BotMark, Referee};
    use super::proc_stat::children_of;
    use super::registry;
    let registry = registry::lock();
    let own_children = children_of("self").into_iter();
    let orphans = own_children.filter(|child| !registry.is_known(*child));
    let is_own = |mark: BotMark| mark.referee == *Referee::this() && mark.number == number;
    let orphans = orphans.filter(|child| BotMark::of_process(*child).is_some_and(is_own));
    let mut processes: Vec<u32> = [id].into_iter().chain(orphans).collect();
    drop(registry);
    let mut next = 0;
    while next < processes.len() && processes.len() <= MAX_PROCESSES {
        processes.extend(children_of(&processes[next].to_string()));
        next += 1;
    }
    processes
}

#[cfg(target_os = "linux")]
fn resident_bytes(processes: &[u32]) -> u64 {
    let page_bytes = rustix::param::page_size() as u64;
    let stats = processes
        .iter()
        .filter_map(|id| super::proc_stat::ProcStat::read(*id));
    stats.map(|stat| stat.resident_pages * page_bytes).sum()
}

/// Returns the memory of processes in which a page that several share counts for each in part;
/// `None` if the system does not report it.
#[cfg(target_os = "linux")]
fn proportional_kilobytes(processes: &[u32]) -> Option<u64> {
    let mut total = 0;
    for id in processes {
        // A process that has ended meanwhile holds nothing.
        let Ok(text) = std::fs::read_to_string(format!("/proc/{id}/smaps_rollup")) else {
            continue;
        };
        let line = text.lines().find_map(|line| line.strip_prefix("Pss:"))?;
        total += line.trim().strip_suffix(" kB")?.parse::<u64>().ok()?;
    }
    Some(total)
}
