//! A reviewed game with everything that a report says of it.

use super::{
    JudgedPly, KeyMoment, PlayerClaims, PlayerFailure, PlayerSummary, PositionsError, Thresholds,
    TimeUse, claims, judged_plies, key_moments, player_failures, player_summaries, time_use,
};
use kifu_core::contract::Player;
use kifu_core::games::DynGame;
use kifu_core::record::Record;

/// A game with the judgements of its review.
///
/// A game that was not reviewed has no judged plies, and everything that follows from them is empty.
pub struct ReviewedGame {
    /// The location of the game: the file, and the index in the file.
    pub location: String,
    /// The game that was played.
    pub game: &'static dyn DynGame,
    /// The record.
    pub record: Record,
    /// The number of legal plies.
    pub plies: u32,
    /// The judged plies, in order.
    pub judged: Vec<JudgedPly>,
    /// The summaries of both players.
    pub cards: [PlayerSummary; 2],
    /// The key moments.
    pub moments: Vec<KeyMoment>,
    /// The claims of both players, in games that have them.
    pub claims: Option<[PlayerClaims; 2]>,
    /// The players' use of time, if it is known.
    pub times: Option<[TimeUse; 2]>,
    /// The failures of the players.
    pub failures: Vec<PlayerFailure>,
}

impl ReviewedGame {
    /// Judges the evaluations that a record holds.
    ///
    /// # Errors
    /// Returns an error if the game cannot be replayed for `plies` plies.
    pub fn new(
        location: String,
        game: &'static dyn DynGame,
        record: Record,
        plies: u32,
        thresholds: &Thresholds,
    ) -> Result<Self, PositionsError> {
        let judged = judged_plies(&record, game, plies, thresholds)?;
        Ok(Self {
            cards: player_summaries(&judged),
            moments: key_moments(&judged, plies),
            claims: claims(&record, &judged),
            times: time_use(&record, game, plies, &judged)?,
            failures: player_failures(&record, game, plies)?,
            location,
            game,
            record,
            plies,
            judged,
        })
    }

    /// Returns the name of a player, or of their side if the name is unknown.
    pub fn player_name(&self, player: Player) -> &str {
        let name = self.record.player(player).name.as_str();
        if name.is_empty() {
            self.game.sides()[player.index()]
        } else {
            name
        }
    }

    /// Returns the name and the side of a player: `Ada (White)`.
    pub fn player_label(&self, player: Player) -> String {
        let (name, side) = (self.player_name(player), self.game.sides()[player.index()]);
        if name == side {
            side.to_owned()
        } else {
            format!("{name} ({side})")
        }
    }

    /// Returns the judgement of a ply, if it has one.
    pub fn judged_ply(&self, ply: u32) -> Option<&JudgedPly> {
        let index = self.judged.binary_search_by_key(&ply, |judged| judged.ply);
        index.ok().map(|index| &self.judged[index])
    }

    /// Returns the key moment at a ply, if it is one.
    pub fn moment(&self, ply: u32) -> Option<&KeyMoment> {
        self.moments.iter().find(|moment| moment.ply == ply)
    }
}
