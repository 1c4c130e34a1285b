//! Speed of reading and judging logs: `cargo bench --bench validate`.
//!
//! Three groups, all on one core and from memory:
//! - `replay`: the moves of a game as text, through the rule book to the result.
//! - `naive`: the same games by the plain way (list every legal move, spell it, compare), to
//!   compare side by side in one run. Turn Right is left out: it would list a million circuits a
//!   ply.
//! - `read`: whole files through reader, referee and findings, by format.

#![allow(missing_docs, reason = "criterion's macros write functions")]

#[path = "../common/mod.rs"]
mod common;

use common::random_game;
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use kifu_core::contract::{Faults, Game, Position, Rules as _, Setup, Step, replay};
use kifu_core::games::{self, CATALOGUE, GameVisitor};
use kifu_core::record::Record;
use kifu_core::search::SplitMix64;
use kifu_logs::formats::{self, ReadContext, check_text, write_all};
use std::hint::black_box;
use std::time::Duration;

const GAMES: u64 = 100;

struct RandomGames;

impl GameVisitor for RandomGames {
    type Output = Vec<Vec<String>>;
    fn visit<G: Game>(self) -> Self::Output {
        let game = |seed| random_game::<G>(&Setup::default(), &mut SplitMix64::new(seed));
        (0..GAMES).map(game).collect()
    }
}

/// Replays every game; returns the plies.
struct ReplayAll<'a>(&'a [String]);

impl GameVisitor for ReplayAll<'_> {
    type Output = usize;
    fn visit<G: Game>(self) -> usize {
        let plies = |moves: &String| {
            let (replay, _) = replay::<G>(&Setup::default(), moves, Faults::NONE).expect("starts");
            assert!(replay.failure.is_none());
            black_box(replay.outcome);
            replay.plies
        };
        self.0.iter().map(plies).sum()
    }
}

/// The replay of all moves by listing the legal moves of each position.
struct NaiveAll<'a>(&'a [String]);

impl GameVisitor for NaiveAll<'_> {
    type Output = ();
    fn visit<G: Game>(self) {
        for moves in self.0 {
            let mut position = G::start(&Setup::default()).expect("starts");
            for token in moves.split(' ') {
                naive_step::<G>(&mut position, token);
            }
            black_box(position.outcome(Faults::NONE));
        }
    }
}

fn naive_step<G: Game>(position: &mut G::Position, token: &str) {
    let step = G::parse(token.as_bytes()).expect("canonical").step;
    let (Some(mv), luck) = (step.mv, step.chance) else {
        return position.step(&step).unwrap_or_else(|_| panic!("{token}"));
    };
    let mut dealt = position.clone();
    if let Some(luck) = &luck {
        dealt.apply_chance(luck);
    }
    let mut found = None;
    dealt.legal_moves(&mut |listed| {
        let mut text = String::new();
        G::write(
            &Step {
                chance: luck,
                mv: Some(listed),
            },
            &mut text,
        );
        if text == token {
            found = Some(listed);
        }
    });
    match found {
        Some(mv) => {
            dealt.apply(&mv);
            *position = dealt;
        }
        // A start tile is luck's alone.
        None => position
            .step(&Step {
                chance: luck,
                mv: Some(mv),
            })
            .unwrap_or_else(|_| panic!("{token}")),
    }
}

fn settled(group: &mut BenchmarkGroup<'_, WallTime>) {
    group
        .sample_size(20)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2));
}

fn rules(criterion: &mut Criterion) {
    for book in CATALOGUE {
        let games = games::visit(book.id(), RandomGames).expect("a game of the catalogue");
        let texts: Vec<String> = games.iter().map(|tokens| tokens.join(" ")).collect();
        let plies = games::visit(book.id(), ReplayAll(&texts)).expect("a game") as u64;
        let mut group = criterion.benchmark_group(format!("rules/{}", book.id()));
        settled(&mut group);
        group.throughput(Throughput::Elements(plies));
        group.bench_function("replay", |bencher| {
            bencher.iter(|| games::visit(book.id(), ReplayAll(&texts)));
        });
        if book.info().automatic_ply.is_none() {
            group.bench_function("naive", |bencher| {
                bencher.iter(|| games::visit(book.id(), NaiveAll(&texts)));
            });
        }
        group.finish();
    }
}

fn files(criterion: &mut Criterion) {
    for book in CATALOGUE {
        let games = games::visit(book.id(), RandomGames).expect("a game of the catalogue");
        let records: Vec<Record> = games
            .iter()
            .map(|tokens| Record {
                game: book.id().to_owned(),
                moves: tokens.join(" "),
                ..Record::default()
            })
            .collect();
        let plies: usize = games
            .iter()
            .map(|game| game.len() - book.info().lead_in)
            .sum();
        let mut group = criterion.benchmark_group(format!("files/{}", book.id()));
        settled(&mut group);
        group.throughput(Throughput::Elements(plies as u64));
        for id in ["moves", "codecup-csv", "ronl", "jsonl"] {
            let Some(format) = formats::by_id(id) else {
                continue;
            };
            let Ok(text) = write_all(format, &records, CATALOGUE) else {
                continue;
            };
            let context = ReadContext {
                game: Some(*book),
                ..ReadContext::default()
            };
            group.bench_function(id, |bencher| {
                bencher.iter(|| {
                    let checked = check_text(&text, Some(format), &context);
                    assert_eq!(checked.len(), records.len());
                    checked
                });
            });
        }
        group.finish();
    }
}

criterion_group!(benches, rules, files);
criterion_main!(benches);
