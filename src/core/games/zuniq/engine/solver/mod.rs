//! The exact solver: proves which player wins.
//!
//! A depth-first search for any move after which the opponent loses, over
//! reduced positions. All children are looked up in the transposition table before any is
//! searched; children with few edges left, or reached by an edge that often won elsewhere, are
//! [searched first](move_ordering).

pub mod children;
pub mod component_keys;
mod dot_groups;
pub mod move_ordering;
pub mod position;
mod reduced;
mod transposition_table;

use super::board::EdgeBoard;
use children::SolverChild;
use component_keys::ComponentKeys;
use move_ordering::{MoveId, MoveIdSet, MoveOrdering};
use position::SolverPosition;
use transposition_table::TranspositionTable;

/// The number of positions between two calls of `stop`, a millisecond or two.
const NODES_BETWEEN_CHECKS: u64 = 1024;

/// An upper bound of the number of plies of a game.
const MAX_DEPTH: usize = 64;

/// The exact solver with its transposition table.
#[derive(Debug)]
pub struct ZuniqSolver {
    table: TranspositionTable,
    component_keys: ComponentKeys,
    /// The children that are still to be searched, of all positions on the path.
    child_stack: Vec<SolverChild>,
    ordering: MoveOrdering,
    depth: usize,
    /// The winning move of the position searched last, if it is won.
    refutation: Option<MoveId>,
    /// The number of positions searched since the solver was created.
    nodes: u64,
    node_limit: u64,
    next_check: u64,
}

impl ZuniqSolver {
    /// Creates a solver that uses about `bytes` bytes.
    pub fn new(bytes: usize) -> Self {
        Self {
            table: TranspositionTable::new(bytes),
            component_keys: ComponentKeys::default(),
            child_stack: Vec::new(),
            ordering: MoveOrdering::new(),
            depth: 0,
            refutation: None,
            nodes: 0,
            node_limit: 0,
            next_check: 0,
        }
    }

    /// Returns the number of positions searched since the solver was created.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Forgets all proofs.
    pub fn clear(&mut self) {
        self.table.clear();
        self.ordering = MoveOrdering::new();
    }

    /// Estimates the number of positions to search for a board.
    ///
    /// Each edge left increases it by half (roughly so on random positions of 27 and 28 plies).
    pub(super) fn expected_nodes(board: &EdgeBoard) -> f32 {
        let left = SolverPosition::new(board).reduced.free.count_ones();
        1.5_f32.powi(left.cast_signed())
    }

    /// Reports whether the player to move wins; `None` if that is not proven after `limit`
    /// positions or when `stop` returns true.
    ///
    /// `stop` is called with the number of positions searched since its last call.
    pub fn solve(
        &mut self,
        board: &EdgeBoard,
        limit: u64,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Option<bool> {
        let position = SolverPosition::new(board);
        if position.reduced.is_decided() {
            return Some(position.reduced.has_outside_spare);
        }
        let key = position.key(&mut self.component_keys);
        if let Some(known) = self.table.get(key) {
            return Some(known);
        }
        self.node_limit = self.nodes.saturating_add(limit);
        self.next_check = self.nodes + NODES_BETWEEN_CHECKS;
        self.depth = 0;
        let wins = self.search(&position, key, stop);
        self.child_stack.clear();
        stop((self.nodes + NODES_BETWEEN_CHECKS).saturating_sub(self.next_check));
        wins
    }

    fn search(
        &mut self,
        position: &SolverPosition,
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
        let wins = self.push_unknown_children(position, base)
            || self.search_children(position, base, stop)?;
        self.child_stack.truncate(base);
        self.table.put(key, wins);
        Some(wins)
    }

    /// Pushes the children whose result is unknown on the stack, the one to search first on top.
    ///
    /// Returns true if a child is known to be lost for the opponent, so that the position is won.
    fn push_unknown_children(&mut self, position: &SolverPosition, base: usize) -> bool {
        let (stack, table, component_keys) =
            (&mut self.child_stack, &self.table, &mut self.component_keys);
        self.refutation = None;
        let refutation = &mut self.refutation;
        let wins = position.children(component_keys, &mut |child| {
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
                *refutation = Some(position.move_id(child.mv));
            }
            wins
        });
        if !wins {
            self.ordering.sort(&mut stack[base..], self.depth);
        }
        wins
    }

    /// Searches the children on the stack and reports whether one wins.
    fn search_children(
        &mut self,
        position: &SolverPosition,
        base: usize,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Option<bool> {
        let mut answered = MoveIdSet::default();
        while self.child_stack.len() > base {
            let Some(child) = self.child_stack.pop() else {
                break;
            };
            let move_id = position.move_id(child.mv);
            if answered.contains(move_id) {
                continue;
            }
            // The position may have been solved in the meantime.
            let other_wins = if let Some(known) = self.table.get(child.key) {
                known
            } else {
                self.depth += 1;
                let other_wins = self.search(&position.child(child.mv), child.key, stop);
                self.depth -= 1;
                let reply = self
                    .refutation
                    .filter(|reply| position.commute(move_id, *reply));
                if let Some(reply) = reply {
                    answered.insert(reply);
                }
                other_wins?
            };
            if !other_wins {
                self.ordering.record_win(child, self.depth);
                self.refutation = Some(move_id);
                return Some(true);
            }
        }
        self.refutation = None;
        Some(false)
    }
}
