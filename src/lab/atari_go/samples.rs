//! Training positions, made of games.

use super::self_play::{SearchOutcome, SelfPlayGame};
use super::start_board;
use kifu_core::games::atari_go::engine::net::kernel::{
    BOARD_SIZE, FeatureMap, padded_index, zero_map,
};
use kifu_core::games::atari_go::engine::net::planes::{PLANE_COUNT, input_planes};
use kifu_core::games::atari_go::engine::prior::FeatureContext;
use kifu_core::games::atari_go::engine::{GoBoard, PASS, PointSet, points};

/// The number of moves: all points, and a pass.
pub const MOVE_COUNT: usize = BOARD_SIZE * BOARD_SIZE + 1;
/// The weight of the policy target of a position that was searched with few nodes.
const SHALLOW_WEIGHT: f32 = 0.35;
/// The share of the game's result in the value target; the rest is the value of the search.
const RESULT_SHARE: f32 = 0.6;

/// A position with the targets of the network, from the view of the player to move.
pub struct TrainingSample {
    /// The points at which each input plane is not 0.
    plane_points: [PointSet; PLANE_COUNT],
    /// The values at those points, plane by plane.
    plane_values: Vec<f32>,
    /// The legal points.
    pub legal: PointSet,
    /// The policy target: the share of the search's visits by move.
    pub shares: [f32; MOVE_COUNT],
    /// The weight of the policy target: 1 for a deep search.
    pub weight: f32,
    /// The value target, 0 to 1.
    pub value: f32,
    /// The final owner of each point: 1, -1, or 0 for none.
    pub owners: [f32; BOARD_SIZE * BOARD_SIZE],
    /// The final lead in captures, in eighths.
    pub lead: f32,
}

impl TrainingSample {
    /// Returns the input planes under one of the eight symmetries of the board.
    pub fn planes(&self, symmetry: u32) -> FeatureMap<PLANE_COUNT> {
        let mut planes = zero_map();
        let mut values = self.plane_values.iter();
        for (plane, set) in self.plane_points.iter().enumerate() {
            for (point, value) in points(*set).zip(&mut values) {
                planes[padded_index(transformed(point, symmetry))][plane] = *value;
            }
        }
        planes
    }
}

/// Returns the image of a point under one of the eight symmetries of the board.
pub fn transformed(point: usize, symmetry: u32) -> usize {
    let (mut x, mut y) = (point % BOARD_SIZE, point / BOARD_SIZE);
    if symmetry & 1 == 1 {
        x = BOARD_SIZE - 1 - x;
    }
    if symmetry & 2 == 2 {
        y = BOARD_SIZE - 1 - y;
    }
    if symmetry & 4 == 4 {
        (x, y) = (y, x);
    }
    y * BOARD_SIZE + x
}

/// Returns the training positions of a game.
pub fn samples_of(game: &SelfPlayGame) -> Vec<TrainingSample> {
    let mut board = start_board();
    let mut last = [PASS; 2];
    let mut samples = Vec::new();
    for ply in &game.plies {
        let searched = ply.search.as_ref();
        let sample = searched.map(|search| unfinished_sample(search, &board, last));
        samples.extend(sample.map(|sample| (sample, board.mover())));
        board.play(ply.mv.into());
        last = [ply.mv.into(), last[0]];
    }
    let samples = samples.into_iter();
    let finish = |(sample, mover)| finished_sample(sample, mover, &board, game.result);
    samples.map(finish).collect()
}

/// Creates the sample of a position whose game is not over yet.
fn unfinished_sample(search: &SearchOutcome, board: &GoBoard, last: [usize; 2]) -> TrainingSample {
    let mut shares = [0.0; MOVE_COUNT];
    for (mv, share) in &search.shares {
        shares[usize::from(*mv)] = *share;
    }
    let planes = input_planes(board, &FeatureContext::new(board, last), last);
    let (mut plane_points, mut plane_values) = ([0; PLANE_COUNT], Vec::new());
    for (plane, set) in plane_points.iter_mut().enumerate() {
        for point in 0..BOARD_SIZE * BOARD_SIZE {
            let value = planes[padded_index(point)][plane];
            if value != 0.0 {
                *set |= 1 << point;
                plane_values.push(value);
            }
        }
    }
    TrainingSample {
        plane_points,
        plane_values,
        legal: board.legal_points(),
        shares,
        weight: if search.is_deep { 1.0 } else { SHALLOW_WEIGHT },
        value: search.value,
        owners: [0.0; BOARD_SIZE * BOARD_SIZE],
        lead: 0.0,
    }
}

/// Adds the targets that come from the end of the game.
fn finished_sample(
    sample: TrainingSample,
    mover: usize,
    end: &GoBoard,
    result: i8,
) -> TrainingSample {
    let sign = [1.0, -1.0][mover];
    let outcome = 0.5 + 0.5 * sign * f32::from(result);
    TrainingSample {
        value: RESULT_SHARE * outcome + (1.0 - RESULT_SHARE) * sample.value,
        owners: std::array::from_fn(|point| {
            let has = |player: usize| f32::from(u8::from(end.stones(player) >> point & 1 == 1));
            has(mover) - has(1 - mover)
        }),
        lead: (sign * end.capture_lead() as f32 / 8.0).clamp(-3.0, 3.0),
        ..sample
    }
}
