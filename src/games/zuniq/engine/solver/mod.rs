//! The exact solver: who wins, proven.
//!
//! A plain search for any move after which the other player loses, over what is [left](core::Core) of a
//! position. All children are looked up in the table before any is searched; those are
//! [searched first](order) that have the fewest edges left or came of an edge that often won
//! elsewhere.

mod children;
mod component_keys;
mod dot_groups;
mod move_ordering;
mod position;
mod reduced;
mod transposition_table;

use super::board::EdgeBoard;
use children::SolverChild;
use component_keys::ComponentKeys;
use move_ordering::{MoveId, MoveIdSet, MoveOrdering};
use position::SolverPosition;
use transposition_table::TranspositionTable;

/// Positions between two questions whether to stop: a millisecond or two.
const NODES_BETWEEN_CHECKS: u64 = 1024;

/// No game has more plies.
const MAX_DEPTH: usize = 64;

/// The solver, with what it has proven.
#[derive(Debug)]
pub struct ZuniqSolver {
    table: TranspositionTable,
    component_keys: ComponentKeys,
    /// Children that are still to be searched, of all positions on the way.
    child_stack: Vec<SolverChild>,
    ordering: MoveOrdering,
    depth: usize,
    /// The move that wins the position last searched, if it is won.
    refutation: Option<MoveId>,
    /// Positions looked at since it was made.
    nodes: u64,
    node_limit: u64,
    next_check: u64,
}

impl ZuniqSolver {
    /// A solver that takes about so many bytes.
    pub fn new(bytes: usize) -> Self {
        Self {
            table: TranspositionTable::new(bytes),
            component_keys: ComponentKeys::new(),
            child_stack: Vec::new(),
            ordering: MoveOrdering::new(),
            depth: 0,
            refutation: None,
            nodes: 0,
            node_limit: 0,
            next_check: 0,
        }
    }

    /// Positions looked at since it was made.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Forgets what it has proven.
    pub fn clear(&mut self) {
        self.table.clear();
        self.ordering = MoveOrdering::new();
    }

    /// How many positions it will about have to look at: half as many again with each edge that
    /// is left (roughly so on random positions of 27 and 28 plies).
    pub(super) fn expected_nodes(board: &EdgeBoard) -> f32 {
        let left = SolverPosition::new(board).reduced.free.count_ones();
        1.5_f32.powi(left.cast_signed())
    }

    /// Whether the player to act wins; `None` if that is not known after so many positions, or
    /// `stop`, told how many it looked at since it was last asked, said so.
    pub fn solve(
        &mut self,
        board: &EdgeBoard,
        limit: u64,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Option<bool> {
        let frame = SolverPosition::new(board);
        if frame.reduced.is_decided() {
            return Some(frame.reduced.has_outside_spare);
        }
        let key = frame.key(&mut self.component_keys);
        if let Some(known) = self.table.get(key) {
            return Some(known);
        }
        self.node_limit = self.nodes.saturating_add(limit);
        self.next_check = self.nodes + NODES_BETWEEN_CHECKS;
        self.depth = 0;
        let wins = self.search(&frame, key, stop);
        self.child_stack.clear();
        stop((self.nodes + NODES_BETWEEN_CHECKS).saturating_sub(self.next_check));
        wins
    }

    fn search(
        &mut self,
        frame: &SolverPosition,
        key: u64,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Option<bool> {
        if self.nodes >= self.node_limit {
            return None;
        }
        if self.nodes >= self.next_check {
            self.next_check = self.nodes + NODES_BETWEEN_CHECKS;
            if stop(NODES_BETWEEN_CHECKS) {
                self.node_limit = 0;
                return None;
            }
        }
        self.nodes += 1;
        let base = self.child_stack.len();
        let wins =
            self.push_unknown_children(frame, base) || self.search_children(frame, base, stop)?;
        self.child_stack.truncate(base);
        self.table.put(key, wins);
        Some(wins)
    }

    /// Puts the children of which nothing is known on the stack, the one to search
    /// first last. Whether one is known that wins.
    fn push_unknown_children(&mut self, frame: &SolverPosition, base: usize) -> bool {
        let (stack, table, shapes) = (&mut self.child_stack, &self.table, &mut self.component_keys);
        self.refutation = None;
        let reply = &mut self.refutation;
        let wins = frame.children(shapes, &mut |child| {
            let other_wins = if child.edges_left == 0 {
                Some(child.has_outside_spare)
            } else {
                table.get(child.key)
            };
            if other_wins.is_none() {
                stack.push(child);
            }
            let wins = other_wins == Some(false);
            if wins {
                *reply = Some(frame.move_id(child.mv));
            }
            wins
        });
        if !wins {
            self.ordering.sort(&mut stack[base..], self.depth);
        }
        wins
    }

    /// Searches the children on the stack. Whether one wins.
    fn search_children(
        &mut self,
        frame: &SolverPosition,
        base: usize,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Option<bool> {
        let mut answered = MoveIdSet::default();
        while self.child_stack.len() > base {
            let Some(child) = self.child_stack.pop() else {
                break;
            };
            let taken = frame.move_id(child.mv);
            if answered.contains(taken) {
                continue;
            }
            // It may have been met on the way.
            let other_wins = if let Some(known) = self.table.get(child.key) {
                known
            } else {
                self.depth += 1;
                let other_wins = self.search(&frame.child(child.mv), child.key, stop);
                self.depth -= 1;
                let reply = self.refutation.filter(|reply| frame.commute(taken, *reply));
                if let Some(reply) = reply {
                    answered.insert(reply);
                }
                other_wins?
            };
            if !other_wins {
                self.ordering.record_win(child, self.depth);
                self.refutation = Some(taken);
                return Some(true);
            }
        }
        self.refutation = None;
        Some(false)
    }
}
