//! What was found, told.

use super::board::PlaceIndex;
use super::payoff::Payoff;
use super::root_search::PlaceCandidate;
use crate::contract::Proven;
use crate::games::box_game::moves::Move;
use crate::search::{Bounds, Coverage, SearchLine, SearchRequest, SearchResult, Value};

/// What a report is made of.
pub(super) struct BoxResultBuilder<'a> {
    /// All places, the best first.
    pub candidates: &'a [PlaceCandidate],
    /// Nothing was guessed.
    pub is_exact: bool,
    /// So many are told.
    pub lines: usize,
    /// And this one.
    pub include: Option<PlaceIndex>,
}

impl<'a> BoxResultBuilder<'a> {
    /// What a search found, as far as it was asked for.
    pub fn new(
        candidates: &'a [PlaceCandidate],
        is_exact: bool,
        request: &SearchRequest<'_, Move>,
    ) -> Self {
        Self {
            candidates,
            is_exact,
            lines: request.lines.max(1),
            include: request.forced.map(PlaceIndex::from_move),
        }
    }

    pub fn search_result(&self, nodes: u64) -> SearchResult<Move> {
        let all = self.candidates.iter().enumerate();
        let told = all.filter(|(at, one)| *at < self.lines || self.include == Some(one.place));
        let best = self.candidates.first();
        SearchResult {
            value: value(
                best.map_or(Payoff::default(), |one| one.payoff),
                self.is_exact,
            ),
            lines: told.filter_map(|(_, one)| self.search_line(one)).collect(),
            nodes,
            coverage: Coverage::AllMoves,
        }
    }

    fn search_line(&self, one: &PlaceCandidate) -> Option<SearchLine<Move>> {
        let mv = one.place.to_move()?;
        Some(SearchLine {
            mv,
            value: value(one.payoff, self.is_exact),
            visits: one.visits,
            depth: one.depth,
            pv: vec![mv],
        })
    }
}

/// What a position before the tile is dealt is worth.
pub(super) fn before_chance(worth: Payoff, is_exact: bool, nodes: u64) -> SearchResult<Move> {
    SearchResult {
        value: value(worth, is_exact),
        lines: Vec::new(),
        nodes,
        coverage: Coverage::AllMoves,
    }
}

fn value(worth: Payoff, is_exact: bool) -> Value {
    let (win, points) = (0.5 + worth.win, 150.0 + worth.points);
    // With a lead of a hundred the loser's points end at 0, and are no mirror image any more.
    let exact = is_exact && worth.points.abs() < 150.0;
    let bounds = match win {
        _ if !exact => Bounds::UNKNOWN,
        // A mean of ones is a one: nothing that luck deals changes it.
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
