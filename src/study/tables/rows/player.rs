//! The row of a player in a game.

use crate::tables::column::table_row;

table_row! {
    /// A row of the table `players`: a player in one game, two rows for each game.
    pub struct PlayerRow in "players" {
        /// The number of the game in this export, from 0.
        game_id: u64,
        /// The id of the game that was played; missing if it is not known.
        game: Option<String>,
        /// The side: `first` or `second`, by who moves first.
        side: &'static str,
        /// The name of the player.
        player: Option<String>,
        /// The name of the opponent.
        opponent: Option<String>,
        /// The author of the program.
        author: Option<String>,
        /// The version of the program.
        version: Option<String>,
        /// Whether `kifu standings` counts the game.
        counted: bool,
        /// The result of the player: 1 for a win, 0.5 for a draw, 0 for a loss; missing if unknown.
        result: Option<f64>,
        /// The contest points of the player.
        points: Option<i32> => "contest points",
        /// The game points of the player, in contests that have them.
        game_points: Option<i32>,
        /// The game's own points of the player, such as captures.
        score: Option<i32>,
        /// The fault of the player: `illegal`, `timeout`, `crash`, `exit` or `jury`.
        fault: Option<&'static str>,
        /// The time that the player used in the game.
        time_ms: Option<u64> => "ms",
        /// The number of plies that a review has judged; 0 without a review, and all that follows
        /// is missing then.
        judged_plies: u32 => "plies",
        /// The mean accuracy of the judged plies, 0 to 100.
        accuracy: Option<f64> => "percent",
        /// The number of only moves that were found.
        only_moves: Option<u32> => "plies",
        /// The number of inaccuracies, `?!`.
        inaccuracies: Option<u32> => "plies",
        /// The number of mistakes, `?`.
        mistakes: Option<u32> => "plies",
        /// The number of blunders, `??`.
        blunders: Option<u32> => "plies",
        /// The sum of the win probabilities given away; may exceed 1.
        loss: Option<f64> => "probability",
        /// The sum of the contest points given away, if the engine estimates points.
        points_loss: Option<f64> => "contest points",
        /// The sum of the gains in win probability from the player's chance events.
        luck: Option<f64> => "probability",
        /// The sum of the gains in contest points from the player's chance events.
        luck_points: Option<f64> => "contest points",
    }
}
