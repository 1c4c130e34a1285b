use super::{Bounds, Value};
use crate::contract::{Faults, Player, Position, Proven};
use std::cmp::Ordering;

/// Which of the legal moves were looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coverage {
    /// All of them: the best line is the best move as far as the search can tell.
    AllMoves,
    /// Some: the best line is the best of those looked at.
    Subset,
}

/// One move, and what is thought to follow.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchLine<M> {
    /// The move.
    pub mv: M,
    /// What it is worth to the player who makes it.
    pub value: Value,
    /// How many nodes or playouts went into it.
    pub visits: u64,
    /// How many plies deep it was looked at, the move itself counted.
    pub depth: u32,
    /// The moves thought best, this one first; it ends where luck deals.
    pub pv: Vec<M>,
}

/// What a brain found out about a position.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult<M> {
    /// What the position is worth to the player to act (where luck deals, to the player who moves
    /// after it).
    pub value: Value,
    /// The best moves, the best first, proven wins before all others and proven losses behind
    /// them; then the forced move if it is none of them. Empty when the game is over or luck deals.
    pub lines: Vec<SearchLine<M>>,
    /// Nodes: what a search counts, playouts or positions. The unit of a budget of nodes.
    pub nodes: u64,
    /// Which moves were looked at.
    pub coverage: Coverage,
}

impl<M> SearchResult<M> {
    /// The report on a game that is over.
    pub fn game_over<P: Position<Move = M>>(position: &P) -> Self {
        let player = position.mover().unwrap_or(Player::First);
        Self {
            value: Value::of(&position.outcome(Faults::NONE), player),
            lines: Vec::new(),
            nodes: 0,
            coverage: Coverage::AllMoves,
        }
    }

    /// The move thought best.
    pub fn best_move(&self) -> Option<&M> {
        self.lines.first().map(|line| &line.mv)
    }

    /// Sorts the lines, takes from them what the position is worth (and keeps what else is proven
    /// of it already), and leaves the best `lines` and the forced move. `lines` must be all that
    /// were looked at.
    #[must_use]
    pub fn ranked(mut self, lines: usize, forced: Option<&M>) -> Self
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
                // A move that was not looked at may be better.
                Coverage::Subset => bounds.max(Bounds::UNKNOWN),
            };
            self.value = self.value.within(proven);
            self.value.exact &= self.coverage == Coverage::AllMoves || bounds.lower == Proven::Win;
        }
        self.truncated(lines, forced)
    }

    /// Leaves the first `lines`, at least one, and the forced move.
    #[must_use]
    pub(super) fn truncated(mut self, lines: usize, forced: Option<&M>) -> Self
    where
        M: PartialEq,
    {
        let mut at = 0;
        self.lines.retain(|line| {
            at += 1;
            at <= lines.max(1) || forced == Some(&line.mv)
        });
        self
    }

    /// The same with its moves in another type.
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

/// Where what is proven puts a line: wins before all others, losses behind them.
pub const fn proof_rank(proven: Option<Proven>) -> u8 {
    match proven {
        Some(Proven::Win) => 0,
        Some(Proven::Loss) => 2,
        _ => 1,
    }
}

/// The better line first: by what is proven, then by what it is worth where much looking stands
/// behind it.
pub(super) fn compare_lines<M>(a: &SearchLine<M>, b: &SearchLine<M>) -> Ordering {
    let by_class = proof_rank(a.value.proven()).cmp(&proof_rank(b.value.proven()));
    let by_worth = || lower_confidence_bound(b).total_cmp(&lower_confidence_bound(a));
    by_class
        .then_with(by_worth)
        .then_with(|| b.visits.cmp(&a.visits))
}

/// A lower bound of a guess: a move that few playouts liked is not the best one yet.
#[expect(clippy::cast_precision_loss, reason = "a rough bound")]
fn lower_confidence_bound<M>(line: &SearchLine<M>) -> f64 {
    if line.value.exact || line.value.proven().is_some() {
        line.value.win
    } else {
        line.value.win - 1.0 / ((line.visits + 1) as f64).sqrt()
    }
}

/// A move to play, and what that rests on.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveChoice<M> {
    /// The move. May say more than the bare one (Zuniq's claim).
    pub mv: M,
    /// The same as it stands in the report.
    pub reported_move: M,
    /// What was found.
    pub report: SearchResult<M>,
}

impl<M: Copy> MoveChoice<M> {
    /// The best line of a report.
    pub fn best(report: SearchResult<M>) -> Option<Self> {
        let mv = *report.best_move()?;
        Some(Self {
            mv,
            reported_move: mv,
            report,
        })
    }
}

/// What luck dealt and all that it could have dealt, each worth to the player who acts, by one
/// measure. Where it is not known how it looks to the players, each has a value for each way.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChanceBaseline {
    /// What was dealt.
    pub drawn: Vec<Value>,
    /// All that could have been, equally likely.
    pub possible: Vec<Value>,
    /// Nodes looked at.
    pub nodes: u64,
}
