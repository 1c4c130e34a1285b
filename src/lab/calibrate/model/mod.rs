//! The calibration of an engine's estimates against the results of finished games: the fit of a
//! [`Calibration`](kifu_core::search::Calibration), and its reliability.
//!
//! An uncalibrated engine searches some positions of each finished game; its estimates are compared
//! with the result of the game for the player to move. Proven and exact values need no calibration
//! and are left out, as are plies that the players did not choose (random openings).

mod fit;
mod reliability;

pub use fit::{fit, rms_error};
pub use reliability::{Reliability, ReliabilityBin};

use kifu_core::contract::{Proven, hash_words};
use kifu_core::games::{DynEngine, DynGame};
use kifu_core::record::{Ending, Record};
use kifu_core::search::{CalibrationContext, Limits, SearchRequest};
use kifu_study::review::{ReviewError, choice_positions};

/// The settings for taking samples from games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SamplingConfig {
    /// The nodes for a position. One position in three gets a quarter of them and one gets four
    /// times as many, so that the fit learns how estimates depend on the number of nodes.
    pub nodes: u64,
    /// The distance between sampled plies: one ply in every `ply_stride` is sampled.
    pub ply_stride: u32,
    /// The interval of longer searches: one in every `longer_stride` of the samples with the most
    /// nodes is also searched with [`LONGER_FACTOR`] times as many.
    pub longer_stride: u32,
    /// The random seed.
    pub seed: u64,
}

/// An estimate of an engine and the result of its game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CalibrationSample {
    /// A hash of the game and its moves, equal for games with the same moves.
    pub game_hash: u64,
    /// Whether the game is held out from the fit, to test it: about every second one. Games of a
    /// pair (with the same chance events or opening) stay together.
    pub is_held_out: bool,
    /// The progress of the game, the player to move and the nodes of the search.
    pub context: CalibrationContext,
    /// The engine's uncalibrated win probability for the player to move, 0 to 1.
    pub win: f64,
    /// The result of the game for the player to move: 1, ½ or 0.
    pub result: f64,
    /// The estimate after [`LONGER_FACTOR`] times as many nodes, if such a search was made and did
    /// not find the result.
    pub longer_search: Option<(f64, CalibrationContext)>,
}

/// The factor by which the nodes of a longer search exceed those of the sample that it checks.
pub const LONGER_FACTOR: u64 = 16;

/// Returns a hash of two texts.
fn hash_texts(words: [&str; 2]) -> u64 {
    hash_words(words.iter().flat_map(|word| word.bytes().map(u64::from)))
}

/// Reports whether a game is held out from the fit, by the hash of its pair or else its own.
fn is_held_out(record: &Record, game_hash: u64) -> bool {
    let ext = |key: &str| record.ext.get(key).map(String::as_str);
    let pair = ext("arena.match").zip(ext("arena.pair"));
    pair.map_or(game_hash, |(whole, pair)| hash_texts([whole, pair])) & 1 == 1
}

/// Takes samples from a game of `plies` legal plies with an uncalibrated engine; none if the game
/// did not end by its rules.
///
/// # Errors
/// Returns an error if the game cannot be replayed.
pub fn samples(
    engine: &mut dyn DynEngine,
    game: &dyn DynGame,
    record: &Record,
    plies: u32,
    config: SamplingConfig,
) -> Result<Vec<CalibrationSample>, ReviewError> {
    let result = record.result.as_ref();
    let ended = result.filter(|result| result.how == Ending::Finished);
    let Some(winner) = ended.and_then(|result| result.winner) else {
        return Ok(Vec::new());
    };
    let game_hash = hash_texts([&record.game, &record.moves]);
    let is_held_out = is_held_out(record, game_hash);
    let opening = record.ext.get("arena.opening");
    let opening_plies = opening.and_then(|plies| plies.parse().ok()).unwrap_or(0);
    let stride = config.ply_stride.max(1);
    let first = u32::try_from((game_hash >> 32) % u64::from(stride)).unwrap_or(0);
    let mut all = Vec::new();
    for position in choice_positions(record, game, plies)? {
        let Some(player) = position.mover() else {
            continue;
        };
        if position.ply < opening_plies || position.ply % stride != first {
            continue;
        }
        let nodes = match hash_words([game_hash, position.ply.into()]) % 3 {
            0 => config.nodes.div_ceil(4),
            1 => config.nodes,
            _ => config.nodes.saturating_mul(4),
        };
        let mut estimate = |nodes: u64| -> Result<_, ReviewError> {
            let request = SearchRequest::new(Limits::nodes(nodes)).seed(config.seed);
            let found = engine.analyze(&position.state.position(), &request, &mut |_| {});
            let found = found.map_err(ReviewError::EngineParse)?;
            let is_known = found.value.proven().is_some() || found.value.exact;
            let context = CalibrationContext {
                progress: position.state.progress(),
                player,
                nodes: found.nodes,
            };
            Ok((!is_known).then_some((found.value.win, context)))
        };
        let Some((win, context)) = estimate(nodes)? else {
            continue;
        };
        let longer_stride = u64::from(config.longer_stride.max(1));
        let draw = hash_words([position.ply.into(), game_hash]) % longer_stride;
        let longer_search = if nodes > config.nodes && draw == 0 {
            estimate(nodes.saturating_mul(LONGER_FACTOR))?
        } else {
            None
        };
        all.push(CalibrationSample {
            game_hash,
            is_held_out,
            context,
            win,
            result: Proven::of(winner, player).win(),
            longer_search,
        });
    }
    Ok(all)
}
