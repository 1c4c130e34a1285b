//! What an engine's estimates come to in games that were played: the fit of a
//! [`Calibration`](crate::search::Calibration), and how far it can be trusted.
//!
//! An engine looks at some plies of each finished game without its table; what it thinks there is
//! held against how the game ended, for the player to act. Proven and exact values need no table
//! and are left out, and so are plies that were given to the players (random openings).

mod fit;
mod reliability;

pub use fit::{fit, rms_error};
pub use reliability::{Reliability, ReliabilityBin};

use super::ReviewError;
use super::reviewer::choice_positions;
use crate::contract::{Proven, hash_words};
use crate::games::{DynEngine, DynGame};
use crate::record::{Ending, Record};
use crate::search::{CalibrationContext, Limits, SearchRequest};

/// How games are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SamplingConfig {
    /// Nodes for a position; one of three gets a quarter of it, one four times as many, so that
    /// the fit learns what more looking is worth.
    pub nodes: u64,
    /// One of so many plies.
    pub ply_stride: u32,
    /// One of so many of those that get most nodes is looked at much longer.
    pub longer_stride: u32,
    /// Where the random numbers start.
    pub seed: u64,
}

/// An estimate, and what became of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CalibrationSample {
    /// Which game it is of: the same moves give the same number.
    pub game_hash: u64,
    /// Its game is kept from the fit, to be judged by: every second one. Games of one pair (the
    /// same luck or opening) are kept together.
    pub is_held_out: bool,
    /// When, by whom, with how many nodes.
    pub context: CalibrationContext,
    /// The engine's own estimate for the player to act.
    pub win: f64,
    /// How the game ended for that player: 1, ½ or 0.
    pub result: f64,
    /// What the engine thinks after [`LONGER`] times as many nodes, if it was asked and knows no
    /// result even then.
    pub longer_search: Option<(f64, CalibrationContext)>,
}

/// How many times as many nodes a closer look takes that tells how far off an estimate is.
pub const LONGER_FACTOR: u64 = 16;

fn hash_texts(words: [&str; 2]) -> u64 {
    hash_words(words.iter().flat_map(|word| word.bytes().map(u64::from)))
}

fn is_held_out(record: &Record, game: u64) -> bool {
    let said = |key: &str| record.ext.get(key).map(String::as_str);
    let pair = said("arena.match").zip(said("arena.pair"));
    pair.map_or(game, |(whole, pair)| hash_texts([whole, pair])) & 1 == 1
}

/// What a mind that knows no table thinks of some plies of a game of `plies` legal ones; nothing
/// if it did not end by its rules.
///
/// # Errors
/// The game cannot be gone through.
pub fn samples(
    mind: &mut dyn DynEngine,
    book: &dyn DynGame,
    record: &Record,
    plies: u32,
    how: SamplingConfig,
) -> Result<Vec<CalibrationSample>, ReviewError> {
    let result = record.result.as_ref();
    let ended = result.filter(|result| result.how == Ending::Finished);
    let Some(winner) = ended.and_then(|result| result.winner) else {
        return Ok(Vec::new());
    };
    let game = hash_texts([&record.game, &record.moves]);
    let held_out = is_held_out(record, game);
    let given = record.ext.get("arena.opening");
    let given = given.and_then(|plies| plies.parse().ok()).unwrap_or(0);
    let every = how.ply_stride.max(1);
    let first = u32::try_from((game >> 32) % u64::from(every)).unwrap_or(0);
    let mut all = Vec::new();
    for place in choice_positions(record, book, plies)? {
        let Some(player) = place.mover() else {
            continue;
        };
        if place.ply < given || place.ply % every != first {
            continue;
        }
        let nodes = match hash_words([game, place.ply.into()]) % 3 {
            0 => how.nodes.div_ceil(4),
            1 => how.nodes,
            _ => how.nodes.saturating_mul(4),
        };
        let mut look = |nodes: u64| -> Result<_, ReviewError> {
            let request = SearchRequest::new(Limits::nodes(nodes)).seed(how.seed);
            let report = mind.analyze(&place.state.position(), &request, &mut |_| {});
            let report = report.map_err(ReviewError::EngineParse)?;
            let is_known = report.value.proven().is_some() || report.value.exact;
            let stage = CalibrationContext {
                progress: place.state.progress(),
                player,
                nodes: report.nodes,
            };
            Ok((!is_known).then_some((report.value.win, stage)))
        };
        let Some((win, stage)) = look(nodes)? else {
            continue;
        };
        let draw = hash_words([place.ply.into(), game]) % u64::from(how.longer_stride.max(1));
        let longer = if nodes > how.nodes && draw == 0 {
            look(nodes.saturating_mul(LONGER_FACTOR))?
        } else {
            None
        };
        all.push(CalibrationSample {
            game_hash: game,
            is_held_out: held_out,
            context: stage,
            win,
            result: Proven::of(winner, player).win(),
            longer_search: longer,
        });
    }
    Ok(all)
}
