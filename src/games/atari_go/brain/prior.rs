//! How good moves look at first sight.
//!
//! Each move has features, each feature a weight; a move is played with a probability in
//! proportion to the exponential of its weights' sum (Coulom 2007).

use super::board::{Board, PASS};
use super::ladder::{Reader, is_pair};
use super::pattern::{self, PATTERNS};
use super::shape::{POINTS, Set, is_many, lowest, points};
use std::sync::LazyLock;

/// What is known of a position before its moves are looked at.
pub struct Sight<'a> {
    board: &'a Board,
    /// The other's last move, and the own before it, or [`PASS`].
    last: [usize; 2],
    /// Liberties of own chains that will be taken, where the mover may still save them.
    saves: Set,
    /// Where the other's chains that would otherwise get away are taken, in the end.
    catches: Set,
    /// Where the other would take an own chain of two liberties by a ladder.
    threats: Set,
    /// Liberties where own chains in atari cannot get away.
    hopeless: Set,
    /// Where taking is worth more: what is taken could have got away, or holds own stones in atari.
    urgent: Set,
}

impl<'a> Sight<'a> {
    /// Looks at a position; `last` are the other's last move and the own before it.
    pub fn of(board: &'a Board, last: [usize; 2]) -> Self {
        let mut sight = Self {
            board,
            last,
            saves: 0,
            catches: 0,
            threats: 0,
            hopeless: 0,
            urgent: 0,
        };
        sight.read_own();
        sight.read_other();
        sight
    }

    /// What was read, each a set of points.
    pub const fn sets(&self) -> [Set; 5] {
        [
            self.saves,
            self.catches,
            self.threats,
            self.hopeless,
            self.urgent,
        ]
    }

    /// Own chains in danger.
    fn read_own(&mut self) {
        let (board, us) = (self.board, self.board.mover());
        let mut turned = board.clone();
        turned.pass();
        for chain in board.chains(us) {
            let stone = lowest(chain);
            let liberties = board.liberties(stone);
            if !is_many(liberties) {
                let hunters = board.shape().beside(chain) & board.atari(1 - us);
                for hunter in points(hunters) {
                    self.urgent |= board.liberties(hunter);
                }
                if Reader::is_lost(board, stone) {
                    self.hopeless |= liberties;
                } else {
                    self.saves |= liberties;
                }
            } else if is_pair(liberties)
                && points(liberties).any(|point| Reader::takes(&turned, stone, point))
            {
                self.threats |= liberties;
            }
        }
    }

    /// The other's chains in danger.
    fn read_other(&mut self) {
        let (board, them) = (self.board, 1 - self.board.mover());
        let mut turned = board.clone();
        turned.pass();
        for chain in board.chains(them) {
            let stone = lowest(chain);
            let liberties = board.liberties(stone);
            if !is_many(liberties) {
                if !Reader::is_lost(&turned, stone) {
                    self.urgent |= liberties;
                }
            } else if is_pair(liberties) {
                for point in points(liberties) {
                    if Reader::takes(board, stone, point) {
                        self.catches |= 1 << point;
                    }
                }
            }
        }
    }

    /// The weight of a move, as a logarithm.
    pub fn weight(&self, point: usize) -> f32 {
        let weights = &*WEIGHTS;
        let mut sum = 0.0;
        if point != PASS {
            sum = weights.patterns[pattern::code(self.board, point)];
        }
        self.features(point, |feature| sum += weights.features[feature]);
        sum
    }

    /// The features of a move.
    pub fn features(&self, point: usize, mut each: impl FnMut(usize)) {
        let board = self.board;
        if point == PASS {
            each(pass_feature(board));
            return;
        }
        self.dangers(point, &mut each);
        self.contact(point, &mut each);
        self.places(point, &mut each);
    }

    /// The features of what is taken and saved.
    fn dangers(&self, point: usize, each: &mut impl FnMut(usize)) {
        let board = self.board;
        let (us, them, shape) = (board.mover(), 1 - board.mover(), board.shape());
        let (stone, near) = (1 << point, shape.near[point & (POINTS - 1)]);
        let taken = near & board.atari(them);
        if taken != 0 {
            let mut all = 0;
            for foe in points(taken) {
                all |= board.chain(foe);
            }
            let size = (all.count_ones() as usize).min(4) - 1;
            each(
                if self.urgent & stone != 0 {
                    TAKE_URGENT
                } else {
                    TAKE
                } + size,
            );
        }
        let liberties = board.liberties_after(point);
        let count = liberties.count_ones() as usize;
        if self.saves & stone != 0 {
            each(SAVE + count.min(4));
        }
        if self.hopeless & stone != 0 && taken == 0 {
            each(HOPELESS);
        }
        if self.catches & stone != 0 {
            each(CATCH);
        }
        if self.threats & stone != 0 {
            each(THREAT + count.min(4));
        }
        if taken == 0 {
            if count <= 1 {
                let own = points(near & board.stones(us)).fold(0, |set, at| set | board.chain(at));
                each(SELF_ATARI + (own.count_ones() as usize).min(3));
            } else {
                each(LIBERTIES + count.min(5));
            }
        }
    }

