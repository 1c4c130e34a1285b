//! The best of the two-ply search, looked at more deeply: exact where the two-ply search is, the
//! few best circuits of each side above it.

use super::super::circuit::Circuit;
use super::node::{Node, THREE};
use super::two_ply::{Candidate, Reach, Workshop};
use crate::search::Watch;

/// How many circuits are looked at more deeply.
fn width(node: &Node, depth: u32) -> usize {
    let many = match node.turn() {
        1 => 24,
        2 => 12,
        _ => 8,
    };
    (many / (depth.max(3) - 2) as usize).max(3)
}

/// The search of one position.
pub(super) struct Deep<'a, 'w> {
    pub workshop: &'a mut Workshop,
    pub watch: &'a mut Watch<'w>,
}

impl Deep<'_, '_> {
    /// Values the candidates one ply deeper than before, the best first; `None` if time ran out.
    /// `lines` of them get exact numbers, and so does the wanted one.
    pub fn once(
        &mut self,
        node: &Node,
        candidates: &[Candidate],
        depth: u32,
        lines: usize,
        wanted: Option<Circuit>,
    ) -> Option<Vec<Candidate>> {
        let mut best: Vec<Candidate> = Vec::new();
        let mut rest: Vec<Candidate> = Vec::new();
        for candidate in candidates {
            let is_wanted = wanted == Some(candidate.circuit);
            let bar = match best.get(lines - 1) {
                Some(last) if !is_wanted => last.value,
                _ => i32::MIN / 2,
            };
            let before = self.watch.nodes();
            let (value, follow) = self.reply(node, candidate, depth, bar)?;
            let mut found = Candidate {
                value,
                follow,
                ..candidate.clone()
            };
            found.visits += self.watch.nodes() - before;
            if value > bar {
                let at = best.partition_point(|other| other.value >= value);
                best.insert(at, found);
            } else {
                rest.push(found);
            }
        }
        best.extend(rest);
        Some(best)
    }

    /// What a candidate is worth with so many plies, itself counted, and what follows; a bound if
    /// it is not above `bar`.
    fn reply(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        depth: u32,
        bar: i32,
    ) -> Option<(i32, Vec<Circuit>)> {
        if candidate.is_last {
            return Some((candidate.value, candidate.follow.clone()));
        }
        let own = candidate.circuit.rotate(node.own);
        let next = node.after(own, super::node::gain(own));
        let (value, follow) = self.best(&next, depth - 1, -THREE * 4, -bar)?;
        Some((-value, follow))
    }

    /// The value of a position with so many plies, and the best line.
    fn best(
        &mut self,
        node: &Node,
        depth: u32,
        low: i32,
        high: i32,
    ) -> Option<(i32, Vec<Circuit>)> {
        let depth = depth.min(node.left().into());
        let many = if depth <= 2 { 1 } else { width(node, depth) };
        let bar = if depth <= 2 { low } else { i32::MIN / 2 };
        let top = self
            .workshop
            .top(node, many, bar, Reach::Near, None, self.watch);
        if self.watch.is_up() {
            return None;
        }
        let mut best: Option<(i32, Vec<Circuit>)> = None;
        let mut low = low;
        for candidate in &top {
            let (value, follow) = if depth <= 2 {
                (candidate.value, candidate.follow.clone())
            } else {
                self.reply(node, candidate, depth, low)?
            };
            if best.as_ref().is_none_or(|(most, _)| value > *most) {
                let mut line = vec![candidate.circuit];
                line.extend(follow);
                best = Some((value, line));
            }
            low = low.max(value);
            if low >= high {
                break;
            }
        }
        Some(best.unwrap_or((low, Vec::new())))
    }
}
