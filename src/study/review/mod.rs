//! The review of a game: which moves lost it, and how much each of them cost.
//!
//! - [`review`](review()) searches every position in which a player chose a move, the played move
//!   and the best one in the same search, and stores the results in the record's evaluations.
//! - [`judged_plies()`] turns these evaluations into judgements, without an engine: the loss of
//!   each move in win probability and in contest points, and its [`MoveClass`].
//! - [`player_summaries`] and [`key_moments`] sum the judgements up, and [`reasons`] explains a bad
//!   move in the terms of its game, and [`annotate_moment`] draws it next to the better one.
//!   [`claims()`], [`time_use()`] and [`player_failures`] report on claims, thinking time and
//!   failures, and [`headline()`] says in one sentence what decided the game.
//!
//! The comment of the module `schedule` has the table of which search a position needs next.
//!
//! Moves that the jury or the rules made are not judged, and the engine's own first choice is never
//! called bad. Proven values are kept apart from estimates. A move that looks bad is searched again
//! before it is called so.

mod budget;
mod diagnosis;
mod evaluation;
mod headline;
mod identity;
mod incidents;
mod judge;
mod judged_plies;
mod mentions;
mod merge;
mod positions;
mod reviewer;
mod run;
mod schedule;
mod summary;
mod summary_rows;
mod word_totals;
mod wording;

pub use budget::{RecheckEffort, ReviewBudget, ReviewPlan, SearchLimit};
pub use diagnosis::{
    BotHistory, BotModel, BotModels, BotReliability, BotReliabilityBin, Diagnosis, DiagnosisInput,
    IsotonicFit, LossCause, MIN_FIT_GAMES, diagnose,
};
pub(crate) use evaluation::for_mover;
pub use evaluation::{LineValue, Luck, MoveEvaluation, move_evaluation, rounded};
pub use headline::{DecidedBy, Headline, HeadlineFacts, headline, record_headline};
pub use identity::{RecordHash, without_reviews};
pub use incidents::{
    ClaimMade, ClaimOpportunity, PlayerClaims, PlayerFailure, PlyTime, TimeUse, claims,
    player_failures, time_use,
};
pub use judge::{Judgement, MoveClass, ParseThresholdsError, Thresholds, TurningPoint, judge};
pub use judged_plies::{
    ChoiceKind, GLYPHS_KEY, JudgedPly, add_glyphs, annotate_better, annotate_moment,
    annotate_played, class_role, judged_plies, judged_plies_without_reasons, reasons,
    remove_glyphs,
};
pub use kifu_core::record::SearchPass;
pub use mentions::{MoveMention, PlyMentions, SquareMention, mentions};
pub use merge::{MergeCandidate, MergeConflict, MergeCounts, Merger, ReviewEngines, ReviewRank};
pub use positions::{
    PositionsError, ReviewPosition, choice_positions, is_reviewed, positions, reviewed_positions,
};
pub use reviewer::{
    MAX_VERIFIED_NODES, MAX_VERIFIED_NODES_OF_GAME, Reproduction, ReviewError, Reviewer,
};
pub use run::{ReviewProgress, is_complete, review};
pub use summary::{
    GamePhase, KeyMoment, PlayerSummary, ReviewedGame, accuracy, key_moments, player_summaries,
};
pub use summary_rows::{ReviewRow, SummaryField, summary_rows, time_rows};
pub use word_totals::{CountedShare, MeasuredSum, WORD_ROWS, WordTotals, word_rows, word_totals};
pub use wording::{
    claim_rows, counted_loss_text, engine_text, failure_text, loss_text, measured_loss_text,
    moment_label, percent_text, points_loss_text, signed_percent_text, turning_text,
};
