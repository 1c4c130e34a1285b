use super::{ChanceBaseline, MoveChoice, SearchRequest, SearchResult};
use crate::contract::{Game, MoveOf, Player, Position, StepOf};

/// One that thinks about positions of a game.
///
/// As a *reviewer* it is asked by [`think`](Self::think) and sees all that stands in the position.
/// As a *player* it is told where it sits and every act that is made, and asked by
/// [`choose`](Self::choose) with positions in which what is hidden from it is not known
/// ([`Position::worlds`]). Most brains need the first alone; who plays otherwise than it reviews
/// says so in [`ponder`](Self::ponder).
pub trait Engine<G: Game>: Send {
    /// Its name and version for records: `monte-carlo 1`.
    fn name(&self) -> String;

    /// Thinks about a position, until the limits are reached or all that was asked is proven.
    /// `progress` gets a report on the way a few times a second. A forced move that is not legal
    /// is ignored.
    fn analyze(
        &mut self,
        position: &G::Position,
        request: &SearchRequest<'_, MoveOf<G>>,
        progress: &mut dyn FnMut(&SearchResult<MoveOf<G>>),
    ) -> SearchResult<MoveOf<G>>;

    /// What luck dealt in a position and all that it could have dealt there. A search after the
    /// deal finds more than one before it with as many nodes, so their difference is more than
    /// luck. `None` if both would be exact, or the brain has no such measure.
    fn chance_baseline(
        &mut self,
        _position: &G::Position,
        _request: &SearchRequest<'_, MoveOf<G>>,
    ) -> Option<ChanceBaseline> {
        None
    }

    /// Sits down to play; `start` is the first position as this player sees it.
    fn new_game(&mut self, _start: &G::Position, _seat: Player) {}

    /// An act was made, by whomever, in the position `before` it.
    fn observe(&mut self, _before: &G::Position, _step: &StepOf<G>) {}

    /// Chooses the move to play, and tells what that rests on; `None` only if there is none.
    fn choose_with_report(
        &mut self,
        position: &G::Position,
        request: &SearchRequest<'_, MoveOf<G>>,
    ) -> Option<MoveChoice<MoveOf<G>>> {
        MoveChoice::best(self.analyze(position, request, &mut |_| {}))
    }

    /// The move to play; `None` only if there is none.
    fn choose(
        &mut self,
        position: &G::Position,
        request: &SearchRequest<'_, MoveOf<G>>,
    ) -> Option<MoveOf<G>> {
        self.choose_with_report(position, request)
            .map(|choice| choice.mv)
    }
}

/// The player for whom a report speaks.
pub(super) fn perspective<P: Position>(position: &P) -> Player {
    position.mover().unwrap_or(Player::First)
}
