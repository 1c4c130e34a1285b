//! The review of a game: which moves lost it, and how much each of them cost.
//!
//! - [`review`](review()) searches every position in which a player chose a move, the played move
//!   and the best one in the same search, and stores the results in the record's evaluations.
//! - [`judged_plies()`] turns these evaluations into judgements, without an engine: the loss of
//!   each move in win probability and in contest points, and its [`MoveClass`].
//! - [`player_summaries`] and [`key_moments`] sum the judgements up, and [`reasons`] explains a bad
//!   move in the terms of its game, and [`annotate_moment`] draws it beside the better one. [`claims()`], [`time_use()`] and [`player_failures`] report on
//!   claims, thinking time and failures.
//!
//! Moves that the jury or the rules made are not judged, and the engine's own first choice is never
//! called bad. Proven values are kept apart from estimates. A move that looks bad is searched again
//! before it is called so.

mod annotations;
mod budget;
mod choice_kind;
mod claims;
mod evaluation;
mod failures;
mod identity;
mod judge;
mod judged_plies;
mod merge;
mod positions;
mod reviewed_game;
mod reviewer;
mod run;
mod schedule;
mod summary;
mod time_use;
mod wording;

pub use annotations::{annotate_better, annotate_moment, annotate_played, class_role};
pub use budget::{RecheckEffort, ReviewBudget, ReviewPlan, SearchLimit};
pub use choice_kind::ChoiceKind;
pub use claims::{ClaimMade, ClaimOpportunity, PlayerClaims, claims};
pub use evaluation::{LineValue, Luck, MoveEvaluation, move_evaluation, rounded};
pub use failures::{PlayerFailure, player_failures};
pub use identity::{RecordHash, without_reviews};
pub use judge::{Judgement, MoveClass, ParseThresholdsError, Thresholds, TurningPoint, judge};
pub use judged_plies::{
    GLYPHS_KEY, JudgedPly, add_glyphs, judged_plies, judged_plies_without_reasons, reasons,
    remove_glyphs,
};
pub use kifu_core::record::SearchPass;
pub use merge::{
    MergeCandidate, MergeConflict, MergeCounts, Merger, ReviewEngines, ReviewRank, SpoolError,
};
pub use positions::{
    PositionsError, ReviewPosition, choice_positions, is_reviewed, positions, reviewed_positions,
};
pub use reviewed_game::ReviewedGame;
pub use reviewer::{MAX_VERIFIED_NODES, Reproduction, ReviewError, Reviewer};
pub use run::{ReviewProgress, is_complete, review};
pub use summary::{GamePhase, KeyMoment, PlayerSummary, accuracy, key_moments, player_summaries};
pub use time_use::{PlyTime, TimeUse, time_use};
pub use wording::{
    card_rows, claim_rows, engine_text, failure_text, moment_label, time_rows, turning_text,
};
