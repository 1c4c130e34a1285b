//! The exact solver: who wins, proven.
//!
//! A plain search for any move after which the other player loses, over what is [left](core::Core) of a
//! position. All children are looked up in the table before any is searched; those are
//! searched first that have the fewest edges left or came of an edge that often won elsewhere.

mod children;
mod core;
mod frame;
mod groups;
mod shapes;
mod table;

use super::board::Board;
use super::grid::EDGES;
use children::Child;
use frame::{Frame, Step};
use shapes::Shapes;
use table::Table;

/// Positions between two questions whether to stop: a millisecond or two.
const ASK: u64 = 1024;

/// What the edge that won most often is worth against edges that are left, in sixteenths: two.
const MERIT: u64 = 32;
/// The same for closing a zone, for a spare move, and for the edge that won last at the same depth.
const CUT_MERIT: u64 = 64;
const SPARE_MERIT: u64 = 32;
const LAST_MERIT: u64 = 16;

/// No game has more plies.
const DEPTHS: usize = 64;

/// The solver, with what it has proven.
#[derive(Debug)]
pub struct Solver {
    table: Table,
    shapes: Shapes,
    /// Children that are still to be searched, of all positions on the way.
    stack: Vec<Child>,
    /// How much each edge was worth as an answer that wins, by whether it is the root's player's.
    merits: [[u64; EDGES]; 2],
    /// The edges that won last and before that, by depth.
    last: [[u8; 2]; DEPTHS],
    depth: usize,
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
            merits: [[0; EDGES]; 2],
            last: [[u8::MAX; 2]; DEPTHS],
            depth: 0,
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
        self.merits = [[0; EDGES]; 2];
        self.last = [[u8::MAX; 2]; DEPTHS];
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
        let wins = frame.children(shapes, &mut |child| {
            let other_wins = if child.left == 0 {
                Some(child.spare)
            } else {
                table.get(child.key)
            };
            if other_wins.is_none() {
                stack.push(child);
            }
            other_wins == Some(false)
        });
        if wins {
            return true;
        }
        let merits = &self.merits[self.depth % 2];
        let last = self.last[self.depth % DEPTHS];
        let most = merits.iter().max().map_or(1, |most| most + 1);
        stack[base..].sort_by_cached_key(|child| {
            let merit = match child.step {
                Step::Edge(edge) => {
                    let won = merits[usize::from(edge) % EDGES] * MERIT / most;
                    let before = last.iter().position(|known| *known == edge);
                    won + before.map_or(0, |before| LAST_MERIT >> before)
                }
                Step::Cut(_) => CUT_MERIT,
                Step::SpareAt(_) | Step::Spare => SPARE_MERIT,
            };
            i64::from(child.left) * 16 - merit.cast_signed()
        });
        stack[base..].reverse();
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
            let Some(child) = self.stack.pop() else {
                break;
            };
            // It may have been met on the way.
            let other_wins = if let Some(known) = self.table.get(child.key) {
                known
            } else {
                self.depth += 1;
                let other_wins = self.search(&frame.child(child.step), child.key, stop);
                self.depth -= 1;
                other_wins?
            };
            if !other_wins {
                self.reward(child);
                return Some(true);
            }
        }
        Some(false)
    }

    /// Remembers what won, to try it earlier elsewhere.
    fn reward(&mut self, child: Child) {
        let Step::Edge(edge) = child.step else {
            return;
        };
        self.merits[self.depth % 2][usize::from(edge) % EDGES] += u64::from(child.left);
        let last = &mut self.last[self.depth % DEPTHS];
        if last[0] != edge {
            *last = [edge, last[0]];
        }
    }
}
