//! An exact endgame solver.
//!
//! Alpha-beta search over results (win, draw, loss) with a transposition table. Static bounds
//! decide most positions late in a game; the last ply is evaluated without being played.

use super::board::{GoBoard, PASS, to_u8};
use super::geometry::{PointSet, lowest, points};
use super::static_bounds;
use crate::contract::SPLITMIX64_INCREMENT;
use crate::search::table::{Bucket, BucketTable, Growth, KeyBits};

/// A transposition table entry with bounds on the result for the player to move.
#[derive(Clone, Copy, Debug, Default)]
struct SolverEntry {
    check: u64,
    lower: i8,
    upper: i8,
    plies_left: u8,
    best_move: u8,
}

impl Bucket for SolverEntry {
    const KEY_BITS: KeyBits = KeyBits::Low;
    const GROWTH: Growth = Growth::Never;
    const INITIAL_BUCKETS: usize = MIN_ENTRIES;

    fn split(&mut self, _to: &mut Self, _moves: impl Fn(u64) -> bool) {}
}

/// The smallest number of entries of the table.
const MIN_ENTRIES: usize = 1024;

/// The solver with its transposition table.
#[derive(Debug)]
pub struct AtariGoSolver {
    table: BucketTable<SolverEntry>,
    nodes: u64,
    max_nodes: u64,
}

/// The number of positions that count as one playout.
const NODES_PER_PLAYOUT: u64 = 16;

/// The error that the budget is used up before the result is known.
#[derive(Debug)]
struct BudgetExhausted;

impl AtariGoSolver {
    /// Creates a solver whose table uses about `bytes` bytes.
    pub fn new(bytes: usize) -> Self {
        Self {
            table: BucketTable::new(bytes.max(MIN_ENTRIES * size_of::<SolverEntry>())),
            nodes: 0,
            max_nodes: 0,
        }
    }

