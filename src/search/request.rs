use super::Limits;

/// What a brain is asked, with moves of the type `M` (text at the edges).
#[derive(Clone, Debug)]
pub struct SearchRequest<'a, M> {
    /// How long it may think.
    pub limits: Limits<'a>,
    /// How many of the best moves are to be told apart, at least one.
    pub lines: usize,
    /// A legal move that must be among the lines, whatever it is worth, for it was played: it is
    /// valued in the same search, and stands behind the `lines` best if it is none of them.
    pub forced: Option<M>,
    /// Where the random numbers start.
    pub seed: u64,
}

impl<'a, M> SearchRequest<'a, M> {
    /// The best line alone, seed 1.
    pub const fn new(limits: Limits<'a>) -> Self {
        Self {
            limits,
            lines: 1,
            forced: None,
            seed: 1,
        }
    }

    /// The same with so many lines.
    #[must_use]
    pub fn lines(self, lines: usize) -> Self {
        Self { lines, ..self }
    }

    /// The same with a move that must be valued.
    #[must_use]
    pub fn include(self, mv: M) -> Self {
        Self {
            forced: Some(mv),
            ..self
        }
    }

    /// The same with another seed.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// The same request with its move in another type.
    pub fn map_include<N>(&self, forced: Option<N>) -> SearchRequest<'a, N> {
        SearchRequest {
            limits: self.limits,
            lines: self.lines,
            forced,
            seed: self.seed,
        }
    }
}
