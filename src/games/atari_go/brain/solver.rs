//! The end of a game, read out.
//!
//! Alpha-beta over results (win, draw, loss) with a table. Most positions late in a game are
//! settled by what nobody can take any more; the last ply is counted, not played.

use super::board::{Board, PASS, byte};
use super::settle;
use super::shape::{Set, lowest, points};

/// Which side of a result is known.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    check: u64,
    least: i8,
    most: i8,
    left: u8,
    mv: u8,
}

/// The solver; remembers what it found out.
#[derive(Debug)]
pub struct Solver {
    table: Vec<Entry>,
    nodes: u64,
    limit: u64,
}

/// So many positions count as one game played out.
const PER_GAME: u64 = 16;

/// Nothing can be said: the budget is used up.
#[derive(Debug)]
struct Tired;

impl Solver {
    /// A solver whose table takes about so many bytes.
    pub fn new(bytes: usize) -> Self {
        let slots = (bytes / size_of::<Entry>()).max(1024);
        Self {
            table: vec![Entry::default(); 1 << slots.ilog2()],
            nodes: 0,
            limit: 0,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.fill(Entry::default());
    }

    /// Positions that the last question took.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The result of best play for the first player, -1, 0 or 1; `None` if it takes more positions
    /// than the budget. `stop` is asked now and then.
    pub fn solve(
        &mut self,
        board: &Board,
        budget: u64,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Option<i8> {
        (self.nodes, self.limit) = (0, budget);
        let sign = sign(board);
        self.look(board, -1, 1, stop).ok().map(|value| sign * value)
    }

    /// Whether the mover gets more than `alpha`; values at or beyond `alpha` and `beta` are bounds.
    fn look(
        &mut self,
        board: &Board,
        mut alpha: i8,
        mut beta: i8,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Result<i8, Tired> {
        self.nodes += 1;
        let is_due = self.nodes.is_multiple_of(PER_GAME);
        if self.nodes > self.limit || is_due && stop(1) {
            return Err(Tired);
        }
        if board.left() <= 1 {
            return Ok(last_ply(board));
        }
        let (mut least, mut most) = for_mover(board, settle::bounds(board));
        let key = key(board);
        let slot = key.0 as usize & (self.table.len() - 1);
        let entry = self.table[slot];
        let is_known = entry.check == key.1 && u16::from(entry.left) == board.left();
        if is_known {
            least = least.max(entry.least);
            most = most.min(entry.most);
        }
        if least >= beta || least == most {
            return Ok(least);
        }
        if most <= alpha {
            return Ok(most);
        }
        alpha = alpha.max(least);
        beta = beta.min(most);
        let first = if is_known { entry.mv } else { u8::MAX };
        let (best, mv) = self.best(board, (least, alpha, beta), first, stop)?;
        // Below `alpha` and above `beta` only one side is known.
        if best > alpha {
            least = least.max(best);
        }
        if best < beta {
            most = most.min(best);
        }
        let left = u8::try_from(board.left()).unwrap_or(u8::MAX);
        self.table[slot] = Entry {
            check: key.1,
            least,
            most,
            left,
            mv,
        };
        Ok(best)
    }

    /// The value of the best move, at least `least`, and the move; `first` is tried first.
    fn best(
        &mut self,
        board: &Board,
        (least, alpha, beta): (i8, i8, i8),
        first: u8,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Result<(i8, u8), Tired> {
        let (mut best, mut chosen) = (least, u8::MAX);
        for point in sets(board, first).into_iter().flat_map(points) {
            let mut after = board.clone();
            after.play(point);
            let value = -self.look(&after, -beta, -alpha.max(best), stop)?;
            if value > best || chosen == u8::MAX {
                best = best.max(value);
                chosen = byte(point);
            }
            if best >= beta {
                break;
            }
        }
        Ok((best, chosen))
    }
}

fn sign(board: &Board) -> i8 {
    if board.mover() == 0 { 1 } else { -1 }
}

fn for_mover(board: &Board, (least, most): (i8, i8)) -> (i8, i8) {
    if board.mover() == 0 {
        (least, most)
    } else {
        (-most, -least)
    }
}

/// What the mover gets by the last move, or if there is none left.
fn last_ply(board: &Board) -> i8 {
    let (us, them) = (board.mover(), 1 - board.mover());
    let sign = i32::from(sign(board));
    let mut lead = sign * board.lead();
    if board.left() == 0 {
        return (sign * board.result()) as i8;
    }
    let prey = board.atari(them);
    let mut most = 0;
    let mut rest = prey;
    while rest != 0 {
        let liberty = board.liberties(lowest(rest));
        let mut taken: Set = 0;
        for stone in points(board.shape().beside(liberty) & prey) {
            taken |= board.chain(stone);
        }
        rest &= !board.chain(lowest(rest));
        if liberty & board.ko() == 0 {
            most = most.max(taken.count_ones() as i32);
        }
    }
    lead += most;
    if board.captures() == [0; 2] && most == 0 {
        lead = board.stones(us).count_ones() as i32 - board.stones(them).count_ones() as i32;
        lead += i32::from(board.legal() != 0);
    }
    lead.signum() as i8
}

/// The moves, those first that look best: known, taking, saving, pressing, anything, passing.
fn sets(board: &Board, first: u8) -> [Set; 6] {
    let (us, them) = (board.mover(), 1 - board.mover());
    let mut left = board.legal() | 1 << PASS;
    let mut next = |set: Set| {
        let part = left & set;
        left &= !part;
        part
    };
    let ends = |weak: Set| points(weak).fold(0, |set, at| set | board.liberties(at));
    let known = next(if first == u8::MAX { 0 } else { 1 << first });
    let taking = next(ends(board.atari(them)));
    let saving = next(ends(board.atari(us)));
    let near = board.shape().beside(board.stones(them));
    let pressing = next(near);
    let anything = next(!(1 << PASS));
    [known, taking, saving, pressing, anything, next(Set::MAX)]
}

/// Two numbers that are the same for the same future.
fn key(board: &Board) -> (u64, u64) {
    let words = |set: Set| [set as u64, (set >> 64) as u64];
    let [a, b] = words(board.stones(0));
    let [c, d] = words(board.stones(1));
    let ko = lowest(board.ko()) as u64 + if board.ko() == 0 { 128 } else { 0 };
    let lead = u64::from(board.lead() as u32);
    let rest = lead << 32
        | u64::from(board.captures() == [0; 2]) << 31
        | u64::from(board.left()) << 10
        | ko << 1
        | board.mover() as u64;
    let (mut one, mut other) = (0x243f_6a88_85a3_08d3_u64, 0x1319_8a2e_0370_7344_u64);
    for word in [a, b, c, d, rest] {
        one = (one ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        one ^= one >> 29;
        other = (other.rotate_left(23) ^ word).wrapping_mul(0xd6e8_feb8_6659_fd93);
        other ^= other >> 32;
    }
    (one, other | 1)
}
