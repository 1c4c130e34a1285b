//! The review: where was the game lost, and by whom?
//!
//! - [`review`](review()) lets engines look at every ply that somebody chose, the played move and
//!   the best one in the same search, and keeps what they find in the record's evaluations.
//! - [`judged`] makes judgements of them, without an engine: what a move gave away in probability
//!   of a win and in contest points, and what it is called.
//! - [`cards`] and [`moments`] say it short, [`reasons`] say why in the game's own words,
//!   [`claims()`], [`times()`] and [`failed()`] what else was given away.
//!
//! What the jury or the rules chose is not judged, nor is an engine's own first choice; what is
//! proven is told apart from what is guessed. What looks bad is looked at once more before it is
//! called so.

mod budget;
pub mod calibrate;
mod choice_kind;
mod claims;
mod evaluation;
mod failures;
mod judge;
mod judged_plies;
mod positions;
mod recheck;
mod reviewer;
mod run;
mod summary;
mod time_use;
mod verify_pair;

pub use crate::record::SearchPass;
pub use budget::{Budget, SearchLimit};
pub use choice_kind::ChoiceKind;
pub use claims::{ClaimMade, ClaimOpportunity, PlayerClaims, claims};
pub use evaluation::{LineValue, Luck, MoveEvaluation, move_evaluation};
pub use failures::{PlayerFailure, player_failures};
pub use judge::{Judgement, MoveClass, ParseThresholdsError, Thresholds, TurningPoint, judge};
pub use judged_plies::{
    GLYPHS_KEY, JudgedPly, add_glyphs, judged_plies, judged_plies_without_reasons, reasons,
    remove_glyphs,
};
pub use positions::{PositionsError, ReviewPosition, positions};
pub use reviewer::{
    Reproduction, ReviewError, ReviewPlan, ReviewProgress, Reviewer, reviewed_positions,
};
pub use run::review;
pub use summary::{GamePhase, KeyMoment, PlayerSummary, accuracy, key_moments, player_summaries};
pub use time_use::{PlyTime, TimeUse, time_use};
