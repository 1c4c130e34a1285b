//! The standings of a set of games: results, ranks, cross table and ratings.

use super::matches::GameScore;
use super::stats::Ratings;
use crate::contract::{Fault, Player, RankingKey};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The results of one bot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StandingsRow {
    /// The bot's name.
    pub name: String,
    /// The rank, from 1; bots that are equal in every ranking key share one.
    pub rank: usize,
    /// The number of games won, drawn and lost.
    pub wdl: [u32; 3],
    /// The number of games won, drawn and lost as the first player.
    pub wdl_as_first: [u32; 3],
    /// The sum of the contest points.
    pub points: i64,
    /// The sum of the game points.
    pub game_points: i64,
    /// The sum of the game's own points.
    pub scores: i64,
    /// The number of failures of each kind.
    pub faults: BTreeMap<Fault, u32>,
    /// The milliseconds used, and the number of games in which they are known.
    pub time_ms: (u64, u32),
}

impl StandingsRow {
    /// Returns the number of games played.
    pub fn games_played(&self) -> u32 {
        self.wdl.iter().sum()
    }

    /// Returns the score in half points: 2 for a win, 1 for a draw.
    pub const fn half_points(&self) -> u32 {
        2 * self.wdl[0] + self.wdl[1]
    }

    fn ranking_value(&self, key: RankingKey) -> i64 {
        match key {
            RankingKey::Wins => i64::from(self.half_points()),
            RankingKey::Points => self.points,
            RankingKey::GamePoints => self.game_points,
        }
    }
}

/// The standings of a set of games.
#[derive(Clone, Debug, Default)]
pub struct Standings {
    /// The rows, best bot first.
    pub rows: Vec<StandingsRow>,
    /// The games won, drawn and lost by the bot of the row (first index) against the bot of the
    /// column (second index), both in the order of `rows`.
    pub crosstable: Vec<Vec<[u32; 3]>>,
    /// The Elo ratings, in the order of `rows`.
    pub ratings: Ratings,
    /// The number of games whose winner is unknown; they are not counted anywhere else.
    pub unknown_games: u32,
    /// Whether any game has game points.
    pub has_game_points: bool,
}

impl Standings {
    /// Ranks the bots of these games by the given keys, then by wins, then by name.
    ///
    /// ```
    /// use kifu::arena::{GameScore, Standings};
    /// use kifu::contract::Winner;
    ///
    /// let game = GameScore {
    ///     names: ["Ann".to_owned(), "Bob".to_owned()],
    ///     winner: Some(Winner::Second),
    ///     ..GameScore::default()
    /// };
    /// let standings = Standings::new(&[game], &[]);
    /// assert_eq!(standings.rows[0].name, "Bob");
    /// assert_eq!(standings.rows[0].wdl, [1, 0, 0]);
    /// assert_eq!(standings.crosstable[0][1], [1, 0, 0]);
    /// ```
    pub fn new(scores: &[GameScore], ranked_by: &[RankingKey]) -> Self {
        let mut row_indices: BTreeMap<&str, usize> = BTreeMap::new();
        let mut rows: Vec<StandingsRow> = Vec::new();
        let mut met: BTreeMap<(usize, usize), [u32; 3]> = BTreeMap::new();
        let mut unknown_games = 0;
        for score in scores {
            if score.winner.is_none() {
                unknown_games += 1;
                continue;
            }
            let bots = [0, 1].map(|index| {
                *row_indices.entry(&score.names[index]).or_insert_with(|| {
                    rows.push(StandingsRow {
                        name: score.names[index].clone(),
                        ..StandingsRow::default()
                    });
                    rows.len() - 1
                })
            });
            for player in Player::ALL {
                let row_index = bots[player.index()];
                let index = add_game(&mut rows[row_index], score, player);
                met.entry((row_index, bots[player.opponent().index()]))
                    .or_default()[index] += 1;
            }
        }
        let order = ranking_order(&mut rows, ranked_by);
        let count = rows.len();
        let mut sorted: Vec<StandingsRow> = order
            .iter()
            .map(|row_index| std::mem::take(&mut rows[*row_index]))
            .collect();
        assign_ranks(&mut sorted, ranked_by);
        let mut crosstable = vec![vec![[0; 3]; count]; count];
        let mut points = vec![vec![0.0; count]; count];
        for (row, row_index) in order.iter().enumerate() {
            for (column, column_index) in order.iter().enumerate() {
                let games = met
                    .get(&(*row_index, *column_index))
                    .copied()
                    .unwrap_or_default();
                crosstable[row][column] = games;
                points[row][column] = f64::from(games[0]) + f64::from(games[1]) / 2.0;
            }
        }
        Self {
            rows: sorted,
            crosstable,
            ratings: Ratings::fit(&points),
            unknown_games,
            has_game_points: scores.iter().any(|score| score.game_points.is_some()),
        }
    }
}

/// Adds a game to a row. Returns the index of its result: 0 for a win, 1 for a draw, 2 for a loss.
fn add_game(row: &mut StandingsRow, score: &GameScore, player: Player) -> usize {
    let result = match score.value(player) {
        Some(value) if value > 0.75 => 0,
        Some(value) if value > 0.25 => 1,
        _ => 2,
    };
    row.wdl[result] += 1;
    if player == Player::First {
        row.wdl_as_first[result] += 1;
    }
    let points_of = |pair: Option<[i32; 2]>| i64::from(pair.map_or(0, |pair| pair[player.index()]));
    row.points += points_of(score.points);
    row.game_points += points_of(score.game_points);
    row.scores += points_of(score.scores);
    if let Some(fault) = score.faults[player.index()] {
        *row.faults.entry(fault).or_default() += 1;
    }
    if let Some(ms) = score.time_ms[player.index()] {
        row.time_ms.0 += ms;
        row.time_ms.1 += 1;
    }
    result
}

fn compare_rows(one: &StandingsRow, two: &StandingsRow, ranked_by: &[RankingKey]) -> Ordering {
    let keys = ranked_by.iter().chain(&[RankingKey::Wins]);
    let orders = keys.map(|key| two.ranking_value(*key).cmp(&one.ranking_value(*key)));
    orders.fold(Ordering::Equal, Ordering::then)
}

/// Returns the indices of the rows, best bot first.
fn ranking_order(rows: &mut [StandingsRow], ranked_by: &[RankingKey]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by(|one, two| {
        let (one, two) = (&rows[*one], &rows[*two]);
        compare_rows(one, two, ranked_by).then_with(|| one.name.cmp(&two.name))
    });
    order
}

fn assign_ranks(rows: &mut [StandingsRow], ranked_by: &[RankingKey]) {
    for index in 0..rows.len() {
        let is_tied =
            index > 0 && compare_rows(&rows[index - 1], &rows[index], ranked_by) == Ordering::Equal;
        rows[index].rank = if is_tied {
            rows[index - 1].rank
        } else {
            index + 1
        };
    }
}
