//! Positions to learn from, made of games.

use super::games::{Game, Seen};
use kifu::games::atari_go::Position;
use kifu::internals::atari_go::net::kernel::{BOARD_SIZE, FeatureMap, padded_index, zero_map};
use kifu::internals::atari_go::net::planes::{PLANE_COUNT, input_planes};
use kifu::internals::atari_go::prior::FeatureContext;
use kifu::internals::atari_go::{GoBoard, PASS, PointSet, points};

/// Points, and a pass.
pub const MOVES: usize = BOARD_SIZE * BOARD_SIZE + 1;

/// A position and what became of it, for the player to move.
pub struct Case {
    /// Where the planes are not 0.
    sets: [PointSet; PLANE_COUNT],
    /// What they are there, plane by plane.
    values: Vec<f32>,
    /// Where a stone may be put.
    pub legal: PointSet,
    /// The share of the search's visits, by move.
    pub shares: [f32; MOVES],
    /// How much these count: more where more was searched.
    pub weight: f32,
    /// The result, 0 to 1, mixed with what the search thought.
    pub value: f32,
    /// Whose stone stood on each point in the end: 1, -1, or 0 for nobody's.
    pub owners: [f32; BOARD_SIZE * BOARD_SIZE],
    /// Stones captured more by the player than by the other in the end, in eighths.
    pub lead: f32,
}

impl Case {
    /// What the net is shown, turned or mirrored in one of eight ways.
    pub fn sheet(&self, way: u32) -> FeatureMap<PLANE_COUNT> {
        let mut sheet = zero_map();
        let mut values = self.values.iter();
        for (plane, set) in self.sets.iter().enumerate() {
            for (point, value) in points(*set).zip(&mut values) {
                sheet[padded_index(turned(point, way))][plane] = *value;
            }
        }
        sheet
    }
}

/// Where a point comes by one of the eight ways to turn and mirror the board.
pub fn turned(point: usize, way: u32) -> usize {
    let (mut x, mut y) = (point % BOARD_SIZE, point / BOARD_SIZE);
    if way & 1 == 1 {
        x = BOARD_SIZE - 1 - x;
    }
    if way & 2 == 2 {
        y = BOARD_SIZE - 1 - y;
    }
    if way & 4 == 4 {
        (x, y) = (y, x);
    }
    y * BOARD_SIZE + x
}

/// What is learned from a game.
pub fn cases(game: &Game) -> Vec<Case> {
    let mut board = GoBoard::from_position(&Position::new(9, 80)).unwrap();
    let mut last = [PASS; 2];
    let mut cases = Vec::new();
    for ply in &game.plies {
        let case = ply.seen.as_ref().map(|seen| open(seen, &board, last));
        cases.extend(case.map(|case| (case, board.mover())));
        board.play(ply.mv);
        last = [ply.mv, last[0]];
    }
    let cases = cases.into_iter();
    let finish = |(case, mover)| finish(case, mover, &board, game.result);
    cases.map(finish).collect()
}

/// A position of a game that is not over yet.
fn open(seen: &Seen, board: &GoBoard, last: [usize; 2]) -> Case {
    let mut shares = [0.0; MOVES];
    for (mv, share) in &seen.shares {
        shares[usize::from(*mv)] = *share;
    }
    let sheet = input_planes(board, &FeatureContext::new(board, last), last);
    let (mut sets, mut values) = ([0; PLANE_COUNT], Vec::new());
    for (plane, set) in sets.iter_mut().enumerate() {
        for point in 0..BOARD_SIZE * BOARD_SIZE {
            let value = sheet[padded_index(point)][plane];
            if value != 0.0 {
                *set |= 1 << point;
                values.push(value);
            }
        }
    }
    Case {
        sets,
        values,
        legal: board.legal_points(),
        shares,
        weight: if seen.is_deep { 1.0 } else { 0.35 },
        value: seen.thought,
        owners: [0.0; BOARD_SIZE * BOARD_SIZE],
        lead: 0.0,
    }
}

fn finish(case: Case, mover: usize, end: &GoBoard, result: i32) -> Case {
    let sign = [1.0, -1.0][mover];
    let small = |number: i32| f32::from(i16::try_from(number).unwrap());
    let outcome = 0.5 + 0.5 * sign * small(result);
    Case {
        value: 0.6 * outcome + 0.4 * case.value,
        owners: std::array::from_fn(|point| {
            let has = |player: usize| f32::from(u8::from(end.stones(player) >> point & 1 == 1));
            has(mover) - has(1 - mover)
        }),
        lead: (sign * small(end.capture_lead()) / 8.0).clamp(-3.0, 3.0),
        ..case
    }
}
