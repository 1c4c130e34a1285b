//! The addition of games to standings, one at a time: names are kept once, games not at all.

use super::matches::GameScore;
use super::standings_row::StandingsRow;
use super::stats::Pentanomial;
use kifu_core::contract::Player;
use std::collections::HashMap;

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
    /// The index of each bot's row, by name.
    indices: HashMap<Box<str>, u32>,
    /// The rows, without names and ranks.
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
        let known = names.map(|name| self.indices.contains_key(name));
        let new = known.iter().filter(|known| !**known).count();
        if new > 0 && self.rows.len() + new > MAX_BOTS {
            return None;
        }
        Some(names.map(|name| self.index_of(name)))
    }

    fn index_of(&mut self, name: &str) -> u32 {
        if let Some(index) = self.indices.get(name) {
            return *index;
        }
        let index = u32::try_from(self.rows.len()).unwrap_or(u32::MAX);
        self.rows.push(StandingsRow::default());
        self.indices.insert(name.into(), index);
        index
    }

    /// Adds all games of another table, which may have bots beyond [`MAX_BOTS`].
    pub fn merge(&mut self, other: Self) {
        let mut moved = vec![0; other.rows.len()];
        for (name, index) in &other.indices {
            moved[*index as usize] = self.index_of(name);
        }
        for (row, index) in other.rows.iter().zip(&moved) {
            self.rows[*index as usize].add(row);
        }
        for ((one, two), games) in other.met {
            let (one, two) = (moved[one as usize], moved[two as usize]);
            let games = if one <= two { games } else { reversed(games) };
            let known = self.met.entry((one.min(two), one.max(two))).or_default();
            for (known, games) in known.iter_mut().zip(games) {
                *known += games;
            }
        }
        for ((one, two, pair), (games, sum)) in other.pairs {
            let (one, two) = (moved[one as usize], moved[two as usize]);
            let sum = if one < two { sum } else { 2 * games - sum };
            let key = (one.min(two), one.max(two), pair);
            let known = self.pairs.entry(key).or_default();
            *known = (known.0 + games, known.1 + sum);
        }
        self.game_count += other.game_count;
        self.unknown_games += other.unknown_games;
        self.has_game_points |= other.has_game_points;
    }

    /// Takes the rows, with their names.
    pub(super) fn take_rows(&mut self) -> Vec<StandingsRow> {
        let mut rows = std::mem::take(&mut self.rows);
        for (name, index) in self.indices.drain() {
            rows[index as usize].name = name.into_string();
        }
        rows
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
