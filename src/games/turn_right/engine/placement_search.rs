//! The first phase: what a board that is being filled is worth at a glance, and what the full board
//! promises: the first circuits by what is seen at a glance, and no 3x3 square overlooked.

use super::super::board::{CIRCUIT_COUNT, Position, STONE_COUNT};
use super::super::moves::Move;
use super::super::square::ALL_SQUARES;
use super::circuit_eval::{CircuitEval, POINT_SCALE};
use super::circuit_position::{BONUS_3X3, CircuitPosition, board_gain, has_3x3};
use super::placement_eval::PlacementEval;
use super::{payoff, threat};
use crate::contract::Player;
use crate::search::{MctsParams, PlayoutPolicy, PlayoutResult, Selection, SplitMix64};

/// How many circuits are made of a board that is full.
const LOOKAHEAD_CIRCUITS: u8 = 2;
/// A square that promises so many [`PARTS`] less is tried 2.7 times less: half a point.
const PRIOR_TEMPERATURE: f64 = POINT_SCALE as f64 / 2.0;

/// How the Monte-Carlo search of the first phase looks: deeply, for a glance seldom errs by much
/// from one square to the next.
pub(super) const MCTS_PARAMS: MctsParams = MctsParams {
    selection: Selection::Puct(0.3),
    first_play_urgency: -0.05,
    rave_k: 0.0,
    expand_after: 1,
    widening: None,
};

/// What tells the Monte-Carlo search of the first phase how a game may go on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PlacementPolicy;

impl PlayoutPolicy<Position> for PlacementPolicy {
    /// Others are hardly ever tried, and a tree of fewer is nearer to the processor.
    const MAX_CHILDREN: usize = 12;

    #[expect(clippy::cast_possible_truncation, reason = "a share of the visits")]
    fn prior(&self, position: &Position, mv: &Move) -> Option<f32> {
        let Move::Place(square) = mv else {
            return None;
        };
        let [own, other] = stones_by_turn(position);
        let own = own | square.bit();
        let lead = if position.stones_placed() + 1 < STONE_COUNT {
            -PlacementEval::embedded().expected_lead(other, own)
        } else {
            // Who places the last stone makes the first circuit.
            CircuitEval::embedded().expected_gain(own, 0)
        };
        Some((f64::from(lead) / PRIOR_TEMPERATURE).exp() as f32)
    }

    /// Circuits are the other search's: later ones take milliseconds to list.
    fn should_expand(&self, position: &Position) -> bool {
        position.stones_placed() < STONE_COUNT
    }

    fn playout(
        &mut self,
        position: Position,
        _: &mut SplitMix64,
        _: &mut impl FnMut(Player, &Move),
    ) -> PlayoutResult {
        let (lead, left) = if position.stones_placed() < STONE_COUNT {
            let [own, other] = stones_by_turn(&position);
            let lead = PlacementEval::embedded().expected_lead(own, other);
            let is_white = position.stones_placed().is_multiple_of(2);
            (if is_white { -lead } else { lead }, CIRCUIT_COUNT)
        } else {
            let node = CircuitPosition::from_position(&position);
            (
                lookahead_value(&node, node.circuits_made + LOOKAHEAD_CIRCUITS),
                node.circuits_left(),
            )
        };
        playout_result(f64::from(lead) / f64::from(POINT_SCALE), left)
    }
}

/// The stones of the player who places the next one, and the other's.
fn stones_by_turn(position: &Position) -> [u64; 2] {
    let next = if position.stones_placed().is_multiple_of(2) {
        Player::First
    } else {
        Player::Second
    };
    [next, next.opponent()].map(|player| position.stones_of(player))
}

/// By how many [`PARTS`] of a point the player to act will lead at the end: with circuits that are
/// best at a glance up to so many, and a glance.
fn lookahead_value(node: &CircuitPosition, circuits: u8) -> i32 {
    if threat::can_make_3x3(node.own, node.turn_number()) {
        return (node.lead + BONUS_3X3) * POINT_SCALE;
    }
    let outlook = CircuitEval::embedded();
    if node.circuits_made >= circuits {
        return outlook.expected_lead(node);
    }
    let mut best = (i32::MIN, None);
    for circuit in node.legal_circuits() {
        let own = circuit.rotate(node.own);
        let next = node.after(own, board_gain(own));
        let value = -outlook.expected_lead(&next);
        // Who would lose by the answer does something else.
        let is_lost =
            || has_3x3(ALL_SQUARES ^ own) || threat::can_make_3x3(next.own, next.turn_number());
        if value > best.0 && !is_lost() {
            best = (value, Some(next));
        }
    }
    best.1
        .map_or((node.lead - BONUS_3X3) * POINT_SCALE, |next| {
            -lookahead_value(&next, circuits)
        })
}

/// How a game stands for White, who moves first, if Black, who makes the first circuit, is expected
/// to lead by so much at the end.
#[expect(clippy::cast_possible_truncation, reason = "a share of the win")]
fn playout_result(lead: f64, left: u8) -> PlayoutResult {
    let win = payoff::win_probability(lead, left) as f32;
    let points = payoff::contest_points(lead) as f32;
    PlayoutResult {
        first: 1.0 - win,
        points: Some([100.0 - points, points]),
    }
}
