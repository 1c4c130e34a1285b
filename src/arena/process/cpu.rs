//! Processor time of another process.

use std::time::Duration;

/// What a process used so far, its threads that have ended and children it has waited for
/// included; `None` where the system does not tell.
#[cfg(target_os = "linux")]
pub(super) fn process_cpu_time(id: u32) -> Option<Duration> {
    // The one is exact and forgets what has ended, the other counts in hundredths of a second.
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

/// `stat = id "(" name ")" state ... utime stime cutime cstime`, the 14th to the 17th field.
#[cfg(target_os = "linux")]
fn from_stat(id: u32) -> Option<Duration> {
    let text = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let (_, after_name) = text.rsplit_once(')')?;
    let fields = after_name.split_ascii_whitespace().skip(11).take(4);
    let ticks: u64 = fields.filter_map(|field| field.parse::<u64>().ok()).sum();
    let second = rustix::param::clock_ticks_per_second().max(1);
    Some(Duration::from_millis(ticks * 1000 / second))
}

#[cfg(not(target_os = "linux"))]
pub(super) fn process_cpu_time(_id: u32) -> Option<Duration> {
    None
}

/// What the thread that asks used so far.
#[cfg(target_os = "linux")]
pub(in crate::arena) fn thread_cpu_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanos = text.split(' ').next()?.parse().ok()?;
    Some(Duration::from_nanos(nanos))
}

#[cfg(not(target_os = "linux"))]
pub(in crate::arena) fn thread_cpu_time() -> Option<Duration> {
    None
}
