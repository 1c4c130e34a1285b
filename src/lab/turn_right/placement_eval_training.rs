//! The training of `engine/placement_eval.bin`: stones are placed by the evaluation, a little at
//! random, and its weights move towards what comes of the boards (TD(λ)). A full board is worth
//! what the search of circuits says.
//!
//! One game needs the weights after the one before, so the games are played one after another.

use super::circuit_eval_training::TurnRightStage;
use super::td_learner::{TdLearner, TdStage, decode_points};
use crate::common::session::LabSession;
use kifu_core::games::turn_right::engine::circuit_eval::{CircuitEval, POINT_SCALE};
use kifu_core::games::turn_right::engine::circuit_position::CircuitPosition;
use kifu_core::games::turn_right::engine::placement_eval::{
    KIND_COUNT, PATTERN_COUNT, PHASE_COUNT, PlacementEval, SQUARE_COUNT, weight_indices,
};
use kifu_core::games::turn_right::engine::tree::CircuitTree;
use kifu_core::search::{Limits, SearchBudget, SplitMix64};
use kifu_study::failure::Failure;

/// The decay of later values, λ.
const LAMBDA: f32 = 0.7;
/// The share of what came of a board in its target; the rest is the best value after one stone.
const RETURN_SHARE: f32 = 0.7;
/// The largest value of a full board in points: a 3x3 square counts as much.
const MAX_POINTS: f32 = 15.0;
/// The games between two checkpoints.
const GAMES_PER_BATCH: u64 = 10_000;
/// The games after which the error is reported.
const REPORT_INTERVAL: u64 = 100_000;

const ALL_SQUARES: u64 = (1 << SQUARE_COUNT) - 1;

/// Returns the value of a full board for Black, who moves first and has the stones `black`, with a
/// number of positions expanded.
pub fn full_board_value(black: u64, expanded: u32) -> f32 {
    // White starts with five points.
    let position = CircuitPosition {
        own: black,
        lead: -5,
        circuits_made: 0,
    };
    let mut budget = SearchBudget::new(Limits::default());
    let eval = CircuitEval::embedded();
    let mut tree = CircuitTree::new(eval, &position, (1 << 20, 26), (12, None), &mut budget);
    for _ in 1..expanded {
        tree.expand_best(&mut budget);
    }
    (tree.nodes[0].value as f32 / POINT_SCALE as f32).clamp(-MAX_POINTS, MAX_POINTS)
}

/// Returns the free squares of a board.
pub fn free_squares([own, other]: [u64; 2]) -> impl Iterator<Item = u64> {
    let free = ALL_SQUARES & !(own | other);
    let squares = (0..SQUARE_COUNT).map(|square| 1 << square);
    squares.filter(move |square| free & square != 0)
}

const fn placed([own, other]: [u64; 2]) -> usize {
    (own | other).count_ones() as usize
}

/// The weights while they are learned.
#[derive(Clone, Debug)]
pub struct PlacementLearner(pub TdLearner);

impl Default for PlacementLearner {
    fn default() -> Self {
        let weights = PHASE_COUNT * KIND_COUNT * PATTERN_COUNT;
        Self(TdLearner::new(SQUARE_COUNT, weights))
    }
}

impl PlacementLearner {
    /// Returns the expected lead of the player to move, whose stones come first.
    pub fn value(&self, board: [u64; 2]) -> f32 {
        self.0
            .value(placed(board), &weight_indices(board[0], board[1]))
    }

    fn learn(&mut self, board: [u64; 2], target: f32, rate: f32) -> f32 {
        let indices = weight_indices(board[0], board[1]);
        self.0.learn(placed(board), &indices, target, rate)
    }

    /// Plays a game and learns from it; returns the error for the board that lacked one stone.
    pub fn game(&mut self, expanded: u32, rate: f32, random: &mut SplitMix64) -> f32 {
        let noise = [2.0, 1.0, 0.3, 0.3][random.index(4)];
        let random_stones = random.index(10);
        // Each board with the stones of its player to move first, and its best value.
        let mut seen: Vec<([u64; 2], f32)> = Vec::new();
        let mut board = [0_u64; 2];
        while placed(board) < SQUARE_COUNT {
            let is_random = placed(board) < random_stones;
            let (best, square) = self.choose(board, expanded, (noise, is_random), random);
            seen.push((board, best));
            board = [board[1], board[0] | square];
        }
        let last = seen.len() - 1;
        let (mut next, mut came, mut error) = (seen[last].1, seen[last].1, 0.0);
        for (at, (board, best)) in seen.into_iter().enumerate().rev() {
            if at < last {
                came = (LAMBDA - 1.0) * next - LAMBDA * came;
                next = best;
            }
            // The result after a random stone says little about the board before it.
            let share = if at < random_stones {
                0.0
            } else {
                RETURN_SHARE
            };
            let off = self.learn(board, (1.0 - share) * best + share * came, rate);
            if at == last {
                error = off;
            }
        }
        error
    }

    /// Returns the best value after one stone, and the square of the stone that is placed.
    fn choose(
        &self,
        board: [u64; 2],
        expanded: u32,
        (noise, is_random): (f32, bool),
        random: &mut SplitMix64,
    ) -> (f32, u64) {
        let [own, other] = board;
        let value = |square: u64| {
            if placed(board) + 1 < SQUARE_COUNT {
                -self.value([other, own | square])
            } else {
                full_board_value(own | square, expanded)
            }
        };
        let (mut best, mut chosen) = (f32::MIN, (f32::MIN, 0));
        for square in free_squares(board) {
            let (value, luck) = (value(square), random.unit() + random.unit() - 1.0);
            let preference = if is_random {
                luck
            } else {
                value + noise * luck
            };
            best = best.max(value);
            if preference >= chosen.0 {
                chosen = (preference, square);
            }
        }
        (best, chosen.1)
    }
}

/// The stage behind `engine/placement_eval.bin`.
pub const DEFAULT_STAGES: [&str; 1] = ["games=2000000,expanded=6"];

/// Trains the evaluation in stages and returns its file.
///
/// # Errors
/// Returns an error of the session, or of the file to start from.
pub fn train(
    session: &mut LabSession,
    stages: &[TurnRightStage],
    from: Option<&[u8]>,
    seed: u64,
) -> Result<Vec<u8>, Failure> {
    let mut learner = PlacementLearner::default().0;
    if let Some(bytes) = from {
        learner.set_from(bytes)?;
    }
    for (number, stage) in stages.iter().enumerate() {
        let seed = SplitMix64::stream(seed, number as u64).next();
        let section = format!("stage {}", number + 1);
        learner.reset_rates();
        let games = TdStage {
            section: &section,
            games: stage.games,
            games_per_batch: GAMES_PER_BATCH,
            report_interval: REPORT_INTERVAL,
        };
        learner = games.run(session, learner, |learner, game| {
            let mut placing = PlacementLearner(learner);
            let rate = 1.0 - 0.95 * game as f32 / stage.games as f32;
            let mut random = SplitMix64::stream(seed, game);
            let error = placing.game(stage.expanded, rate, &mut random);
            (placing.0, error.powi(2))
        })?;
    }
    Ok(learner.encode())
}

/// Decodes a table, in points; `None` if the engine would refuse it.
pub fn decode(bytes: &[u8]) -> Option<Vec<f32>> {
    PlacementEval::from_bytes(bytes).map(|_| decode_points(bytes))
}
