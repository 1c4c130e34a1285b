//! The processor time of another process and of the current thread.

use std::time::Duration;

/// Returns the processor time that a process has used so far, including ended threads and children
/// it has waited for; `None` if the system does not report it.
#[cfg(target_os = "linux")]
pub(super) fn process_cpu_time(id: u32) -> Option<Duration> {
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

/// Reads the sum of utime, stime, cutime and cstime, fields 14 to 17 of `stat = id "(" name ")"
/// state ...`.
#[cfg(target_os = "linux")]
fn from_stat(id: u32) -> Option<Duration> {
    let text = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let (_, after_name) = text.rsplit_once(')')?;
    let fields = after_name.split_ascii_whitespace().skip(11).take(4);
    let ticks: u64 = fields.filter_map(|field| field.parse::<u64>().ok()).sum();
    let ticks_per_second = rustix::param::clock_ticks_per_second().max(1);
    Some(Duration::from_millis(ticks * 1000 / ticks_per_second))
}

#[cfg(not(target_os = "linux"))]
pub(super) fn process_cpu_time(_id: u32) -> Option<Duration> {
    None
}

/// Returns the processor time that the calling thread has used so far.
#[cfg(target_os = "linux")]
pub fn thread_cpu_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanos = text.split(' ').next()?.parse().ok()?;
    Some(Duration::from_nanos(nanos))
}

#[cfg(not(target_os = "linux"))]
pub fn thread_cpu_time() -> Option<Duration> {
    None
}
