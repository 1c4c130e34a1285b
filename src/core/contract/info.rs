//! The plain data of a game: names, setup keys, contest facts.

use super::{Fault, InputSpec, RankingKey, SgfSpec};

/// The plain data of a game, from which help texts, tables and log readers are made.
///
/// Create it with [`GameInfo::new`] and override what differs:
///
/// ```
/// use kifu_core::contract::{GameInfo, RankingKey};
///
/// const INFO: &GameInfo = &GameInfo {
///     ranked_by: &[RankingKey::Wins],
///     ..GameInfo::new("hex", "Hex", "a club evening", ["Red", "Blue"])
/// };
/// assert_eq!(INFO.lead_in, 0);
/// ```
#[derive(Debug)]
pub struct GameInfo {
    /// The id used in records and on the command line: `turn-right`.
    pub id: &'static str,
    /// The display name: `Turn Right`.
    pub name: &'static str,
    /// The contest that the game comes from: `CodeCup 2006`.
    pub contest: &'static str,
    /// The names of the two sides, first player first: `["White", "Black"]`.
    pub sides: [&'static str; 2],
    /// The setup keys, each with its meaning and, in parentheses, its default.
    pub setup_keys: &'static [(&'static str, &'static str)],
    /// The version of the rules; records name it when it is not 1.
    pub rules_version: u32,
    /// The number of tokens at the start of a record that are not plies (Box: 1, the start tile).
    pub lead_in: usize,
    /// Whether the jury plays on for a player who failed, so that the game runs to its end
    /// (Zuniq, Box); otherwise a fault ends the game.
    pub jury_plays_on: bool,
    /// The ply, from 1, that is made without asking the bot; see
    /// [`Position::automatic_move`](super::Position::automatic_move).
    pub automatic_ply: Option<u32>,
    /// The keys by which the contest ranks players; each breaks the ties of the one before.
    pub ranked_by: &'static [RankingKey],
    /// The names of the columns that hold [`Contest::extras`](super::Contest::extras) in the
    /// contest's tables, in order.
    pub extra_columns: &'static [&'static str],
    /// The ids of the game's puzzles on CodinGame.
    pub codingame_ids: &'static [u32],
    /// The phrases with which CodinGame's referee reports a fault, each with that fault.
    pub referee_words: &'static [(&'static str, Fault)],
    /// The words with which a bot on CodinGame leaves its move to the referee.
    pub referees_choice: &'static [&'static str],
    /// The game's notation in the Smart Game Format, if it has one.
    pub sgf: Option<&'static SgfSpec>,
    /// The input that a user interface must offer besides clicking squares.
    pub input: InputSpec,
}

impl GameInfo {
    /// Returns the data of a game with these names and defaults for everything else: no setup, no
    /// lead-in, ranking by contest points.
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
