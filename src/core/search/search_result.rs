//! The results of a search.

use super::{Bounds, Value};
use crate::contract::{Faults, Player, Position, Proven};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// The extent to which the legal moves were searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Coverage {
    /// All moves were searched: the best line starts with the best move that the search found.
    AllMoves,
    /// Some moves were not searched, and one of them may be better than the best line.
    Subset,
}

/// A move with its value and its expected continuation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchLine<M> {
    /// The move.
    pub mv: M,
    /// The value of the move for the player who makes it.
    pub value: Value,
    /// The number of nodes or playouts spent on the move.
    pub visits: u64,
    /// The depth of the search in plies, the move itself included.
    pub depth: u32,
    /// The principal variation, which starts with the move and ends before a chance event.
    pub pv: Vec<M>,
}

/// The result of searching a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchResult<M> {
    /// The value of the position for the player to act (before a chance event: for the player who
    /// moves after it).
    pub value: Value,
    /// The best moves, the best first, with proven wins before and proven losses after all others;
    /// then the move to include if it is not among them. Empty when the game is over or a chance
    /// event is due.
    pub lines: Vec<SearchLine<M>>,
    /// The number of nodes: playouts or positions, whichever the search counts. Node limits are in
    /// the same unit.
    pub nodes: u64,
    /// The extent to which the legal moves were searched.
    pub coverage: Coverage,
}

impl<M> SearchResult<M> {
    /// Returns the result for a game that is over.
    pub fn game_over<P: Position<Move = M>>(position: &P) -> Self {
        let player = position.mover().unwrap_or(Player::First);
        Self {
            value: Value::of(&position.outcome(Faults::NONE), player),
            lines: Vec::new(),
            nodes: 0,
            coverage: Coverage::AllMoves,
        }
    }

    /// Returns the best move.
    pub fn best_move(&self) -> Option<&M> {
        self.lines.first().map(|line| &line.mv)
    }

    /// Returns the result with its lines sorted, its value taken from them, and only the best lines
    /// and the move to include kept.
    ///
    /// Before the call, [`lines`](Self::lines) must hold every move that was searched. Bounds
    /// already proven for the position are kept.
    #[must_use]
    pub fn ranked(mut self, lines: usize, include: Option<&M>) -> Self
    where
        M: PartialEq,
    {
        self.lines.sort_by(compare_lines);
        if let Some(best) = self.lines.first() {
            let all = self.lines.iter().map(|line| line.value.bounds);
            let bounds = all.reduce(Bounds::max).unwrap_or(best.value.bounds);
            let proven = self.value.bounds;
            self.value = best.value;
            self.value.bounds = match self.coverage {
                Coverage::AllMoves => bounds,
                // A move that was not searched may be better.
                Coverage::Subset => bounds.max(Bounds::UNKNOWN),
            };
            self.value = self.value.within(proven);
            self.value.exact &= self.coverage == Coverage::AllMoves || bounds.lower == Proven::Win;
        }
        self.truncated(lines, include)
    }

    /// Returns the result with only the first `lines` lines, at least one, and the move to include.
    #[must_use]
    pub(super) fn truncated(mut self, lines: usize, include: Option<&M>) -> Self
    where
        M: PartialEq,
    {
        let mut rank = 0;
        self.lines.retain(|line| {
            rank += 1;
            rank <= lines.max(1) || include == Some(&line.mv)
        });
        self
    }

    /// Converts the moves to another type.
    pub fn map<N>(self, mut each: impl FnMut(&M) -> N) -> SearchResult<N> {
        let lines = self.lines.into_iter().map(|line| SearchLine {
            mv: each(&line.mv),
            value: line.value,
            visits: line.visits,
            depth: line.depth,
            pv: line.pv.iter().map(&mut each).collect(),
        });
        SearchResult {
            lines: lines.collect(),
            value: self.value,
            nodes: self.nodes,
            coverage: self.coverage,
        }
    }
}

/// Returns the rank of a line by what is proven: 0 for wins, 2 for losses, 1 for all others.
pub const fn proof_rank(proven: Option<Proven>) -> u8 {
    match proven {
        Some(Proven::Win) => 0,
        Some(Proven::Loss) => 2,
        _ => 1,
    }
}

/// Orders two lines, the better one first: by what is proven, then by a lower confidence bound of
/// the value, then by visits.
pub(super) fn compare_lines<M>(a: &SearchLine<M>, b: &SearchLine<M>) -> Ordering {
    let by_class = proof_rank(a.value.proven()).cmp(&proof_rank(b.value.proven()));
    let by_value = || lower_confidence_bound(b).total_cmp(&lower_confidence_bound(a));
    by_class
        .then_with(by_value)
        .then_with(|| b.visits.cmp(&a.visits))
}

/// Returns a lower confidence bound of a line's value, so that a move does not become the best one
/// by a few lucky playouts.
#[expect(clippy::cast_precision_loss, reason = "a rough bound")]
fn lower_confidence_bound<M>(line: &SearchLine<M>) -> f64 {
    if line.value.exact || line.value.proven().is_some() {
        line.value.win
    } else {
        line.value.win - 1.0 / ((line.visits + 1) as f64).sqrt()
    }
}

/// A move to play, with the search result behind it.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveChoice<M> {
    /// The move, perhaps with an addition that the search does not distinguish (Zuniq's claim).
    pub mv: M,
    /// The move without that addition, as in the report.
    pub reported_move: M,
    /// The search result.
    pub report: SearchResult<M>,
}

impl<M: Copy> MoveChoice<M> {
    /// Returns the choice of the best line of a report; `None` if it has no lines.
    pub fn best(report: SearchResult<M>) -> Option<Self> {
        let mv = *report.best_move()?;
        Some(Self {
            mv,
            reported_move: mv,
            report,
        })
    }
}

/// The values of the drawn and of all possible chance outcomes, by the same measure, for the player
/// to act.
///
/// If hidden information matters, there is a value for each outcome and each determinization.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChanceBaseline {
    /// The values of the drawn outcome.
    pub drawn: Vec<Value>,
    /// The values of all possible outcomes, which are equally likely.
    pub possible: Vec<Value>,
    /// The number of nodes searched.
    pub nodes: u64,
}
