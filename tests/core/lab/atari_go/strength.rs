//! How strong. Each test prints its figures; run one by one:
//! `cargo test --release --no-default-features --test core -- --ignored --nocapture NAME`.
//! `GAMES` and `MS` in the environment say how many games and how many milliseconds of processor
//! time a move.

use crate::common::{setting, worked};
use crate::games::atari_go::engine::moves;
use kifu::contract::{Faults, Player, Position as _, Proven, Rules as _, Step};
use kifu::games::atari_go::{Move, Point, Position};
use kifu::internals::atari_go::{AtariGoEngine, AtariGoParams};
use kifu::search::{Engine as _, Limits, SearchRequest, SplitMix64};
use std::time::{Duration, Instant};

/// One that plays.
pub(crate) trait Plays {
    fn begin(&mut self) {}
    fn play(&mut self, position: &Position, seed: u64) -> Move;
    /// A move was made, by whomever.
    fn see(&mut self, _before: &Position, _mv: Move) {}
}

pub(crate) struct Timed(pub(crate) AtariGoEngine, pub(crate) Duration);

impl Plays for Timed {
    fn begin(&mut self) {
        self.0.new_game(&Position::new(9, 80), Player::First);
    }

    fn play(&mut self, position: &Position, seed: u64) -> Move {
        let start = Instant::now();
        let before = worked(start);
        let clock = || worked(start).saturating_sub(before);
        let request = SearchRequest::new(Limits::time(self.1, &clock)).seed(seed);
        self.0.choose(position, &request).unwrap()
    }

    fn see(&mut self, before: &Position, mv: Move) {
        self.0.observe(before, &Step::from_move(mv));
    }
}

struct Random(SplitMix64);

impl Plays for Random {
    fn play(&mut self, position: &Position, _seed: u64) -> Move {
        let all = moves(position);
        all[self.0.index(all.len())]
    }
}

/// Takes as many stones as it can, and else plays anywhere but not into atari.
struct Greedy(SplitMix64);

impl Plays for Greedy {
    fn play(&mut self, position: &Position, _seed: u64) -> Move {
        let own = position.to_move().index();
        let worth = |mv: &Move| {
            let mut after = position.clone();
            after.apply(mv);
            let taken = u32::from(after.captures()[own] - position.captures()[own]);
            let open = match mv {
                Move::Stone(point) => after.liberty_count(*point),
                Move::Pass => 2,
            };
            10 * taken + open.min(3)
        };
        let all = moves(position);
        let most = all.iter().map(worth).max();
        let best: Vec<_> = all
            .into_iter()
            .filter(|mv| Some(worth(mv)) == most)
            .collect();
        best[self.0.index(best.len())]
    }
}

/// Four stones near the middle, by chance.
pub(crate) fn opening(rng: &mut SplitMix64, players: &mut [Box<dyn Plays>; 2]) -> Position {
    let mut position = Position::new(9, 80);
    while position.turns_played() < 4 {
        let mut line = || u8::try_from(2 + rng.index(5)).unwrap();
        let mv = Move::Stone(Point::new(line(), line()).unwrap());
        if position.check(&mv).is_ok() {
            for player in players.iter_mut() {
                player.see(&position, mv);
            }
            position.apply(&mv);
        }
    }
    position
}

/// The share that the first of two wins, a draw for half of a win, each opening played with both
/// colours.
pub(crate) fn match_up(name: &str, players: &mut [Box<dyn Plays>; 2], games: u32) -> f64 {
    let mut points = 0.0;
    let mut margin = 0;
    for game in 0..games {
        let mut rng = SplitMix64::new(u64::from(game / 2));
        let own = Player::ALL[game as usize % 2];
        for player in players.iter_mut() {
            player.begin();
        }
        let mut position = opening(&mut rng, players);
        while !position.is_over() {
            let who = usize::from(position.to_move() != own);
            let mv = players[who].play(&position, rng.next());
            for player in players.iter_mut() {
                player.see(&position, mv);
            }
            position.play(&mv).unwrap();
        }
        let outcome = position.outcome(Faults::NONE);
        points += outcome
            .winner
            .map_or(0.0, |winner| Proven::of(winner, own).win());
        let captures = position.captures().map(i32::from);
        margin += captures[own.index()] - captures[1 - own.index()];
    }
    let share = points / f64::from(games);
    let bound = 1.96 * (share * (1.0 - share) / f64::from(games)).sqrt();
    println!(
        "{name}: {points} of {games}, {:.1} +- {:.1} %, {:.1} stones more a game",
        100.0 * share,
        100.0 * bound,
        f64::from(margin) / f64::from(games)
    );
    share
}

/// With a tenth of the contest's clock a move, or so many milliseconds as `MS` says.
fn timed(tuning: AtariGoParams, share: u32) -> Box<dyn Plays> {
    let time = Duration::from_millis(setting("MS", 10)) / share;
    Box::new(Timed(AtariGoEngine::with_params(64, tuning), time))
}

#[test]
#[ignore = "minutes: 200 games"]
fn strength_against_a_plain_uct_of_the_same_playouts() {
    let mut players = [timed(AtariGoParams::BEST, 1), timed(AtariGoParams::UCT, 1)];
    let games = setting("GAMES", 200);
    assert!(match_up("plain UCT", &mut players, games) >= 0.8);
}

#[test]
#[ignore = "minutes: 200 games"]
fn strength_against_a_quarter_of_the_time() {
    let mut players = [timed(AtariGoParams::BEST, 1), timed(AtariGoParams::BEST, 4)];
    let games = setting("GAMES", 200);
    assert!(match_up("a quarter of the time", &mut players, games) >= 0.6);
}

#[test]
#[ignore = "minutes: 400 games"]
fn strength_against_greedy_and_random() {
    let mut players = [
        timed(AtariGoParams::BEST, 1),
        Box::new(Greedy(SplitMix64::new(1))),
    ];
    let games = setting("GAMES", 200);
    assert!(match_up("greedy", &mut players, games) >= 0.99);
    players[1] = Box::new(Random(SplitMix64::new(1)));
    assert!(match_up("random", &mut players, games) >= 0.99);
}
