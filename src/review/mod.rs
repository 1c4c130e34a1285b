//! The review: where was the game lost, and by whom?
//!
//! - [`Reviewer`] lets an engine look at every ply that somebody chose, the played move and the
//!   best one in the same search, and keeps what it finds in the record's evaluations.
//! - [`judged`] makes judgements of them, without an engine: what a move gave away in probability
//!   of a win and in contest points, and what it is called.
//! - [`cards`] and [`moments`] say it short.
//!
//! What the jury or the rules chose is not judged, nor is an engine's own first choice; what is
//! proven is told apart from what is guessed. What looks bad is looked at once more before it is
//! called so.

mod budget;
mod card;
mod game;
mod judge;
mod walk;
mod weigh;

pub use budget::{Budget, NoBudget, Spend};
pub use card::{Card, Moment, Phase, accuracy, cards, moments};
pub use game::{Again, GLYPHS, Plan, Ply, Progress, Reviewer, Stopped, again, judged};
pub use judge::{Class, Judged, Thresholds, Turning, judge};
pub use walk::{Lost, Place, walk};
pub use weigh::{Weighed, Worth, weigh};
