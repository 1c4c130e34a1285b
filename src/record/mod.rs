//! The record: one game with all that is known of it, its RON text, and its judgement.
//!
//! # The format, version 1
//!
//! A record is one RON struct. Files: `.ron` holds one record, spread over lines for people;
//! `.ronl` one compact record a line. UTF-8, `\n`. The canonical writer ([`write_ron`],
//! [`write_ronl`]) gives the same bytes for the same record. Comments are read and lost on
//! rewriting; keep them in `notes` or `ext`.
//!
//! ```text
//! (
//!     kifu: 1,                                 the version; a reader refuses a newer one
//!     game: "zuniq",                           the game's id
//!     rules: 1,                                the rules' version, if not 1
//!     setup: {"colors": "4 1"},                parameters, text by key; which, the game says
//!     event: (name: "", round: "", table: "", date: "2021-01-16"),
//!     source: (format: "", file: "", id: "", sha256: ""),
//!     players: ((name: "A", author: "", version: "", time_ms: 19868), (name: "B")),
//!     moves: "
//!         E5v A2h B3h C4v E5h C1v E3h F3h B5h A3h
//!         D5v D1v",
//!     times_ms: "120 80 - 95",
//!     notes: {
//!         3: (comment: "..."),
//!     },
//!     attempt: (raw: "A9h", player: First, rule: "", reason: "...", line: 3, column: 17, rest: ""),
//!     result: (winner: Second, points: (50, 100), how: Finished),
//!     reported: (winner: Second, points: (50, 100), status: ("LOSE", "WIN")),
//!     ext: {"any.key": "any text"},
//! )
//! ```
//!
//! - Every field but `kifu`, `game` and `players` may be missing; an unknown field is an error
//!   (so that nothing is lost silently), except below `ext`, which is kept for ever.
//! - `moves`: canonical tokens of the game, separated by white space, ten a line. A token holds
//!   no white space. The legal prefix of the game; the act at which it failed is `attempt`. A
//!   game's *lead-in* (Box: the start tile) is a token and no ply; plies count from 1 after it.
//! - `times_ms`: milliseconds used, one word a ply, `-` where unknown.
//! - `notes`, by ply (0: before the first): `by` (`Jury`, `Automatic`; a player otherwise),
//!   `raw` (the log's spelling, if it differs), `message` and `stderr` of the bot, `comment`,
//!   `glyph`, `marks`, `evals`, `variations`. A variation is a line of tokens from that ply on,
//!   whole, so that branches of branches stay flat; its own `notes` go by ply number too.
//! - `attempt`: what the player tried, as it stood (`raw`), which rule it broke, why in words,
//!   where in the source; `rest` is what followed and was not judged.
//! - `result`: what the rules give; pairs are `(first, second)`. `how`: `Finished`, `Illegal`,
//!   `Timeout`, `Crash`, `Exit`, `Jury`, `Unterminated`. `faults` says who failed how:
//!   `{First: Timeout}`. `scores` are the game's own points, `points` the contest's.
//! - `reported`: what the log said of the same, with its status words.

mod read;
mod result;
mod settle;
mod times;
mod types;
mod write;

pub(crate) use read::collapse;
pub use read::{RonError, read_ron};
pub use result::{Ending, GameResult, Reported};
pub(crate) use settle::UNREADABLE;
pub use settle::{Settled, Where, settle};
pub use times::Times;
pub use types::{
    Attempt, By, Evaluation, EventInfo, Glyph, Mark, MarkKind, Note, Person, Proven, Record,
    Remark, SourceInfo, VERSION, Variation,
};
pub use write::{write_ron, write_ronl};
