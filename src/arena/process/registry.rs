//! The registry of running programs.

use std::collections::BTreeSet;
use std::io;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// Locks the set of running programs. While the lock is held, no other program starts.
pub(super) fn lock_running() -> MutexGuard<'static, BTreeSet<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The registration of a running program.
pub(super) struct Registration(u32);

impl Registration {
    pub fn spawn(command: &mut Command) -> io::Result<(Child, Self)> {
        let mut running = lock_running();
        let child = command.spawn()?;
        running.insert(child.id());
        let registration = Self(child.id());
        Ok((child, registration))
    }

    /// Removes the program after it was waited for, since its number may be reused.
    pub fn unregister(&self) {
        lock_running().remove(&self.0);
    }
}
