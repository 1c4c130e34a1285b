//! Speed of Box's engine: `cargo bench --no-default-features --bench box_brain`.
//!
//! - `list`: all legal places of a board; `naive` asks the rule book's board place by place.
//! - `points`: of both colours, and by the rule book.
//! - `leaf`: what the best of all places gains with each of the thirty tiles, with and without the
//!   machine's vectors. An element is a tile at a place.

#![allow(missing_docs, reason = "criterion's macros write functions")]

#[path = "../common/mod.rs"]
mod common;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use kifu_core::contract::{Game, Position as _, Rules as _, Setup, Step};
use kifu_core::games::box_game::engine::BoxEngine;
use kifu_core::games::box_game::engine::board::Bitboard;
use kifu_core::games::box_game::engine::kernel::{EvalWorkspace, Kernel};
use kifu_core::games::box_game::{BoxGame, Move, Position, Tile};
use kifu_core::search::SplitMix64;
use std::hint::black_box;

/// A random game's position after so many tiles, with one in hand.
fn position(seed: u64, plies: usize) -> Position {
    let mut setup = Setup::default();
    setup.set("colors", "4 1");
    let mut rng = SplitMix64::new(seed);
    let tiles: Vec<Tile> = Tile::all().collect();
    let mut position = BoxGame::start(&setup).expect("colours");
    position.apply_chance(&tiles[rng.index(720)]);
    for _ in 0..plies {
        position.apply_chance(&tiles[rng.index(720)]);
        let mut all = Vec::new();
        position.legal_moves(&mut |mv| all.push(mv));
        let mv = all[rng.index(all.len())];
        position.step(&Step::from_move(mv)).expect("legal");
    }
    position.apply_chance(&tiles[rng.index(720)]);
    position
}

fn kernel(c: &mut Criterion) {
    let position = position(1, 10);
    let colors = position.colors().both().expect("both");
    let fast = Bitboard::from_position(&position, colors);
    let kernel = Kernel::new();
    let mut group = c.benchmark_group("box/list");
    group.bench_function("kernel", |b| {
        b.iter(|| kernel.legal_places(black_box(&fast)));
    });
    group.bench_function("naive", |b| {
        b.iter(|| {
            let places = Move::all();
            places
                .filter(|place| black_box(&position).check(place).is_ok())
                .count()
        });
    });
    group.finish();
    let mut group = c.benchmark_group("box/points");
    group.bench_function("kernel", |b| b.iter(|| black_box(&fast).points()));
    group.bench_function("naive", |b| b.iter(|| black_box(&position).scores(colors)));
    group.finish();
    let brain = BoxEngine::new(1);
    let mut sight = EvalWorkspace::default();
    let mut group = c.benchmark_group("box/leaf");
    group.throughput(Throughput::Elements(
        30 * kernel.legal_places(&fast).count() as u64,
    ));
    for (name, kernel) in [("kernel", kernel), ("plain", Kernel::PORTABLE)] {
        group.bench_function(name, |b| {
            b.iter(|| kernel.leaf_lead(&mut sight, black_box(&fast), &brain.weights().leaf, 0, 20));
        });
    }
    group.finish();
}

criterion_group!(benches, kernel);
criterion_main!(benches);
