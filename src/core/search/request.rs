//! The request to an engine.

use super::Limits;

/// A request to search a position. Moves are of type `M`: the game's own, or text.
///
/// ```
/// use kifu_core::search::{Limits, SearchRequest};
///
/// let request = SearchRequest::new(Limits::nodes(10_000)).lines(3).include("e2e3");
/// assert_eq!((request.lines, request.seed), (3, 1));
/// ```
#[derive(Clone, Debug)]
pub struct SearchRequest<'a, M> {
    /// The limits of the search.
    pub limits: Limits<'a>,
    /// The number of best moves to report, at least 1.
    pub lines: usize,
    /// A move to evaluate even if it is not among the best (usually the move that was played).
    ///
    /// It is evaluated in the same search. If it is not among the `lines` best moves, its line
    /// follows theirs.
    pub include: Option<M>,
    /// The random seed.
    pub seed: u64,
}

impl<'a, M> SearchRequest<'a, M> {
    /// Creates a request for the best line alone, with seed 1.
    pub const fn new(limits: Limits<'a>) -> Self {
        Self {
            limits,
            lines: 1,
            include: None,
            seed: 1,
        }
    }

    /// Returns the request with another number of lines.
    #[must_use]
    pub fn lines(self, lines: usize) -> Self {
        Self { lines, ..self }
    }

    /// Returns the request with a move that must be evaluated.
    #[must_use]
    pub fn include(self, mv: M) -> Self {
        Self {
            include: Some(mv),
            ..self
        }
    }

    /// Returns the request with another random seed.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Returns the request with its move to include replaced by one of another type.
    pub fn map_include<N>(&self, include: Option<N>) -> SearchRequest<'a, N> {
        SearchRequest {
            limits: self.limits,
            lines: self.lines,
            include,
            seed: self.seed,
        }
    }
}
