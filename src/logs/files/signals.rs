//! Signal handling: an interrupted conversion leaves no half-written file, and reaching the file
//! size limit (`ulimit -f`) becomes an error message instead of sudden death.

use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// Temporary files and folders that are being written.
static TEMP_FILES: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// A guard that registers a temporary file for removal until it is dropped.
#[derive(Debug)]
pub(super) struct TempFileGuard(PathBuf);

impl TempFileGuard {
    /// Creates a temporary file and registers the path that is returned with it.
    ///
    /// No signal is handled in between, so that none leaves the file behind.
    ///
    /// # Errors
    /// Returns the error of `create`.
    pub fn create<T>(create: impl FnOnce() -> io::Result<(T, PathBuf)>) -> io::Result<(T, Self)> {
        let mut paths = TEMP_FILES.lock().unwrap_or_else(PoisonError::into_inner);
        let (file, path) = create()?;
        paths.insert(path.clone());
        Ok((file, Self(path)))
    }
}

impl Drop for TempFileGuard {
    fn drop(&mut self) {
        let mut paths = TEMP_FILES.lock().unwrap_or_else(PoisonError::into_inner);
        paths.remove(&self.0);
    }
}

/// Makes a step that takes several system calls, such that a signal removes temporary files either
/// before or after it. No temporary file can be created or given up in it.
pub(super) fn uninterrupted<T>(step: impl FnOnce() -> T) -> T {
    let _paths = TEMP_FILES.lock().unwrap_or_else(PoisonError::into_inner);
    step()
}

/// Functions to run before a signal ends the program.
static TERMINATION_HOOKS: Mutex<Vec<fn()>> = Mutex::new(Vec::new());

/// Registers a function to run before a signal ends the program ([`install_signal_handlers`]).
pub fn on_termination(hook: fn()) {
    let mut hooks = TERMINATION_HOOKS
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    hooks.push(hook);
}

/// Starts the thread that waits for signals, unless it runs already.
///
/// A signal that is ignored when kifu starts stays ignored: `nohup` keeps a command running after
/// SIGHUP, and a shell protects its background jobs from SIGINT. This can be found out on Linux
/// only.
///
/// If that fails the program works all the same, but leaves its temporary files behind when it is
/// interrupted.
#[cfg(unix)]
pub fn install_signal_handlers() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(start_signal_thread);
}

#[cfg(unix)]
fn start_signal_thread() {
    use signal_hook::consts::signal::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::Signals;

    // With a handler for SIGXFSZ, "file size limit exceeded", the write returns an error instead.
    let ignored = ignored_signals();
    let is_heeded = |signal: &i32| *signal == SIGXFSZ || ignored >> (*signal - 1) & 1 == 0;
    let heeded = [SIGINT, SIGTERM, SIGHUP, SIGXFSZ];
    let Ok(mut signals) = Signals::new(heeded.iter().filter(|signal| is_heeded(signal))) else {
        return;
    };
    let wait = move || {
        if let Some(signal) = signals.forever().find(|signal| *signal != SIGXFSZ) {
            // The hooks may write files themselves.
            let hooks = TERMINATION_HOOKS
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            hooks.iter().for_each(|hook| hook());
            let paths = TEMP_FILES.lock().unwrap_or_else(PoisonError::into_inner);
            for path in paths.iter() {
                remove(path);
            }
            std::process::exit(128 + signal);
        }
    };
    let _ = std::thread::Builder::new().spawn(wait);
}

/// Removes a temporary file or folder.
#[cfg(unix)]
fn remove(path: &std::path::Path) {
    // The threads that write go on: a folder may get a file while it is being removed.
    const MAX_TRIES: usize = 100;
    if std::fs::remove_file(path).is_ok() {
        return;
    }
    for _ in 0..MAX_TRIES {
        if !path.is_dir() || std::fs::remove_dir_all(path).is_ok() {
            return;
        }
    }
}

/// Returns the set of signals that this process ignores, as in `/proc`: bit 0 is signal 1.
#[cfg(target_os = "linux")]
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mut lines = status.lines();
    let mask = lines.find_map(|line| line.strip_prefix("SigIgn:"));
    mask.map_or(0, |mask| u64::from_str_radix(mask.trim(), 16).unwrap_or(0))
}

#[cfg(all(unix, not(target_os = "linux")))]
fn ignored_signals() -> u64 {
    0
}

/// Does nothing: outside Unix the system's default handling applies.
#[cfg(not(unix))]
pub fn install_signal_handlers() {}
