//! Prior probabilities of moves from patterns and tactical features.
//!
//! Each move has features, and each feature has a weight; the probability of a move is proportional
//! to the exponential of the sum of its weights (Coulom 2007).

use super::board::{GoBoard, PASS};
use super::geometry::{POINT_CAPACITY, PointSet, has_several, lowest, points};
use super::ladder::{LadderReader, has_exactly_two};
use super::pattern::{self, PATTERN_COUNT};
use std::sync::LazyLock;

/// The tactical facts of a position that the features of its moves depend on.
pub struct FeatureContext<'a> {
    board: &'a GoBoard,
    /// The opponent's last move and the own move before it, or [`PASS`].
    last_moves: [usize; 2],
    /// The liberties of own chains in atari that can still be saved.
    rescues: PointSet,
    /// The points that capture enemy chains in a ladder.
    ladder_captures: PointSet,
    /// The liberties of own chains that the opponent could capture in a ladder.
    threats: PointSet,
    /// The liberties of own chains in atari that cannot escape.
    hopeless: PointSet,
    /// The points of valuable captures: of a chain that could escape, or that keeps own stones in
    /// atari.
    urgent: PointSet,
}

impl<'a> FeatureContext<'a> {
    /// Analyzes a position; `last` are the opponent's last move and the own move before it.
    pub fn new(board: &'a GoBoard, last: [usize; 2]) -> Self {
        let mut context = Self {
            board,
            last_moves: last,
            rescues: 0,
            ladder_captures: 0,
            threats: 0,
            hopeless: 0,
            urgent: 0,
        };
        context.read_own_chains();
        context.read_enemy_chains();
        context
    }

    /// Returns the sets of rescues, ladder captures, threats, hopeless points and urgent captures.
    pub const fn tactical_sets(&self) -> [PointSet; 5] {
        [
            self.rescues,
            self.ladder_captures,
            self.threats,
            self.hopeless,
            self.urgent,
        ]
    }

    /// Reads the own chains in danger.
    fn read_own_chains(&mut self) {
        let (board, us) = (self.board, self.board.mover());
        let mut turned = board.clone();
        turned.pass();
        for chain in board.chains(us) {
            let stone = lowest(chain);
            let liberties = board.liberties(stone);
            if !has_several(liberties) {
                let hunters = board.geometry().neighbours_of(chain) & board.atari(1 - us);
                for hunter in points(hunters) {
                    self.urgent |= board.liberties(hunter);
                }
                if LadderReader::loses_chain(board, stone) {
                    self.hopeless |= liberties;
                } else {
                    self.rescues |= liberties;
                }
            } else if has_exactly_two(liberties)
                && points(liberties)
                    .any(|point| LadderReader::captures_chain(&turned, stone, point))
            {
                self.threats |= liberties;
            }
        }
    }

    /// Reads the enemy chains in danger.
    fn read_enemy_chains(&mut self) {
        let (board, them) = (self.board, 1 - self.board.mover());
        let mut turned = board.clone();
        turned.pass();
        for chain in board.chains(them) {
            let stone = lowest(chain);
            let liberties = board.liberties(stone);
            if !has_several(liberties) {
                if !LadderReader::loses_chain(&turned, stone) {
                    self.urgent |= liberties;
                }
            } else if has_exactly_two(liberties) {
                for point in points(liberties) {
                    if LadderReader::captures_chain(board, stone, point) {
                        self.ladder_captures |= 1 << point;
                    }
                }
            }
        }
    }

    /// Returns the logit of a move, the sum of its weights.
    pub fn logit(&self, point: usize) -> f32 {
        let weights = &*WEIGHTS;
        let mut sum = 0.0;
        if point != PASS {
            sum = weights.patterns[pattern::code(self.board, point)];
        }
        self.for_each_feature(point, |feature| sum += weights.features[feature]);
        sum
    }

    /// Calls `each` with every feature of a move.
    pub fn for_each_feature(&self, point: usize, mut each: impl FnMut(usize)) {
        let board = self.board;
        if point == PASS {
            each(pass_feature(board));
            return;
        }
        self.capture_features(point, &mut each);
        self.contact_features(point, &mut each);
        self.location_features(point, &mut each);
    }

