//! The first phase: stones placed at random to the end, and what the full board promises: the first
//! circuits by what is seen at a glance, and no 3x3 square overlooked.

use super::super::board::Position;
use super::super::moves::Move;
use super::super::square::ALL;
use super::node::{Node, THREE, gain, three};
use super::outlook::{Outlook, PARTS};
use super::{threat, worth};
use crate::contract::{self, Actor, Player};
use crate::search::{Guide, Random, Sample};

/// How many circuits are made of a board that is full.
const CIRCUITS: u8 = 2;

/// What tells the Monte-Carlo search of the first phase how a game may go on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Filled;

impl Guide<Position> for Filled {
    const SLOTS: usize = 36;
    /// A node of the circuits' search takes 1.8 µs, a playout 19.
    const NODES: u64 = 10;

    fn slot(&self, mv: &Move) -> usize {
        match mv {
            Move::Place(square) => usize::from(6 * square.x() + square.y()),
            Move::Circuit(_) | Move::Tangle(_) => 0,
        }
    }

    fn playout(
        &mut self,
        mut position: Position,
        random: &mut Random,
        played: &mut impl FnMut(Player, &Move),
    ) -> Sample {
        let mut free = Vec::new();
        if position.placed() < 36 {
            contract::Position::moves(&position, &mut |mv| free.push(mv));
            random.shuffle(&mut free);
        }
        for mv in &free {
            if let Actor::Player(player) = contract::Position::actor(&position) {
                played(player, mv);
            }
            contract::Position::apply(&mut position, mv);
        }
        let node = Node::of(&position);
        let lead = f64::from(promise(&node, node.circuits + CIRCUITS)) / f64::from(PARTS);
        sample(lead, node.left())
    }
}

/// By how many [`PARTS`] of a point the player to act will lead at the end: with circuits that are
/// best at a glance up to so many, and a glance.
fn promise(node: &Node, circuits: u8) -> i32 {
    if threat::exists(node.own, node.turn()) {
        return (node.lead + THREE) * PARTS;
    }
    let outlook = Outlook::embedded();
    if node.circuits >= circuits {
        return outlook.worth(node);
    }
    let mut best = (i32::MIN, None);
    for circuit in node.legal() {
        let own = circuit.rotate(node.own);
        let next = node.after(own, gain(own));
        let value = -outlook.worth(&next);
        // Who would lose by the answer does something else.
        let is_lost = || three(ALL ^ own) || threat::exists(next.own, next.turn());
        if value > best.0 && !is_lost() {
            best = (value, Some(next));
        }
    }
    best.1.map_or((node.lead - THREE) * PARTS, |next| {
        -promise(&next, circuits)
    })
}

/// How a game stands for White, who moves first, if Black, who makes the first circuit, is expected
/// to lead by so much at the end.
#[expect(clippy::cast_possible_truncation, reason = "a share of the win")]
fn sample(lead: f64, left: u8) -> Sample {
    let win = worth::win(lead, left) as f32;
    let points = worth::points(lead) as f32;
    Sample {
        first: 1.0 - win,
        points: Some([100.0 - points, points]),
    }
}
