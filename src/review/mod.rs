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
mod card;
mod claims;
mod closer;
mod failed;
mod game;
mod hindsight;
mod judge;
mod plies;
mod time;
mod together;
mod walk;
mod weigh;

pub use budget::{Budget, ParseBudgetError, SearchLimit, SearchPass};
pub use card::{GamePhase, KeyMoment, PlayerSummary, accuracy, key_moments, player_summaries};
pub use claims::{ClaimMade, ClaimOpportunity, PlayerClaims, claims};
pub use failed::{PlayerFailure, player_failures};
pub use game::{
    Reproduction, ReviewError, ReviewPlan, ReviewProgress, Reviewer, reviewed_positions,
};
pub use judge::{Judgement, MoveClass, Thresholds, TurningPoint, judge};
pub use plies::{
    GLYPHS_KEY, JudgedPly, add_glyphs, judged_plies, judged_plies_without_reasons, reasons,
    remove_glyphs,
};
pub use time::{ChoiceKind, PlyTime, TimeUse, time_use};
pub use together::review;
pub use walk::{PositionsError, ReviewPosition, positions};
pub use weigh::{LineValue, Luck, MoveEvaluation, move_evaluation};