    /// Calls `each` with the features of captures, rescues and liberties.
    fn capture_features(&self, point: usize, each: &mut impl FnMut(usize)) {
        let board = self.board;
        let (us, them, geometry) = (board.mover(), 1 - board.mover(), board.geometry());
        let (stone, near) = (
            1 << point,
            geometry.neighbours[point & (POINT_CAPACITY - 1)],
        );
        let taken = near & board.atari(them);
        if taken != 0 {
            let mut all = 0;
            for foe in points(taken) {
                all |= board.chain(foe);
            }
            let size = (all.count_ones() as usize).min(4) - 1;
            each(
                if self.urgent & stone != 0 {
                    CAPTURE_URGENT
                } else {
                    CAPTURE
                } + size,
            );
        }
        let liberties = board.liberties_after(point);
        let count = liberties.count_ones() as usize;
        if self.rescues & stone != 0 {
            each(RESCUE + count.min(4));
        }
        if self.hopeless & stone != 0 && taken == 0 {
            each(HOPELESS);
        }
        if self.ladder_captures & stone != 0 {
            each(LADDER_CAPTURE);
        }
        if self.threats & stone != 0 {
            each(THREAT + count.min(4));
        }
        if taken == 0 {
            if count <= 1 {
                let merged =
                    points(near & board.stones(us)).fold(0, |set, at| set | board.chain(at));
                each(SELF_ATARI + (merged.count_ones() as usize).min(3));
            } else {
                each(LIBERTIES + count.min(5));
            }
        }
    }

    /// Calls `each` with the features of the chains and eyes that a stone touches.
    fn contact_features(&self, point: usize, each: &mut impl FnMut(usize)) {
        let board = self.board;
        let (us, them) = (board.mover(), 1 - board.mover());
        let (stone, near) = (
            1 << point,
            board.geometry().neighbours[point & (POINT_CAPACITY - 1)],
        );
        let foes = near & board.stones(them) & !board.atari(them);
        let mut cut = 0;
        for foe in points(foes) {
            let left = board.liberties(foe) & !stone;
            let size = usize::from(has_several(board.chain(foe)));
            if !has_several(left) {
                each(ATARI + size);
            } else if has_exactly_two(left) {
                each(PRESSURE + size);
            }
            cut |= 1 << lowest(board.chain(foe));
        }
        if has_several(cut) {
            each(CUT);
        }
        let connected = points(near & board.stones(us))
            .fold(0_u128, |set, at| set | 1 << lowest(board.chain(at)));
        if has_several(connected) {
            each(CONNECT);
        }
        if board.is_eye(point, us) {
            each(EYE);
        } else if near & !board.stones(us) == 0 {
            each(FALSE_EYE);
        }
        if board.is_eye(point, them) {
            each(ENEMY_EYE);
        }
    }

    /// Calls `each` with the features of a move's location.
    fn location_features(&self, point: usize, each: &mut impl FnMut(usize)) {
        let (board, geometry) = (self.board, self.board.geometry());
        let [last, before] = self.last_moves;
        if last != PASS
            && let Some(class) = distance_class(geometry.size, point, last)
        {
            let count = match board.empty_points() >> last & 1 {
                0 => (board.liberties(last).count_ones() as usize).clamp(1, 4) - 1,
                _ => 3,
            };
            each(NEAR_LAST + 15 * count + class);
        }
        if before != PASS
            && let Some(class) = distance_class(geometry.size, point, before)
        {
            each(NEAR_OWN + class);
        }
        let stones = (board.stones(0) | board.stones(1)).count_ones();
        let phase = match stones {
            0..=8 => 0,
            9..=24 => 1,
            _ => 2,
        };
        each(LOCATION + 15 * phase + edge_distance_class(geometry.size, point));
        let near = geometry.neighbours[point & (POINT_CAPACITY - 1)]
            | geometry.diagonals[point & (POINT_CAPACITY - 1)];
        if near & !board.empty_points() == 0 {
            each(ISOLATED + phase);
        }
        each(NEIGHBOURHOOD + self.neighbourhood_code(point));
    }

    /// Encodes the owners and liberties of the four neighbours, regardless of their order.
    fn neighbourhood_code(&self, point: usize) -> usize {
        let (board, geometry) = (self.board, self.board.geometry());
        let near = geometry.neighbours[point & (POINT_CAPACITY - 1)];
        let mut kinds = [7; 4];
        for (kind, at) in kinds.iter_mut().zip(points(near)) {
            let owner = if board.empty_points() >> at & 1 == 1 {
                *kind = 0;
                continue;
            } else {
                usize::from(board.stones(board.mover()) >> at & 1 == 0)
            };
            let liberties = (board.liberties(at).count_ones() as usize).clamp(1, 3);
            *kind = 3 * owner + liberties;
        }
        kinds.sort_unstable();
        kinds.into_iter().fold(0, |sum, kind| 8 * sum + kind)
    }
}

