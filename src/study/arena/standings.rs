//! The standings of a set of games: results, ranks, cross table and ratings.

use super::matches::GameScore;
use super::standings_builder::{StandingsBuilder, WinDrawLoss, reversed};
use super::standings_row::StandingsRow;
use super::stats::{Pentanomial, Ratings};
use kifu_core::contract::RankingKey;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The maximum number of bots of which there is a cross table.
pub const MAX_CROSS_TABLE_BOTS: usize = 1000;

/// The standings of a set of games.
#[derive(Clone, Debug, Default)]
pub struct Standings {
    /// The rows, best bot first.
    pub rows: Vec<StandingsRow>,
    /// The games won, drawn and lost by the bot of the row (first index) against the bot of the
    /// column (second index), both in the order of `rows`; empty if there are more than
    /// [`MAX_CROSS_TABLE_BOTS`] bots.
    pub crosstable: Vec<Vec<[u32; 3]>>,
    /// The Elo ratings, in the order of `rows`.
    pub ratings: Ratings,
    /// The pairs of games with the same luck, by the places of their bots in `rows`; the statistics
    /// are those of the first, which stands higher.
    pub pairs: BTreeMap<(usize, usize), Pentanomial>,
    /// The number of games, with those whose winner is unknown.
    pub game_count: usize,
    /// The number of games whose winner is unknown; no row counts them.
    pub unknown_games: u32,
    /// Whether any game has game points.
    pub has_game_points: bool,
}

impl Standings {
    /// Ranks the bots of these games by the given keys, then by wins, then by name.
    ///
    /// ```
    /// use kifu_study::arena::{GameScore, Standings};
    /// use kifu_core::contract::Winner;
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
        let mut builder = StandingsBuilder::default();
        for score in scores {
            builder.add(score);
        }
        builder.finish(ranked_by)
    }
}

impl StandingsBuilder {
    /// Ranks the bots by the given keys, then by wins, then by name.
    pub fn finish(mut self, ranked_by: &[RankingKey]) -> Standings {
        let mut rows = self.take_rows();
        let order = ranking_order(&rows, ranked_by);
        let mut sorted: Vec<StandingsRow> = order
            .iter()
            .map(|index| std::mem::take(&mut rows[*index]))
            .collect();
        assign_ranks(&mut sorted, ranked_by);
        let mut places = vec![0; order.len()];
        for (place, index) in order.iter().enumerate() {
            places[*index] = place;
        }
        let encounters = self.encounters(&places);
        let mut pairs = BTreeMap::new();
        for ((one, two), pentanomial) in self.pentanomials() {
            let (one, two) = (places[one as usize], places[two as usize]);
            let pentanomial = if one < two {
                pentanomial
            } else {
                pentanomial.reversed()
            };
            pairs.insert((one.min(two), one.max(two)), pentanomial);
        }
        Standings {
            crosstable: crosstable(sorted.len(), &encounters),
            ratings: Ratings::of_encounters(sorted.len(), &encounters),
            rows: sorted,
            pairs,
            game_count: self.game_count,
            unknown_games: self.unknown_games,
            has_game_points: self.has_game_points,
        }
    }

    /// Takes the results of each two bots that met, by their places in the table.
    fn encounters(&mut self, places: &[usize]) -> Vec<(usize, usize, WinDrawLoss)> {
        let met = std::mem::take(&mut self.met).into_iter();
        let mut all: Vec<_> = met
            .map(|((one, two), games)| {
                let (one, two) = (places[one as usize], places[two as usize]);
                if one <= two {
                    (one, two, games)
                } else {
                    (two, one, reversed(games))
                }
            })
            .collect();
        all.sort_unstable();
        all
    }
}

/// Returns the results of each bot against each other one; empty if there are too many bots.
fn crosstable(count: usize, encounters: &[(usize, usize, WinDrawLoss)]) -> Vec<Vec<WinDrawLoss>> {
    if count > MAX_CROSS_TABLE_BOTS {
        return Vec::new();
    }
    let mut table = vec![vec![[0; 3]; count]; count];
    for (one, two, games) in encounters {
        table[*one][*two] = *games;
        if one != two {
            table[*two][*one] = reversed(*games);
        }
    }
    table
}

fn compare_rows(one: &StandingsRow, two: &StandingsRow, ranked_by: &[RankingKey]) -> Ordering {
    let keys = ranked_by.iter().chain(&[RankingKey::Wins]);
    let orders = keys.map(|key| two.ranking_value(*key).cmp(&one.ranking_value(*key)));
    orders.fold(Ordering::Equal, Ordering::then)
}

/// Returns the indices of the rows, best bot first.
fn ranking_order(rows: &[StandingsRow], ranked_by: &[RankingKey]) -> Vec<usize> {
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
