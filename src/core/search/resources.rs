//! The memory and threads of an engine.

use super::Ensemble;
use super::engine::Engine;
use super::has_engine::HasEngine;

/// The resources that an engine may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resources {
    /// The approximate memory in megabytes.
    pub memory_mb: usize,
    /// The number of search threads, at least 1. With a node limit, the result depends on this
    /// number, but not on how fast the threads run.
    pub threads: usize,
}

impl Resources {
    /// The maximum number of threads.
    pub const MAX_THREADS: usize = 64;

    /// Creates resources of one thread and this much memory.
    pub const fn new(memory_mb: usize) -> Self {
        Self {
            memory_mb,
            threads: 1,
        }
    }

    /// Returns the resources with another number of threads.
    #[must_use]
    pub const fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// Creates a game's engine within these resources.
    pub fn new_engine<G: HasEngine>(self) -> Box<dyn Engine<G>> {
        if self.threads > 1 {
            let threads = self.threads.min(Self::MAX_THREADS);
            let memory_mb = (self.memory_mb / threads).max(1);
            Box::new(Ensemble::new(
                (0..threads).map(|_| G::new_engine(memory_mb)).collect(),
            ))
        } else {
            G::new_engine(self.memory_mb)
        }
    }
}
