use super::Ensemble;
use super::engine::Engine;
use super::has_engine::HasEngine;

/// What a brain may take of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resources {
    /// Megabytes, about.
    pub memory_mb: usize,
    /// Threads that think at once, at least one. What is found for a budget of nodes depends on
    /// how many there are, but on nothing else.
    pub threads: usize,
}

impl Resources {
    /// The most threads that may be asked for.
    pub const MAX_THREADS: usize = 64;

    /// One thread.
    pub const fn new(memory_mb: usize) -> Self {
        Self {
            memory_mb,
            threads: 1,
        }
    }

    /// The same with so many threads.
    #[must_use]
    pub const fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// A game's brain that takes no more.
    pub fn new_engine<G: HasEngine>(self) -> Box<dyn Engine<G>> {
        if self.threads > 1 {
            let threads = self.threads.min(Self::MAX_THREADS);
            let each = (self.memory_mb / threads).max(1);
            Box::new(Ensemble::new(
                (0..threads).map(|_| G::new_engine(each)).collect(),
            ))
        } else {
            G::new_engine(self.memory_mb)
        }
    }
}
