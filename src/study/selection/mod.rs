//! The selection of games by what happened to a player in them: the filters of all commands that
//! read many games.

use crate::arena::{GameScore, is_name_of};
use crate::review::{Thresholds, judged_plies_without_reasons};
use kifu_core::contract::{Player, Winner};
use kifu_core::games::{CATALOGUE, DynGame, by_id};
use kifu_core::record::Record;
use kifu_logs::formats::CheckedGame;

/// The result of a game for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PlayerResult {
    /// The player won.
    Won,
    /// The game is a draw.
    Drawn,
    /// The player lost.
    Lost,
}

impl PlayerResult {
    /// Returns the result of a game with this winner for a player.
    ///
    /// ```
    /// use kifu_core::contract::{Player, Winner};
    /// use kifu_study::selection::PlayerResult;
    ///
    /// assert_eq!(PlayerResult::of(Winner::Second, Player::First), PlayerResult::Lost);
    /// ```
    pub fn of(winner: Winner, player: Player) -> Self {
        match winner.player() {
            None => Self::Drawn,
            Some(winner) if winner == player => Self::Won,
            Some(_) => Self::Lost,
        }
    }

    /// Returns the word of the command line and of the window.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Won => "won",
            Self::Drawn => "drawn",
            Self::Lost => "lost",
        }
    }
}

/// The conditions that a game must meet, for one of its players.
///
/// The default has no condition and selects every game with both players.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameSelection {
    /// The player; see [`is_player`].
    pub player: Option<String>,
    /// The opponent of the player; see [`is_player`].
    pub opponent: Option<String>,
    /// The results for the player, one of which the game must have; empty for any.
    pub results: Vec<PlayerResult>,
    /// Whether the player must have failed.
    pub has_fault: bool,
    /// The least win probability, 0 to 1, that a move of the player lost by the review in the
    /// record, beyond the error of the engine.
    pub min_loss: Option<f64>,
}

/// The reason why a game is not selected: the first condition that it does not meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NotSelected {
    /// The log names neither player.
    Unnamed,
    /// Other players met.
    OtherPlayers,
    /// The result is not known.
    NoResult,
    /// The result is another one.
    OtherResult,
    /// The player did not fail.
    NoFault,
    /// The record has no review.
    NotReviewed,
    /// No move of the player lost as much.
    SmallerLosses,
}

impl GameSelection {
    /// Reports whether there is no condition.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the players of a game for whom it meets all conditions.
    ///
    /// The result and the faults are those that standings count. Where nothing of a game could be
    /// read there are no players, and no reason against it: its findings say why.
    ///
    /// # Errors
    /// Returns the reason if there is no such player: of the two players the one that met more
    /// conditions decides.
    pub fn players(&self, checked: &CheckedGame) -> Result<Vec<Player>, NotSelected> {
        let record = &checked.record;
        if record.game.is_empty() && record.moves.is_empty() && record.reported.is_none() {
            return Ok(Vec::new());
        }
        let score = GameScore::for_standings(record, checked.is_valid());
        let score = score.unwrap_or_else(|| GameScore::from_record(record));
        let verdicts = Player::ALL.map(|player| self.check(checked, &score, player));
        let selected: Vec<Player> = Player::ALL
            .into_iter()
            .filter(|player| verdicts[player.index()].is_ok())
            .collect();
        if selected.is_empty() {
            let reasons = verdicts.into_iter().filter_map(Result::err);
            return Err(reasons.max().unwrap_or(NotSelected::OtherPlayers));
        }
        Ok(selected)
    }

    /// Checks the conditions for one player, the cheap ones first.
    fn check(
        &self,
        checked: &CheckedGame,
        score: &GameScore,
        player: Player,
    ) -> Result<(), NotSelected> {
        let record = &checked.record;
        let is_named = |name: &Option<String>, player| {
            name.as_deref()
                .is_none_or(|name| is_player(record, player, name))
        };
        if !(is_named(&self.player, player) && is_named(&self.opponent, player.opponent())) {
            let is_unnamed = Player::ALL.map(|player| record.player(player).name.is_empty());
            return Err(match is_unnamed {
                [true, true] => NotSelected::Unnamed,
                _ => NotSelected::OtherPlayers,
            });
        }
        if !self.results.is_empty() {
            let winner = score.winner.ok_or(NotSelected::NoResult)?;
            if !self.results.contains(&PlayerResult::of(winner, player)) {
                return Err(NotSelected::OtherResult);
            }
        }
        if self.has_fault && score.faults[player.index()].is_none() {
            return Err(NotSelected::NoFault);
        }
        let Some(min_loss) = self.min_loss else {
            return Ok(());
        };
        let largest = largest_loss(checked, player).ok_or(NotSelected::NotReviewed)?;
        if largest < min_loss {
            return Err(NotSelected::SmallerLosses);
        }
        Ok(())
    }
}

/// Returns the largest loss of win probability by a move of a player, 0 to 1, beyond the error of
/// the engine; `None` without a review.
fn largest_loss(checked: &CheckedGame, player: Player) -> Option<f64> {
    let record = &checked.record;
    let game = by_id(CATALOGUE, &record.game).filter(|_| record.is_reviewed())?;
    let judged =
        judged_plies_without_reasons(record, game, checked.ply_count, &Thresholds::default());
    let judged = judged.ok().filter(|judged| !judged.is_empty())?;
    let own = judged.iter().filter(|ply| ply.player == player);
    let losses = own.map(|ply| (ply.judgement.loss - ply.judgement.loss_error).max(0.0));
    Some(losses.fold(0.0, f64::max))
}

/// Reports whether a player of a game is meant by `name`: by their own name, or, if no one in the
/// game has that name, by `first`, `second` or the name of their side.
pub fn is_player(record: &Record, player: Player, name: &str) -> bool {
    let names = Player::ALL.map(|player| record.player(player).name.as_str());
    players_of_name(names, by_id(CATALOGUE, &record.game), name).contains(&player)
}

/// Returns the players of a game who are meant by `name`, as [`is_player`] does; none, one or both.
pub fn players_of_name(names: [&str; 2], game: Option<&dyn DynGame>, name: &str) -> Vec<Player> {
    let named = |player: &Player| is_name_of(names[player.index()], name);
    let all: Vec<Player> = Player::ALL.into_iter().filter(named).collect();
    if !all.is_empty() {
        return all;
    }
    let is_seat = |player: &Player| {
        let seat = ["first", "second"][player.index()];
        let side = game.map(|game| game.sides()[player.index()]);
        let mut words = [Some(seat), side].into_iter().flatten();
        words.any(|word| word.eq_ignore_ascii_case(name))
    };
    Player::ALL.into_iter().filter(is_seat).collect()
}
