//! What the system sends: an interrupted conversion leaves no half-written file, and a file that
//! may not grow further (`ulimit -f`) is an error that can be told instead of a sudden death.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Files that are being written and have no name of their own yet.
static TEMP_FILES: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Keeps a file in mind until it is dropped.
#[derive(Debug)]
pub(super) struct TempFileGuard(PathBuf);

impl TempFileGuard {
    pub fn new(path: &Path) -> Self {
        let mut all = TEMP_FILES.lock().unwrap_or_else(PoisonError::into_inner);
        all.insert(path.to_owned());
        Self(path.to_owned())
    }
}

impl Drop for TempFileGuard {
    fn drop(&mut self) {
        let mut all = TEMP_FILES.lock().unwrap_or_else(PoisonError::into_inner);
        all.remove(&self.0);
    }
}

/// What else is to be done before a signal ends the program.
static TERMINATION_HOOKS: Mutex<Vec<fn()>> = Mutex::new(Vec::new());

/// Has this done before a signal ends the program ([`listen`]).
pub fn on_termination(act: fn()) {
    let mut acts = TERMINATION_HOOKS
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    acts.push(act);
}

/// Starts to listen. Where that fails the program works as well, only its ends are rougher.
#[cfg(unix)]
pub fn install_signal_handlers() {
    use signal_hook::consts::signal::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::Signals;

    // Listening to SIGXFSZ, "file size limit exceeded", makes the write return an error.
    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM, SIGHUP, SIGXFSZ]) else {
        return;
    };
    let wait = move || {
        if let Some(signal) = signals.forever().find(|signal| *signal != SIGXFSZ) {
            let all = TEMP_FILES.lock().unwrap_or_else(PoisonError::into_inner);
            for path in all.iter() {
                // Nothing can be done about one that stays.
                let _ = std::fs::remove_file(path);
            }
            let acts = TERMINATION_HOOKS
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            acts.iter().for_each(|act| act());
            std::process::exit(128 + signal);
        }
    };
    let _ = std::thread::Builder::new().spawn(wait);
}

/// Elsewhere the system's own ways must do.
#[cfg(not(unix))]
pub fn install_handlers() {}
