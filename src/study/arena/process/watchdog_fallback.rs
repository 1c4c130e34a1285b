//! Replacement for the watchdog where the system ends the bots of a kifu that was killed.

use std::convert::Infallible;
use std::io::{self, ErrorKind};

/// A watchdog, of which there is none.
pub(super) struct Watchdog(Infallible);

impl Watchdog {
    pub fn start() -> io::Result<Self> {
        Err(ErrorKind::Unsupported.into())
    }

    pub fn add(&mut self, _id: u32) {
        match self.0 {}
    }

    pub fn remove(&mut self, _id: u32) {
        match self.0 {}
    }

    pub fn stop(self) {
        match self.0 {}
    }
}
