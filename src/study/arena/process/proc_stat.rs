//! The reading of a process's state from `/proc` (Linux).

use std::fs;

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
}

/// The flag of a process that has begun to end, `PF_EXITING` in Linux' `sched.h`.
const EXITING_FLAG: u64 = 0x4;

impl ProcStat {
    /// Reads the fields of a process; `None` if it does not exist.
    pub fn read(id: u32) -> Option<Self> {
        Self::parse(&fs::read_to_string(format!("/proc/{id}/stat")).ok()?)
    }

    /// Parses `id "(" name ")" state ...`; the fields are numbered from 1 in proc(5).
    pub fn parse(text: &str) -> Option<Self> {
        let (_, after_name) = text.rsplit_once(')')?;
        let fields: Vec<&str> = after_name.split_ascii_whitespace().collect();
        let number = |field: usize| fields.get(field - 3)?.parse::<u64>().ok();
        Some(Self {
            is_zombie: matches!(fields.first(), Some(&("Z" | "X"))),
            is_exiting: number(9)? & EXITING_FLAG != 0,
            start_ticks: number(22)?,
            resident_pages: number(24)?,
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
pub(super) fn shows_own_namespace() -> bool {
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
