//! The row of a finding.

use crate::tables::column::table_row;

table_row! {
    /// A row of the table `findings`: a problem of a log, as `kifu validate` reports it.
    pub struct FindingRow in "findings" {
        /// The number of the game in this export, from 0.
        game_id: u64,
        /// The file, as it was named.
        source: String,
        /// The code of the finding: `K202`; `kifu explain K202` explains it.
        code: String,
        /// The severity: `note`, `warning` or `error`.
        severity: &'static str,
        /// The title of the kind of finding.
        title: &'static str,
        /// The message: what was expected and what was found.
        message: String,
        /// Advice, or a guess at what was meant.
        hint: Option<String>,
        /// The ply that the finding is about, from 1.
        ply: Option<u32> => "plies",
        /// The line in the file, from 1.
        line: Option<u32>,
        /// The column in the line, in characters from 1.
        column: Option<u32>,
    }
}
