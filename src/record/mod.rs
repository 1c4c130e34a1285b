//! The record: one game with all that is known of it, its RON text, and its judgement.
//!
//! A record is one RON struct: `.ron` files hold one, spread over lines for people, `.ronl` files
//! one compact record a line. The main line is a string of canonical tokens; what single plies have
//! stands beside it by ply, what engines think of them included. The canonical writer
//! ([`write_ron`], [`write_ronl`]) gives the same bytes for the same record. [`read_ron`] reads all
//! versions of the format up to [`VERSION`]; unknown fields are errors.
//!

//!
//! ```
//! use kifu::record::{read_ron, write_ron};
//!
//! let text = "(kifu: 2, game: \"clobber\", players: ((name: \"A\"), (name: \"B\")), moves: \"b1a1\")";
//! let record = read_ron(text)?;
//! assert_eq!(record.tokens().count(), 1);
//! assert_eq!(read_ron(&write_ron(&record))?, record);
//! # Ok::<(), kifu::record::RonError>(())
//! ```

#[doc = include_str!("../docs/record.md")]
pub mod format {}

mod adjudicate;
mod attempt_rule;
mod read;
mod result;
mod ron_error;
mod times;
mod types;
mod version_1;
mod write;

pub use crate::contract::Proven;
pub use adjudicate::{Adjudication, RecordPart, adjudicate};
pub use attempt_rule::AttemptRule;
pub use read::read_ron;
pub(crate) use read::{TextSyntax, VersionedError, normalize_whitespace, read_any_version};
pub use result::{Ending, GameResult, ReportedResult};
pub use ron_error::{RonError, RonErrorKind};
pub use times::{ParseTimesError, PlyTimes};
pub use types::{
    Attempt, EvalBudget, EvalLine, Evaluation, EventInfo, Glyph, Mark, MarkKind, MovedBy, Note,
    PlayerInfo, Record, SearchPass, SourceInfo, VERSION, Variation, VariationNote,
};
pub use write::{write_ron, write_ronl};
