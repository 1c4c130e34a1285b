//! A game that is watched and directed while it is played.
//!
//! It is played by the same referee as the games of a match. In addition it reports each step
//! ([`LiveEvent`]), takes the moves of persons from a [`LiveControl`], can be paused, and ends at
//! once when it is stopped. A stopped game can be resumed from any of its positions: its record is
//! then the [`earlier`](LiveOptions::earlier) part of the new game.

mod control;

pub use control::LiveControl;
pub(in crate::arena) use control::PersonInput;

use super::contestant::Contestant;
use super::game_spec::GameSpec;
use super::referee::{self, GameError, MatchRules, PlayedGame};
use kifu_core::contract::Player;
use kifu_core::record::Record;

/// A step of a game in play.
#[derive(Debug)]
pub enum LiveEvent {
    /// A player is asked for a move.
    Turn {
        /// The player to move.
        player: Player,
        /// The chance outcome dealt for the move, if the game has any.
        chance: Option<String>,
    },
    /// A chance outcome is to be dealt by hand.
    AwaitsChance,
    /// The game as far as it was played, with times and the bots' words.
    Played(Box<Record>),
}

/// The way in which a game in play differs from a game of a match.
#[derive(Clone, Debug, Default)]
pub struct LiveOptions {
    /// The handle by which the game is directed.
    pub control: LiveControl,
    /// A record of the plies of the opening that were played in this game before, whose times and
    /// notes are kept. `None` if the opening was given.
    pub earlier: Option<Record>,
    /// Whether a person deals the chance outcomes.
    pub is_chance_typed: bool,
}

/// Plays one game and reports each step of it. Returns `None` if it was stopped.
///
/// # Errors
/// Returns an error if a program cannot be started or the setup is invalid. A failing player is no
/// error.
pub fn play_live(
    rules: &MatchRules,
    contestants: [&Contestant; 2],
    game_spec: &GameSpec,
    options: LiveOptions,
    report: Box<dyn FnMut(LiveEvent) + '_>,
) -> Result<Option<PlayedGame>, GameError> {
    referee::play_live(rules, contestants, game_spec, options, report)
}
