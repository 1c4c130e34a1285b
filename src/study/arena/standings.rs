//! The standings of a set of games: results, ranks, cross table and ratings. Games are added one at
//! a time: the names of players are kept once, games not at all.

use super::bot_name::bot_key;
use super::matches::GameScore;
use super::stats::{Pentanomial, Ratings};
use kifu_core::contract::{Fault, Player, RankingKey};
use kifu_core::record::Ending;
use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};

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
    /// are those of the first, which ranks higher.
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

    /// Returns the faults as text: `1 illegal, 3 timeout`; empty if there were none.
    pub fn faults_text(&self) -> String {
        let each = self
            .faults
            .iter()
            .map(|(kind, count)| format!("{count} {}", Ending::from(*kind).as_str()));
        each.collect::<Vec<_>>().join(", ")
    }

    /// Adds the results of another row of the same bot.
    pub(super) fn add(&mut self, other: &Self) {
        let sums = [
            (&mut self.wdl, &other.wdl),
            (&mut self.wdl_as_first, &other.wdl_as_first),
        ];
        for (sum, added) in sums {
            for (sum, added) in sum.iter_mut().zip(added) {
                *sum += added;
            }
        }
        self.points += other.points;
        self.game_points += other.game_points;
        self.scores += other.scores;
        for (fault, count) in &other.faults {
            *self.faults.entry(*fault).or_default() += count;
        }
        self.time_ms.0 = self.time_ms.0.saturating_add(other.time_ms.0);
        self.time_ms.1 += other.time_ms.1;
    }

    /// Returns the sum that a ranking compares.
    pub(super) fn ranking_value(&self, key: RankingKey) -> i64 {
        match key {
            RankingKey::Wins => i64::from(self.half_points()),
            RankingKey::Points => self.points,
            RankingKey::GamePoints => self.game_points,
        }
    }
}

/// Returns the points out of a number of games won, drawn and lost, as a cell of a cross table:
/// `1½/2`; `None` without games.
///
/// ```
/// use kifu_study::arena::points_of_games;
///
/// assert_eq!(points_of_games([1, 1, 0]).as_deref(), Some("1½/2"));
/// assert_eq!(points_of_games([0, 1, 0]).as_deref(), Some("½/1"));
/// assert_eq!(points_of_games([0, 0, 3]).as_deref(), Some("0/3"));
/// assert_eq!(points_of_games([0; 3]), None);
/// ```
pub fn points_of_games([won, drawn, lost]: [u32; 3]) -> Option<String> {
    let games = won + drawn + lost;
    let halves = 2 * won + drawn;
    let half = if halves.is_multiple_of(2) { "" } else { "½" };
    let whole = match halves / 2 {
        0 if halves == 1 => String::new(),
        whole => whole.to_string(),
    };
    (games > 0).then(|| format!("{whole}{half}/{games}"))
}

/// The maximum number of bots in one table; a game that brings another one is refused.
pub const MAX_BOTS: usize = 100_000;

/// The games won, drawn and lost by the first bot of a pair against the second.
pub(super) type WinDrawLoss = [u32; 3];

/// Standings under construction, with memory for each bot and each pair of bots, not for each game.
///
/// ```
/// use kifu_study::arena::{GameScore, StandingsBuilder};
/// use kifu_core::contract::Winner;
///
/// let mut builder = StandingsBuilder::default();
/// let game = GameScore {
///     names: ["Ann".to_owned(), "Bob".to_owned()],
///     winner: Some(Winner::Draw),
///     ..GameScore::default()
/// };
/// assert!(builder.add(&game) && builder.add(&game));
/// let standings = builder.finish(&[]);
/// assert_eq!(standings.rows[1].wdl, [0, 2, 0]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct StandingsBuilder {
    /// The index of each bot's row, by [`bot_key`].
    indices: HashMap<Box<str>, u32>,
    /// The rows, without ranks; a name is the first spelling of it.
    rows: Vec<StandingsRow>,
    /// The results of each two bots, the one with the smaller index first.
    pub(super) met: HashMap<(u32, u32), WinDrawLoss>,
    /// The games of each pair with the same luck: their number, and the half points of the bot with
    /// the smaller index.
    pairs: HashMap<(u32, u32, u32), (u32, u32)>,
    pub(super) game_count: usize,
    pub(super) unknown_games: u32,
    pub(super) has_game_points: bool,
}

