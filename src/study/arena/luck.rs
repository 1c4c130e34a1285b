//! The luck of a game: what its chance events were worth to each player.
//!
//! # Coefficients
//!
//! How much of the luck counts at the end, by part of the game, is found by regression: the
//! coefficients of the control variates.
//!
//! Two players who recover from a bad draw do not lose all that it was worth when it was drawn. The
//! coefficients that narrow the errors most are those of the regression of the results on luck. They
//! are fitted on the *other* half of the games, so that what is subtracted from a result does not
//! depend on that result, and the mean of what is subtracted stays 0.

use crate::review::{ReviewError, positions};
use kifu_core::contract::Player;
use kifu_core::games::{DynEngine, DynGame};
use kifu_core::record::Record;
use kifu_core::search::{Limits, SearchRequest};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The number of chance outcomes, from the start of a game, by which games with the same luck are
/// recognized: 720 tiles in Box, so that no two draws agree by accident.
const COMPARED_OUTCOMES: usize = 5;

/// The default number of nodes for each chance event: in Box the cheapest search that looks at every
/// tile.
pub const DEFAULT_LUCK_NODES: u64 = 64;

/// The number of parts of a game whose luck is summed up separately: what was drawn early counts for
/// less at the end than what was drawn late.
pub const LUCK_PARTS: usize = 4;

/// The luck of a game for its first player; that of the second player is the negative.
///
/// It is the sum, over all chance events, of the value of the drawn outcome minus the mean value of
/// all possible ones, by one engine and one measure. Whatever the engine believes, the mean over all
/// draws is 0, so that a result minus luck is an unbiased estimate of the same thing as the result:
/// luck is a control variate.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GameLuck {
    /// The gain in win probability, by part of the game.
    pub win: [f64; LUCK_PARTS],
    /// The gain in contest points, by part of the game.
    pub points: [f64; LUCK_PARTS],
    /// The number of chance events that count.
    pub events: u32,
}

/// Returns 1 for the first player and -1 for the second.
pub(super) const fn sign(player: Player) -> f64 {
    match player {
        Player::First => 1.0,
        Player::Second => -1.0,
    }
}

/// Returns the part of a game with this progress, 0 to 1.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "a small number, 0 or more"
)]
fn part(progress: f64) -> usize {
    ((progress.max(0.0) * LUCK_PARTS as f64) as usize).min(LUCK_PARTS - 1)
}

/// Returns the luck of a judged game with `plies` legal plies, by an engine with this number of
/// nodes for each chance event.
///
/// Events that the engine has no measure for do not count; whether it has one depends on the
/// position before the event alone.
///
/// # Errors
/// Returns an error if the record cannot be replayed or the engine does not know a position.
pub fn game_luck(
    game: &dyn DynGame,
    record: &Record,
    plies: u32,
    engine: &mut dyn DynEngine,
    nodes: u64,
) -> Result<GameLuck, ReviewError> {
    let mut luck = GameLuck::default();
    for position in positions(game, record, plies)? {
        let before = position.before_chance.as_ref();
        let (Some(player), Some(before)) = (position.mover(), before) else {
            continue;
        };
        if position.played.is_none() {
            continue;
        }
        let request = SearchRequest::new(Limits::nodes(nodes));
        let text = position.state.position();
        let gain = engine.unbiased_luck(&text, &request);
        if let Some([win, points]) = gain.map_err(ReviewError::EngineParse)? {
            // Known before the draw, so that no part depends on what is drawn.
            let part = part(before.progress());
            luck.win[part] += sign(player) * win;
            luck.points[part] += sign(player) * points;
            luck.events += 1;
        }
    }
    Ok(luck)
}

/// Reports whether a game has chance events between its moves.
pub fn has_chance_events(game: &dyn DynGame, record: &Record) -> bool {
    let mut plies = record.tokens().skip(game.info().lead_in);
    plies
        .next()
        .is_some_and(|token| game.chance_of(token).is_some())
}

/// Returns a number that is equal for two games whose first chance outcomes are equal; `None` for a game with fewer outcomes than are compared.
pub fn chance_fingerprint(game: &dyn DynGame, record: &Record) -> Option<u64> {
    let outcomes = record.tokens().filter_map(|token| game.chance_of(token));
    let outcomes: Vec<String> = outcomes.take(COMPARED_OUTCOMES).collect();
    if outcomes.len() < COMPARED_OUTCOMES {
        return None;
    }
    let mut hasher = DefaultHasher::new();
    outcomes.hash(&mut hasher);
    Some(hasher.finish())
}

/// The weight, in games, of the belief that all luck counts in full: with few games the fit is noise.
const PRIOR_GAMES: f64 = 20.0;

/// The numbers of one game: its result beyond what the players' strength lets expect, its luck by
/// part, and the half of the games that it belongs to.
#[derive(Clone, Copy, Debug)]
pub(super) struct LuckSample {
    pub residual: f64,
    pub luck: [f64; LUCK_PARTS],
    pub half: usize,
}

/// Returns the coefficients for the games of each half, fitted on the games of the other one.
pub(super) fn cross_fitted(samples: &[LuckSample]) -> [[f64; LUCK_PARTS]; 2] {
    [0, 1].map(|half| fit(samples.iter().filter(|sample| sample.half != half)))
}

/// Fits the coefficients by least squares.
fn fit<'a>(samples: impl Iterator<Item = &'a LuckSample>) -> [f64; LUCK_PARTS] {
    let mut products = [[0.0; LUCK_PARTS]; LUCK_PARTS];
    let mut results = [0.0; LUCK_PARTS];
    let mut games = 0.0;
    for sample in samples {
        games += 1.0;
        for (row, luck) in sample.luck.iter().enumerate() {
            results[row] += luck * sample.residual;
            for (column, other) in sample.luck.iter().enumerate() {
                products[row][column] += luck * other;
            }
        }
    }
    if games == 0.0 {
        return [1.0; LUCK_PARTS];
    }
    for part in 0..LUCK_PARTS {
        // Without any luck in this part the coefficient does not matter.
        let prior = (PRIOR_GAMES * products[part][part] / games).max(f64::MIN_POSITIVE);
        products[part][part] += prior;
        results[part] += prior;
    }
    solve(products, results)
}

/// Solves a positive definite system of linear equations by elimination.
fn solve(
    mut matrix: [[f64; LUCK_PARTS]; LUCK_PARTS],
    mut right: [f64; LUCK_PARTS],
) -> [f64; LUCK_PARTS] {
    for pivot in 0..LUCK_PARTS {
        for row in pivot + 1..LUCK_PARTS {
            let factor = matrix[row][pivot] / matrix[pivot][pivot];
            let (above, below) = matrix.split_at_mut(row);
            let cells = below[0].iter_mut().zip(&above[pivot]);
            for (cell, above) in cells.skip(pivot) {
                *cell -= factor * above;
            }
            right[row] -= factor * right[pivot];
        }
    }
    let mut solution = [0.0; LUCK_PARTS];
    for row in (0..LUCK_PARTS).rev() {
        let known: f64 = (row + 1..LUCK_PARTS)
            .map(|column| matrix[row][column] * solution[column])
            .sum();
        solution[row] = (right[row] - known) / matrix[row][row];
    }
    solution
}
