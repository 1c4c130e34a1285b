//! The interface of engines.

use super::{ChanceBaseline, MoveChoice, SearchRequest, SearchResult};
use crate::contract::{Game, MoveOf, Player, Position, StepOf};

/// A program that searches positions of a game.
///
/// As a *reviewer* it is called by [`analyze`](Self::analyze) and sees the whole position. As a
/// *player* it is told its seat ([`new_game`](Self::new_game)) and every step
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
