//! The conversion of the engine's results into a [`SearchResult`].

use super::board::PlaceIndex;
use super::payoff::Payoff;
use super::root_search::PlaceCandidate;
use crate::contract::Proven;
use crate::games::box_game::moves::Move;
use crate::search::{Bounds, Coverage, SearchLine, SearchRequest, SearchResult, Value};

/// The parts of a search result.
pub(super) struct BoxResultBuilder<'a> {
    /// All places, the best first.
    pub candidates: &'a [PlaceCandidate],
    /// Whether the payoffs are exact.
    pub is_exact: bool,
    /// The number of best places to report.
    pub lines: usize,
    /// A place to report in addition.
    pub include: Option<PlaceIndex>,
}

impl<'a> BoxResultBuilder<'a> {
    /// Creates a builder that reports what a request asks for.
    pub fn new(
        candidates: &'a [PlaceCandidate],
        is_exact: bool,
        request: &SearchRequest<'_, Move>,
    ) -> Self {
        Self {
            candidates,
            is_exact,
            lines: request.lines.max(1),
            include: request.include.map(PlaceIndex::from_move),
        }
    }

    /// Returns the search result, with the number of nodes that it took.
    pub fn search_result(&self, nodes: u64) -> SearchResult<Move> {
        let all = self.candidates.iter().enumerate();
        let reported =
            all.filter(|(at, candidate)| *at < self.lines || self.include == Some(candidate.place));
        let best = self.candidates.first();
        SearchResult {
            value: value(
                best.map_or(Payoff::default(), |candidate| candidate.payoff),
                self.is_exact,
            ),
            lines: reported
                .filter_map(|(_, candidate)| self.search_line(candidate))
                .collect(),
            nodes,
            coverage: Coverage::AllMoves,
        }
    }

    fn search_line(&self, candidate: &PlaceCandidate) -> Option<SearchLine<Move>> {
        let mv = candidate.place.to_move()?;
        Some(SearchLine {
            mv,
            value: value(candidate.payoff, self.is_exact),
            visits: candidate.visits,
            depth: candidate.depth,
            pv: vec![mv],
        })
    }
}

/// Returns the result for a position before the tile is drawn, which has no lines.
pub(super) fn before_chance(payoff: Payoff, is_exact: bool, nodes: u64) -> SearchResult<Move> {
    SearchResult {
        value: value(payoff, is_exact),
        lines: Vec::new(),
        nodes,
        coverage: Coverage::AllMoves,
    }
}

/// Returns the value of an exact payoff that is to be averaged with others, without bounds.
pub(super) fn unbounded_value(payoff: Payoff) -> Value {
    Value {
        bounds: Bounds::UNKNOWN,
        exact: true,
        ..value(payoff, false)
    }
}

fn value(payoff: Payoff, is_exact: bool) -> Value {
    let (win, points) = (0.5 + payoff.win, 150.0 + payoff.points);
    // From a lead of 100 on the loser's points stay at 0 and no longer mirror the winner's.
    let exact = is_exact && payoff.points.abs() < 150.0;
    let bounds = match win {
        _ if !exact => Bounds::UNKNOWN,
        // A mean probability of 1 means a win with any tiles.
        1.0.. => Bounds::exact(Proven::Win),
        ..=0.0 => Bounds::exact(Proven::Loss),
        _ => Bounds::UNKNOWN,
    };
    Value {
        bounds,
        win: win.clamp(0.0, 1.0),
        points: Some(points.max(0.0)),
        exact,
    }
}