    /// The features of the chains that a stone touches.
    fn contact(&self, point: usize, each: &mut impl FnMut(usize)) {
        let board = self.board;
        let (us, them) = (board.mover(), 1 - board.mover());
        let (stone, near) = (1 << point, board.shape().near[point & (POINTS - 1)]);
        let foes = near & board.stones(them) & !board.atari(them);
        let mut cut = 0;
        for foe in points(foes) {
            let left = board.liberties(foe) & !stone;
            let size = usize::from(is_many(board.chain(foe)));
            if !is_many(left) {
                each(ATARI + size);
            } else if is_pair(left) {
                each(PRESS + size);
            }
            cut |= 1 << lowest(board.chain(foe));
        }
        if is_many(cut) {
            each(CUT);
        }
        let own = points(near & board.stones(us));
        let own = own.fold(0_u128, |set, at| set | 1 << lowest(board.chain(at)));
        if is_many(own) {
            each(JOIN);
        }
        if board.is_eye(point, us) {
            each(EYE);
        } else if near & !board.stones(us) == 0 {
            each(FALSE_EYE);
        }
        if board.is_eye(point, them) {
            each(EYE_OF_OTHER);
        }
    }

    /// The features of where a move is.
    fn places(&self, point: usize, each: &mut impl FnMut(usize)) {
        let (board, shape) = (self.board, self.board.shape());
        let [last, before] = self.last;
        if last != PASS
            && let Some(way) = way(shape.size, point, last)
        {
            let count = match board.open() >> last & 1 {
                0 => (board.liberties(last).count_ones() as usize).clamp(1, 4) - 1,
                _ => 3,
            };
            each(NEAR + 15 * count + way);
        }
        if before != PASS
            && let Some(way) = way(shape.size, point, before)
        {
            each(NEAR_OWN + way);
        }
        let stones = (board.stones(0) | board.stones(1)).count_ones();
        let phase = match stones {
            0..=8 => 0,
            9..=24 => 1,
            _ => 2,
        };
        each(PLACE + 15 * phase + place(shape.size, point));
        let near = shape.near[point & (POINTS - 1)] | shape.diagonal[point & (POINTS - 1)];
        if near & !board.open() == 0 {
            each(LONELY + phase);
        }
        each(SIDES + self.sides(point));
    }

    /// What the four neighbours are, in no order.
    fn sides(&self, point: usize) -> usize {
        let (board, shape) = (self.board, self.board.shape());
        let near = shape.near[point & (POINTS - 1)];
        let mut kinds = [7; 4];
        for (kind, at) in kinds.iter_mut().zip(points(near)) {
            let owner = if board.open() >> at & 1 == 1 {
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

const TAKE: usize = 0;
const TAKE_URGENT: usize = 4;
const SAVE: usize = 8;
const HOPELESS: usize = 13;
const CATCH: usize = 14;
const THREAT: usize = 15;
const SELF_ATARI: usize = 20;
const LIBERTIES: usize = 24;
const ATARI: usize = 30;
const PRESS: usize = 32;
const CUT: usize = 34;
const JOIN: usize = 35;
const EYE: usize = 36;
const FALSE_EYE: usize = 37;
const EYE_OF_OTHER: usize = 38;
const NEAR: usize = 39;
const NEAR_OWN: usize = NEAR + 60;
const PLACE: usize = NEAR_OWN + 15;
const LONELY: usize = PLACE + 45;
const PASSES: usize = LONELY + 3;
const SIDES: usize = PASSES + 9;
/// How many features there are.
pub const FEATURES: usize = SIDES + 4096;

/// The weights, fitted on self-play: of patterns, and of features, which are numbered so that the
/// last one is the largest number there is.
static FITTED: &[u8] = include_bytes!("sight.bin");

/// The weights of the features, and of every pattern.
struct Weights {
    features: Box<[f32]>,
    patterns: Box<[f32]>,
}

static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| {
    let mut weights = Weights {
        features: vec![0.0; FEATURES].into(),
        patterns: vec![0.0; PATTERNS].into(),
    };
    for (number, weight) in pattern::fitted(FITTED) {
        // What is no feature is a pattern; the edge all around is none.
        if let Some(feature) = number.checked_sub(PATTERNS - FEATURES) {
            weights.features[feature] = weight;
        } else {
            for code in pattern::alike(number) {
                weights.patterns[code] = weight;
            }
        }
    }
    weights
});

/// The patterns in whose midst a stone looks good, by weights at first sight.
pub(super) fn lively() -> &'static [bool; PATTERNS] {
    /// More than that has a third of all patterns that were seen. Against 0.1 it won 83 of 160
    /// games, 0.35 won 73 and drew 3.
    const GOOD: f32 = -0.15;
    static LIVELY: LazyLock<Box<[bool; PATTERNS]>> = LazyLock::new(|| {
        let mut lively = Box::new([false; PATTERNS]);
        for (good, weight) in lively.iter_mut().zip(&WEIGHTS.patterns) {
            *good = *weight > GOOD;
        }
        lively
    });
    &LIVELY
}

/// By how many plies are left and who leads.
fn pass_feature(board: &Board) -> usize {
    let late = match board.left() {
        0..=12 => 0,
        13..=30 => 1,
        _ => 2,
    };
    let lead = if board.mover() == 0 {
        board.lead()
    } else {
        -board.lead()
    };
    PASSES + 3 * late + (lead.signum() + 1) as usize
}

/// How two points lie to each other, whichever way round; `None` if they are far apart.
fn way(size: usize, one: usize, other: usize) -> Option<usize> {
    let x = (one % size).abs_diff(other % size);
    let y = (one / size).abs_diff(other / size);
    let (short, long) = (x.min(y), x.max(y));
    (long < 5).then(|| long * (long + 1) / 2 + short)
}

/// How far a point is from the nearest two edges.
fn place(size: usize, point: usize) -> usize {
    let line = |at: usize| at.min(size - 1 - at).min(4);
    let (x, y) = (line(point % size), line(point / size));
    let (short, long) = (x.min(y), x.max(y));
    long * (long + 1) / 2 + short
}
