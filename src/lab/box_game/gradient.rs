//! The gradient of the evaluation's error by the parameters of the cell weights.
//!
//! The expected points of a colour are linear in the weight of each cell, so the gradient of a
//! parameter is the sum of the gradients of the cells that it weighs.

use super::self_play::TrainingBoard;
use kifu_core::games::box_game::engine::board::{COLUMNS, ROWS, coverage};
use kifu_core::games::box_game::engine::evaluation::cell_index;
use kifu_core::games::box_game::engine::kernel::{Breadth, EvalWorkspace, Kernel};
use kifu_core::games::box_game::engine::weights::{
    COVER_KNOTS, CellWeights, FreshDotParams, PHASE_COUNT, PHASE_KNOTS, WeightParams,
    knot_position, phase, phase_places,
};
use rayon::prelude::*;

/// The boards whose gradients are added up by one job.
const CHUNK_SIZE: usize = 128;

/// The gradient by phase, by whether the colour is that of the player to move, by state of the
/// cell, and by coverage.
type CellGradient = Vec<[[[f32; 25]; 3]; 2]>;

/// The number of freshly laid dots by phase knot and by the number of places that cover them.
pub type FreshDotCounts = [[f32; 25]; PHASE_KNOTS.len()];

/// Counts the cells of the tile laid last by the number of places that cover them.
pub fn count_fresh_dots(training: &TrainingBoard, counts: &mut FreshDotCounts) {
    let fits = training.board.fitting_places();
    let (knot, part) = knot_position(&PHASE_KNOTS, phase_places(phase(fits.count())));
    let cover = coverage(&fits);
    let (top, left, is_vertical) = training.last.coordinates();
    let (height, width) = if is_vertical { (6, 2) } else { (2, 6) };
    for row in top..top + height {
        for column in left..left + width {
            let planes = cover.iter().enumerate();
            let bits = planes.map(|(at, plane)| ((plane[row] >> column & 1) as usize) << at);
            let cover = bits.sum::<usize>();
            counts[knot][cover] += 1.0 - part;
            counts[knot + 1][cover] += part;
        }
    }
}

/// Returns the mean weights of freshly laid dots.
pub fn fresh_dot_params(params: &WeightParams, counts: &FreshDotCounts) -> FreshDotParams {
    let mut fresh = [[[0.0; 2]; 2]; PHASE_KNOTS.len()];
    for (knot, counts) in counts.iter().enumerate() {
        for is_mover in 0..2 {
            for (own, fresh) in fresh[knot][is_mover].iter_mut().enumerate() {
                let mut sum = if own == 1 { counts[0] } else { 0.0 };
                for (cover, count) in counts.iter().enumerate().skip(1) {
                    let (at, part) = cover_knot(cover);
                    let row = &params[knot][is_mover][2 - own];
                    sum += count * (row[at] + (row[at + 1] - row[at]) * part);
                }
                *fresh = sum / counts.iter().sum::<f32>().max(1.0);
            }
        }
    }
    fresh
}

fn cover_knot(cover: usize) -> (usize, f32) {
    knot_position(&COVER_KNOTS, cover as f32)
}

/// Returns the mean gradient of the squared error of the lead, and a little of that of both scores,
/// by the parameters; and the sum of the squared errors of the lead.
pub fn gradient(batch: &[&TrainingBoard], weights: &CellWeights) -> (WeightParams, f32) {
    let parts: Vec<(CellGradient, f32)> = batch
        .par_chunks(CHUNK_SIZE)
        .map(|chunk| cell_gradient(chunk, weights))
        .collect();
    let (mut sum, mut squares) = (empty_gradient(), 0.0);
    for (part, square) in parts {
        let all = sum.iter_mut().flatten().flatten().flatten();
        all.zip(part.iter().flatten().flatten().flatten())
            .for_each(|(to, from)| *to += from);
        squares += square;
    }
    (by_parameter(&sum, batch.len() as f32), squares)
}

fn empty_gradient() -> CellGradient {
    vec![[[[0.0; 25]; 3]; 2]; PHASE_COUNT]
}

/// Returns the gradient of some boards by cell weight, and the sum of the squared errors.
fn cell_gradient(boards: &[&TrainingBoard], weights: &CellWeights) -> (CellGradient, f32) {
    let (mut gradient, mut squares) = (empty_gradient(), 0.0);
    let mut workspace = EvalWorkspace::default();
    for training in boards {
        let breadth = Breadth::Best(1, None);
        let opponent = 1 - training.mover;
        Kernel::new().evaluate(&mut workspace, &training.board, weights, opponent, breadth);
        let field = &workspace.evaluation;
        let errors = [0, 1].map(|player| field.expected_points[player] - training.points[player]);
        let lead = errors[0] - errors[1];
        squares += lead * lead;
        for player in 0..2 {
            let sign = if player == 0 { 1.0 } else { -1.0 };
            let error = sign * lead + 0.5 * errors[player];
            let phase = &mut gradient[field.phase][usize::from(player == training.mover)];
            for row in 0..ROWS {
                for column in 0..COLUMNS {
                    let code = usize::from(field.cell_codes[row][column]);
                    let state = match code / 32 {
                        0 => 0,
                        state if state == player + 1 => 1,
                        _ => 2,
                    };
                    let cell = field.gradients[cell_index(column, player, row)];
                    phase[state][code % 32] += error * f32::from(cell) / 512.0;
                }
            }
        }
    }
    (gradient, squares)
}

/// Converts a gradient by cell weight to one by parameter.
fn by_parameter(gradient: &CellGradient, count: f32) -> WeightParams {
    let mut params: WeightParams = [[[[0.0; 9]; 3]; 2]; 10];
    for (phase, gradient) in gradient.iter().enumerate() {
        let (knot, part) = knot_position(&PHASE_KNOTS, phase_places(phase));
        for is_mover in 0..2 {
            for state in 0..3 {
                let covers = gradient[is_mover][state].iter().enumerate().skip(1);
                for (cover, slope) in covers {
                    let slope = slope / count;
                    let (at, across) = cover_knot(cover);
                    for (knot, part) in [(knot, 1.0 - part), (knot + 1, part)] {
                        params[knot][is_mover][state][at] += slope * part * (1.0 - across);
                        params[knot][is_mover][state][at + 1] += slope * part * across;
                    }
                }
            }
        }
    }
    params
}
