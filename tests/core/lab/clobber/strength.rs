//! How strong, and how fast at proving. Each test prints its figures; run one by one:
//! `cargo test --release --no-default-features --test core -- --ignored --nocapture NAME`.
//! `GAMES` and `MS` in the environment say how many games and how many milliseconds of processor
//! time a move; `NODES` how many nodes a move instead.

use crate::common::{setting, worked};
use crate::games::clobber::engine::random_stones;
use kifu::contract::{Player, Position as _, Rules as _};
use kifu::games::clobber::{Move, Position};
use kifu::internals::clobber::ClobberEngine;
use kifu::internals::clobber::solver::ClobberSolver;
use kifu::internals::clobber::stones::Stones;
use kifu::internals::clobber::tree::ClobberParams;
use kifu::search::{Engine as _, Limits, SearchBudget, SearchRequest, SplitMix64};
use std::time::{Duration, Instant};

fn moves(position: &Position) -> Vec<Move> {
    let mut all = Vec::new();
    position.legal_moves(&mut |mv| all.push(mv));
    all
}

/// One that plays.
trait Plays {
    fn play(&mut self, position: &Position, seed: u64) -> Move;
}

/// The engine with so many nodes a move or, if they are none, so much time.
struct Limited(ClobberEngine, u64, Duration);

impl Plays for Limited {
    fn play(&mut self, position: &Position, seed: u64) -> Move {
        let start = Instant::now();
        let before = worked(start);
        let clock = || worked(start).saturating_sub(before);
        let limits = match self.1 {
            0 => Limits::time(self.2, &clock),
            nodes => Limits::nodes(nodes),
        };
        self.0
            .choose(position, &SearchRequest::new(limits).seed(seed))
            .unwrap()
    }
}

struct Random(SplitMix64);

impl Plays for Random {
    fn play(&mut self, position: &Position, _seed: u64) -> Move {
        let all = moves(position);
        all[self.0.index(all.len())]
    }
}

/// Leaves the opponent as few moves as possible.
struct Greedy(SplitMix64);

impl Plays for Greedy {
    fn play(&mut self, position: &Position, _seed: u64) -> Move {
        let left = |mv: &Move| {
            let mut after = *position;
            after.apply(mv);
            after.count_moves()
        };
        let all = moves(position);
        let least = all.iter().map(left).min();
        let best: Vec<_> = all
            .into_iter()
            .filter(|mv| Some(left(mv)) == least)
            .collect();
        best[self.0.index(best.len())]
    }
}

/// The share that the first of two wins, from random openings of three plies, each played with
/// both sides.
fn match_up(name: &str, first: &mut dyn Plays, second: &mut dyn Plays) -> f64 {
    let games = setting::<u32>("GAMES", 200);
    let mut wins = 0;
    for game in 0..games {
        let mut rng = SplitMix64::new(u64::from(game / 2));
        let mut position = Position::full(8, 8);
        for _ in 0..3 {
            let all = moves(&position);
            position.apply(&all[rng.index(all.len())]);
        }
        let own = Player::ALL[game as usize % 2];
        while !position.is_over() {
            let seed = rng.next();
            let mv = if position.to_move() == own {
                first.play(&position, seed)
            } else {
                second.play(&position, seed)
            };
            position.play(&mv).unwrap();
        }
        wins += u32::from(position.to_move() != own);
    }
    let share = f64::from(wins) / f64::from(games);
    let bound = 1.96 * (share * (1.0 - share) / f64::from(games)).sqrt();
    println!(
        "{name}: {wins} of {games}, {:.1} +- {:.1} %",
        100.0 * share,
        100.0 * bound
    );
    share
}

fn limited(tuning: ClobberParams, share: u32) -> Limited {
    let time = Duration::from_millis(setting("MS", 15)) / share;
    let nodes = setting("NODES", 0) / share;
    Limited(ClobberEngine::with_params(64, tuning), nodes.into(), time)
}

#[test]
#[ignore = "minutes: 200 games"]
fn it_beats_a_plain_uct_of_the_same_playouts() {
    let (mut best, mut plain) = (
        limited(ClobberParams::BEST, 1),
        limited(ClobberParams::UCT, 1),
    );
    assert!(match_up("plain UCT", &mut best, &mut plain) >= 0.8);
}

#[test]
#[ignore = "minutes: 200 games"]
fn it_beats_itself_with_a_quarter_of_the_time() {
    let (mut best, mut short) = (
        limited(ClobberParams::BEST, 1),
        limited(ClobberParams::BEST, 4),
    );
    assert!(match_up("a quarter of the time", &mut best, &mut short) >= 0.6);
}

#[test]
#[ignore = "minutes: 400 games"]
fn it_beats_greedy_and_random() {
    let mut best = limited(ClobberParams::BEST, 1);
    assert!(match_up("greedy", &mut best, &mut Greedy(SplitMix64::new(1))) >= 0.99);
    assert!(match_up("random", &mut best, &mut Random(SplitMix64::new(1))) >= 0.99);
}

/// Self-play positions with so many stones, and the share that is proven within a second.
#[test]
#[ignore = "minutes: 100 positions each"]
fn it_proves_self_play_positions_within_a_second() {
    let mut missed = Vec::new();
    for (stones, floor) in [(41, 0.95), (44, 0.5)] {
        let count = setting::<u32>("GAMES", 100);
        let (mut proven, mut engine) = (0, ClobberEngine::new(64));
        for game in 0..count {
            let mut rng = SplitMix64::new(u64::from(game) + 100);
            let mut position = Position::full(8, 8);
            while Stones::<u64>::from_position(&position)
                .unwrap()
                .all()
                .count_ones()
                > stones
            {
                let seed = rng.next();
                let request = SearchRequest::new(Limits::nodes(40_000)).seed(seed);
                let all = moves(&position);
                let mv = if all.len() > 108 {
                    all[rng.index(all.len())]
                } else {
                    engine.choose(&position, &request).unwrap()
                };
                position.apply(&mv);
            }
            let stones = Stones::<u64>::from_position(&position).unwrap();
            let mut solver = ClobberSolver::new(64 << 20);
            let start = Instant::now();
            let before = worked(start);
            let clock = || worked(start).saturating_sub(before);
            let limits = Limits::time(Duration::from_secs(1), &clock);
            proven += u32::from(
                solver
                    .solve(stones, u64::MAX, &mut SearchBudget::new(limits))
                    .is_some(),
            );
        }
        println!("{stones} stones: {proven} of {count} proven within a second");
        if f64::from(proven) < floor * f64::from(count) {
            missed.push(stones);
        }
    }
    assert!(missed.is_empty(), "too few with {missed:?} stones");
}

/// The starts of the rules that take longest.
#[test]
#[ignore = "minutes"]
fn who_wins_on_larger_boards_is_as_the_rules_tell() {
    for (width, height, expected) in [(4, 6, false), (4, 7, true), (5, 5, false), (5, 6, false)] {
        let stones = random_stones::<u64>((width, height), 0, &mut SplitMix64::new(0));
        let mut solver = ClobberSolver::new(256 << 20);
        let mut watch = SearchBudget::new(Limits::default());
        let won = solver.solve(stones, u64::MAX, &mut watch);
        println!("{width}x{height}: {won:?}, {} positions", watch.nodes());
        assert_eq!(won, Some(expected));
    }
}