    /// Clears the transposition table.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Returns the number of positions that the last call of [`solve`](Self::solve) visited.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the result of best play for the first player, -1, 0 or 1; `None` if the search needs
    /// more positions than the budget or is stopped.
    ///
    /// `stop` is called from time to time with the number of nodes spent since the last call.
    pub fn solve(
        &mut self,
        board: &GoBoard,
        budget: u64,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Option<i8> {
        (self.nodes, self.max_nodes) = (0, budget);
        let sign = mover_sign(board);
        self.alpha_beta(board, -1, 1, stop)
            .ok()
            .map(|value| sign * value)
    }

    /// Returns the result for the player to move.
    ///
    /// A value at or below `alpha` is an upper bound, one at or above `beta` a lower bound.
    fn alpha_beta(
        &mut self,
        board: &GoBoard,
        mut alpha: i8,
        mut beta: i8,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Result<i8, BudgetExhausted> {
        self.nodes += 1;
        let is_due = self.nodes.is_multiple_of(NODES_PER_PLAYOUT);
        if self.nodes > self.max_nodes || is_due && stop(1) {
            return Err(BudgetExhausted);
        }
        if board.plies_left() <= 1 {
            return Ok(last_ply_value(board));
        }
        let (mut lower, mut upper) = for_mover(board, static_bounds::bounds(board));
        let key = position_key(board);
        let entry = *self.table.get(key.0);
        let is_known = entry.check == key.1 && u16::from(entry.plies_left) == board.plies_left();
        if is_known {
            lower = lower.max(entry.lower);
            upper = upper.min(entry.upper);
        }
        if lower >= beta || lower == upper {
            return Ok(lower);
        }
        if upper <= alpha {
            return Ok(upper);
        }
        alpha = alpha.max(lower);
        beta = beta.min(upper);
        let first = if is_known { entry.best_move } else { u8::MAX };
        let (best, mv) = self.best_move(board, (lower, alpha, beta), first, stop)?;
        // At or below `alpha` and at or above `beta` the value is only a bound.
        if best > alpha {
            lower = lower.max(best);
        }
        if best < beta {
            upper = upper.min(best);
        }
        let left = u8::try_from(board.plies_left()).unwrap_or(u8::MAX);
        *self.table.get_mut(key.0) = SolverEntry {
            check: key.1,
            lower,
            upper,
            plies_left: left,
            best_move: mv,
        };
        Ok(best)
    }

    /// Returns the value of the best move, at least the known lower bound, and the move; `first` is
    /// tried first.
    fn best_move(
        &mut self,
        board: &GoBoard,
        (lower, alpha, beta): (i8, i8, i8),
        first: u8,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Result<(i8, u8), BudgetExhausted> {
        let (mut best, mut chosen) = (lower, u8::MAX);
        for point in ordered_move_sets(board, first).into_iter().flat_map(points) {
            let mut after = board.clone();
            after.play(point);
            let value = -self.alpha_beta(&after, -beta, -alpha.max(best), stop)?;
            if value > best || chosen == u8::MAX {
                best = best.max(value);
                chosen = to_u8(point);
            }
            if best >= beta {
                break;
            }
        }
        Ok((best, chosen))
    }
}

/// Returns the sign that converts results between the first player and the player to move.
fn mover_sign(board: &GoBoard) -> i8 {
    if board.mover() == 0 { 1 } else { -1 }
}

/// Converts bounds for the first player to bounds for the player to move.
fn for_mover(board: &GoBoard, (lower, upper): (i8, i8)) -> (i8, i8) {
    if board.mover() == 0 {
        (lower, upper)
    } else {
        (-upper, -lower)
    }
}

/// Returns the result for the player to move if at most one ply is left.
fn last_ply_value(board: &GoBoard) -> i8 {
    let (us, them) = (board.mover(), 1 - board.mover());
    let sign = i32::from(mover_sign(board));
    let mut lead = sign * board.capture_lead();
    if board.plies_left() == 0 {
        return (sign * board.result()) as i8;
    }
    let prey = board.atari(them);
    let mut max_taken = 0;
    let mut rest = prey;
    while rest != 0 {
        let liberty = board.liberties(lowest(rest));
        let mut taken: PointSet = 0;
        for stone in points(board.geometry().neighbours_of(liberty) & prey) {
            taken |= board.chain(stone);
        }
        rest &= !board.chain(lowest(rest));
        if liberty & board.ko() == 0 {
            max_taken = max_taken.max(taken.count_ones() as i32);
        }
    }
    lead += max_taken;
    if board.captures() == [0; 2] && max_taken == 0 {
        lead = board.stones(us).count_ones() as i32 - board.stones(them).count_ones() as i32;
        lead += i32::from(board.legal_points() != 0);
    }
    lead.signum() as i8
}

/// Returns the moves in the order to try them: the known best move, captures, rescues, contact
/// moves, other stones, and the pass.
fn ordered_move_sets(board: &GoBoard, first: u8) -> [PointSet; 6] {
    let (us, them) = (board.mover(), 1 - board.mover());
    let mut left = board.legal_points() | 1 << PASS;
    let mut next = |set: PointSet| {
        let part = left & set;
        left &= !part;
        part
    };
    let ends = |weak: PointSet| points(weak).fold(0, |set, at| set | board.liberties(at));
    let from_table = next(if first == u8::MAX { 0 } else { 1 << first });
    let taking = next(ends(board.atari(them)));
    let saving = next(ends(board.atari(us)));
    let near = board.geometry().neighbours_of(board.stones(them));
    let pressing = next(near);
    let anything = next(!(1 << PASS));
    [
        from_table,
        taking,
        saving,
        pressing,
        anything,
        next(PointSet::MAX),
    ]
}

/// Returns a table key and a check that are equal for positions with the same future.
fn position_key(board: &GoBoard) -> (u64, u64) {
    let words = |set: PointSet| [set as u64, (set >> 64) as u64];
    let [a, b] = words(board.stones(0));
    let [c, d] = words(board.stones(1));
    let ko = lowest(board.ko()) as u64 + if board.ko() == 0 { 128 } else { 0 };
    let lead = u64::from(board.capture_lead() as u32);
    let rest = lead << 32
        | u64::from(board.captures() == [0; 2]) << 31
        | u64::from(board.plies_left()) << 10
        | ko << 1
        | board.mover() as u64;
    let (mut one, mut other) = (0x243f_6a88_85a3_08d3_u64, 0x1319_8a2e_0370_7344_u64);
    for word in [a, b, c, d, rest] {
        one = (one ^ word).wrapping_mul(SPLITMIX64_INCREMENT);
        one ^= one >> 29;
        other = (other.rotate_left(23) ^ word).wrapping_mul(0xd6e8_feb8_6659_fd93);
        other ^= other >> 32;
    }
    (one, other | 1)
}
