//! A table of results.

use super::matches::GameScore;
use super::stats::Ratings;
use crate::contract::{Fault, Player, RankingKey};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// What a bot got.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StandingsRow {
    /// Its name.
    pub name: String,
    /// Its place; who is equal in all that counts shares one.
    pub rank: usize,
    /// Games won, drawn and lost.
    pub wdl: [u32; 3],
    /// The same of those in which it was the first player.
    pub wdl_as_first: [u32; 3],
    /// Contest points.
    pub points: i64,
    /// Game points.
    pub game_points: i64,
    /// The game's own points.
    pub scores: i64,
    /// How it failed, and how often.
    pub faults: BTreeMap<Fault, u32>,
    /// Milliseconds that it used, and in how many games that is known.
    pub time_ms: (u64, u32),
}

impl StandingsRow {
    /// How many games it played.
    pub fn games_played(&self) -> u32 {
        self.wdl.iter().sum()
    }

    /// Half points: 2 a win, 1 a draw.
    pub const fn half_points(&self) -> u32 {
        2 * self.wdl[0] + self.wdl[1]
    }

    fn ranking_value(&self, tally: RankingKey) -> i64 {
        match tally {
            RankingKey::Wins => i64::from(self.half_points()),
            RankingKey::Points => self.points,
            RankingKey::GamePoints => self.game_points,
        }
    }
}

/// A table of results.
#[derive(Clone, Debug, Default)]
pub struct Standings {
    /// The bots, the best first.
    pub rows: Vec<StandingsRow>,
    /// What each got against each, in the order of the rows: games won, drawn and lost.
    pub crosstable: Vec<Vec<[u32; 3]>>,
    /// How strong they are.
    pub ratings: Ratings,
    /// Games whose winner is not known; they count nowhere.
    pub unknown_games: u32,
    /// Games that have game points.
    pub has_game_points: bool,
}

impl Standings {
    /// The table of these games, ranked by these tallies and then by wins.
    pub fn new(scores: &[GameScore], ranked_by: &[RankingKey]) -> Self {
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        let mut rows: Vec<StandingsRow> = Vec::new();
        let mut met: BTreeMap<(usize, usize), [u32; 3]> = BTreeMap::new();
        let mut unknown = 0;
        for score in scores {
            if score.winner.is_none() {
                unknown += 1;
                continue;
            }
            let bots = [0, 1].map(|at| {
                *places.entry(&score.names[at]).or_insert_with(|| {
                    rows.push(StandingsRow {
                        name: score.names[at].clone(),
                        ..StandingsRow::default()
                    });
                    rows.len() - 1
                })
            });
            for player in Player::ALL {
                let own = bots[player.index()];
                let at = add_game(&mut rows[own], score, player);
                met.entry((own, bots[player.opponent().index()]))
                    .or_default()[at] += 1;
            }
        }
        let order = ranking_order(&mut rows, ranked_by);
        let count = rows.len();
        let mut sorted: Vec<StandingsRow> = order
            .iter()
            .map(|at| std::mem::take(&mut rows[*at]))
            .collect();
        assign_ranks(&mut sorted, ranked_by);
        let mut cross = vec![vec![[0; 3]; count]; count];
        let mut won = vec![vec![0.0; count]; count];
        for (row, one) in order.iter().enumerate() {
            for (column, two) in order.iter().enumerate() {
                let games = met.get(&(*one, *two)).copied().unwrap_or_default();
                cross[row][column] = games;
                won[row][column] = f64::from(games[0]) + f64::from(games[1]) / 2.0;
            }
        }
        Self {
            rows: sorted,
            crosstable: cross,
            ratings: Ratings::fit(&won),
            unknown_games: unknown,
            has_game_points: scores.iter().any(|score| score.game_points.is_some()),
        }
    }
}

/// Adds a game; 0 for a win, 1 a draw, 2 a loss.
fn add_game(row: &mut StandingsRow, score: &GameScore, player: Player) -> usize {
    let at = match score.value(player) {
        Some(value) if value > 0.75 => 0,
        Some(value) if value > 0.25 => 1,
        _ => 2,
    };
    row.wdl[at] += 1;
    if player == Player::First {
        row.wdl_as_first[at] += 1;
    }
    let own = |pair: Option<[i32; 2]>| i64::from(pair.map_or(0, |pair| pair[player.index()]));
    row.points += own(score.points);
    row.game_points += own(score.game_points);
    row.scores += own(score.scores);
    if let Some(fault) = score.faults[player.index()] {
        *row.faults.entry(fault).or_default() += 1;
    }
    if let Some(ms) = score.time_ms[player.index()] {
        row.time_ms.0 += ms;
        row.time_ms.1 += 1;
    }
    at
}

fn compare_rows(one: &StandingsRow, two: &StandingsRow, ranked_by: &[RankingKey]) -> Ordering {
    let tallies = ranked_by.iter().chain(&[RankingKey::Wins]);
    let orders = tallies.map(|tally| two.ranking_value(*tally).cmp(&one.ranking_value(*tally)));
    orders.fold(Ordering::Equal, Ordering::then)
}

/// The places of the rows, the best first.
fn ranking_order(rows: &mut [StandingsRow], ranked_by: &[RankingKey]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by(|one, two| {
        let (one, two) = (&rows[*one], &rows[*two]);
        compare_rows(one, two, ranked_by).then_with(|| one.name.cmp(&two.name))
    });
    order
}

fn assign_ranks(rows: &mut [StandingsRow], ranked_by: &[RankingKey]) {
    for at in 0..rows.len() {
        let shared = at > 0 && compare_rows(&rows[at - 1], &rows[at], ranked_by) == Ordering::Equal;
        rows[at].rank = if shared { rows[at - 1].rank } else { at + 1 };
    }
}
