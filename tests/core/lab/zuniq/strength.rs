//! The engine against lesser players, and how many positions it solves.

use crate::common::{setting, worked};
use crate::games::zuniq::engine::{never, random_position};
use kifu::contract::{Position as _, Rules as _};
use kifu::games::zuniq::{Move, Position};
use kifu::internals::zuniq::{ZuniqEngine, ZuniqParams, ZuniqSolver};
use kifu::search::{Engine, Limits, SearchRequest, SplitMix64};
use std::time::{Duration, Instant};

/// Plays a game from a random opening; whether the player who is `White` when `game` is even wins.
fn duel(game: u64, players: &mut [&mut dyn FnMut(&Position) -> Move; 2]) -> bool {
    let mut rng = SplitMix64::new(1_000 + game / 2);
    let (mut position, _) = random_position(&mut rng, 4).unwrap();
    let mut who = usize::from(game % 2 == 1);
    while !position.is_over() {
        let mv = players[who](&position);
        position.play(&mv).unwrap();
        who = 1 - who;
    }
    who == 1
}

/// A match of `GAMES` games (200 without the variable), `MS` milliseconds (100) of processor time a
/// move of the first player, or `NODES` nodes.
fn contest(name: &str, goal: f64, players: &mut [&mut dyn FnMut(&Position) -> Move; 2]) {
    let games = setting("GAMES", 200);
    let wins = (0..games).filter(|game| duel(*game, players)).count();
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    let (wins, games) = (wins as f64, games as f64);
    let share = wins / games;
    let bound = 1.96 * (share * (1.0 - share) / games).sqrt();
    println!("{name}: {wins} of {games}: {share:.3} +- {bound:.3}, goal {goal}");
}

/// A player that takes the n-th part of the time or the nodes of a move.
fn limited(mut engine: ZuniqEngine, part: u32) -> impl FnMut(&Position) -> Move {
    let time = Duration::from_millis(setting("MS", 100)) / part;
    let nodes = setting("NODES", 0) / u64::from(part);
    let mut seed = 0;
    move |position| {
        seed += 1;
        let start = Instant::now();
        let before = worked(start);
        let elapsed = || worked(start).saturating_sub(before);
        let limits = match nodes {
            0 => Limits::time(time, &elapsed),
            nodes => Limits::nodes(nodes),
        };
        let request = SearchRequest::new(limits).seed(seed);
        engine.choose(position, &request).unwrap()
    }
}

#[test]
#[ignore = "minutes: cargo test --release --no-default-features --test core -- --ignored --nocapture zuniq::strength::it_beats_plain_uct"]
fn it_beats_plain_uct_of_the_same_random_games() {
    let mut engine = limited(ZuniqEngine::new(64), 1);
    let mut uct = limited(ZuniqEngine::with_params(64, ZuniqParams::UCT), 1);
    contest("plain UCT", 0.8, &mut [&mut engine, &mut uct]);
}

#[test]
#[ignore = "minutes: as above, with: zuniq::strength::it_beats_a_random"]
fn it_beats_a_random_player() {
    let mut engine = limited(ZuniqEngine::new(64), 5);
    let mut rng = SplitMix64::new(77);
    let mut random = |position: &Position| {
        let mut legal = Vec::new();
        position.legal_moves(&mut |mv| legal.push(mv));
        legal[rng.index(legal.len())]
    };
    contest("random", 0.99, &mut [&mut engine, &mut random]);
}

#[test]
#[ignore = "minutes: as above, with: zuniq::strength::it_beats_itself"]
fn it_beats_itself_with_a_quarter_of_the_time() {
    let mut engine = limited(ZuniqEngine::new(64), 1);
    let mut quarter = limited(ZuniqEngine::new(64), 4);
    contest(
        "a quarter of the time",
        0.6,
        &mut [&mut engine, &mut quarter],
    );
}

#[test]
#[ignore = "minutes: as above, with: it_solves"]
fn it_solves_positions_of_games_within_a_second() {
    // Positions of games that it plays against itself; a second is so many nodes.
    let nodes = setting("SOLVE", 600_000);
    let mut solved = [0_u32; 41];
    let games = setting("GAMES", 40);
    for game in 0..games {
        let mut engine = limited(ZuniqEngine::new(64), 5);
        let (mut position, _) = random_position(&mut SplitMix64::new(5_000 + game), 4).unwrap();
        while !position.is_over() {
            let plies = position.plies();
            if (22..=27).contains(&plies) {
                let board = ZuniqEngine::board_of(&position);
                let proven = ZuniqSolver::new(64 << 20).solve(&board, nodes, &mut never);
                solved[plies as usize] += u32::from(proven.is_some());
            }
            position.play(&engine(&position)).unwrap();
        }
    }
    for (plies, solved) in solved.iter().enumerate().skip(22).take(6) {
        println!("after {plies} plies: {solved} of {games}");
    }
}
