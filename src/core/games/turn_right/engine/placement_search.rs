//! The policy of the Monte Carlo tree search for the first phase.
//!
//! A board that is not full is valued by [`PlacementEval`], a full board by a short search of the
//! first circuits with [`CircuitEval`] that does not overlook 3x3 squares.

use super::super::board::{CIRCUIT_COUNT, Position, STONE_COUNT};
use super::super::moves::Move;
use super::super::square::ALL_SQUARES;
use super::circuit_eval::{CircuitEval, POINT_SCALE};
use super::circuit_position::{BONUS_3X3, CircuitPosition, board_gain, has_3x3};
use super::placement_eval::PlacementEval;
use super::{payoff, threat};
use crate::contract::Player;
use crate::search::{MctsParams, PlayoutPolicy, PlayoutResult, Selection, SplitMix64};

/// The number of circuits to search on a full board.
const LOOKAHEAD_CIRCUITS: u8 = 2;
/// The temperature of the prior, half a point: a square whose expected lead is smaller by this much
/// has a prior smaller by a factor of e.
const PRIOR_TEMPERATURE: f64 = POINT_SCALE as f64 / 2.0;

/// The parameters of the search: it goes deep, because the evaluation seldom errs much between one
/// square and the next.
pub(super) const MCTS_PARAMS: MctsParams = MctsParams {
    selection: Selection::Puct(0.3),
    first_play_urgency: -0.05,
    rave_k: 0.0,
    expand_after: 1,
    widening: None,
};

/// The playout policy of the first phase: priors and values from the evaluations, no random moves.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PlacementPolicy;

impl PlayoutPolicy<Position> for PlacementPolicy {
    /// Further children are hardly ever tried, and a smaller tree is faster to access.
    const MAX_CHILDREN: usize = 12;

    #[expect(
        clippy::cast_possible_truncation,
        reason = "f32 is precise enough for a prior"
    )]
    fn prior(&self, position: &Position, mv: &Move) -> Option<f32> {
        let Move::Place(square) = mv else {
            return None;
        };
        let [own, other] = stones_by_turn(position);
        let own_after = own | square.bit();
        let lead = if position.stones_placed() + 1 < STONE_COUNT {
            -PlacementEval::embedded().expected_lead(other, own_after)
        } else {
            // The player who places the last stone also makes the first circuit.
            CircuitEval::embedded().expected_gain(own_after, 0)
        };
        Some((f64::from(lead) / PRIOR_TEMPERATURE).exp() as f32)
    }

    /// Leaves circuits to the other search: listing them takes milliseconds later in the game.
    fn should_expand(&self, position: &Position) -> bool {
        position.stones_placed() < STONE_COUNT
    }

    fn playout(
        &mut self,
        position: Position,
        _: &mut SplitMix64,
        _: &mut impl FnMut(Player, &Move),
    ) -> PlayoutResult {
        let (lead, circuits_left) = if position.stones_placed() < STONE_COUNT {
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
        playout_result(f64::from(lead) / f64::from(POINT_SCALE), circuits_left)
    }
}

/// Returns the stones of the player who places the next stone, then the opponent's.
fn stones_by_turn(position: &Position) -> [u64; 2] {
    let next = if position.stones_placed().is_multiple_of(2) {
        Player::First
    } else {
        Player::Second
    };
    [next, next.opponent()].map(|player| position.stones_of(player))
}

/// Returns the expected final lead of the player to move, in units of 1 / [`POINT_SCALE`] points.
///
/// Until `max_circuits` circuits have been made, the one with the best evaluation is played; then
/// the position is evaluated.
fn lookahead_value(node: &CircuitPosition, max_circuits: u8) -> i32 {
    if threat::can_make_3x3(node.own, node.turn_number()) {
        return (node.lead + BONUS_3X3) * POINT_SCALE;
    }
    let eval = CircuitEval::embedded();
    if node.circuits_made >= max_circuits {
        return eval.expected_lead(node);
    }
    let mut best = (i32::MIN, None);
    for circuit in node.legal_circuits() {
        let own_after = circuit.rotate(node.own);
        let next = node.after(own_after, board_gain(own_after));
        let value = -eval.expected_lead(&next);
        // A circuit that loses to the answer is avoided.
        let is_lost = || {
            has_3x3(ALL_SQUARES ^ own_after) || threat::can_make_3x3(next.own, next.turn_number())
        };
        if value > best.0 && !is_lost() {
            best = (value, Some(next));
        }
    }
    best.1
        .map_or((node.lead - BONUS_3X3) * POINT_SCALE, |next| {
            -lookahead_value(&next, max_circuits)
        })
}

/// Returns the result of a playout for an expected final lead of Black, in points.
#[expect(
    clippy::cast_possible_truncation,
    reason = "f32 is precise enough here"
)]
fn playout_result(lead: f64, circuits_left: u8) -> PlayoutResult {
    let win = payoff::win_probability(lead, circuits_left) as f32;
    let points = payoff::contest_points(lead) as f32;
    PlayoutResult {
        first: 1.0 - win,
        points: Some([100.0 - points, points]),
    }
}
