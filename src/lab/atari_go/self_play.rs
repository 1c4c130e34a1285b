//! Games of the search against itself or against GNU Go, and the training samples made of them.

use super::opponents::GnuGo;
use super::{draw_by_visits, start_board, start_position};
use kifu_core::contract::Rules as _;
use kifu_core::games::atari_go::engine::net::PolicyValueNet;
use kifu_core::games::atari_go::engine::net::kernel::{
    BOARD_SIZE, FeatureMap, padded_index, zero_map,
};
use kifu_core::games::atari_go::engine::net::weights::{PLANE_COUNT, input_planes};
use kifu_core::games::atari_go::engine::prior::FeatureContext;
use kifu_core::games::atari_go::engine::{
    AtariGoMcts, AtariGoParams, GoBoard, PASS, PointSet, points,
};
use kifu_core::search::SplitMix64;
use kifu_study::failure::Failure;
use serde::{Deserialize, Serialize};

/// The number of a pass among the shares.
const PASS_NUMBER: u8 = 81;
/// The plies left from which on no move is random, since it would decide the game.
const LAST_RANDOM_PLIES_LEFT: u16 = 44;
/// The nodes of a move when the result is proven: the game goes on for the final owners.
const PROVEN_NODES: u32 = 50;
/// The fewest visits of a search from which something is learned.
const MIN_VISITS: f32 = 32.0;
const MEMORY_BYTES: usize = 32 << 20;

/// A game to learn from.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SelfPlayGame {
    /// The moves with the searches before them.
    pub plies: Vec<SelfPlayPly>,
    /// The result of the first player: 1, 0 or -1.
    pub result: i8,
}

/// A move and the search before it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SelfPlayPly {
    /// The number of the move on the engine's board.
    pub mv: u8,
    /// The outcome of the search, if it is worth learning.
    pub search: Option<SearchOutcome>,
}

/// The outcome of a search.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SearchOutcome {
    /// Whether it had many nodes.
    pub is_deep: bool,
    /// The win probability of the player to move.
    pub value: f32,
    /// The share of the visits of each move that was tried.
    pub shares: Vec<(u8, f32)>,
}

/// A player of training games.
pub struct SelfPlayer {
    search: AtariGoMcts,
    /// The source of all randomness of the game.
    pub random: SplitMix64,
    /// The playouts of a deep and of a shallow search.
    pub playouts: [u32; 2],
}

impl SelfPlayer {
    /// Creates a player with a network or, at the very beginning, without.
    pub fn new(net: Option<&'static PolicyValueNet>, random: SplitMix64) -> Self {
        let (params, playouts) = match net {
            Some(_) => (AtariGoParams::BEST, [700, 150]),
            None => (AtariGoParams::BEST.without_net(), [1600, 300]),
        };
        let mut search = AtariGoMcts::new(MEMORY_BYTES, params, start_board());
        search.net = net;
        Self {
            search,
            random,
            playouts,
        }
    }

    /// Plays a game, some of its moves at random. One search in four is deep.
    ///
    /// A rival makes the moves of one colour (0 or 1) until the result is proven; those positions
    /// are searched, too.
    ///
    /// # Errors
    /// Returns an error if the rival fails.
    pub fn game(
        &mut self,
        mut rival: Option<(usize, &mut GnuGo)>,
    ) -> Result<SelfPlayGame, Failure> {
        let mut position = start_position();
        let mut board = start_board();
        let mut last = [PASS; 2];
        let random_until = 80 - self.random.below(8) as u16;
        let is_wild = self.random.below(4) == 0;
        let (mut plies, mut proven) = (Vec::new(), None);
        while board.plies_left() > 0 {
            let is_deep = self.random.below(4) == 0;
            self.search(&board, last, is_deep, proven.is_some());
            let nodes = &self.search.tree.nodes;
            let best = self
                .search
                .best_child()
                .map_or(PASS, |at| nodes[at].mv.into());
            let mut mv = best;
            let mut outcome = None;
            if proven.is_none() {
                if self.search.is_proven() {
                    proven = Some(nodes[0].bounds.lower as i8 - 1);
                }
                outcome = self.outcome(is_deep);
                mv = self.varied(best, &board, random_until, is_wild);
                if let Some((seat, rival)) = &mut rival {
                    if *seat == board.mover() && board.plies_left() <= random_until {
                        let answer = rival.generate(&position)?;
                        mv = board.number_of(answer).unwrap_or(PASS);
                    }
                    rival.play(&position, board.move_of(mv))?;
                }
            }
            position.apply(&board.move_of(mv));
            board.play(mv);
            last = [mv, last[0]];
            let mv = mv as u8;
            plies.push(SelfPlayPly {
                mv,
                search: outcome,
            });
        }
        let result = proven.unwrap_or_else(|| board.result() as i8);
        Ok(SelfPlayGame { plies, result })
    }

    fn search(&mut self, board: &GoBoard, last: [usize; 2], is_deep: bool, is_proven: bool) {
        let playouts = if is_proven {
            PROVEN_NODES
        } else {
            self.playouts[usize::from(!is_deep)]
        };
        self.search.params.proves_results = !is_proven;
        self.search.set_root(board.clone(), last);
        for _ in 0..playouts {
            self.search.simulate(&mut self.random, &mut |_| false);
            if self.search.is_done(1) {
                break;
            }
        }
    }

    /// Returns the best move or, now and then, another one.
    fn varied(&mut self, best: usize, board: &GoBoard, random_until: u16, is_wild: bool) -> usize {
        if board.plies_left() <= LAST_RANDOM_PLIES_LEFT {
            return best;
        }
        let nodes = &self.search.tree.nodes;
        let children = &nodes[nodes[0].child_range()];
        let draw = self.random.below(100);
        if board.plies_left() > random_until || is_wild && draw >= 94 {
            let index = self.random.index(children.len().min(30));
            return children.get(index).map_or(best, |child| child.mv.into());
        }
        if board.plies_left() > 60 || draw < if is_wild { 25 } else { 8 } {
            return draw_by_visits(&self.search, &mut self.random).unwrap_or(best);
        }
        best
    }

    /// Returns the outcome of the search, if it had enough visits.
    fn outcome(&self, is_deep: bool) -> Option<SearchOutcome> {
        let nodes = &self.search.tree.nodes;
        let children = &nodes[nodes[0].child_range()];
        let total: f32 = children.iter().map(|node| node.visits).sum();
        let tried = children.iter().filter(|node| node.visits > 0.0);
        (total >= MIN_VISITS).then(|| SearchOutcome {
            is_deep,
            value: 1.0 - nodes[0].mean_value(),
            shares: tried
                .map(|node| (node.mv.min(PASS_NUMBER), node.visits / total))
                .collect(),
        })
    }
}

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
