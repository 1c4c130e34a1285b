//! Timings of the inner loops of the engine of Turn Right.

use crate::common::experiment::{MeasureSettings, Outcome};
use crate::common::session::Session;
use kifu_core::games::turn_right::Circuit;
use kifu_core::games::turn_right::engine::branch::BranchFinder;
use kifu_core::games::turn_right::engine::circuit_eval::CircuitEval;
use kifu_core::games::turn_right::engine::circuit_position::CircuitPosition;
use kifu_core::games::turn_right::engine::two_ply::TwoPlySearch;
use kifu_core::games::turn_right::engine::{scan, threat};
use kifu_core::search::{Limits, SearchBudget, SplitMix64};
use kifu_study::failure::Failure;
use std::fmt::Write as _;
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

/// Measures the inner loops.
///
/// # Errors
///
/// None: it has the form of every experiment.
pub fn timings(_: &mut Session, _: &MeasureSettings<'_>) -> Result<Outcome, Failure> {
    let mut outcome = Outcome::default();
    let text = &mut outcome.text;
    let all = Circuit::legal_on_turn(13);
    let boards = boards(2000);
    let mut gains = Vec::new();
    let took = min_time(30, |round| {
        scan::circuit_gains(boards[round], all, black_box(&mut gains));
    });
    let _ = writeln!(text, "full scan: {took:?}");
    let took = min_time(30, |round| {
        black_box(scan::best_gain(boards[round], all, u8::MAX));
    });
    let _ = writeln!(text, "best of a full scan: {took:?}");
    let start = Instant::now();
    threat::can_make_3x3(boards[0], 13);
    let _ = writeln!(text, "threat index made in {:?}", start.elapsed());
    let took = min_time(20, |_| {
        for board in &boards {
            black_box(threat::can_make_3x3(*board, 13));
        }
    });
    let _ = writeln!(text, "3x3 test: {:?}", took / 2000);
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
        let _ = writeln!(text, "two plies after {circuits} circuits: {took:?}");
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
    let _ = writeln!(
        text,
        "3x3 squares without a parry: {:?}",
        start.elapsed() / 50
    );
    Ok(outcome)
}
