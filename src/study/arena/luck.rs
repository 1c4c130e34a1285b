//! The luck of a game: what its chance events were worth to each player.

use crate::review::{ReviewError, positions};
use kifu_core::contract::Player;
use kifu_core::games::{DynEngine, DynGame};
use kifu_core::record::Record;
use kifu_core::search::{Limits, SearchRequest};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The number of chance outcomes, from the start of a game, by which games with the same luck are
/// recognized: 720 tiles in Box, so that no two draws agree by accident.
const COMPARED_OUTCOMES: usize = 5;

/// The default number of nodes for each chance event: in Box the cheapest search that looks at every
/// tile.
pub const DEFAULT_LUCK_NODES: u64 = 64;

/// The number of parts of a game whose luck is summed up separately: what was drawn early counts for
/// less at the end than what was drawn late.
pub const LUCK_PARTS: usize = 4;

/// The luck of a game for its first player; that of the second player is the negative.
///
/// It is the sum, over all chance events, of the value of the drawn outcome minus the mean value of
/// all possible ones, by one engine and one measure. Whatever the engine believes, the mean over all
/// draws is 0, so that a result minus luck is an unbiased estimate of the same thing as the result:
/// luck is a control variate.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GameLuck {
    /// The gain in win probability, by part of the game.
    pub win: [f64; LUCK_PARTS],
    /// The gain in contest points, by part of the game.
    pub points: [f64; LUCK_PARTS],
    /// The number of chance events that count.
    pub events: u32,
}

/// Returns 1 for the first player and -1 for the second.
pub(super) const fn sign(player: Player) -> f64 {
    match player {
        Player::First => 1.0,
        Player::Second => -1.0,
    }
}

/// Returns the part of a game with this progress, 0 to 1.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "a small number, 0 or more"
)]
fn part(progress: f64) -> usize {
    ((progress.max(0.0) * LUCK_PARTS as f64) as usize).min(LUCK_PARTS - 1)
}

/// Returns the luck of a judged game with `plies` legal plies, by an engine with this number of
/// nodes for each chance event.
///
/// Events that the engine has no measure for do not count; whether it has one depends on the
/// position before the event alone.
///
/// # Errors
/// Returns an error if the record cannot be replayed or the engine does not know a position.
pub fn game_luck(
    game: &dyn DynGame,
    record: &Record,
    plies: u32,
    engine: &mut dyn DynEngine,
    nodes: u64,
) -> Result<GameLuck, ReviewError> {
    let mut luck = GameLuck::default();
    for position in positions(game, record, plies)? {
        let before = position.before_chance.as_ref();
        let (Some(player), Some(before)) = (position.mover(), before) else {
            continue;
        };
        if position.played.is_none() {
            continue;
        }
        let request = SearchRequest::new(Limits::nodes(nodes));
        let text = position.state.position();
        let gain = engine.unbiased_luck(&text, &request);
        if let Some([win, points]) = gain.map_err(ReviewError::EngineParse)? {
            // Known before the draw, so that no part depends on what is drawn.
            let part = part(before.progress());
            luck.win[part] += sign(player) * win;
            luck.points[part] += sign(player) * points;
            luck.events += 1;
        }
    }
    Ok(luck)
}

/// Reports whether a game has chance events between its moves.
pub fn has_chance_events(game: &dyn DynGame, record: &Record) -> bool {
    let mut plies = record.tokens().skip(game.info().lead_in);
    plies
        .next()
        .is_some_and(|token| game.chance_of(token).is_some())
}

/// Returns a number that is equal for two games whose first chance outcomes are equal; `None` for a game with fewer outcomes than are compared.
pub fn chance_fingerprint(game: &dyn DynGame, record: &Record) -> Option<u64> {
    let outcomes = record.tokens().filter_map(|token| game.chance_of(token));
    let outcomes: Vec<String> = outcomes.take(COMPARED_OUTCOMES).collect();
    if outcomes.len() < COMPARED_OUTCOMES {
        return None;
    }
    let mut hasher = DefaultHasher::new();
    outcomes.hash(&mut hasher);
    Some(hasher.finish())
}
