//! The limits of a bot (memory, processes), and the processor time that it uses.
//!
//! The limits of the system hold for each process (address space) or for all processes of a user
//! (their number), so kifu counts the processes of a bot itself, at the interval at which it looks
//! after a silent program. A process that left the bot's tree is counted if it kept the bot's mark.

use super::CommandSpec;
use super::group::ProcessGroup;
#[cfg(target_os = "linux")]
use super::orphans::{ProcStat, children_of};
#[cfg(target_os = "linux")]
use super::scope::{self, BotMark, KifuProcess};
#[cfg(unix)]
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use std::{fmt, io};

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
pub(super) fn excessive_use(
    _group: &ProcessGroup,
    id: u32,
    number: u64,
    spec: &CommandSpec,
) -> Option<ExcessiveUse> {
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

#[cfg(windows)]
pub(super) fn excessive_use(
    group: &ProcessGroup,
    _id: u32,
    _number: u64,
    _spec: &CommandSpec,
) -> Option<ExcessiveUse> {
    group.excessive_use()
}

#[cfg(not(any(target_os = "linux", windows)))]
pub(super) fn excessive_use(
    _group: &ProcessGroup,
    _id: u32,
    _number: u64,
    _spec: &CommandSpec,
) -> Option<ExcessiveUse> {
    None
}

/// Returns the processes of a bot, at most one more than it may have.
#[cfg(target_os = "linux")]
fn processes_of(id: u32, number: u64) -> Vec<u32> {
    let registry = scope::lock_registry();
    let own_children = children_of("self").into_iter();
    let orphans = own_children.filter(|child| !registry.is_known(*child));
    let is_own = |mark: BotMark| mark.kifu == *KifuProcess::this() && mark.number == number;
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
    let stats = processes.iter().filter_map(|id| ProcStat::read(*id));
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

/// Builds the command of a program, with its memory limit.
///
/// The limit must be set before the program starts, and without unsafe code a process can only
/// limit itself. A shell therefore sets the limit and then replaces itself by the program. Other
/// Unix systems have no equivalent limit.
#[cfg(target_os = "linux")]
pub(super) fn build_command(spec: &CommandSpec) -> io::Result<Command> {
    let Some(megabytes) = spec.memory_limit_mb else {
        return unlimited_command(spec);
    };
    // The shell would report a missing program only by its exit status.
    check_program_exists(spec)?;
    let mut command = Command::new("/bin/sh");
    let kilobytes = megabytes.saturating_mul(1024).to_string();
    let script = "ulimit -v \"$0\" && exec \"$@\"";
    command.args(["-c", script, &kilobytes]).args(&spec.argv);
    Ok(command)
}

#[cfg(windows)]
pub(super) fn build_command(spec: &CommandSpec) -> io::Result<Command> {
    let mut command = unlimited_command(spec)?;
    if let Some(program) = find_program(spec) {
        command = Command::new(program);
        command.args(&spec.argv[1..]);
    }
    Ok(command)
}

#[cfg(not(any(target_os = "linux", windows)))]
pub(super) fn build_command(spec: &CommandSpec) -> io::Result<Command> {
    unlimited_command(spec)
}

fn unlimited_command(spec: &CommandSpec) -> io::Result<Command> {
    let (program, args) = spec.argv.split_first().ok_or(io::ErrorKind::NotFound)?;
    let mut command = Command::new(program);
    command.args(args);
    Ok(command)
}

/// Checks that the program exists, before it is known with which arguments it starts.
///
/// # Errors
/// Returns the error of the system for a missing program.
#[cfg(unix)]
pub(in crate::arena) fn check_program_exists(spec: &CommandSpec) -> io::Result<()> {
    let program = spec.argv.first().ok_or(io::ErrorKind::NotFound)?;
    let exists = if program.contains('/') {
        let folder = spec.working_dir.as_deref().unwrap_or(Path::new(""));
        folder.join(program).exists()
    } else {
        let path = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&path).any(|folder| folder.join(program).exists())
    };
    if exists {
        Ok(())
    } else {
        Err(io::ErrorKind::NotFound.into())
    }
}

/// Checks that the program exists if it is named by a path: one that is named alone is also looked
/// for in folders of the system.
///
/// # Errors
/// Returns the error of the system for a missing program.
#[cfg(windows)]
pub(in crate::arena) fn check_program_exists(spec: &CommandSpec) -> io::Result<()> {
    let program = spec.argv.first().ok_or(io::ErrorKind::NotFound)?;
    if is_path(program) && find_program(spec).is_none() {
        return Err(io::ErrorKind::NotFound.into());
    }
    Ok(())
}

/// Checks nothing: no program can be started.
///
/// # Errors
/// Returns none.
#[cfg(not(any(unix, windows)))]
pub(in crate::arena) fn check_program_exists(_spec: &CommandSpec) -> io::Result<()> {
    Ok(())
}

#[cfg(windows)]
fn is_path(program: &str) -> bool {
    program.contains(['/', '\\', ':'])
}

/// Returns the file of a program: a path is relative to the working folder of the program, as on other
/// systems, and any other name is looked for in `PATH`. The extension of programs and batch files may
/// be missing.
#[cfg(windows)]
fn find_program(spec: &CommandSpec) -> Option<std::path::PathBuf> {
    const EXTENSIONS: [&str; 5] = ["", ".exe", ".com", ".bat", ".cmd"];
    let program = spec.argv.first()?;
    let folders = if is_path(program) {
        vec![spec.working_dir.clone().unwrap_or_default()]
    } else {
        std::env::split_paths(&std::env::var_os("PATH")?).collect()
    };
    // A name alone may also be that of a script without an extension, which Windows cannot start.
    let is_startable = |path: &std::path::PathBuf| {
        path.is_file() && (is_path(program) || path.extension().is_some())
    };
    let mut files = folders.iter().flat_map(|folder| {
        EXTENSIONS.map(|extension| folder.join(format!("{program}{extension}")))
    });
    // A batch file gets its own path as an argument, which must hold in every folder.
    std::path::absolute(files.find(is_startable)?).ok()
}

/// Returns the processor time that a process has used so far, including ended threads and children
/// it has waited for; `None` if the system does not report it.
#[cfg(target_os = "linux")]
pub(super) fn process_cpu_time(_group: &ProcessGroup, id: u32) -> Option<Duration> {
    // `schedstat` is exact but forgets ended threads; `stat` counts in hundredths of a second.
    from_schedstat(id).max(from_stat(id))
}

#[cfg(target_os = "linux")]
fn from_schedstat(id: u32) -> Option<Duration> {
    let threads = std::fs::read_dir(format!("/proc/{id}/task")).ok()?;
    let used = threads.filter_map(|thread| {
        let text = std::fs::read_to_string(thread.ok()?.path().join("schedstat")).ok()?;
        text.split(' ').next()?.parse::<u64>().ok()
    });
    Some(Duration::from_nanos(used.sum()))
}

#[cfg(target_os = "linux")]
fn from_stat(id: u32) -> Option<Duration> {
    let ticks_per_second = rustix::param::clock_ticks_per_second().max(1);
    let ticks = ProcStat::read(id)?.cpu_ticks;
    Some(Duration::from_millis(ticks * 1000 / ticks_per_second))
}

#[cfg(windows)]
pub(super) fn process_cpu_time(group: &ProcessGroup, _id: u32) -> Option<Duration> {
    group.cpu_time()
}

#[cfg(not(any(target_os = "linux", windows)))]
pub(super) fn process_cpu_time(_group: &ProcessGroup, _id: u32) -> Option<Duration> {
    None
}

/// Returns the processor time that the calling thread has used so far.
#[cfg(target_os = "linux")]
pub fn thread_cpu_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanos = text.split(' ').next()?.parse().ok()?;
    Some(Duration::from_nanos(nanos))
}

/// Returns nothing: the system does not report it, or only in steps that are too long.
#[cfg(not(target_os = "linux"))]
pub fn thread_cpu_time() -> Option<Duration> {
    None
}
