//! Speed of Atari Go's engine: `cargo bench --no-default-features --bench atari_go_brain`.
//!
//! - `playouts`: random games from the start, on the fast board and by the rules' own (list the
//!   moves, choose one), for the ratio; and games as the search plays them out.
//! - `net`: a look of the net, and one of its layers: by tiles, as it is written down, and with the
//!   numbers that every machine has, for the ratios.
//! - `solver`: a position with ten plies left to the proof, from an empty table.

#![allow(missing_docs, reason = "criterion's macros write functions")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use kifu_core::contract::{Game, Rules as _};
use kifu_core::games::atari_go::engine::net::PolicyValueNet;
use kifu_core::games::atari_go::engine::net::kernel::{
    CHANNELS, convolve, convolve_scalar, zero_map,
};
use kifu_core::games::atari_go::engine::net::winograd::{
    Activation, WinogradBuffers, WinogradLayer, transform_weights,
};
use kifu_core::games::atari_go::engine::prior::FeatureContext;
use kifu_core::games::atari_go::engine::solver::AtariGoSolver;
use kifu_core::games::atari_go::engine::{
    GoBoard, PASS, PlayoutRates, PlayoutTrace, random_playout,
};
use kifu_core::games::atari_go::{AtariGo, Position};
use kifu_core::search::SplitMix64;
use std::hint::black_box;

fn playouts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("playouts");
    group.throughput(Throughput::Elements(1));
    let position = Position::new(9, 80);
    let start = GoBoard::from_position(&position).expect("it fits");
    let mut random = SplitMix64::new(1);
    group.bench_function("fast", |bencher| {
        bencher.iter(|| {
            let mut board = black_box(&start).clone();
            random_playout(&mut board, &mut random);
            board.result()
        });
    });
    group.bench_function("search", |bencher| {
        bencher.iter(|| {
            let mut board = black_box(&start).clone();
            PlayoutTrace::play_to_end(&mut board, PASS, &mut random, &PlayoutRates::BEST);
            board.result()
        });
    });
    let mut moves = Vec::new();
    group.bench_function("naive", |bencher| {
        bencher.iter(|| {
            let mut position = black_box(&position).clone();
            while !position.is_over() {
                moves.clear();
                position.legal_moves(&mut |mv| moves.push(mv));
                // A pass only if there is nothing else.
                let choice = random.index(moves.len().saturating_sub(1));
                position.apply(&moves[choice]);
            }
            position.captures()
        });
    });
    group.finish();
}

fn looks(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("net");
    let position = AtariGo::parse_position(LATE).expect("a position text");
    let board = GoBoard::from_position(&position).expect("it fits");
    let sight = FeatureContext::new(&board, [PASS; 2]);
    let net = PolicyValueNet::embedded().expect("it comes with kifu");
    group.bench_function("look", |bencher| {
        bencher.iter(|| {
            net.evaluate(black_box(&board), &sight, [PASS; 2])
                .win_probability()
        });
    });
    let (input, mut output) = ([[0.5; CHANNELS]; 121], zero_map());
    let (taps, bias) = (
        &net.weights().blocks[0].first,
        &net.weights().blocks[0].first_bias,
    );
    let (tiles, mut room) = (transform_weights(taps), WinogradBuffers::default());
    group.bench_function("layer", |bencher| {
        bencher.iter(|| {
            let layer = WinogradLayer {
                input: black_box(&input),
                weights: &tiles,
                bias,
                activation: Activation::Relu,
            };
            layer.convolve(&mut output, &mut room);
        });
    });
    group.bench_function("layer as written", |bencher| {
        bencher.iter(|| convolve(black_box(&input), taps, bias, &mut output));
    });
    group.bench_function("layer as written, on any machine", |bencher| {
        bencher.iter(|| convolve_scalar(black_box(&input), taps, bias, &mut output));
    });
    group.finish();
}

const LATE: &str = "...WWBBB./W.BWWWBBB/WWWWBBBW./WWWBB.BWB/.WBB.B.BB/WWWBBBBWW/WWWWBBWW./WBBB.BWWW/WB...BBW. B 70/80 2-3 -";

fn proofs(criterion: &mut Criterion) {
    let position = AtariGo::parse_position(LATE).expect("a position text");
    let board = GoBoard::from_position(&position).expect("it fits");
    let mut solver = AtariGoSolver::new(16 << 20);
    criterion.bench_function("solver", |bencher| {
        bencher.iter(|| {
            solver.clear();
            solver.solve(&board, u64::MAX, &mut |_| false)
        });
    });
}

criterion_group!(benches, playouts, looks, proofs);
criterion_main!(benches);
