//! The exact solver: who wins, proven.
//!
//! A plain search for any move after which the other player loses, over what is [left](core::Core) of a
//! position. All children are looked up in the table before any is searched; those are
//! [searched first](order) that have the fewest edges left or came of an edge that often won
//! elsewhere.

mod children;
mod core;
mod frame;
mod groups;
mod order;
mod shapes;
mod table;

use super::board::Board;
use children::Child;
use frame::Frame;
use order::{Merits, Taken, TakenSet};
use shapes::Shapes;
use table::Table;

/// Positions between two questions whether to stop: a millisecond or two.
const ASK: u64 = 1024;

/// No game has more plies.
const DEPTHS: usize = 64;

/// The solver, with what it has proven.
#[derive(Debug)]
pub struct Solver {
    table: Table,
    shapes: Shapes,
    /// Children that are still to be searched, of all positions on the way.
    stack: Vec<Child>,
    merits: Merits,
    depth: usize,
    /// The move that wins the position last searched, if it is won.
    reply: Option<Taken>,
    /// Positions looked at since it was made.
    nodes: u64,
    limit: u64,
    ask_at: u64,
}

impl Solver {
    /// A solver that takes about so many bytes.
    pub fn new(bytes: usize) -> Self {
        Self {
            table: Table::new(bytes),
            shapes: Shapes::new(),
            stack: Vec::new(),
            merits: Merits::new(),
            depth: 0,
            reply: None,
            nodes: 0,
            limit: 0,
            ask_at: 0,
        }
    }

    /// Positions looked at since it was made.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Forgets what it has proven.
    pub fn forget(&mut self) {
        self.table.clear();
        self.merits = Merits::new();
    }

    /// How many positions it will about have to look at: half as many again with each edge that
    /// is left (roughly so on random positions of 27 and 28 plies).
    pub(super) fn expected_nodes(board: &Board) -> f32 {
        let left = Frame::new(board).core.free.count_ones();
        1.5_f32.powi(left.cast_signed())
    }

    /// Whether the player to act wins; `None` if that is not known after so many positions, or
    /// `stop`, told how many it looked at since it was last asked, said so.
    pub fn solve(
        &mut self,
        board: &Board,
        limit: u64,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Option<bool> {
        let frame = Frame::new(board);
        if frame.core.is_decided() {
            return Some(frame.core.spare);
        }
        let key = frame.key(&mut self.shapes);
        if let Some(known) = self.table.get(key) {
            return Some(known);
        }
        self.limit = self.nodes.saturating_add(limit);
        self.ask_at = self.nodes + ASK;
        self.depth = 0;
        let wins = self.search(&frame, key, stop);
        self.stack.clear();
        stop((self.nodes + ASK).saturating_sub(self.ask_at));
        wins
    }

    fn search(
        &mut self,
        frame: &Frame,
        key: u64,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Option<bool> {
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
        self.table.put(key, wins);
        Some(wins)
    }

    /// Puts the children of which nothing is known on the stack, the one to search
    /// first last. Whether one is known that wins.
    fn list(&mut self, frame: &Frame, base: usize) -> bool {
        let (stack, table, shapes) = (&mut self.stack, &self.table, &mut self.shapes);
        self.reply = None;
        let reply = &mut self.reply;
        let wins = frame.children(shapes, &mut |child| {
            let other_wins = if child.left == 0 {
                Some(child.spare)
            } else {
                table.get(child.key)
            };
            if other_wins.is_none() {
                stack.push(child);
            }
            let wins = other_wins == Some(false);
            if wins {
                *reply = Some(frame.taken(child.step));
            }
            wins
        });
        if !wins {
            self.merits.sort(&mut stack[base..], self.depth);
        }
        wins
    }

    /// Searches the children on the stack. Whether one wins.
    fn try_all(
        &mut self,
        frame: &Frame,
        base: usize,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Option<bool> {
        let mut answered = TakenSet::default();
        while self.stack.len() > base {
            let Some(child) = self.stack.pop() else {
                break;
            };
            let taken = frame.taken(child.step);
            if answered.contains(taken) {
                continue;
            }
            // It may have been met on the way.
            let other_wins = if let Some(known) = self.table.get(child.key) {
                known
            } else {
                self.depth += 1;
                let other_wins = self.search(&frame.child(child.step), child.key, stop);
                self.depth -= 1;
                let reply = self.reply.filter(|reply| frame.commute(taken, *reply));
                if let Some(reply) = reply {
                    answered.insert(reply);
                }
                other_wins?
            };
            if !other_wins {
                self.merits.reward(child, self.depth);
                self.reply = Some(taken);
                return Some(true);
            }
        }
        self.reply = None;
        Some(false)
    }
}
