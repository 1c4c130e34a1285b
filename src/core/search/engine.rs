//! The interface of engines: the engine, the request to it, and its memory and threads.

use super::has_engine::HasEngine;
use super::{ChanceBaseline, Ensemble, Limits, MoveChoice, SearchResult};
use crate::contract::{Game, MoveOf, Player, Position, StepOf};

/// A program that searches positions of a game.
///
/// As a *reviewer* it is called by [`analyze`](Self::analyze) and sees the whole position. As a
/// *player* it is given its seat ([`new_game`](Self::new_game)) and every step
/// ([`observe`](Self::observe)), and asked for moves by [`choose`](Self::choose); information that
/// is hidden from it is then missing from the position ([`Position::determinizations`]). Most
/// engines implement `analyze` alone. One that plays differently from how it reviews implements
/// [`choose_with_report`](Self::choose_with_report).
pub trait Engine<G: Game>: Send {
    /// Returns the name and version for records: `monte-carlo 1`.
    fn name(&self) -> String;

    /// Searches a position until a limit is reached or everything requested is proven.
    ///
    /// `progress` is called with an intermediate result a few times a second. A move to include
    /// that is not legal is ignored.
    fn analyze(
        &mut self,
        position: &G::Position,
        request: &SearchRequest<'_, MoveOf<G>>,
        progress: &mut dyn FnMut(&SearchResult<MoveOf<G>>),
    ) -> SearchResult<MoveOf<G>>;

    /// Returns the values of the drawn and of all possible chance outcomes, to separate luck from
    /// skill; `position` is the one after the chance event.
    ///
    /// The difference between a search before and a search after the chance event would not do:
    /// with as many nodes, the second finds more. `None` if both would be exact, or if the engine
    /// has no such measure.
    fn chance_baseline(
        &mut self,
        _position: &G::Position,
        _request: &SearchRequest<'_, MoveOf<G>>,
    ) -> Option<ChanceBaseline> {
        None
    }

    /// Returns the same as [`chance_baseline`](Self::chance_baseline), also where the values are
    /// exact.
    ///
    /// Whether there is an answer, and how deep it looks, does not depend on the drawn outcome, so
    /// that the mean difference over all outcomes is 0.
    fn chance_values(
        &mut self,
        position: &G::Position,
        request: &SearchRequest<'_, MoveOf<G>>,
    ) -> Option<ChanceBaseline> {
        self.chance_baseline(position, request)
    }

    /// Prepares to play a game; `start` is the first position as this player sees it.
    fn new_game(&mut self, _start: &G::Position, _seat: Player) {}

    /// Informs the engine of a step by any player in the position `before`.
    fn observe(&mut self, _before: &G::Position, _step: &StepOf<G>) {}

    /// Returns how well the steps that were observed reveal the secret of the opponent, which `position`
    /// holds; `None` in a game without secrets, or if a secret is not known.
    fn secret_guess(&self, _position: &G::Position) -> Option<SecretGuess> {
        None
    }

    /// Returns the move to play and the search result behind it; `None` only if there is no move.
    fn choose_with_report(
        &mut self,
        position: &G::Position,
        request: &SearchRequest<'_, MoveOf<G>>,
    ) -> Option<MoveChoice<MoveOf<G>>> {
        MoveChoice::best(self.analyze(position, request, &mut |_| {}))
    }

    /// Returns the move to play; `None` only if there is no move.
    fn choose(
        &mut self,
        position: &G::Position,
        request: &SearchRequest<'_, MoveOf<G>>,
    ) -> Option<MoveOf<G>> {
        self.choose_with_report(position, request)
            .map(|choice| choice.mv)
    }
}

/// Returns the player from whose point of view a position is searched.
pub(super) fn perspective<P: Position>(position: &P) -> Player {
    position.mover().unwrap_or(Player::First)
}

// The request to an engine.

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

// The memory and threads of an engine.

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

/// A guess at a player's secret from the player's moves, compared with the truth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SecretGuess {
    /// Whether the true secret is the likeliest one.
    pub is_right: bool,
    /// The probability that the guess gives to the true secret, 0 to 1.
    pub probability: f64,
    /// The number of secrets that are possible before any move.
    pub candidates: u32,
}
