//! A measurement of reviews: whether luck is unbiased, and whether results without it tell more of
//! the players' strength.

use super::{judge, read_games};
use crate::common::experiment::{MeasureSettings, Outcome};
use crate::common::session::Session;
use crate::common::statistics::{Z95, correlation, mean_and_error};
use kifu_core::contract::Player;
use kifu_core::record::{Ending, Record};
use kifu_core::search::SplitMix64;
use kifu_study::failure::Failure;
use kifu_study::review::ReviewPlan;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The memory of an engine in megabytes.
const MEMORY_MB: usize = 16;
/// The number of samples drawn anew to estimate how sure the gain in correlation is.
const RESAMPLES: usize = 1000;
/// The plies of a part of the game.
const PART_PLIES: u32 = 5;
const PART_COUNT: u32 = 6;

/// The luck of a ply.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct PlyLuck {
    ply: u32,
    /// Whether it is of the first player.
    is_first: bool,
    /// The luck in contest points.
    points: f64,
    /// The luck in win probability.
    win: f64,
    /// The player's final points minus those expected before the chance event.
    gained: f64,
}

/// A game between players whose strength is known from their other games.
#[derive(Clone, Copy)]
struct RatedGame {
    /// The difference of the players' mean margins in other games.
    expected: f64,
    margin: f64,
    /// The luck of the first player minus that of the second.
    luck: f64,
}

impl RatedGame {
    const fn plain(&self) -> (f64, f64) {
        (self.expected, self.margin)
    }

    const fn adjusted(&self) -> (f64, f64) {
        (self.expected, self.margin - self.luck)
    }
}

/// Measures luck in games with chance events, which are read from the given paths. Fails if the
/// mean luck is not near 0, or if results without luck correlate less with strength.
///
/// # Errors
/// Returns an error of the session, or if there are too few games.
pub fn luck(session: &mut Session, settings: &MeasureSettings<'_>) -> Result<Outcome, Failure> {
    let mut games = read_games(settings.paths)?;
    games.retain(|(record, _)| margin(record).is_some());
    if games.len() < 2 {
        let message = format!("expected finished games with points, found {}", games.len());
        return Err(Failure::usage(message));
    }
    let count = (settings.games.unwrap_or(700) as usize).min(games.len() - 1);
    let nodes = settings.nodes.unwrap_or(500);
    let mut order: Vec<usize> = (0..games.len()).collect();
    SplitMix64::new(settings.seed).shuffle(&mut order);
    let (sample, rest) = order.split_at(count);
    let lucks = session.items("games", count as u64, 4, |number| {
        ply_lucks(&games[sample[number as usize]], nodes)
    })?;
    let strengths = strengths(rest.iter().map(|at| &games[*at].0));
    let mut rated = Vec::new();
    for (at, lucks) in sample.iter().zip(&lucks) {
        rated.extend(rated_game(&games[*at].0, lucks, &strengths));
    }
    let plies: Vec<PlyLuck> = lucks.into_iter().flatten().collect();
    let mut outcome = Outcome::default();
    let _ = writeln!(
        outcome.text,
        "{} plies of {count} games, {nodes} nodes a position",
        plies.len()
    );
    outcome.failed |= !write_bias(&mut outcome.text, &plies);
    write_parts(&mut outcome.text, &plies);
    outcome.failed |= !write_correlation(&mut outcome.text, &rated, rest.len());
    Ok(outcome)
}

/// Returns the first player's points minus the second's, if the game ended by its rules.
fn margin(record: &Record) -> Option<f64> {
    let result = record.result.as_ref();
    let finished = result.filter(|result| result.how == Ending::Finished)?;
    let (first, second) = finished.points?;
    Some(f64::from(first - second))
}

const fn sign(player: Player) -> f64 {
    match player {
        Player::First => 1.0,
        Player::Second => -1.0,
    }
}

/// Returns each player's mean margin.
fn strengths<'a>(games: impl Iterator<Item = &'a Record>) -> BTreeMap<String, f64> {
    let mut sums: BTreeMap<String, (f64, f64)> = BTreeMap::new();
    for game in games {
        for player in Player::ALL {
            let own = margin(game).unwrap_or_default() * sign(player);
            let sum = sums.entry(game.player(player).name.clone()).or_default();
            *sum = (sum.0 + own, sum.1 + 1.0);
        }
    }
    sums.into_iter()
        .map(|(name, (sum, count))| (name, sum / count))
        .collect()
}

