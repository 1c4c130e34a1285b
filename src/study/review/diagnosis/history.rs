//! The reports of bots in many games, and the models that follow from them.

use super::isotonic::IsotonicFit;
use super::reliability::BotReliability;
use crate::review::judged_plies::{ChoiceKind, JudgedPly};
use kifu_core::contract::{Player, Winner};
use kifu_core::record::Record;
use kifu_logs::bot_output::{BotReport, PlyReport};
use std::collections::BTreeMap;

/// The minimum number of games with a known end from which a value's meaning is fitted.
pub const MIN_FIT_GAMES: usize = 20;
/// The number of parts of a cross-validation.
const FOLDS: usize = 5;
/// The names under which bots report how good a position is, the best one first.
const VALUE_NAMES: [&str; 3] = ["win", "value", "points"];

/// The reports of bots over many games.
#[derive(Clone, Debug, Default)]
pub struct BotHistory {
    bots: BTreeMap<String, ReportedGames>,
}

/// The reports of one bot.
#[derive(Clone, Debug, Default)]
struct ReportedGames {
    /// The samples of each game by the name of the value: value, and the probability that the
    /// position was won.
    games: Vec<[Vec<(f64, f64)>; 3]>,
    /// The number of games with values that have neither a result nor a review.
    open_games: usize,
    times_ms: Vec<f64>,
    nodes: Vec<f64>,
    /// The times and the nodes for each legal move.
    times_ms_per_move: Vec<f64>,
    nodes_per_move: Vec<f64>,
    depths: Vec<f64>,
}

impl BotHistory {
    /// Adds a game: what its bots reported, and how its plies were judged if it was reviewed.
    pub fn add(&mut self, record: &Record, reports: &[PlyReport], judged: &[JudgedPly]) {
        for player in Player::ALL {
            let own: Vec<&PlyReport> = reports.iter().filter(|it| it.player == player).collect();
            if !own.is_empty() {
                let name = record.player(player).name.clone();
                let bot = self.bots.entry(name).or_default();
                bot.add(record, player, &own, judged);
            }
        }
    }

    /// Adds the games of another history.
    pub fn merge(&mut self, other: Self) {
        for (name, mut games) in other.bots {
            let bot = self.bots.entry(name).or_default();
            bot.games.append(&mut games.games);
            bot.open_games += games.open_games;
            bot.times_ms.append(&mut games.times_ms);
            bot.nodes.append(&mut games.nodes);
            bot.times_ms_per_move.append(&mut games.times_ms_per_move);
            bot.nodes_per_move.append(&mut games.nodes_per_move);
            bot.depths.append(&mut games.depths);
        }
    }

    /// Fits the models of all bots.
    pub fn models(&self) -> BotModels {
        let models = self.bots.iter();
        let models = models.map(|(name, games)| (name.clone(), games.model()));
        BotModels(models.collect())
    }
}

impl ReportedGames {
    fn add(&mut self, record: &Record, player: Player, own: &[&PlyReport], judged: &[JudgedPly]) {
        let result = final_result(record, player);
        let mut game: [Vec<(f64, f64)>; 3] = Default::default();
        for reported in own {
            let PlyReport { ply, report, .. } = reported;
            let judged = judged.iter().find(|judged| judged.ply == *ply);
            let reviewed = judged.map(|judged| judged.evaluation.best.win);
            if let Some(target) = reviewed.or(result) {
                for (samples, name) in game.iter_mut().zip(VALUE_NAMES) {
                    let value = report.numbers.get(name);
                    samples.extend(value.map(|value| (*value, target)));
                }
            }
            // What needs no thought says nothing of the usual thought.
            if judged.is_some_and(|judged| judged.choice == ChoiceKind::Forced) {
                continue;
            }
            let (time, nodes) = (time_ms(record, *ply, report), report.numbers.get("nodes"));
            self.times_ms.extend(time);
            self.nodes.extend(nodes);
            let per_move = |effort: f64| effort / move_count(reported);
            self.times_ms_per_move.extend(time.map(per_move));
            self.nodes_per_move
                .extend(nodes.map(|nodes| per_move(*nodes)));
            self.depths.extend(report.numbers.get("depth"));
        }
        let has_value = |reported: &&PlyReport| {
            let numbers = &reported.report.numbers;
            VALUE_NAMES.iter().any(|name| numbers.contains_key(*name))
        };
        let is_open = game.iter().all(Vec::is_empty) && own.iter().any(has_value);
        self.open_games += usize::from(is_open);
        self.games.push(game);
    }

