//! The first phase: stones placed at random to the end, and the first circuits greedily.

use super::super::board::Position;
use super::super::moves::Move;
use super::node::{Node, gain};
use super::{scan, worth};
use crate::contract::{self, Actor, Player};
use crate::search::{Guide, Random, Sample};

/// How many circuits are made of a board that is full.
const CIRCUITS: u8 = 4;

/// What tells the Monte-Carlo search of the first phase how a game may go on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Greedy;

impl Guide<Position> for Greedy {
    const SLOTS: usize = 36;

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
        let mut node = Node::of(&position);
        let last = (node.circuits + CIRCUITS).min(26);
        while node.circuits < last {
            let circuits = node.legal();
            let best = scan::best(node.own, circuits, u8::MAX);
            let own = circuits[best.place].rotate(node.own);
            if let Some(value) = node.by_three(own, gain(own)) {
                return sample(&node, value);
            }
            node = node.after(own, gain(own));
        }
        sample(&node, node.lead)
    }
}

/// How the game stands for White, who moves first.
#[expect(clippy::cast_possible_truncation, reason = "a share of the win")]
fn sample(node: &Node, value: i32) -> Sample {
    let win = worth::win(value, node.left()) as f32;
    let points = worth::points(value) as f32;
    // Black makes the circuits with even numbers.
    let black = node.circuits.is_multiple_of(2);
    Sample {
        first: if black { 1.0 - win } else { win },
        points: Some(if black {
            [100.0 - points, points]
        } else {
            [points, 100.0 - points]
        }),
    }
}
