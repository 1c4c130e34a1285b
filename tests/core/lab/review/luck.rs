//! Whether luck is told apart from skill rightly: on the games of three real competitions, which
//! lie beside the repository.
//!
//! `LUCK_GAMES=700 LUCK_NODES=500 cargo test --release --no-default-features --test core --
//! --ignored --nocapture lab::review::luck`
#![expect(clippy::cast_precision_loss, reason = "games are few")]

use crate::common::{data, setting};
use kifu::contract::Player;
use kifu::formats::{CheckedGame, ReadContext, check_text};
use kifu::games::{CATALOGUE, by_id};
use kifu::record::{Ending, Record};
use kifu::review::{Budget, JudgedPly, ReviewPlan, SearchLimit, Thresholds, judged_plies, review};
use kifu::search::SplitMix64;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

/// All games that ended by their rules.
fn games() -> Option<Vec<CheckedGame>> {
    let mut all = Vec::new();
    for name in [
        "test-1-competition-323",
        "test-2-competition-324",
        "test-3-competition-325",
    ] {
        let path = data(&format!("box/{name}-transcripts.csv"))?;
        let text = std::fs::read_to_string(path).unwrap();
        all.extend(check_text(&text, None, &ReadContext::default()));
    }
    let finished = |game: &CheckedGame| {
        let result = game.record.result.as_ref();
        result.is_some_and(|result| result.how == Ending::Finished && result.points.is_some())
    };
    all.retain(finished);
    Some(all)
}

/// The first player's contest points less the second's.
fn margin(record: &Record) -> f64 {
    let (first, second) = record.result.as_ref().unwrap().points.unwrap();
    f64::from(first - second)
}

/// Each player's mean margin in these games.
fn strengths<'a>(games: impl Iterator<Item = &'a CheckedGame>) -> BTreeMap<String, f64> {
    let mut sums: BTreeMap<String, (f64, f64)> = BTreeMap::new();
    for game in games {
        for player in Player::ALL {
            let own = margin(&game.record) * side(player);
            let sum = sums
                .entry(game.record.player(player).name.clone())
                .or_default();
            *sum = (sum.0 + own, sum.1 + 1.0);
        }
    }
    sums.into_iter()
        .map(|(name, (sum, count))| (name, sum / count))
        .collect()
}

fn side(player: Player) -> f64 {
    match player {
        Player::First => 1.0,
        Player::Second => -1.0,
    }
}

#[derive(Clone, Copy)]
struct Seen {
    /// What the players' other games let expect.
    expected: f64,
    margin: f64,
    /// What luck gave to the first player less what it gave to the second, in the same points.
    luck: f64,
}

/// Mean and its standard error.
fn mean(all: &[f64]) -> (f64, f64) {
    let count = all.len() as f64;
    let mean = all.iter().sum::<f64>() / count;
    let squares = all.iter().map(|one| (one - mean).powi(2)).sum::<f64>();
    (mean, (squares / (count - 1.0) / count).sqrt())
}

fn correlation(seen: &[Seen], of: impl Fn(&Seen) -> f64) -> f64 {
    let pairs: Vec<(f64, f64)> = seen.iter().map(|one| (one.expected, of(one))).collect();
    let (x, _) = mean(&pairs.iter().map(|pair| pair.0).collect::<Vec<_>>());
    let (y, _) = mean(&pairs.iter().map(|pair| pair.1).collect::<Vec<_>>());
    let sum = |each: &dyn Fn(f64, f64) -> f64| -> f64 {
        pairs.iter().map(|pair| each(pair.0 - x, pair.1 - y)).sum()
    };
    sum(&|x, y| x * y) / (sum(&|x, _| x * x) * sum(&|_, y| y * y)).sqrt()
}

/// What came of luck in the end, by how much of the game was played, in six parts: the slope of the
/// player's points, less what the position was worth to that player before the chance event, by what luck gave.
fn slopes(came: &[(u32, f64, f64)]) {
    for part in 0..6 {
        let own = || came.iter().filter(|one| (one.0 - 1) / 5 == part);
        let (squares, products, rest) = own().fold((0.0, 0.0, 0.0), |sums, (_, luck, came)| {
            (
                sums.0 + luck * luck,
                sums.1 + luck * came,
                sums.2 + came * came,
            )
        });
        println!(
            "plies {:2} to {:2}: of luck came {:.2} ± {:.2}",
            5 * part + 1,
            5 * part + 5,
            products / squares,
            1.96 * (rest / squares / own().count() as f64).sqrt(),
        );
    }
}

