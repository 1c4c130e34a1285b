//! The first phase: what a board that is being filled is worth at a glance, and what the full board
//! promises: the first circuits by what is seen at a glance, and no 3x3 square overlooked.

use super::super::board::{CIRCUITS, Position, STONES};
use super::super::moves::Move;
use super::super::square::ALL;
use super::node::{Node, THREE, gain, three};
use super::outlook::{Outlook, PARTS};
use super::prospect::Prospect;
use super::{threat, worth};
use crate::contract::Player;
use crate::search::{MctsParams, PlayoutPolicy, PlayoutResult, Selection, SplitMix64};

/// How many circuits are made of a board that is full.
const MADE: u8 = 2;
/// A square that promises so many [`PARTS`] less is tried 2.7 times less: half a point.
const SOFT: f64 = PARTS as f64 / 2.0;

/// How the Monte-Carlo search of the first phase looks: deeply, for a glance seldom errs by much
/// from one square to the next.
pub(super) const OPTIONS: MctsParams = MctsParams {
    selection: Selection::Puct(0.3),
    first_play_urgency: -0.05,
    rave_k: 0.0,
    expand_after: 1,
    widening: None,
};

/// What tells the Monte-Carlo search of the first phase how a game may go on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Filled;

impl PlayoutPolicy<Position> for Filled {
    /// Others are hardly ever tried, and a tree of fewer is nearer to the processor.
    const MAX_CHILDREN: usize = 12;

    #[expect(clippy::cast_possible_truncation, reason = "a share of the visits")]
    fn prior(&self, position: &Position, mv: &Move) -> Option<f32> {
        let Move::Place(square) = mv else {
            return None;
        };
        let [own, other] = stones(position);
        let own = own | square.bit();
        let lead = if position.placed() + 1 < STONES {
            -Prospect::embedded().of(other, own)
        } else {
            // Who places the last stone makes the first circuit.
            Outlook::embedded().of(own, 0)
        };
        Some((f64::from(lead) / SOFT).exp() as f32)
    }

    /// Circuits are the other search's: later ones take milliseconds to list.
    fn should_expand(&self, position: &Position) -> bool {
        position.placed() < STONES
    }

    fn playout(
        &mut self,
        position: Position,
        _: &mut SplitMix64,
        _: &mut impl FnMut(Player, &Move),
    ) -> PlayoutResult {
        let (lead, left) = if position.placed() < STONES {
            let [own, other] = stones(&position);
            let lead = Prospect::embedded().of(own, other);
            let is_white = position.placed().is_multiple_of(2);
            (if is_white { -lead } else { lead }, CIRCUITS)
        } else {
            let node = Node::of(&position);
            (promise(&node, node.circuits + MADE), node.left())
        };
        sample(f64::from(lead) / f64::from(PARTS), left)
    }
}

/// The stones of the player who places the next one, and the other's.
fn stones(position: &Position) -> [u64; 2] {
    let next = if position.placed().is_multiple_of(2) {
        Player::First
    } else {
        Player::Second
    };
    [next, next.opponent()].map(|player| position.stones_of(player))
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
fn sample(lead: f64, left: u8) -> PlayoutResult {
    let win = worth::win(lead, left) as f32;
    let points = worth::points(lead) as f32;
    PlayoutResult {
        first: 1.0 - win,
        points: Some([100.0 - points, points]),
    }
}
