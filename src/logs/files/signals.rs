//! Signal handling: an interrupted conversion leaves no half-written file, and reaching the file
//! size limit (`ulimit -f`) becomes an error message instead of sudden death. On Windows the events of
//! the console are handled: `Ctrl+C`, `Ctrl+Break` and the end of the console or the session.

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
            clean_up();
            std::process::exit(128 + signal);
        }
    };
    let _ = std::thread::Builder::new().spawn(wait);
}

/// Runs the hooks and removes temporary files. No thread can create one afterwards.
#[cfg(any(unix, windows))]
fn clean_up() {
    // The hooks may write files themselves.
    let hooks = TERMINATION_HOOKS
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    hooks.iter().for_each(|hook| hook());
    let paths = TEMP_FILES.lock().unwrap_or_else(PoisonError::into_inner);
    for path in paths.iter() {
        remove(path);
    }
    std::mem::forget((hooks, paths));
}

/// Removes a temporary file or folder.
#[cfg(any(unix, windows))]
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

/// Starts to wait for events of the console, unless kifu does so already.
///
/// A program with a handler of its own gets no time after the end of the session but that which the
/// handler takes, so that everything is done there.
#[cfg(windows)]
#[expect(
    unsafe_code,
    reason = "the standard library has no handlers for events of the console"
)]
pub fn install_signal_handlers() {
    use windows_sys::Win32::System::Console::SetConsoleCtrlHandler;
    static ONCE: std::sync::Once = std::sync::Once::new();
    // SAFETY: the handler is a function that is there as long as the program runs. The system calls
    // it in a thread of its own, so that it may lock, wait and write.
    ONCE.call_once(|| unsafe {
        SetConsoleCtrlHandler(Some(handle_console_event), 1);
    });
}

/// Ends the program with the status that it has elsewhere after `SIGINT`, or after `SIGHUP` when the
/// console or the session ends.
#[cfg(windows)]
#[expect(unsafe_code, reason = "the type that the system asks for")]
unsafe extern "system" fn handle_console_event(event: u32) -> windows_sys::core::BOOL {
    use windows_sys::Win32::System::Console::{CTRL_BREAK_EVENT, CTRL_C_EVENT};
    use windows_sys::Win32::System::Threading::{GetCurrentProcess, TerminateProcess};
    clean_up();
    let status = if matches!(event, CTRL_C_EVENT | CTRL_BREAK_EVENT) {
        130
    } else {
        129
    };
    // An orderly exit waits for locks of threads that it has ended before.
    // SAFETY: the handle is that of this process, which always exists.
    unsafe { TerminateProcess(GetCurrentProcess(), status) }
}

/// Does nothing: there are no signals here.
#[cfg(not(any(unix, windows)))]
pub fn install_signal_handlers() {}
