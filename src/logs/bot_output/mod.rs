//! Numbers, moves and drawings in what bots print, found by patterns.
//!
//! A bot's words are in the notes of a record, as the log has them: its standard error and the
//! message with its move. [`BotPatterns`] finds in them a value, the best move, the expected line,
//! nodes, depth, time, drawings and any other named number. The patterns are built in or come from
//! a file of the user; the [`mod@file`] module has its format. The words themselves stay as they are,
//! so that other patterns can be tried on the same record later.
//!
//! ```
//! use kifu_logs::bot_output::{BotPatterns, BotWords};
//!
//! let words = BotWords { stderr: "depth=7\n87/146", message: "" };
//! let report = BotPatterns::builtin().read(words);
//! assert_eq!(report.numbers["depth"], 7.0);
//! assert_eq!(report.win(), Some(87.0 / 146.0));
//! ```
//!
//! # Limits
//!
//! The end of the words of a ply is read, [`MAX_WORDS_BYTES`]; a line longer than
//! [`MAX_LINE_BYTES`] is skipped. The engine of the expressions takes linear time on any text.

pub mod file;
mod pattern;
mod profile;
mod report;

pub use file::{PatternsError, PatternsFile};
pub use pattern::{BotPatterns, BotWords, OutputPart, ValueView};
pub use profile::{NumberProfile, NumberRange};
pub use report::{BotReport, PlyReport, annotate, bot_reports, common_numbers, number_series};

/// The maximum number of bytes of a ply's words that are read; those at the end count.
pub const MAX_WORDS_BYTES: usize = 1 << 20;
/// The maximum length of a line that is read, in bytes.
pub const MAX_LINE_BYTES: usize = 4096;
/// The maximum number of named numbers that are kept of a ply.
pub const MAX_NUMBERS: usize = 64;
/// The maximum number of marks that are kept of a ply.
pub const MAX_MARKS: usize = 100;
