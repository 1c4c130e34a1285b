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
//! - Every field but `kifu`, `game` and `players` may be missing, and is left out where it holds
//!   nothing; an unknown field is an error, so that nothing is lost silently. `ext` takes any text
//!   by any key and is kept for ever. Options are written without `Some`.
//! - `moves`: canonical tokens of the game, separated by white space, ten a line. A token holds
//!   no white space. The legal prefix of the game; the act at which it failed is `attempt`. A
//!   game's *lead-in* (Box: the start tile) is a token and no ply; plies count from 1 after it.
//! - `times_ms`: milliseconds used, one word a ply, `-` where unknown. The act that failed may
//!   have its time too.
//! - `notes`, by ply (0: before the first; one more than the plies: the act that failed):
//!
//!   | field | what |
//!   |---|---|
//!   | `by` | `Jury` or `Automatic`, if the ply was not its player's own act |
//!   | `raw` | the move as the log spells it, if that is neither the token nor what the contest's logs always write for it (Atari Go: `4 4`) |
//!   | `message`, `stderr` | what the bot said beside its move, and on its standard error |
//!   | `comment` | a person's words |
//!   | `glyph` | `Brilliant` !!, `Good` !, `Interesting` !?, `Inaccuracy` ?!, `Mistake` ?, `Blunder` ?? |
//!   | `marks` | list of `(kind: Circle, at: "e5", to: "", text: "")`; kinds `Circle`, `Cross`, `Triangle`, `Square`, `Arrow` (with `to`), `Text` (with `text`) |
//!   | `evals` | list of `(engine: "", budget: "", proven: Win, win: 0.5, points: 0.0, nodes: 0, pv: "")`, for the player to act before the ply; `proven` is `Win`, `Loss` or `Draw` |
//!   | `variations` | list of `(moves: "c3d3 d4d3", notes: {7: (comment: "")})`: a line of tokens from this ply on, whole, so that branches of branches stay flat; its notes go by ply and hold `comment`, `glyph`, `marks`, `evals` |
//!
//! - `attempt`: what the player tried, as it stood (`raw`), the short name of the rule it broke,
//!   why in words, where in the source; `rest` is what followed and was not judged. Three names
//!   of rules are reserved: `unreadable` (the text is no move), `untold` (the log does not tell the
//!   move, and no rule is broken), `wrong-kind` (luck's where a player is to act, or the reverse).
//! - `result`: what the rules give; pairs are `(first, second)`. `how`: `Finished`, `Illegal`,
//!   `Timeout`, `Crash`, `Exit`, `Jury`, `Unterminated`. `winner`: `First`, `Second`, `Draw`.
//!   `scores` are the game's own points, `points` the contest's, `game_points` those of contests
//!   that have both. `faults` says who failed how: `{First: Timeout}`.
//! - `reported`: what the log said of the same, with its two status words and its own `text`.
//!
//! The canonical writer puts the fields in the order shown, one a line and four blanks in, each
//! on one line but `moves` (ten tokens a line, eight blanks in) and the maps `notes` and `ext` (an
//! entry a line). Strings escape `"`, `'`, `\` and control characters as Rust does; numbers are
//! the shortest that read back the same; maps are in the order of their keys. A line of `.ronl`
//! is the same struct without any white space outside strings.
//!
//! ```
//! use kifu::record::{read_ron, write_ron};
//!
//! let text = "(kifu: 1, game: \"clobber\", players: ((name: \"A\"), (name: \"B\")), moves: \"b1a1\")";
//! let record = read_ron(text)?;
//! assert_eq!(record.tokens().count(), 1);
//! assert_eq!(read_ron(&write_ron(&record))?, record);
//! # Ok::<(), kifu::record::RonError>(())
//! ```

mod adjudicate;
mod attempt_rule;
mod read;
mod result;
mod ron_error;
mod times;
mod types;
mod write;

pub use crate::contract::Proven;
pub use adjudicate::{Adjudication, RecordPart, adjudicate};
pub use attempt_rule::AttemptRule;
pub(crate) use read::normalize_whitespace;
pub use read::read_ron;
pub use result::{Ending, GameResult, ReportedResult};
pub use ron_error::{RonError, RonErrorKind};
pub use times::{ParseTimesError, PlyTimes};
pub use types::{
    Attempt, Evaluation, EventInfo, Glyph, Mark, MarkKind, MovedBy, Note, PlayerInfo, Record,
    SourceInfo, VERSION, Variation, VariationNote,
};
pub use write::{write_ron, write_ronl};
