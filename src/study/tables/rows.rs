//! The rows of the four tables: games, players, plies and findings.

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
        /// `resignation`, `jury` or `unterminated`.
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
        /// The fault of the first player: `illegal`, `timeout`, `crash`, `exit`, `resignation` or `jury`.
        first_fault: Option<&'static str>,
        /// The fault of the second player: `illegal`, `timeout`, `crash`, `exit`, `resignation` or `jury`.
        second_fault: Option<&'static str>,
        /// The number of plies that a review has judged; 0 without a review.
        judged_plies: u32 => "plies",
        /// What decided the game: `move`, `fault`, `luck`, `nothing`, or `unknown` if the review has
        /// gaps; missing if neither a review nor a fault says it.
        decided_by: Option<&'static str>,
        /// The ply of the move or the failure that decided the game; with luck, of the event that
        /// helped the winner most.
        decisive_ply: Option<u32> => "plies",
        /// What decided the game, as a sentence.
        headline: Option<String>,
    }
}

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
        /// The fault of the player: `illegal`, `timeout`, `crash`, `exit`, `resignation` or `jury`.
        fault: Option<&'static str>,
        /// The ply at which the player failed, from 1: the one after the last move, or the first
        /// that the jury made for the player; missing if the log does not say.
        fault_ply: Option<u32> => "plies",
        /// The words of the player at an act that failed and is in no row of `plies`.
        fault_message: Option<String>,
        /// How often a model was asked again at that act.
        fault_retries: Option<f64>,
        /// All tokens of a model's calls at that act.
        fault_tokens: Option<f64>,
        /// The seconds of a model's calls at that act.
        fault_seconds: Option<f64> => "s",
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
        /// The name and version of the engine of the review; missing, as what follows up to
        /// `luck_points`, if the ply is not judged.
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
        /// The words that the player sent with the move: of a language model its thoughts.
        message: Option<String>,
        /// How often a model was asked again.
        retries: Option<f64>,
        /// The tokens that a model was given.
        prompt_tokens: Option<f64>,
        /// The tokens that a model wrote.
        generation_tokens: Option<f64>,
        /// All tokens of a model's calls.
        total_tokens: Option<f64>,
        /// The seconds of a model's calls.
        call_seconds: Option<f64> => "s",
        /// The number of moves that the words name, each once; missing, as what follows up to
        /// `better_named`, without words.
        moves_named: Option<u32>,
        /// The number of these that are not legal.
        illegal_named: Option<u32>,
        /// Whether the move that the words name last is the one that was played; missing if they name
        /// none.
        last_named_played: Option<bool>,
        /// A named move that the review values more than the played one; missing without one.
        better_named: Option<String>,
        /// The move that the player's bot itself reported as its best.
        bot_best: Option<String>,
        /// The win probability that the bot reported for itself, 0 to 1.
        bot_win: Option<f64> => "probability",
        /// The value that the bot reported, in its own unit.
        bot_value: Option<f64>,
        /// The contest points that the bot expected.
        bot_points: Option<f64> => "contest points",
        /// The depth of the bot's search.
        bot_depth: Option<f64> => "plies",
        /// The nodes or visits of the bot's search.
        bot_nodes: Option<f64>,
        /// All numbers that the bot reported, as a JSON object by name.
        bot_numbers: Option<String>,
    }
}

table_row! {
    /// A row of the table `findings`: a problem of a log, as `kifu validate` reports it.
    pub struct FindingRow in "findings" {
        /// The number of the game in this export, from 0.
        game_id: u64,
        /// The file, as it was named.
        source: String,
        /// The code of the finding: `K202`; `kifu explain K202` explains it.
        code: String,
        /// The severity: `note`, `warning` or `error`.
        severity: &'static str,
        /// The title of the kind of finding.
        title: &'static str,
        /// The message: what was expected and what was found.
        message: String,
        /// Advice, or a guess at what was meant.
        hint: Option<String>,
        /// The ply that the finding is about, from 1.
        ply: Option<u32> => "plies",
        /// The line in the file, from 1.
        line: Option<u32>,
        /// The column in the line, in characters from 1.
        column: Option<u32>,
    }
}
