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

pub use budget::{Budget, Look, NoBudget, Spend};
pub use card::{Card, Moment, Phase, accuracy, cards, moments};
pub use claims::{Chance, Claimed, Claims, claims};
pub use failed::{Failed, failed};
pub use game::{Again, Plan, Progress, Reviewer, Stopped, again};
pub use judge::{Class, Judged, Thresholds, Turning, judge};
pub use plies::{GLYPHS, Ply, judged, judged_alone, mark, reasons, unmark};
pub use time::{Stake, Time, Timed, times};
pub use together::review;
pub use walk::{Lost, Place, walk};
pub use weigh::{Luck, Weighed, Worth, weigh};