impl StandingsBuilder {
    /// Adds a game. Returns `false`, and adds nothing, if it has a bot too many.
    pub fn add(&mut self, score: &GameScore) -> bool {
        if score.winner.is_some() {
            let names = score.names.each_ref().map(String::as_str);
            let Some(bots) = self.indices_of(names) else {
                return false;
            };
            for player in Player::ALL {
                let bot = bots[player.index()];
                let other = bots[player.opponent().index()];
                let result = add_to_row(&mut self.rows[bot as usize], score, player);
                if bot <= other {
                    self.met.entry((bot, other)).or_default()[result] += 1;
                }
                if let Some(pair) = score.pair.filter(|_| bot < other) {
                    let half_points = u32::try_from(2 - result).unwrap_or(0);
                    let (games, sum) = self.pairs.entry((bot, other, pair)).or_default();
                    *games += 1;
                    *sum += half_points;
                }
            }
        } else {
            self.unknown_games += 1;
        }
        self.game_count += 1;
        self.has_game_points |= score.game_points.is_some();
        true
    }

    /// Returns the number of games, with those whose winner is unknown.
    pub fn game_count(&self) -> usize {
        self.game_count
    }

    /// Returns the indices of two bots, with a new row for one that has none; `None` if there are
    /// too many.
    fn indices_of(&mut self, names: [&str; 2]) -> Option<[u32; 2]> {
        let is_known = names.map(|name| self.indices.contains_key(bot_key(name)));
        let new = is_known.iter().filter(|known| !**known).count();
        if new > 0 && self.rows.len() + new > MAX_BOTS {
            return None;
        }
        Some(names.map(|name| self.index_of(name)))
    }

    fn index_of(&mut self, name: &str) -> u32 {
        let key = bot_key(name);
        if let Some(index) = self.indices.get(key) {
            return *index;
        }
        let index = u32::try_from(self.rows.len()).unwrap_or(u32::MAX);
        self.rows.push(StandingsRow {
            name: name.to_owned(),
            ..StandingsRow::default()
        });
        self.indices.insert(key.into(), index);
        index
    }

    /// Adds all games of another table, which may have bots beyond [`MAX_BOTS`].
    pub fn merge(&mut self, other: Self) {
        let mut moved = vec![0; other.rows.len()];
        for (row, moved) in other.rows.iter().zip(&mut moved) {
            *moved = self.index_of(&row.name);
        }
        for (row, index) in other.rows.iter().zip(&moved) {
            self.rows[*index as usize].add(row);
        }
        for ((one, two), games) in other.met {
            let (one, two) = (moved[one as usize], moved[two as usize]);
            let games = if one <= two { games } else { reversed(games) };
            let totals = self.met.entry((one.min(two), one.max(two))).or_default();
            for (total, games) in totals.iter_mut().zip(games) {
                *total += games;
            }
        }
        for ((one, two, pair), (games, sum)) in other.pairs {
            let (one, two) = (moved[one as usize], moved[two as usize]);
            let sum = if one < two { sum } else { 2 * games - sum };
            let key = (one.min(two), one.max(two), pair);
            let total = self.pairs.entry(key).or_default();
            *total = (total.0 + games, total.1 + sum);
        }
        self.game_count += other.game_count;
        self.unknown_games += other.unknown_games;
        self.has_game_points |= other.has_game_points;
    }

    /// Takes the rows, with their names.
    pub(super) fn take_rows(&mut self) -> Vec<StandingsRow> {
        self.indices.clear();
        std::mem::take(&mut self.rows)
    }

    /// Returns the pairs of games with the same luck, by the indices of their bots; the statistics
    /// are those of the first.
    pub(super) fn pentanomials(&self) -> HashMap<(u32, u32), Pentanomial> {
        let mut all: HashMap<(u32, u32), Pentanomial> = HashMap::new();
        for ((one, two, _), (_, sum)) in self.pairs.iter().filter(|(_, (games, _))| *games == 2) {
            all.entry((*one, *two)).or_default().0[*sum as usize] += 1;
        }
        all
    }
}

/// Returns the results as the other bot has them.
pub(super) const fn reversed([won, drawn, lost]: WinDrawLoss) -> WinDrawLoss {
    [lost, drawn, won]
}

/// Adds a game to a row. Returns the index of its result: 0 for a win, 1 for a draw, 2 for a loss.
fn add_to_row(row: &mut StandingsRow, score: &GameScore, player: Player) -> usize {
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
        row.time_ms.0 = row.time_ms.0.saturating_add(ms);
        row.time_ms.1 += 1;
    }
    result
}
