//! How many endings are solved within a second.

use kifu::contract::{Position as _, Rules as _, Step};

use crate::common::setting;
use crate::games::box_game::engine::solver::{depth, places};
use crate::games::box_game::engine::{board, colors, pair, start, tile};
use kifu::games::box_game::Position;
use kifu::internals::box_game::BoxEngine;
use kifu::internals::box_game::kernel::Kernel;
use kifu::internals::box_game::solver::ExactSolver;
use kifu::search::{Engine as _, Limits, SearchRequest, SplitMix64};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Positions of a game of the engine against itself, a tile in hand.
fn own_game(engine: &mut BoxEngine, rng: &mut SplitMix64) -> Vec<Position> {
    let mut all = Vec::new();
    let mut position = start(colors(rng), rng);
    while !position.is_over() {
        position.apply_chance(&tile(rng));
        all.push(position);
        let request = SearchRequest::new(Limits::nodes(400)).seed(rng.next());
        let report = engine.analyze(&position, &request, &mut |_| {});
        position
            .step(&Step::from_move(*report.best_move().expect("a move")))
            .expect("legal");
    }
    all
}

/// How long all places of the tile in hand take, if no more than a second.
fn in_a_second(position: &Position) -> Option<Duration> {
    let (board, began) = (board(position), Instant::now());
    let hand = pair(position.tile_in_hand().expect("a tile"), position);
    let who = 1 - position.to_move().index();
    let (mut nodes, mut look_at, mut is_up) = (0, 0, false);
    let mut count = |more: u64| {
        nodes += more;
        if nodes >= look_at {
            look_at = nodes + 100;
            is_up = began.elapsed() > Duration::from_secs(1);
        }
        is_up
    };
    let mut exact = ExactSolver::new(Kernel::new(), 350_000, &mut count);
    let mut values = places(&board)
        .into_iter()
        .map(|at| exact.payoff(&board.after(at, hand), who));
    let is_done = values.all(|value| value.is_some());
    is_done.then(|| began.elapsed())
}

/// Of positions with so many tiles left, how many are told in a second, and how long that takes.
fn tell(what: &str, times: &mut [Option<Duration>]) {
    // What took longer than a second stands last.
    times.sort_unstable_by_key(|time| time.unwrap_or(Duration::MAX));
    let show =
        |time: Option<Duration>| time.map_or("more".to_owned(), |time| format!("{time:.1?}"));
    let found = times.iter().flatten().count();
    let (half, most) = (times[times.len() / 2], times[times.len() - 1]);
    println!(
        "{what}: {found} of {} in a second, half of them in {}, the slowest in {}",
        times.len(),
        show(half),
        show(most)
    );
}

/// `GAMES=60` of the engine's own, of 400 nodes a move.
#[test]
#[ignore = "minutes"]
fn how_many_ends_take_a_second() {
    let games = setting("GAMES", 60);
    let (mut engine, mut rng) = (BoxEngine::new(4), SplitMix64::new(24));
    let games: Vec<_> = (0..games)
        .map(|_| own_game(&mut engine, &mut rng))
        .collect();
    let mut by_most: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for left in 1..=6 {
        let mut times = Vec::new();
        for position in games
            .iter()
            .filter_map(|game| game.iter().nth_back(left - 1))
        {
            let time = in_a_second(position);
            if let Some(most) = depth(&board(position), 4) {
                by_most.entry(most).or_default().push(time);
            }
            times.push(time);
        }
        tell(&format!("{left} tiles were laid"), &mut times);
    }
    for (most, mut times) in by_most {
        tell(&format!("{most} tiles at most"), &mut times);
    }
}
