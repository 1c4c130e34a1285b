//! What a board that is being filled promises, and how that is learned: stones are placed by it, a
//! little at random, and its numbers move to what comes of it. A full board is worth what the
//! search of circuits says.
//!
//! `OUT=placement_eval.bin cargo test --release --no-default-features --test core -- --ignored
//! --nocapture a_prospect`; with `FROM=placement_eval.bin` it goes on from one. The embedded
//! numbers were learned in the same way by a program beside the repository: 2 million games with
//! six positions opened for each full board, a quarter of an hour on one core.

#![expect(
    clippy::cast_precision_loss,
    reason = "points, stones and games are small numbers"
)]

use super::td_learner::Learner;
use crate::common::setting;
use crate::games::turn_right::engine::placement_eval::{free, full};
use kifu::internals::turn_right::circuit_eval::POINT_SCALE;
use kifu::internals::turn_right::placement_eval::{
    KIND_COUNT, PATTERN_COUNT, PHASE_COUNT, PlacementEval, SQUARE_COUNT, weight_indices,
};
use kifu::search::SplitMix64;

/// How much of what comes later counts for a board.
const LAMBDA: f32 = 0.7;

/// What is learned.
struct Lessons(Learner);

impl Lessons {
    fn new() -> Self {
        Self(Learner::new(
            SQUARE_COUNT,
            PHASE_COUNT * KIND_COUNT * PATTERN_COUNT,
        ))
    }

    fn value(&self, board: [u64; 2]) -> f32 {
        self.0
            .value(placed(board), &weight_indices(board[0], board[1]))
    }

    /// Moves a little towards what a board was worth; how far that is.
    fn learn(&mut self, board: [u64; 2], worth: f32, rate: f32) -> f32 {
        let numbers = weight_indices(board[0], board[1]);
        self.0.learn(placed(board), &numbers, worth, rate)
    }
}

fn placed([own, other]: [u64; 2]) -> usize {
    (own | other).count_ones() as usize
}

/// A game; how far off was what the board promised that lacks one stone.
fn game(lessons: &mut Lessons, opened: u32, rate: f32, random: &mut SplitMix64) -> f32 {
    let chance = [2.0, 1.0, 0.3, 0.3][random.index(4)];
    let blind = random.index(10);
    // The player to act first; and the best that was thought of it.
    let mut board = [0_u64; 2];
    let mut seen = Vec::new();
    while placed(board) < SQUARE_COUNT {
        let [own, other] = board;
        let worth = |square: u64| {
            if placed(board) + 1 < SQUARE_COUNT {
                -lessons.value([other, own | square])
            } else {
                full(own | square, opened)
            }
        };
        let drawn = free(board).map(|square| {
            let (worth, luck) = (worth(square), random.unit() + random.unit() - 1.0);
            let is_blind = placed(board) < blind;
            let urge = if is_blind {
                luck
            } else {
                worth + chance * luck
            };
            (urge, worth, square)
        });
        let drawn: Vec<(f32, f32, u64)> = drawn.collect();
        let thought = drawn.iter().map(|one| one.1).fold(f32::MIN, f32::max);
        let (_, _, square) = *drawn.iter().max_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
        seen.push((board, thought));
        board = [other, own | square];
    }
    let (mut next, mut came, mut off) = (seen[SQUARE_COUNT - 1].1, seen[SQUARE_COUNT - 1].1, 0.0);
    for (at, (board, thought)) in seen.into_iter().enumerate().rev() {
        if at + 1 < SQUARE_COUNT {
            came = (LAMBDA - 1.0) * next - LAMBDA * came;
            next = thought;
        }
        // What came of a square that was taken blindly says little of the board before it.
        let share = if at < blind { 0.0 } else { 0.7 };
        let by = lessons.learn(board, (1.0 - share) * thought + share * came, rate);
        if at + 1 == SQUARE_COUNT {
            off = by;
        }
    }
    off
}

#[test]
#[ignore = "minutes; GAMES and OPENED say how many games, and how much is searched of a full board"]
fn a_prospect_is_learned_from_games() {
    let (games, opened) = (setting("GAMES", 2_000_000), setting("OPENED", 6));
    let mut lessons = Lessons::new();
    lessons.0 = lessons.0.going_on();
    let (mut random, mut off) = (SplitMix64::new(1), 0.0);
    for number in 0..games {
        let rate = 1.0 - 0.95 * number as f32 / games as f32;
        off += game(&mut lessons, opened, rate, &mut random).powi(2);
        if number % 100_000 == 99_999 {
            let off = (std::mem::take(&mut off) / 100_000.0_f32).sqrt();
            println!("{} games, off by {off:.2} points", number + 1);
        }
    }
    lessons.0.write();
}

#[test]
fn games_teach_and_what_is_learned_is_told_and_written() {
    let mut random = SplitMix64::new(3);
    let mut lessons = Lessons::new();
    let mut games = |count: u32| {
        let games = (0..count).map(|_| game(&mut lessons, 1, 1.0, &mut random).powi(2));
        games.sum::<f32>() / count as f32
    };
    let early = games(100);
    games(700);
    let late = games(100);
    assert!(late < 0.8 * early, "{late} {early}");

    let bytes = lessons.0.bytes();
    let prospect = PlacementEval::from_bytes(&bytes).unwrap();
    let board = [0b11 << 8 | 1, 0b11 << 14 | 2];
    let told = prospect.expected_lead(board[0], board[1]) as f32 / POINT_SCALE as f32;
    assert!((told - lessons.value(board)).abs() < 0.05, "{told}");
    assert!(PlacementEval::from_bytes(&bytes[1..]).is_none());
    assert!(PlacementEval::from_bytes(&[&bytes[..], &[0]].concat()).is_none());
}
