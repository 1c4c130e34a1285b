//! The score of one game, as standings and ratings count it.

use kifu_core::contract::{Fault, Player, Winner};
use kifu_core::record::{GameResult, Record};

/// The score of one game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameScore {
    /// The id of the game.
    pub game: String,
    /// The names of the first and the second player.
    pub names: [String; 2],
    /// The winner; `None` if unknown.
    pub winner: Option<Winner>,
    /// The contest points.
    pub points: Option<[i32; 2]>,
    /// The game points, in contests that have both kinds.
    pub game_points: Option<[i32; 2]>,
    /// The game's own points.
    pub scores: Option<[i32; 2]>,
    /// The fault that each player committed.
    pub faults: [Option<Fault>; 2],
    /// The number of the game in the match.
    pub index: Option<u32>,
    /// The number of the pair of games with the same chance events.
    pub pair: Option<u32>,
    /// The milliseconds that each player used, where known.
    pub time_ms: [Option<u64>; 2],
}

impl GameScore {
    /// Extracts the score from a record: the reported result where there is one, otherwise the
    /// result by the rules.
    ///
    /// Faults are those that the log reports, and those by the rules if the rules give the same
    /// winner.
    pub fn from_record(record: &Record) -> Self {
        let result = record.result.as_ref();
        let reported = record.reported.as_ref();
        let reported_winner = reported.and_then(|reported| reported.winner);
        let agrees =
            |result: &&GameResult| reported_winner.is_none() || reported_winner == result.winner;
        let used = result.filter(agrees);
        let pair = |pair: Option<(i32, i32)>| pair.map(|(first, second)| [first, second]);
        let fault = |player: Player| {
            let reported_fault = reported.and_then(|reported| reported.faults.get(&player));
            reported_fault.or_else(|| used.and_then(|result| result.faults.get(&player)))
        };
        let number = |key: &str| record.ext.get(key).and_then(|text| text.parse().ok());
        let name = |player| record.player(player).name.clone();
        Self {
            game: record.game.clone(),
            names: Player::ALL.map(name),
            winner: reported_winner.or_else(|| result.and_then(|result| result.winner)),
            points: pair(
                reported
                    .and_then(|reported| reported.points)
                    .or_else(|| result.and_then(|result| result.points)),
            ),
            game_points: pair(
                reported
                    .and_then(|reported| reported.game_points)
                    .or_else(|| result.and_then(|result| result.game_points)),
            ),
            scores: pair(result.and_then(|result| result.scores)),
            faults: Player::ALL.map(|player| fault(player).copied()),
            index: number("arena.game"),
            pair: number("arena.pair"),
            time_ms: Player::ALL.map(|player| record.player(player).time_ms),
        }
    }

    /// Extracts the score from a record as standings count it; `None` if the record contradicts
    /// itself, because the winner failed.
    ///
    /// In a record that is not valid, moves that break a rule are an error of the log and no
    /// fault, if the log names the winner.
    pub fn for_standings(record: &Record, is_valid: bool) -> Option<Self> {
        let mut score = Self::from_record(record);
        let reported = record.reported.as_ref();
        let is_told = reported.is_some_and(|reported| reported.winner.is_some());
        if is_told && !is_valid {
            let faults = reported.map(|reported| &reported.faults);
            score.faults = Player::ALL.map(|player| faults?.get(&player).copied());
        }
        let winner = score.winner.and_then(Winner::player);
        if winner.is_some_and(|winner| score.faults[winner.index()].is_some()) {
            return None;
        }
        for (name, side) in score.names.iter_mut().zip(["(first)", "(second)"]) {
            if name.is_empty() {
                side.clone_into(name);
            }
        }
        Some(score)
    }

    /// Returns the value of the game for a player: 1 for a win, 0.5 for a draw, 0 for a loss;
    /// `None` if the winner is unknown.
    ///
    /// ```
    /// use kifu_study::arena::GameScore;
    /// use kifu_core::contract::{Player, Winner};
    ///
    /// let score = GameScore { winner: Some(Winner::First), ..GameScore::default() };
    /// assert_eq!(score.value(Player::First), Some(1.0));
    /// assert_eq!(score.value(Player::Second), Some(0.0));
    /// ```
    pub fn value(&self, player: Player) -> Option<f64> {
        Some(match self.winner?.player() {
            None => 0.5,
            Some(winner) if winner == player => 1.0,
            Some(_) => 0.0,
        })
    }
}
