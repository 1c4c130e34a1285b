//! The exact solver: who wins, proven.
//!
//! A plain search for any move after which the other player loses, over what is [left](Core) of a
//! position. All children are looked up in the table before any is searched, and those with the
//! fewest edges left are searched first.

mod core;
mod frame;
mod keys;
mod table;

use self::core::Core;
use super::board::Board;
use frame::{Frame, Step};
use table::Table;

/// Positions between two questions whether to stop: a millisecond or two.
const ASK: u64 = 1024;

/// The solver, with what it has proven.
#[derive(Debug)]
pub(super) struct Solver {
    table: Table,
    /// Children that are still to be searched, of all positions on the way.
    stack: Vec<(Core, Step)>,
    /// Positions looked at since it was made.
    nodes: u64,
    limit: u64,
    ask_at: u64,
}

impl Solver {
    /// A solver that takes about so many bytes.
    pub(super) fn new(bytes: usize) -> Self {
        Self {
            table: Table::new(bytes),
            stack: Vec::new(),
            nodes: 0,
            limit: 0,
            ask_at: 0,
        }
    }

    /// Positions looked at since it was made.
    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Forgets what it has proven.
    pub(super) fn forget(&mut self) {
        self.table.clear();
    }

    /// How many positions it will about have to look at: half as many again with each edge that
    /// is left (measured on random positions of 24 to 32 plies).
    pub(super) fn expected_nodes(board: &Board) -> f32 {
        let left = Frame::new(board).core.free.count_ones();
        1.5_f32.powi(left.cast_signed())
    }

    /// Whether the player to act wins; `None` if that is not known after so many positions, or
    /// `stop`, told how many it looked at since it was last asked, said so.
    pub(super) fn solve(
        &mut self,
        board: &Board,
        limit: u64,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Option<bool> {
        let frame = Frame::new(board);
        if frame.core.is_decided() {
            return Some(frame.core.spare);
        }
        if let Some(known) = self.table.get(frame.core.key()) {
            return Some(known);
        }
        self.limit = self.nodes.saturating_add(limit);
        self.ask_at = self.nodes + ASK;
        let wins = self.search(&frame, stop);
        self.stack.clear();
        stop((self.nodes + ASK).saturating_sub(self.ask_at));
        wins
    }

    fn search(&mut self, frame: &Frame, stop: &mut dyn FnMut(u64) -> bool) -> Option<bool> {
        if self.nodes >= self.limit {
            return None;
        }
        if self.nodes >= self.ask_at {
            self.ask_at = self.nodes + ASK;
            if stop(ASK) {
                self.limit = 0;
                return None;
            }
        }
        self.nodes += 1;
        let base = self.stack.len();
        let wins = self.list(frame, base) || self.try_all(frame, base, stop)?;
        self.stack.truncate(base);
        self.table.put(frame.core.key(), wins);
        Some(wins)
    }

    /// Puts the children of which nothing is known on the stack, the one with the fewest edges
    /// last. Whether one is known that wins.
    fn list(&mut self, frame: &Frame, base: usize) -> bool {
        let mut wins = false;
        let stack = &mut self.stack;
        frame.children(&mut |core, step| {
            if core.is_decided() {
                wins |= !core.spare;
            } else {
                stack.push((core, step));
            }
        });
        if wins {
            return true;
        }
        let mut kept = base;
        for at in base..stack.len() {
            match self.table.get(stack[at].0.key()) {
                Some(false) => return true,
                Some(true) => {}
                None => {
                    stack[kept] = stack[at];
                    kept += 1;
                }
            }
        }
        stack.truncate(kept);
        stack[base..].sort_by_key(|(core, _)| std::cmp::Reverse(core.free.count_ones()));
        false
    }

    /// Searches the children on the stack. Whether one wins.
    fn try_all(
        &mut self,
        frame: &Frame,
        base: usize,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Option<bool> {
        while self.stack.len() > base {
            let Some((core, step)) = self.stack.pop() else {
                break;
            };
            // It may have been met on the way.
            let known = self.table.get(core.key());
            let other_wins = match known {
                Some(known) => known,
                None => self.search(&frame.child(core, step), stop)?,
            };
            if !other_wins {
                return Some(true);
            }
        }
        Some(false)
    }
}
