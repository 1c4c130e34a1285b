//! How the outlook is learned: games of the search against itself, after each of which the numbers
//! move a little to what came of the positions.
//!
//! `OUT=circuit_eval.bin cargo test --release --no-default-features --test core -- --ignored
//! --nocapture an_outlook`; with `FROM=circuit_eval.bin` it goes on from one. The embedded numbers
//! were learned in the same way by a program beside the repository, step by step with more of the
//! search: 11 000 games by the first glance (`OPENED=1`), 12 000 with five positions opened a move,
//! 8 800 with seven in two runs whose numbers were averaged; a third of their boards was of real
//! games.

#![expect(
    clippy::cast_precision_loss,
    reason = "points, plies and games are small numbers"
)]

use super::td_learner::Learner;
use crate::common::setting;
use crate::games::turn_right::engine::two_ply_bot::{gain, has_three, rotate};
use kifu::games::turn_right::Circuit;
use kifu::internals::turn_right::circuit_eval::{
    CircuitEval, KIND_COUNT, PATTERN_COUNT, PHASE_COUNT, POINT_SCALE, patterns, phase,
    shared_table_index,
};
use kifu::internals::turn_right::circuit_position::CircuitPosition;
use kifu::internals::turn_right::tree::CircuitTree;
use kifu::search::{Limits, SearchBudget, SplitMix64};

const ALL: u64 = (1 << 36) - 1;
/// What a 3x3 square counts for, in points.
const BONUS: f32 = 15.0;
/// How much of what comes later counts for a position.
const LAMBDA: f32 = 0.6;

/// What is learned.
struct Lessons(Learner);

impl Lessons {
    fn new() -> Self {
        Self(Learner::new(26, PHASE_COUNT * KIND_COUNT * PATTERN_COUNT))
    }

    /// Moves a little towards what a position was worth; how far that is.
    fn learn(&mut self, own: u64, circuits: u8, worth: f32, rate: f32) -> f32 {
        let patterns = patterns(own).map(|(pair, pattern)| {
            let (kind, pattern) = shared_table_index(pair, pattern);
            (phase(circuits) * KIND_COUNT + kind) * PATTERN_COUNT + pattern
        });
        let patterns: Vec<usize> = patterns.collect();
        self.0.learn(circuits.into(), &patterns, worth, rate)
    }

    fn outlook(&self) -> CircuitEval {
        CircuitEval::from_bytes(&self.0.bytes()).unwrap()
    }
}

/// Eighteen stones by chance, or placed by players who try a few squares and fill the rest by
/// chance; no 3x3 square comes at once.
fn board(outlook: &CircuitEval, random: &mut SplitMix64) -> u64 {
    loop {
        let tries = 6 * random.below(2);
        let mut free: Vec<u32> = (0..36).collect();
        let mut stones = [0_u64; 2];
        for ply in 0..36 {
            let mut best = (i32::MIN, random.index(free.len()));
            for _ in 0..tries {
                let at = random.index(free.len());
                let mut rest = free.clone();
                let square = rest.swap_remove(at);
                random.shuffle(&mut rest);
                let mut filled = stones;
                for (on, square) in std::iter::once(square).chain(rest).enumerate() {
                    filled[(ply + on) % 2] |= 1 << square;
                }
                // Black makes the first circuit.
                let black = outlook.expected_gain(filled[1], 0);
                let worth = if ply % 2 == 1 { black } else { -black };
                best = best.max((worth, at));
            }
            stones[ply % 2] |= 1 << free.swap_remove(best.1);
        }
        let mut first = Circuit::legal_on_turn(1).iter();
        if !first.any(|circuit| has_three(rotate(*circuit, stones[1]))) {
            return stones[1];
        }
    }
}

fn points(parts: i32) -> f32 {
    let points = parts as f32 / POINT_SCALE as f32;
    if points.abs() > 1000.0 {
        BONUS.copysign(points)
    } else {
        points
    }
}

/// A position of a game, what its circuit brought, and what the search thought of it.
struct Seen {
    own: u64,
    circuits: u8,
    brought: f32,
    thought: f32,
}

