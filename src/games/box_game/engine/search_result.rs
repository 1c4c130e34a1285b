//! What was found, told.

use super::board::PlaceIndex;
use super::payoff::Payoff;
use super::root_search::PlaceCandidate;
use crate::contract::{Proven, Rules as _};
use crate::games::box_game::Position;
use crate::games::box_game::moves::{Move, Orientation};
use crate::search::{Bounds, Coverage, SearchLine, SearchRequest, SearchResult, Value};
use std::time::Duration;

/// A place of the board as the rules know it.
pub(super) fn placement(place: PlaceIndex) -> Option<Move> {
    let (row, column, vertical) = place.coordinates();
    let direction = if vertical {
        Orientation::Vertical
    } else {
        Orientation::Horizontal
    };
    Move::new(row as u8, column as u8, direction)
}

/// The reverse.
pub(super) fn place(placement: Move) -> PlaceIndex {
    let vertical = placement.orientation() == Orientation::Vertical;
    PlaceIndex::new(
        usize::from(placement.row()),
        usize::from(placement.column()),
        vertical,
    )
}

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
            include: request.forced.map(place),
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
        let mv = placement(one.place)?;
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

/// What a turn is worth in time, by the tiles laid: the first ones decide little, and late there
/// is little to look at.
const fn turn_weight(tiles: u32) -> u32 {
    match tiles {
        0..=2 => 4,
        3..=18 => 8,
        19..=23 => 5,
        24..=27 => 2,
        _ => 1,
    }
}

/// How many tiles lie on the board, about.
fn tiles_laid(position: &Position) -> u32 {
    let dots = position.rows().iter().map(|row| {
        let dots = (row | row >> 1 | row >> 2) & 0o11_111_111_111_111_111_111;
        dots.count_ones()
    });
    // A tile covers one dot and a half on the average.
    dots.sum::<u32>() * 2 / 21
}

/// How much of a game is played: nearly all games have some 30 tiles.
pub(in super::super) fn progress(position: &Position) -> f64 {
    (f64::from(tiles_laid(position)) / 30.0).min(1.0)
}

/// How much of the time left to spend now, so that later turns get their share.
pub(in super::super) fn allocate_time(position: &Position, left: Duration) -> Duration {
    let tiles = tiles_laid(position);
    let turns = (tiles..36).step_by(2);
    let all: u32 = turns.map(turn_weight).sum();
    if position.is_over() {
        return Duration::ZERO;
    }
    left * turn_weight(tiles) / all.max(4)
}
