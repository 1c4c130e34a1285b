//! What is plain data about a game: names, setup keys, contest facts.

use super::{Fault, InputSpec, RankingKey, SgfSpec};

/// The plain data of a game, from which help texts, tables and readers are made.
///
/// Write it with [`GameInfo::new`] and change what differs:
///
/// ```
/// use kifu::contract::{GameInfo, RankingKey};
///
/// const INFO: &GameInfo = &GameInfo {
///     ranked_by: &[RankingKey::Wins],
///     ..GameInfo::new("hex", "Hex", "a club evening", ["Red", "Blue"])
/// };
/// assert_eq!(INFO.lead_in, 0);
/// ```
#[derive(Debug)]
pub struct GameInfo {
    /// The id in records and on the command line: `turn-right`.
    pub id: &'static str,
    /// The name for people: `Turn Right`.
    pub name: &'static str,
    /// The contest it comes from: `CodeCup 2006`.
    pub contest: &'static str,
    /// The names of the two sides, first player first: `["White", "Black"]`.
    pub sides: [&'static str; 2],
    /// The setup keys, each with its meaning and, in parentheses, its default.
    pub setup_keys: &'static [(&'static str, &'static str)],
    /// The version of the rules; records name it when it is not 1.
    pub rules_version: u32,
    /// The number of tokens at the start of a record that are no player's ply (Box: 1, the start
    /// tile).
    pub lead_in: usize,
    /// Whether the jury plays on for a player who failed, so that the game runs to its end
    /// (Zuniq, Box); otherwise a fault ends the game.
    pub jury_plays_on: bool,
    /// The ply, from 1, that is made without asking the bot
    /// ([`Position::automatic_move`](super::Position::automatic_move)).
    pub automatic_ply: Option<u32>,
    /// The order of a contest's table; each key breaks the ties of the one before.
    pub ranked_by: &'static [RankingKey],
    /// The columns in which a contest's table gives [`Contest::extras`](super::Contest::extras),
    /// in order.
    pub extra_columns: &'static [&'static str],
    /// The numbers of the puzzles under which CodinGame keeps the game.
    pub codingame_ids: &'static [u32],
    /// Phrases by which the referee on CodinGame reports a fault, each with that fault.
    pub referee_words: &'static [(&'static str, Fault)],
    /// What a bot writes on CodinGame to leave its move to the referee.
    pub referees_choice: &'static [&'static str],
    /// How the Smart Game Format writes the game, if it does.
    pub sgf: Option<&'static SgfSpec>,
    /// What a user interface must offer besides clicking squares.
    pub input: InputSpec,
}

impl GameInfo {
    /// Returns the data of a game with these names and defaults for everything else: no setup, no
    /// lead-in, a table by contest points.
    pub const fn new(
        id: &'static str,
        name: &'static str,
        contest: &'static str,
        sides: [&'static str; 2],
    ) -> Self {
        Self {
            id,
            name,
            contest,
            sides,
            setup_keys: &[],
            rules_version: 1,
            lead_in: 0,
            jury_plays_on: false,
            automatic_ply: None,
            ranked_by: &[RankingKey::Points],
            extra_columns: &[],
            codingame_ids: &[],
            referee_words: &[],
            referees_choice: &[],
            sgf: None,
            input: InputSpec::SQUARES_ONLY,
        }
    }
}
