//! The row of a game.

use crate::tables::column::table_row;

table_row! {
    /// A row of the table `games`: a game of a log, or a text in which no game could be read.
    pub struct GameRow in "games" {
        /// The number of the game in this export, from 0.
        game_id: u64,
        /// The file, as it was named.
        source: String,
        /// The index of the game in its file, from 0.
        source_index: u64,
        /// The id of the game that was played: `box`; missing if it is not known.
        game: Option<String>,
        /// The setup, as `key=value` separated by blanks; missing for the default.
        setup: Option<String>,
        /// The contest's number of the game.
        contest_id: Option<String>,
        /// The name of the competition.
        event: Option<String>,
        /// The round.
        round: Option<String>,
        /// The table at the event, or its stage.
        stage: Option<String>,
        /// The date as `YYYY-MM-DD`, as far as known.
        date: Option<String>,
        /// The name of the first player.
        first: Option<String>,
        /// The name of the second player.
        second: Option<String>,
        /// The main line: tokens separated by single blanks, among them those before the first ply.
        moves: String,
        /// The number of legal plies.
        plies: u32 => "plies",
        /// Whether the log has no error.
        valid: bool,
        /// The way in which the game ended: `finished`, `illegal`, `timeout`, `crash`, `exit`,
        /// `jury` or `unterminated`.
        ending: &'static str,
        /// Whether `kifu standings` counts the game: the winner is known, and the log does not
        /// contradict itself.
        counted: bool,
        /// The winner, as the standings count it: `first`, `second` or `draw`; missing if unknown.
        winner: Option<&'static str>,
        /// The contest points of the first player.
        first_points: Option<i32> => "contest points",
        /// The contest points of the second player.
        second_points: Option<i32> => "contest points",
        /// The game points of the first player, in contests that have them.
        first_game_points: Option<i32>,
        /// The game points of the second player, in contests that have them.
        second_game_points: Option<i32>,
        /// The game's own points of the first player, such as captures.
        first_score: Option<i32>,
        /// The game's own points of the second player, such as captures.
        second_score: Option<i32>,
        /// The fault of the first player: `illegal`, `timeout`, `crash`, `exit` or `jury`.
        first_fault: Option<&'static str>,
        /// The fault of the second player: `illegal`, `timeout`, `crash`, `exit` or `jury`.
        second_fault: Option<&'static str>,
        /// The number of plies that a review has judged; 0 without a review.
        judged_plies: u32 => "plies",
    }
}
