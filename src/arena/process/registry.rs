//! The programs that run now.

use std::collections::BTreeSet;
use std::io;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// Those that run. While this is held no other program starts.
pub(super) fn lock_running() -> MutexGuard<'static, BTreeSet<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A program's place among those that run.
pub(super) struct Registration(u32);

impl Registration {
    pub fn spawn(command: &mut Command) -> io::Result<(Child, Self)> {
        let mut all = lock_running();
        let child = command.spawn()?;
        all.insert(child.id());
        let live = Self(child.id());
        Ok((child, live))
    }

    /// Somebody has waited for it: its number may become another's.
    pub fn unregister(&self) {
        lock_running().remove(&self.0);
    }
}
