use super::Ensemble;
use super::brain::{Brain, Thinks};

/// What a brain may take of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Means {
    /// Megabytes, about.
    pub memory_mb: usize,
    /// Threads that think at once, at least one. What is found for a budget of nodes depends on
    /// how many there are, but on nothing else.
    pub threads: usize,
}

impl Means {
    /// The most threads that may be asked for.
    pub const MOST_THREADS: usize = 64;

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
    pub fn brain<G: Thinks>(self) -> Box<dyn Brain<G>> {
        if self.threads > 1 {
            let threads = self.threads.min(Self::MOST_THREADS);
            let each = (self.memory_mb / threads).max(1);
            Box::new(Ensemble::new(
                (0..threads).map(|_| G::brain(each)).collect(),
            ))
        } else {
            G::brain(self.memory_mb)
        }
    }
}