/// Reviews a game and returns the luck of each ply.
fn ply_lucks(game: &(Record, u32), nodes: u64) -> Result<Vec<PlyLuck>, Failure> {
    // Rechecks do not concern luck.
    let plan = |budget| ReviewPlan {
        recheck_factor: 1,
        ..ReviewPlan::new(budget)
    };
    let points = game.0.result.as_ref().and_then(|result| result.points);
    let (first, second) = points.unwrap_or_default();
    let mut lucks = Vec::new();
    for ply in judge(game, plan, nodes, MEMORY_MB)? {
        let luck = ply.evaluation.luck;
        let found = luck.and_then(|luck| Some((luck.win, luck.points?)));
        let Some(((win, points), best)) = found.zip(ply.evaluation.best.points) else {
            continue;
        };
        let own = [f64::from(first), f64::from(second)][ply.player.index()];
        lucks.push(PlyLuck {
            ply: ply.ply,
            is_first: ply.player == Player::First,
            points,
            win,
            gained: own - (best - points),
        });
    }
    Ok(lucks)
}

/// Joins a game's luck with the strength of its players, if both are known.
fn rated_game(
    record: &Record,
    lucks: &[PlyLuck],
    strengths: &BTreeMap<String, f64>,
) -> Option<RatedGame> {
    let strength = |player| strengths.get(&record.player(player).name);
    // One player's gain is the other's loss.
    let signed = lucks.iter().map(|luck| {
        if luck.is_first {
            luck.points
        } else {
            -luck.points
        }
    });
    Some(RatedGame {
        expected: strength(Player::First)? - strength(Player::Second)?,
        margin: margin(record)?,
        luck: 2.0 * signed.sum::<f64>(),
    })
}

/// Writes the mean luck of a ply, and returns whether it is unbiased.
fn write_bias(text: &mut String, plies: &[PlyLuck]) -> bool {
    let points: Vec<f64> = plies.iter().map(|luck| luck.points).collect();
    let wins: Vec<f64> = plies.iter().map(|luck| 100.0 * luck.win).collect();
    let (mean, error) = mean_and_error(&points);
    let (win, win_error) = mean_and_error(&wins);
    let _ = writeln!(
        text,
        "luck of a ply: {mean:+.3} ± {:.3} points (95 %)",
        Z95 * error
    );
    let _ = writeln!(
        text,
        "               {win:+.3} ± {:.3} % of a win",
        Z95 * win_error
    );
    mean.abs() < 4.0 * error + 0.3
}

/// Writes by part of the game the slope of what a player gained by luck.
fn write_parts(text: &mut String, plies: &[PlyLuck]) {
    for part in 0..PART_COUNT {
        let own = || {
            plies
                .iter()
                .filter(|luck| (luck.ply - 1) / PART_PLIES == part)
        };
        let sum = |of: &dyn Fn(&PlyLuck) -> f64| own().map(of).sum::<f64>();
        let squares = sum(&|luck| luck.points * luck.points);
        if squares == 0.0 {
            continue;
        }
        let products = sum(&|luck| luck.points * luck.gained);
        let rest = sum(&|luck| luck.gained * luck.gained);
        let _ = writeln!(
            text,
            "plies {:2} to {:2}: slope of the final points {:.2} ± {:.2}",
            PART_PLIES * part + 1,
            PART_PLIES * (part + 1),
            products / squares,
            Z95 * (rest / squares / own().count() as f64).sqrt(),
        );
    }
}

/// Writes the correlations with strength, and returns whether luck taken out improves it.
fn write_correlation(text: &mut String, games: &[RatedGame], other_games: usize) -> bool {
    let lucks: Vec<f64> = games.iter().map(|game| game.luck).collect();
    let (luck, error) = mean_and_error(&lucks);
    let spread = error * (lucks.len() as f64).sqrt();
    let _ = writeln!(
        text,
        "luck of a game, first minus second: {luck:+.2} ± {:.2}, spread {spread:.1}",
        Z95 * error
    );
    let correlate = |games: &[RatedGame], of: fn(&RatedGame) -> (f64, f64)| {
        correlation(&games.iter().map(of).collect::<Vec<_>>())
    };
    let mut random = SplitMix64::new(1);
    let mut gains: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            let draw = games.iter().map(|_| games[random.index(games.len())]);
            let again: Vec<RatedGame> = draw.collect();
            correlate(&again, RatedGame::adjusted) - correlate(&again, RatedGame::plain)
        })
        .collect();
    gains.sort_by(f64::total_cmp);
    let plain = correlate(games, RatedGame::plain);
    let adjusted = correlate(games, RatedGame::adjusted);
    let _ = writeln!(
        text,
        "correlation of {} margins with the players' mean margins in the other {other_games} games: \
         {plain:.3}, without luck {adjusted:.3}; gain {:+.3} to {:+.3} (95 %)",
        games.len(),
        gains[RESAMPLES / 40],
        gains[RESAMPLES - RESAMPLES / 40 - 1],
    );
    adjusted > plain
}
