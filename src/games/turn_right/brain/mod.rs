//! The brain of Turn Right.
//!
//! - *Circuits*: the table of all circuits is sorted by corners, so what is legal in a turn is its
//!   beginning. What a circuit gains less the best answer is found exactly, 3x3 squares included
//!   ([`two_ply`]); the best of them are looked at more deeply ([`deepen`]). The last two plies
//!   are exact.
//! - *Placement*: Monte-Carlo, valued by the first circuits ([`place`]).

mod deepen;
mod node;
mod place;
mod scan;
#[cfg(test)]
mod speed;
mod threat;
mod two_ply;
mod worth;

use super::board::Position;
use super::circuit::Circuit;
use super::moves::Move;
use super::{TurnRight, board};
use crate::contract::{Player, Position as _, Turn};
use crate::search::{
    Brain, Coverage, Explore, Line, MonteCarlo, Options, Report, Request, Value, Watch,
};
use deepen::Deep;
use node::{Node, THREE};
use place::Greedy;
use two_ply::{Candidate, Reach, Workshop};

/// Above so many plies nothing is gained.
const MOST_DEPTH: u32 = 8;
/// So many circuits are looked at more deeply at the root.
const WIDTH: usize = 10;

/// The circuit with which the player to act gains most at once, and how much that is; of a full
/// board.
pub(super) fn best_gain(position: &Position) -> (Circuit, i32) {
    let node = Node::of(position);
    let best = scan::best(node.own, node.legal(), u8::MAX);
    (node.legal()[best.place], i32::from(best.gain) - 25)
}

/// What a player would gain at most with a circuit of this turn, whosever turn it is; of a full
/// board.
pub(super) fn most(position: &Position, player: Player, turn: usize) -> i32 {
    let own = position.stones_of(player);
    i32::from(scan::best(own, Circuit::of_turn(turn), u8::MAX).gain) - 25
}

/// A circuit with which the player to act wins by a 3x3 square; of a full board.
pub(super) fn winning(position: &Position) -> Option<Circuit> {
    let node = Node::of(position);
    if !threat::exists(node.own, node.turn()) {
        return None;
    }
    let wins = |circuit: &&Circuit| {
        let own = circuit.rotate(node.own);
        node.by_three(own, 0).is_some_and(|value| value > THREE / 2)
    };
    node.legal().iter().find(wins).copied()
}

/// Thinks about Turn Right.
pub(super) struct Thinker {
    workshop: Workshop,
    placement: MonteCarlo<Greedy>,
}

impl Thinker {
    pub fn new(memory_mb: usize) -> Self {
        let options = Options {
            explore: Explore::Ucb(0.3),
            rave: 100.0,
            widen: None,
            ..Options::default()
        };
        Self {
            workshop: Workshop::new(),
            placement: MonteCarlo::guided(Greedy, options, memory_mb),
        }
    }

    /// The second phase.
    fn circuits(
        &mut self,
        node: &Node,
        request: &Request<'_, Move>,
        progress: &mut dyn FnMut(&Report<Move>),
    ) -> Report<Move> {
        let wanted = request.forced.and_then(|mv| match mv {
            Move::Circuit(circuit) if node.legal().contains(&circuit) => Some(circuit),
            _ => None,
        });
        if request.limits.nodes.is_some() {
            self.workshop.forget();
        }
        let mut watch = Watch::new(request.limits);
        let lines = request.lines.max(1);
        let want = lines.max(WIDTH);
        // A lower bar than any value: everything counts.
        let bar = i32::MIN / 2;
        let mut best = self
            .workshop
            .top(node, want, bar, Reach::All(lines), wanted, &mut watch);
        let mut found = Found {
            node,
            depth: 2,
            lines,
            wanted,
            complete: !watch.is_up(),
        };
        let most = request.limits.depth.unwrap_or(MOST_DEPTH).min(MOST_DEPTH);
        while !watch.is_up() && found.depth < most.min(node.left().into()) {
            if watch.report_is_due() {
                progress(&found.report(&best, watch.nodes()));
            }
            if best.first().is_none_or(|best| best.is_last) {
                break;
            }
            let mut deep = Deep {
                workshop: &mut self.workshop,
                watch: &mut watch,
            };
            match deep.once(node, &best, found.depth + 1, lines, wanted) {
                Some(deeper) => best = deeper,
                None => break,
            }
            found.depth += 1;
        }
        found.report(&best, watch.nodes())
    }
}

/// What a report is made of.
struct Found<'a> {
    node: &'a Node,
    depth: u32,
    lines: usize,
    wanted: Option<Circuit>,
    /// The two-ply search came to its end.
    complete: bool,
}

impl Found<'_> {
    fn report(&self, best: &[Candidate], nodes: u64) -> Report<Move> {
        let all = best.iter().enumerate();
        let told = all.filter(|(at, one)| *at < self.lines || self.wanted == Some(one.circuit));
        let lines: Vec<_> = told.map(|(_, one)| self.line(one)).collect();
        let value = match lines.first() {
            Some(line) if self.is_known(&best[0]) => line.value,
            Some(line) => Value {
                bounds: line.value.bounds.better(crate::search::Bounds::UNKNOWN),
                exact: false,
                ..line.value
            },
            None => Value::estimate(0.5, None),
        };
        Report {
            value,
            lines,
            nodes,
            coverage: if self.complete {
                Coverage::Every
            } else {
                Coverage::Some
            },
        }
    }

    /// Whether the value of the position is that of its best circuit for certain.
    fn is_known(&self, best: &Candidate) -> bool {
        // All circuits are compared to the second ply alone.
        self.complete && (self.node.left() <= 2 || best.value < -THREE / 2 && best.is_last)
            || best.value > THREE / 2 && self.is_exact(best)
    }

    /// Whether the number of a circuit is no guess: the game ends within the plies of which all
    /// are looked at.
    fn is_exact(&self, one: &Candidate) -> bool {
        one.is_last || one.value > THREE / 2 && self.depth <= 3
    }

    fn line(&self, one: &Candidate) -> Line<Move> {
        let known = self.is_exact(one);
        let follow = one.follow.iter().copied().map(Move::Circuit);
        let pv: Vec<_> = [Move::Circuit(one.circuit)]
            .into_iter()
            .chain(follow)
            .collect();
        Line {
            mv: Move::Circuit(one.circuit),
            value: worth::value(one.value, self.node.left().saturating_sub(2), known),
            visits: one.visits,
            depth: u32::try_from(pv.len()).unwrap_or(1),
            pv,
        }
    }
}

impl Brain<TurnRight> for Thinker {
    fn name(&self) -> String {
        "turn-right 1".to_owned()
    }

    fn think(
        &mut self,
        position: &Position,
        request: &Request<'_, Move>,
        progress: &mut dyn FnMut(&Report<Move>),
    ) -> Report<Move> {
        if position.turn() == Turn::Over {
            Report::over(position)
        } else if position.placed() < board::STONES {
            self.placement.search(position, request, progress)
        } else {
            self.circuits(&Node::of(position), request, progress)
        }
    }
}
