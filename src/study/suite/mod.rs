//! Suites: positions of lost games in which a bot is asked again.
//!
//! A [`Suite`] is a file with a [`SuitePosition`] a line: a position in which a player went wrong,
//! or did not, with the moves that lead there, all good moves by an engine, and the answers that
//! bots have given since. Positions that are equal up to symmetry, as the player to move knows them,
//! are in it once.
//!
//! - [`suite_positions`] takes the positions from a reviewed game, and [`Suite::merge`] adds them.
//! - [`MoveJudge`] decides whether another answer is good, and [`MoveJudge::verify`] judges a
//!   position again by the engine at hand.
//! - [`AnswerVerdict`] says what an answer means after all earlier ones: still good, cured,
//!   relapsed, still wrong or new.

mod answers;
mod extract;
mod file;
mod judge;
mod position;

pub use answers::{AnswerVerdict, VersionRow, version_rows};
pub use extract::suite_positions;
pub use file::{SUITE_VERSION, Suite};
pub use judge::{JudgeError, JudgementChange, MoveJudge, SUITE_SEED};
pub use position::{SuiteAnswer, SuiteMove, SuiteOrigin, SuitePosition};