fn reviewed(game: &CheckedGame, nodes: u64) -> Vec<JudgedPly> {
    let budget = Budget::first_pass(SearchLimit::Nodes(nodes), 1);
    // A second look is none at luck.
    let plan = ReviewPlan {
        recheck_factor: 1,
        ..ReviewPlan::new(budget)
    };
    let mut record = game.record.clone();
    let book = by_id(CATALOGUE, &record.game).unwrap();
    let go = AtomicBool::new(false);
    review(
        &mut record,
        book,
        game.ply_count,
        plan,
        (2, 16),
        &go,
        &mut |_, _| {},
    )
    .unwrap();
    judged_plies(&record, book, game.ply_count, &Thresholds::default()).unwrap()
}

#[test]
#[ignore = "minutes; needs the games of the competitions"]
fn luck_is_unbiased_and_without_it_results_tell_more_of_strength() {
    let Some(games) = games() else { return };
    let (count, nodes) = (setting("LUCK_GAMES", 700), setting("LUCK_NODES", 500));
    let mut order: Vec<usize> = (0..games.len()).collect();
    SplitMix64::new(7).shuffle(&mut order);
    let (sample, rest) = order.split_at(usize::try_from(count).unwrap());
    let strengths = strengths(rest.iter().map(|at| &games[*at]));
    let (mut plies, mut wins) = (Vec::new(), Vec::new());
    let (mut seen, mut came) = (Vec::new(), Vec::new());
    for game in sample.iter().map(|at| &games[*at]) {
        let strength = |player| strengths.get(&game.record.player(player).name);
        let mut luck = 0.0;
        for ply in reviewed(game, nodes) {
            let Some(one) = ply.evaluation.luck else {
                continue;
            };
            plies.push(one.points.unwrap());
            wins.push(one.win);
            let (first, second) = game.record.result.as_ref().unwrap().points.unwrap();
            let points = [f64::from(first), f64::from(second)][ply.player.index()];
            let lucky = one.points.unwrap();
            let before = ply.evaluation.best.points.unwrap() - lucky;
            came.push((ply.ply, lucky, points - before));
            // What the one gains the other loses.
            luck += 2.0 * side(ply.player) * one.points.unwrap();
        }
        if let Some((first, second)) = strength(Player::First).zip(strength(Player::Second)) {
            seen.push(Seen {
                expected: first - second,
                margin: margin(&game.record),
                luck,
            });
        }
    }
    let (points, error) = mean(&plies);
    println!(
        "{} plies of {count} games, {nodes} nodes a position",
        plies.len()
    );
    println!(
        "luck of a ply: {points:+.3} ± {:.3} points (95 %)",
        1.96 * error
    );
    let (win, win_error) = mean(&wins);
    println!(
        "               {:+.3} ± {:.3} % of a win",
        100.0 * win,
        196.0 * win_error
    );
    slopes(&came);
    let each: Vec<f64> = seen.iter().map(|one| one.luck).collect();
    let (luck, luck_error) = mean(&each);
    let spread = luck_error * (each.len() as f64).sqrt();
    println!(
        "luck of a game, first less second: {luck:+.2} ± {:.2}, spread {spread:.1}",
        1.96 * luck_error
    );
    let plain = |one: &Seen| one.margin;
    let adjusted = |one: &Seen| one.margin - one.luck;
    // Games drawn anew from the sample tell how sure the difference is.
    let mut random = SplitMix64::new(1);
    let mut gains: Vec<f64> = (0..1000)
        .map(|_| {
            let again: Vec<Seen> = seen
                .iter()
                .map(|_| seen[random.index(seen.len())])
                .collect();
            correlation(&again, adjusted) - correlation(&again, plain)
        })
        .collect();
    gains.sort_by(f64::total_cmp);
    println!(
        "margin of a game and the players' mean margins in the other {} games: r = {:.3} as it was, \
         {:.3} without luck; gain {:+.3} to {:+.3} (95 %)",
        rest.len(),
        correlation(&seen, plain),
        correlation(&seen, adjusted),
        gains[25],
        gains[974],
    );
    assert!(
        points.abs() < 4.0 * error + 0.3,
        "luck is biased: {points} ± {error}"
    );
    assert!(correlation(&seen, adjusted) > correlation(&seen, plain));
}
