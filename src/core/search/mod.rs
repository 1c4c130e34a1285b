//! Search algorithms that know no game, and the types that all engines share.
//!
//! - An [`Engine`] analyzes positions of one game. A [`SearchRequest`] says within which
//!   [`Limits`], how many lines to report, which move to include, and with which random seed. The
//!   answer is a [`SearchResult`]: the value of the position, the best [`SearchLine`]s, and whether
//!   every move was searched ([`Coverage`]).
//! - [`HasEngine`] gives a game its engine; the default is Monte Carlo tree search, [`Mcts`].
//!   [`AlphaBeta`] is the other algorithm here. A [`Level`] selects the game's engine or one of the
//!   simple opponents by which engines are measured.
//! - A [`Value`] is from the point of view of the player to act, and keeps what is *proven* apart
//!   from what is estimated. A [`Calibration`] turns estimates into win probabilities.
//! - Nothing here reads a clock or a file; [`Limits`] carries a way to read the time. With a node
//!   limit and a seed, a result is the same bit for bit on every machine.
//! - An engine searches on one thread. With more [`Resources`], an [`Ensemble`] of engines searches
//!   on several.
//!
//! ```
//! use kifu_core::contract::{Game, Proven};
//! use kifu_core::games::clobber::Clobber;
//! use kifu_core::search::{HasEngine, Limits, SearchRequest};
//!
//! let position = Clobber::parse_position("wb./bwb w")?;
//! let request = SearchRequest::new(Limits::nodes(1000));
//! let result = Clobber::new_engine(16).analyze(&position, &request, &mut |_| {});
//! assert_eq!(result.value.proven(), Some(Proven::Win));
//! # Ok::<(), kifu_core::contract::ParseError>(())
//! ```

mod alpha_beta;
mod calibration;
mod engine;
mod ensemble;
mod has_engine;
mod level;
mod limits;
mod mcts;
mod rng;
mod search_result;
pub mod table;
mod value;

pub use alpha_beta::{AlphaBeta, Evaluator, PointsEvaluator, TerminalEvaluator};
pub use calibration::{
    Calibration, CalibrationContext, CalibrationKnot, ParseCalibrationError, evidence, knot_weight,
    logistic, logit, points_per_win,
};
pub use engine::Engine;
pub use engine::Resources;
pub use engine::SearchRequest;
pub use engine::SecretGuess;
pub use ensemble::Ensemble;
pub use has_engine::Clock;
pub use has_engine::HasEngine;
pub use level::{Level, UnknownLevel};
pub use limits::{Limits, SearchBudget};
pub use mcts::{
    Mcts, MctsParams, PlayoutPolicy, PlayoutResult, Selection, UniformPolicy, formulas,
    random_playout,
};
pub use rng::SplitMix64;
pub use search_result::{
    ChanceBaseline, Coverage, MoveChoice, SearchLine, SearchResult, proof_rank,
};
pub use value::{Bounds, Certainty, Value};

pub mod weights {
    //! The weights of a neural network as bytes: little-endian `f32` numbers.

    /// Fills the weights from bytes, and returns whether the number of bytes was right; if not, some of
    /// the weights may have been filled.
    pub fn weights_from_bytes(bytes: &[u8], weights: Vec<&mut [f32]>) -> bool {
        let (numbers, rest) = bytes.as_chunks::<4>();
        let mut numbers = numbers.iter().map(|bytes| f32::from_le_bytes(*bytes));
        for weight in weights.into_iter().flatten() {
            let Some(number) = numbers.next() else {
                return false;
            };
            *weight = number;
        }
        rest.is_empty() && numbers.next().is_none()
    }

    /// Returns the bytes from which [`weights_from_bytes`] reads the weights.
    pub fn weights_to_bytes(weights: Vec<&mut [f32]>) -> Vec<u8> {
        let weights = weights.into_iter().flatten();
        weights.flat_map(|weight| weight.to_le_bytes()).collect()
    }
}
