//! The game record: one game with everything known about it, its RON text, and its adjudication.
//!
//! A record is one RON struct. A `.ron` file holds one record, spread over lines for people; a
//! `.ronl` file holds one compact record per line. The main line is a string of canonical tokens;
//! data on single plies, such as comments and engine evaluations, is kept next to it by ply number.
//! The canonical writers ([`write_ron`], [`write_ronl`]) give the same bytes for the same record.
//! [`read_ron`] reads all versions of the format up to [`VERSION`]; unknown fields are errors.
//! [`adjudicate()`] judges a record by the rules of its game. The [`mod@format`] module
//! specifies the text.
//!
//! ```
//! use kifu_core::record::{read_ron, write_ron};
//!
//! let text = "(kifu: 2, game: \"clobber\", players: ((name: \"A\"), (name: \"B\")), moves: \"b1a1\")";
//! let record = read_ron(text)?;
//! assert_eq!(record.tokens().count(), 1);
//! assert_eq!(read_ron(&write_ron(&record))?, record);
//! # Ok::<(), kifu_core::record::RonError>(())
//! ```

#[doc = include_str!("format.md")]
pub mod format {}

mod adjudicate;
mod compact_ron;
mod duplicate_keys;
mod duplicates;
mod evaluation;
mod final_failure;
mod note;
mod ply_numbers;
mod read;
mod result;
mod ron_error;
mod types;
mod version_1;
mod write;

pub use crate::contract::Proven;
pub use adjudicate::{Adjudication, RecordPart, adjudicate};
pub use duplicate_keys::find_duplicate_key;
pub use duplicate_keys::{DuplicateKey, KeyPosition};
pub use duplicates::{Duplicate, DuplicateFinder, GameKey};
pub use evaluation::{EvalBudget, EvalLine, Evaluation, SearchPass};
pub use final_failure::FinalFailure;
pub use note::{Glyph, Mark, MarkColor, MarkKind, MovedBy, Note, Variation, VariationNote};
pub use ply_numbers::{PlyNumbers, UNSCORED_KEY, is_ply_number_key};
pub use read::read_ron;
pub use read::{TextSyntax, VersionedError, normalize_whitespace, read_any_version};
pub use result::{Ending, GameResult, ReportedResult};
pub use ron_error::{RonError, RonErrorKind};
pub use ron_error::{block_comment_end, string_end, token_end as ron_token_end};
pub use types::{Attempt, EventInfo, PlayerInfo, Record, SourceInfo, VERSION};
pub use types::{AttemptRule, GIVEN_PLIES_KEY};
pub use types::{ParseTimesError, PlyTimes};
pub use write::{write_ron, write_ronl};
