//! Speed of Zuniq's engine: `cargo bench --no-default-features --bench zuniq_brain`.
//!
//! - `playouts`: eight random games from the empty board, with and without the machine's vectors,
//!   and by the rule book's own board (`naive`: list the moves, take one).
//! - `net`: all moves of a board of twelve plies at once, and the boards after them one by one.
//! - `solver`: positions of 30 plies, exactly, and by trying everything with a table of positions.

#![allow(missing_docs, reason = "criterion's macros write functions")]

#[path = "../common/mod.rs"]
mod common;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use kifu_core::contract::Rules as _;
use kifu_core::games::zuniq::Position;
use kifu_core::games::zuniq::engine::net::ValueNet;
use kifu_core::games::zuniq::engine::{EdgeBoard, LANES, PlayoutKernel, ZuniqSolver};
use kifu_core::search::SplitMix64;
use std::collections::HashMap;
use std::hint::black_box;

fn naive_game(rng: &mut SplitMix64) -> u32 {
    let mut position = Position::EMPTY;
    loop {
        let mut moves = Vec::new();
        position.legal_moves(&mut |mv| moves.push(mv));
        if moves.is_empty() {
            return position.plies();
        }
        position.apply(&moves[rng.index(moves.len())]);
    }
}

fn playouts(c: &mut Criterion) {
    let mut group = c.benchmark_group("zuniq/playouts");
    group.throughput(Throughput::Elements(LANES as u64));
    for (name, kernel) in [
        ("kernel", PlayoutKernel::new()),
        ("plain", PlayoutKernel::PORTABLE),
    ] {
        let mut random = SplitMix64::new(1);
        group.bench_function(name, |b| {
            b.iter(|| {
                kernel
                    .play(black_box(&EdgeBoard::EMPTY), &mut random)
                    .wins()
            });
        });
    }
    let mut rng = SplitMix64::new(1);
    group.bench_function("naive", |b| {
        b.iter(|| (0..LANES).map(|_| naive_game(&mut rng)).sum::<u32>());
    });
    group.finish();
}

fn net(c: &mut Criterion) {
    let mut group = c.benchmark_group("zuniq/net");
    let net = ValueNet::embedded().expect("the net that comes with kifu");
    let drawn = (0..12).fold(0, |set, at| set | 1 << (at * 29 % 60));
    let board = EdgeBoard::from_drawn(drawn);
    let legal = board.legal_edges();
    group.throughput(Throughput::Elements(u64::from(legal.count_ones())));
    group.bench_function("ahead", |b| {
        b.iter(|| {
            let mut sum = 0.0;
            net.evaluate_moves(black_box(&board), &mut |_, odds| sum += odds);
            sum
        });
    });
    group.bench_function("one by one", |b| {
        b.iter(|| {
            let after = edges(legal).filter_map(|edge| black_box(&board).after(edge));
            after.map(|after| -net.evaluate(&after)).sum::<f32>()
        });
    });
    group.finish();
}

fn edges(set: u64) -> impl Iterator<Item = usize> {
    (0..60).filter(move |edge| set >> edge & 1 == 1)
}

fn brute(board: &EdgeBoard, known: &mut HashMap<u64, bool>) -> bool {
    if let Some(wins) = known.get(&board.drawn()) {
        return *wins;
    }
    let mut after = edges(board.legal_edges()).filter_map(|edge| board.after(edge));
    let wins = after.any(|after| !brute(&after, known));
    known.insert(board.drawn(), wins);
    wins
}

fn position(seed: u64, plies: u32) -> EdgeBoard {
    let mut rng = SplitMix64::new(seed);
    let mut board = EdgeBoard::EMPTY;
    while board.plies() < plies {
        let legal: Vec<usize> = edges(board.legal_edges()).collect();
        let edge = legal[rng.index(legal.len())];
        board = board.after(edge).unwrap_or(EdgeBoard::EMPTY);
    }
    board
}

fn solver(c: &mut Criterion) {
    let boards: Vec<EdgeBoard> = (0..10).map(|seed| position(seed, 30)).collect();
    let mut group = c.benchmark_group("zuniq/solver");
    group.sample_size(10);
    group.throughput(Throughput::Elements(boards.len() as u64));
    let mut solver = ZuniqSolver::new(1 << 22);
    group.bench_function("exact", |b| {
        b.iter(|| {
            solver.clear();
            let solve = |board| solver.solve(board, u64::MAX, &mut |_| false);
            boards
                .iter()
                .map(solve)
                .filter(|wins| *wins == Some(true))
                .count()
        });
    });
    group.bench_function("naive", |b| {
        b.iter(|| {
            let wins = |board: &&EdgeBoard| brute(board, &mut HashMap::new());
            boards.iter().filter(wins).count()
        });
    });
    group.finish();
}

criterion_group!(benches, playouts, net, solver);
criterion_main!(benches);