const CAPTURE: usize = 0;
const CAPTURE_URGENT: usize = 4;
const RESCUE: usize = 8;
const HOPELESS: usize = 13;
const LADDER_CAPTURE: usize = 14;
const THREAT: usize = 15;
const SELF_ATARI: usize = 20;
const LIBERTIES: usize = 24;
const ATARI: usize = 30;
const PRESSURE: usize = 32;
const CUT: usize = 34;
const CONNECT: usize = 35;
const EYE: usize = 36;
const FALSE_EYE: usize = 37;
const ENEMY_EYE: usize = 38;
const NEAR_LAST: usize = 39;
const NEAR_OWN: usize = NEAR_LAST + 60;
const LOCATION: usize = NEAR_OWN + 15;
const ISOLATED: usize = LOCATION + 45;
const PASS_FEATURE: usize = ISOLATED + 3;
const NEIGHBOURHOOD: usize = PASS_FEATURE + 9;
/// The number of features.
pub const FEATURE_COUNT: usize = NEIGHBOURHOOD + 4096;

/// The weights of patterns and features, fitted on self-play.
///
/// Features have the highest numbers, the last feature having the largest possible one.
static FITTED_WEIGHTS: &[u8] = include_bytes!("prior.bin");

/// The weights of all features and patterns.
struct PriorWeights {
    features: Box<[f32]>,
    patterns: Box<[f32]>,
}

/// The decoded weights.
static WEIGHTS: LazyLock<PriorWeights> = LazyLock::new(|| {
    let mut weights = PriorWeights {
        features: vec![0.0; FEATURE_COUNT].into(),
        patterns: vec![0.0; PATTERN_COUNT].into(),
    };
    for (number, weight) in pattern::read_fitted_weights(FITTED_WEIGHTS) {
        // A number that is not a feature is a pattern. (The pattern of edge points alone, which
        // has the highest code, does not occur.)
        if let Some(feature) = number.checked_sub(PATTERN_COUNT - FEATURE_COUNT) {
            weights.features[feature] = weight;
        } else {
            for code in pattern::symmetric_codes(number) {
                weights.patterns[code] = weight;
            }
        }
    }
    weights
});

/// Returns whether each pattern makes a stone in its centre promising, by its weight.
pub(super) fn promising_patterns() -> &'static [bool; PATTERN_COUNT] {
    /// The weight above which a pattern is promising, as a third of all observed patterns are.
    /// Against 0.1 it won 83 of 160 games; 0.35 won 73 and drew 3.
    const MIN_PROMISING_WEIGHT: f32 = -0.15;
    static PROMISING: LazyLock<Box<[bool; PATTERN_COUNT]>> = LazyLock::new(|| {
        let mut promising = Box::new([false; PATTERN_COUNT]);
        for (is_promising, weight) in promising.iter_mut().zip(&WEIGHTS.patterns) {
            *is_promising = *weight > MIN_PROMISING_WEIGHT;
        }
        promising
    });
    &PROMISING
}

/// Returns the feature of a pass, by the number of plies left and the leader.
fn pass_feature(board: &GoBoard) -> usize {
    let late = match board.plies_left() {
        0..=12 => 0,
        13..=30 => 1,
        _ => 2,
    };
    let lead = if board.mover() == 0 {
        board.capture_lead()
    } else {
        -board.capture_lead()
    };
    PASS_FEATURE + 3 * late + (lead.signum() + 1) as usize
}

/// Returns the class of the distance between two points, regardless of direction; `None` if they
/// are far apart.
fn distance_class(size: usize, one: usize, other: usize) -> Option<usize> {
    let x = (one % size).abs_diff(other % size);
    let y = (one / size).abs_diff(other / size);
    let (short, long) = (x.min(y), x.max(y));
    (long < 5).then(|| long * (long + 1) / 2 + short)
}

/// Returns the class of a point's distances from the two nearest edges.
fn edge_distance_class(size: usize, point: usize) -> usize {
    let line = |at: usize| at.min(size - 1 - at).min(4);
    let (x, y) = (line(point % size), line(point / size));
    let (short, long) = (x.min(y), x.max(y));
    long * (long + 1) / 2 + short
}
