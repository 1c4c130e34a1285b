//! Timings of the engine's inner loops.
//!
//! Run them with `cargo test --release --no-default-features --test core -- --ignored --nocapture
//! kernel_timings`.

use kifu::games::turn_right::Circuit;
use kifu::internals::turn_right::branch::BranchFinder;
use kifu::internals::turn_right::circuit_eval::CircuitEval;
use kifu::internals::turn_right::circuit_position::CircuitPosition;
use kifu::internals::turn_right::two_ply::TwoPlySearch;
use kifu::internals::turn_right::{scan, threat};
use kifu::search::{Limits, SearchBudget, SplitMix64};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Returns random boards of 18 stones each.
fn boards(count: usize) -> Vec<u64> {
    let mut random = SplitMix64::new(9);
    let mut squares: Vec<u32> = (0..36).collect();
    let mut one = || {
        random.shuffle(&mut squares);
        squares[..18]
            .iter()
            .fold(0, |set, square| set | 1 << square)
    };
    (0..count).map(|_| one()).collect()
}

/// Returns the shortest time of several rounds, since other programs share the machine.
fn min_time(rounds: usize, mut work: impl FnMut(usize)) -> Duration {
    let once = |round| {
        let start = Instant::now();
        work(round);
        start.elapsed()
    };
    (0..rounds).map(once).min().unwrap_or_default()
}

#[test]
#[ignore = "a measurement"]
fn kernel_timings() {
    let all = Circuit::legal_on_turn(13);
    let boards = boards(2000);
    let mut gains = Vec::new();
    let took = min_time(30, |round| {
        scan::circuit_gains(boards[round], all, black_box(&mut gains));
    });
    println!("full scan: {took:?}");
    let took = min_time(30, |round| {
        black_box(scan::best_gain(boards[round], all, u8::MAX));
    });
    println!("best of a full scan: {took:?}");
    let start = Instant::now();
    threat::can_make_3x3(boards[0], 13);
    println!("threat index made in {:?}", start.elapsed());
    let took = min_time(20, |_| {
        for board in &boards {
            black_box(threat::can_make_3x3(*board, 13));
        }
    });
    println!("3x3 test: {:?}", took / 2000);
    for circuits in [8, 16, 24] {
        let took = min_time(4, |round| {
            let node = CircuitPosition {
                own: boards[round],
                lead: 0,
                circuits_made: circuits,
            };
            let mut budget = SearchBudget::new(Limits::default());
            black_box(TwoPlySearch::default().best_circuits(&node, (1, 1), None, &mut budget));
        });
        println!("two plies after {circuits} circuits: {took:?}");
    }
    let mut finder = BranchFinder::new(CircuitEval::embedded());
    let start = Instant::now();
    for board in &boards[..50] {
        let node = CircuitPosition {
            own: *board,
            lead: 0,
            circuits_made: 14,
        };
        let mut budget = SearchBudget::new(Limits::default());
        black_box(finder.forcing_branch(&node, &mut budget));
    }
    println!("3x3 squares without a parry: {:?}", start.elapsed() / 50);
}