    fn model(&self) -> BotModel {
        let count = |index: &usize| {
            self.games
                .iter()
                .filter(|game| !game[*index].is_empty())
                .count()
        };
        let index = (0..VALUE_NAMES.len()).rev().max_by_key(count).unwrap_or(0);
        let games: Vec<&Vec<(f64, f64)>> = self.games.iter().map(|game| &game[index]).collect();
        let games: Vec<_> = games.into_iter().filter(|game| !game.is_empty()).collect();
        let is_enough = games.len() >= MIN_FIT_GAMES;
        let fit = is_enough.then(|| fit_without(&games, None)).flatten();
        let reliability = fit.is_some().then(|| {
            let claims = (0..FOLDS).flat_map(|fold| {
                let fitted = fit_without(&games, Some(fold));
                let held_out = games.iter().skip(fold).step_by(FOLDS);
                held_out.flat_map(move |game| {
                    let fitted = fitted.clone();
                    let claim = move |value| fitted.as_ref().map_or(0.5, |fit| fit.predict(value));
                    game.iter()
                        .map(move |(value, target)| (claim(*value), *target))
                })
            });
            BotReliability::new(&claims.collect::<Vec<_>>())
        });
        BotModel {
            value_name: VALUE_NAMES[index],
            game_count: games.len(),
            open_games: self.open_games,
            fit,
            reliability,
            usual_time_ms: median(&self.times_ms),
            usual_nodes: median(&self.nodes),
            usual_time_ms_per_move: median(&self.times_ms_per_move),
            usual_nodes_per_move: median(&self.nodes_per_move),
            usual_depth: median(&self.depths),
        }
    }
}

/// Fits the games apart from those of a part of a cross-validation. Each game has the weight 1 for
/// every ten of its plies, as the plies of a game share its end.
fn fit_without(games: &[&Vec<(f64, f64)>], fold: Option<usize>) -> Option<IsotonicFit> {
    let fitted = games.iter().enumerate();
    let fitted = fitted.filter(|(nth, _)| fold != Some(nth % FOLDS));
    let samples = fitted.flat_map(|(_, game)| {
        let weighted = |(value, target): &(f64, f64)| (*value, *target, 0.1);
        game.iter().map(weighted)
    });
    IsotonicFit::new(&samples.collect::<Vec<_>>())
}

/// Returns the result of a player: 1 for a win, ½ for a draw, 0 for a loss; `None` if unknown.
fn final_result(record: &Record, player: Player) -> Option<f64> {
    let by_rules = record.result.as_ref().and_then(|result| result.winner);
    let reported = record.reported.as_ref().and_then(|result| result.winner);
    Some(match by_rules.or(reported)? {
        Winner::Draw => 0.5,
        winner if winner == player.into() => 1.0,
        _ => 0.0,
    })
}

/// Returns the number of legal moves that a bot had, at least 1.
pub(super) fn move_count(reported: &PlyReport) -> f64 {
    f64::from(u32::try_from(reported.move_count.max(1)).unwrap_or(u32::MAX))
}

/// Returns the time of a ply in milliseconds: that of the log, or else the one that the bot
/// reported.
pub(super) fn time_ms(record: &Record, ply: u32, report: &BotReport) -> Option<f64> {
    let recorded = record.times_ms.get_ms(ply).map(f64::from);
    recorded.or_else(|| report.numbers.get("time_ms").copied())
}

/// Returns the median of some numbers; `None` if there are too few to know what is usual.
fn median(numbers: &[f64]) -> Option<f64> {
    const MIN_COUNT: usize = 8;
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
        .get(sorted.len() / 2)
        .copied()
        .filter(|_| sorted.len() >= MIN_COUNT)
}

/// The models of bots by the name of the player.
#[derive(Clone, Debug, Default)]
pub struct BotModels(BTreeMap<String, BotModel>);

impl BotModels {
    /// Returns the model of a bot; `None` if it reported nothing.
    pub fn get(&self, name: &str) -> Option<&BotModel> {
        self.0.get(name)
    }

    /// Yields the bots with their names, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &BotModel)> {
        self.0.iter().map(|(name, model)| (name.as_str(), model))
    }
}

/// The model of a bot by the games in which it reported.
#[derive(Clone, Debug, PartialEq)]
pub struct BotModel {
    /// The name of the number that is its value: `win`, `value` or `points`.
    pub value_name: &'static str,
    /// The number of games with values whose end is known.
    pub game_count: usize,
    /// The number of games with values that have neither a result nor a review.
    pub open_games: usize,
    /// The win probability by value; `None` with fewer than [`MIN_FIT_GAMES`] games.
    pub fit: Option<IsotonicFit>,
    /// The reliability of the fit on games that were left out of it.
    pub reliability: Option<BotReliability>,
    /// The median time of a ply in milliseconds, if enough plies are known.
    pub usual_time_ms: Option<f64>,
    /// The median of the nodes of a search, if enough plies are known.
    pub usual_nodes: Option<f64>,
    /// The median of the time for each legal move, in milliseconds.
    pub usual_time_ms_per_move: Option<f64>,
    /// The median of the nodes for each legal move.
    pub usual_nodes_per_move: Option<f64>,
    /// The median of the depths, if enough plies are known.
    pub usual_depth: Option<f64>,
}

impl BotModel {
    /// Returns the win probability that a report means, 0 to 1; `None` without a fit or a value.
    pub fn win(&self, report: &BotReport) -> Option<f64> {
        let value = report.numbers.get(self.value_name)?;
        Some(self.fit.as_ref()?.predict(*value))
    }
}
