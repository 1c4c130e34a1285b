//! The row of a ply.

use crate::tables::column::table_row;

table_row! {
    /// A row of the table `plies`: a legal ply of a game's main line.
    pub struct PlyRow in "plies" {
        /// The number of the game in this export, from 0.
        game_id: u64,
        /// The id of the game that was played; missing if it is not known.
        game: Option<String>,
        /// The number of the ply, from 1.
        ply: u32 => "plies",
        /// The phase of the game: `opening`, `middle` or `end`, a third of the plies each.
        phase: &'static str,
        /// The side that moved: `first` or `second`.
        side: &'static str,
        /// The name of the player who moved.
        player: Option<String>,
        /// The token of the ply: the move with its chance outcome.
        token: String,
        /// The chance outcome in the token, such as the tile in Box.
        chance: Option<String>,
        /// The maker of the move: `player`, `jury` on behalf of a player who failed, or `rules`
        /// where there was no choice.
        made_by: &'static str,
        /// The time used.
        time_ms: Option<u32> => "ms",
        /// The glyph of the move: `!!`, `!`, `!?`, `?!`, `?` or `??`.
        glyph: Option<&'static str>,
        /// The name and version of the engine of the review; missing, as all that follows, if the
        /// ply is not judged.
        engine: Option<String>,
        /// The budget of the search: `nodes 20000 seed 1`.
        budget: Option<String>,
        /// The best move, without a chance outcome.
        best_move: Option<String>,
        /// The win probability of the best move, 0 to 1, for the player who moved.
        best_win: Option<f64> => "probability",
        /// The win probability of the played move, 0 to 1, for the player who moved.
        played_win: Option<f64> => "probability",
        /// The expected contest points of the best move, if the engine estimates points.
        best_points: Option<f64> => "contest points",
        /// The expected contest points of the played move, if the engine estimates points.
        played_points: Option<f64> => "contest points",
        /// The win probability given away, 0 to 1.
        loss: Option<f64> => "probability",
        /// The standard error of the loss, 0 to 1; 0 if both values are proven.
        loss_error: Option<f64> => "probability",
        /// The contest points given away, if the engine estimates points.
        points_loss: Option<f64> => "contest points",
        /// The accuracy of the move, 0 to 100.
        accuracy: Option<f64> => "percent",
        /// The class of the move: `only`, `good`, `inaccuracy`, `mistake` or `blunder`.
        class: Option<&'static str>,
        /// The turning point, if the move is one: `threw-away-win`, `missed-win`, `lost-margin` or
        /// `already-lost`.
        turning: Option<&'static str>,
        /// Whether both values are proven rather than estimated.
        proven: Option<bool>,
        /// What was at stake: `open`, `proven` if the result was, `forced` with one legal move, or
        /// `equal` if all moves were.
        stake: Option<&'static str>,
        /// The gain in win probability from the chance event before the move.
        luck: Option<f64> => "probability",
        /// The gain in contest points from the chance event before the move.
        luck_points: Option<f64> => "contest points",
    }
}
