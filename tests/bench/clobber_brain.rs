//! Speed of Clobber's engine: `cargo bench --no-default-features --bench clobber_brain`.
//!
//! - `playouts`: random games from the start, four at once with the processor's instructions, the
//!   same without them, and by the rules' own board (list the moves, choose one), for the ratio.
//! - `glance`: what the moves of a position lead to, by what each changes, and looked at anew, for the
//!   ratio.
//! - `solver`: a position of 36 stones to the proof, from an empty table.

#![allow(missing_docs, reason = "criterion's macros write functions")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use kifu_core::contract::{Game, Rules as _};
use kifu_core::games::clobber::engine::pattern_eval::PatternEval;
use kifu_core::games::clobber::engine::playout::{
    PLAYOUTS_PER_BATCH, PlayoutWord, portable_playouts,
};
use kifu_core::games::clobber::engine::solver::ClobberSolver;
use kifu_core::games::clobber::engine::stones::Stones;
use kifu_core::games::clobber::{Clobber, Position};
use kifu_core::search::{Limits, SearchBudget, SplitMix64, random_playout};
use std::hint::black_box;

fn playouts(criterion: &mut Criterion) {
    let position = Position::full(8, 8);
    let stones = Stones::<u64>::from_position(&position).expect("it fits");
    let wide = Stones::<u128>::from_position(&Position::full(10, 10)).expect("it fits");
    let mut group = criterion.benchmark_group("playouts");
    let mut random = SplitMix64::new(1);
    group.throughput(Throughput::Elements(PLAYOUTS_PER_BATCH.into()));
    group.bench_function("8x8", |bencher| {
        bencher.iter(|| u64::playouts(black_box(stones), &mut random));
    });
    group.bench_function("8x8 plain", |bencher| {
        bencher.iter(|| portable_playouts(black_box(stones), &mut random));
    });
    group.bench_function("10x10", |bencher| {
        bencher.iter(|| u128::playouts(black_box(wide), &mut random));
    });
    group.bench_function("10x10 plain", |bencher| {
        bencher.iter(|| portable_playouts(black_box(wide), &mut random));
    });
    group.throughput(Throughput::Elements(1));
    group.bench_function("8x8 naive", |bencher| {
        bencher.iter(|| random_playout(black_box(position), &mut random, &mut |_, _| {}));
    });
    group.finish();
}

const LATE: &str = "wb.ww.w./b..wbbbb/ww...wbw/...www../.bb...ww/.bbbbww./wbbbb..b/w..w...b w";

fn glances(criterion: &mut Criterion) {
    let stones = Stones::<u64>::from_position(&Position::full(8, 8)).expect("it fits");
    let mut group = criterion.benchmark_group("glance");
    group.throughput(Throughput::Elements(stones.count_moves().into()));
    group.bench_function("by change", |bencher| {
        bencher.iter(|| {
            let (glance, mut sum) = (PatternEval::new(black_box(stones)), 0);
            stones.for_each_pair(|pair| sum += glance.lead_after(stones, pair));
            sum
        });
    });
    group.bench_function("anew", |bencher| {
        bencher.iter(|| {
            let mut sum = 0;
            black_box(stones)
                .for_each_pair(|pair| sum -= PatternEval::new(stones.after(pair)).lead());
            sum
        });
    });
    group.finish();
}

fn proofs(criterion: &mut Criterion) {
    let position = Clobber::parse_position(LATE).expect("a position text");
    let stones = Stones::<u64>::from_position(&position).expect("it fits");
    let mut solver = ClobberSolver::new(16 << 20);
    criterion.bench_function("solver", |bencher| {
        bencher.iter(|| {
            solver.clear();
            solver.solve(stones, u64::MAX, &mut SearchBudget::new(Limits::default()))
        });
    });
    assert!(!position.is_over());
}

criterion_group!(benches, playouts, glances, proofs);
criterion_main!(benches);