/// A game in which so many positions are opened for a move; those of them that were looked at more
/// than once teach, too.
fn game(
    lessons: &mut Lessons,
    outlook: &CircuitEval,
    opened: u32,
    rate: f32,
    random: &mut SplitMix64,
) -> f32 {
    let own = board(outlook, random);
    let mut node = CircuitPosition {
        own,
        lead: 0,
        circuits_made: 0,
    };
    let chance = if random.below(4) == 0 { 1.5 } else { 0.4 };
    let mut seen: Vec<Seen> = Vec::new();
    while node.circuits_left() > 0 {
        let mut watch = SearchBudget::new(Limits::default());
        let mut tree = CircuitTree::new(outlook, &node, (1 << 20, 26), (12, None), &mut watch);
        for _ in 1..opened {
            tree.expand_best(&mut watch);
        }
        for spot in tree.nodes.iter().skip(1).filter(|spot| spot.visits > 1) {
            let worth = points(spot.value) - spot.position.lead as f32;
            lessons.learn(
                spot.position.own,
                spot.position.circuits_made,
                worth,
                0.5 * rate,
            );
        }
        let urge = |value: i32, luck: f32| points(value) + chance * luck;
        let branches = tree.branches().into_iter();
        let drawn = branches.map(|branch| {
            let luck = random.unit() + random.unit() - 1.0;
            (urge(branch.value, luck), branch.circuit)
        });
        let (_, circuit) = drawn.max_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
        let own = rotate(circuit, node.own);
        let three = match (has_three(ALL ^ own), has_three(own)) {
            (true, _) => -BONUS,
            (_, true) => BONUS,
            _ => 0.0,
        };
        seen.push(Seen {
            own: node.own,
            circuits: node.circuits_made,
            brought: gain(own) as f32 + three,
            thought: points(tree.nodes[0].value) - node.lead as f32,
        });
        if three != 0.0 {
            break;
        }
        node = node.after(own, gain(own));
    }
    let (mut came, mut next, mut off) = (0.0, 0.0, 0.0);
    for one in seen.iter().rev() {
        came = one.brought - ((1.0 - LAMBDA) * next + LAMBDA * came);
        next = one.thought;
        let worth = 0.5 * (one.thought + came);
        off += lessons.learn(one.own, one.circuits, worth, rate).powi(2);
    }
    off / seen.len() as f32
}

#[test]
#[ignore = "an hour; GAMES and OPENED say how many games, and how much is searched for a move"]
fn an_outlook_is_learned_from_games() {
    let (games, opened) = (setting("GAMES", 10_000), setting("OPENED", 5));
    let mut lessons = Lessons::new();
    lessons.0 = lessons.0.going_on();
    let top = if opened > 1 { 0.3 } else { 1.0 };
    let (mut random, mut outlook, mut off) = (SplitMix64::new(1), lessons.outlook(), 0.0);
    for number in 0..games {
        let rate = top * (1.0 - 0.9 * number as f32 / games as f32);
        off += game(&mut lessons, &outlook, opened, rate, &mut random);
        if number % 20 == 19 {
            outlook = lessons.outlook();
        }
        if number % 500 == 499 {
            let off = (std::mem::take(&mut off) / 500.0_f32).sqrt();
            println!("{} games, off by {off:.2} points", number + 1);
        }
    }
    lessons.0.write();
}

#[test]
fn what_is_learned_is_told_and_written() {
    let mut lessons = Lessons::new();
    let mut random = SplitMix64::new(2);
    let board = board(&lessons.outlook(), &mut random);
    let first = lessons.learn(board, 3, 4.0, 1.0);
    let second = lessons.learn(board, 3, 4.0, 1.0);
    assert!(
        (first - 4.0).abs() < 0.01 && second.abs() < 0.1,
        "{first} {second}"
    );
    let told = lessons.outlook().expected_gain(board, 3);
    assert!((told - 4 * POINT_SCALE).abs() < 20, "{told}");
    let mut again = Lessons::new();
    again.0.read(&lessons.0.bytes());
    assert_eq!(again.0.bytes(), lessons.0.bytes());
    // A whole game teaches something of its positions.
    let outlook = lessons.outlook();
    assert!(game(&mut lessons, &outlook, 2, 0.3, &mut random) > 0.0);
}
