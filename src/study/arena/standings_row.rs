//! The row of one bot in the standings.

use kifu_core::contract::{Fault, RankingKey};
use kifu_core::record::Ending;
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
