//! Algorithms that look for good moves and know no game: [`MonteCarlo`] and [`AlphaBeta`], and what
//! all brains share.
//!
//! - A [`Brain`] thinks about positions of one game. Asked with a [`Request`] (limits, how many
//!   lines, a move that must be among them, a seed) it gives a [`Report`]: what the position is
//!   worth, the best [`Line`]s, and whether it looked at [`Every`](Coverage::Every) move.
//! - A game says which brain it has by [`Thinks`]. Without a word it gets Monte-Carlo. What a
//!   brain is measured by, simple players of any game, is a [`Level`].
//! - A [`Value`] is for the player to act, and tells what is *proven* from what is estimated. What
//!   an estimate comes to in games a [`Calibration`] says.
//! - Nothing here knows clocks or files: [`Limits`] holds the ways to ask. For a budget of nodes and
//!   a seed an answer is the same bit for bit, on every machine.
//! - A brain thinks on one thread. With more [`Means`] several think at once, an [`Ensemble`].
//!
//! ```
//! use kifu::contract::{Game, Proven};
//! use kifu::games::clobber::Clobber;
//! use kifu::search::{Limits, Request, Thinks};
//!
//! let position = Clobber::read_position("wb./bwb w").expect("a position text");
//! let request = Request::new(Limits::nodes(1000));
//! let report = Clobber::brain(16).think(&position, &request, &mut |_| {});
//! assert_eq!(report.value.proven(), Some(Proven::Win));
//! ```

mod alpha_beta;
mod calibration;
mod clock;
mod engine;
mod ensemble;
mod has_engine;
mod level;
mod limits;
mod mcts;
mod request;
mod resources;
mod rng;
mod search_result;
mod simple;
pub mod table;
mod value;
pub mod weights;

pub use alpha_beta::{AlphaBeta, Evaluator, PointsEvaluator, TerminalEvaluator};
pub use calibration::{
    Calibration, CalibrationContext, CalibrationKnot, ParseCalibrationError, evidence, knot_weight,
    logistic, logit, points_per_win,
};
pub use clock::Clock;
pub use engine::Engine;
pub use ensemble::Ensemble;
pub use has_engine::HasEngine;
pub use level::{Level, UnknownLevel};
pub use limits::{Limits, SearchBudget};
pub use mcts::{
    Mcts, MctsParams, PlayoutPolicy, PlayoutResult, Selection, UniformPolicy, formulas,
    random_playout,
};
pub use request::SearchRequest;
pub use resources::Resources;
pub use rng::SplitMix64;
pub use search_result::{
    ChanceBaseline, Coverage, MoveChoice, SearchLine, SearchResult, proof_rank,
};
pub use value::{Bounds, Certainty, Value};
