//! The end of the program by a signal: what is not saved is stored aside first.

use crate::jobs::Wake;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// The maximum time that a signal waits for the window.
const MAX_WAIT: Duration = Duration::from_secs(6);

/// Whether a signal wants to end the program.
static IS_REQUESTED: AtomicBool = AtomicBool::new(false);
/// Whether the window has stored what is not saved.
static IS_STORED: Mutex<bool> = Mutex::new(false);
static STORED: Condvar = Condvar::new();
/// Wakes the window.
static WAKE: Mutex<Option<Wake>> = Mutex::new(None);

/// Lets signals that end the program wait until the window has stored what is not saved.
pub(crate) fn handle_signals(wake: Wake) {
    *WAKE.lock().unwrap_or_else(PoisonError::into_inner) = Some(wake);
    kifu_logs::files::on_termination(wait_for_window);
    kifu_logs::files::install_signal_handlers();
}

/// Reports whether a signal wants to end the program.
pub(super) fn is_requested() -> bool {
    IS_REQUESTED.load(Ordering::Relaxed)
}

/// Lets the signal end the program.
pub(super) fn confirm() {
    *IS_STORED.lock().unwrap_or_else(PoisonError::into_inner) = true;
    STORED.notify_all();
}

fn wait_for_window() {
    IS_REQUESTED.store(true, Ordering::Relaxed);
    let wake = WAKE.lock().unwrap_or_else(PoisonError::into_inner).clone();
    if let Some(wake) = wake {
        wake();
    }
    let stored = IS_STORED.lock().unwrap_or_else(PoisonError::into_inner);
    // A window that does not respond must not keep the program from ending.
    let _ = STORED.wait_timeout_while(stored, MAX_WAIT, |stored| !*stored);
}
