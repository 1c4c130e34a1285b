//! How strong the engine is. Each test prints its figures; run one by one:
//! `cargo test --release --no-default-features --test core -- --ignored --nocapture NAME`.
//! `GAMES` and `SECONDS` in the environment say how many games, and how many seconds of processor
//! time a player has for one.

use crate::common::{setting, worked};
use crate::games::turn_right::engine::analysis::full;
use crate::games::turn_right::engine::two_ply_bot::Contest;
use kifu::contract::{Faults, Player, Position as _, Proven, Rules as _};
use kifu::games::turn_right::{Move, Position, TurnRight};
use kifu::search::{Engine, HasEngine, Limits, SearchRequest, SplitMix64};
use std::time::{Duration, Instant};

/// The engine with its time for a game.
struct Timed {
    engine: Box<dyn Engine<TurnRight>>,
    left: Duration,
}

impl Timed {
    fn new(time: Duration) -> Self {
        Self {
            engine: TurnRight::new_engine(64),
            left: time,
        }
    }

    fn play(&mut self, position: &Position, seed: u64) -> Move {
        let start = Instant::now();
        let before = worked(start);
        let clock = || worked(start).saturating_sub(before);
        let time = TurnRight::allocate_time(position, self.left);
        let request = SearchRequest::new(Limits::time(time, &clock)).seed(seed);
        let chosen = self.engine.choose(position, &request).unwrap();
        self.left = self.left.saturating_sub(clock());
        chosen
    }
}

/// Plays games of the engine, with either side, and tells the share that it wins, a draw for half
/// a win. `start` gives the first position of a pair of games, `other` the opponent's move.
fn match_up(
    name: &str,
    mut start: impl FnMut(&mut SplitMix64) -> Position,
    mut other: impl FnMut(&Position, u64, bool) -> Move,
) -> f64 {
    let games = setting::<u32>("GAMES", 20);
    let time = Duration::from_secs(setting("SECONDS", 6));
    let (mut points, mut lead, mut threes) = (0.0, 0, [0; 2]);
    for game in 0..games {
        let mut rng = SplitMix64::new(u64::from(game / 2 + 1));
        let own = Player::ALL[game as usize % 2];
        let mut engine = Timed::new(time);
        let mut position = start(&mut rng);
        let mut is_first = true;
        while !position.is_over() {
            let automatic = position.automatic_move();
            let mv = automatic.unwrap_or_else(|| {
                if position.mover() == Some(own) {
                    return engine.play(&position, rng.next());
                }
                other(&position, rng.next(), std::mem::take(&mut is_first))
            });
            position.play(&mv).unwrap();
        }
        let outcome = position.outcome(Faults::NONE);
        let share = Proven::of(outcome.winner.unwrap(), own).win();
        points += share;
        let score = position.points().map(i32::from);
        lead += score[own.index()] - score[own.opponent().index()];
        if let Some(winner) = position.winner_by_3x3() {
            threes[usize::from(winner != own)] += 1;
        }
    }
    let share = points / f64::from(games);
    let bound = 1.96 * (share * (1.0 - share) / f64::from(games)).sqrt();
    println!(
        "{name}: {points} of {games}, {:.1} +- {:.1} %, {:.1} points more a game, 3x3 squares {threes:?}",
        100.0 * share,
        100.0 * bound,
        f64::from(lead) / f64::from(games)
    );
    share
}

#[test]
#[ignore = "minutes: 20 whole games"]
fn strength_against_a_contest_bot() {
    let mut bot = Contest::new();
    let start = |_: &mut SplitMix64| Position::START;
    let share = match_up("two plies", start, |position, _, _| bot.play(position));
    assert!(share >= 0.7);
}

#[test]
#[ignore = "minutes: 20 games from full boards"]
fn strength_of_circuits_against_a_contest_bot() {
    let mut bot = Contest::new();
    let start = |rng: &mut SplitMix64| full(rng, 0);
    let share = match_up(
        "two plies, stones placed by chance",
        start,
        |position, _, _| bot.play(position),
    );
    assert!(share >= 0.7);
}

#[test]
#[ignore = "minutes: 20 whole games"]
fn strength_against_a_quarter_of_the_time() {
    let time = Duration::from_millis(250 * setting::<u64>("SECONDS", 6));
    let mut quarter = Timed::new(time);
    let start = |_: &mut SplitMix64| Position::START;
    let share = match_up(
        "a quarter of the time",
        start,
        |position, seed, is_first| {
            if is_first {
                quarter = Timed::new(time);
            }
            quarter.play(position, seed)
        },
    );
    assert!(share >= 0.5);
}
