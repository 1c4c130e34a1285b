//! A game to review, and what is reported of it before.

use crate::{Status, terminal};
use annotate_snippets::Level;
use kifu_core::findings::{Code, Finding, Severity};
use kifu_core::games::{CATALOGUE, DynGame, by_id};
use kifu_core::record::Record;
use kifu_logs::formats::CheckedGame;

/// A game to review.
pub(super) struct ReviewJob {
    /// The location of the game: the file, and the index in the file.
    pub location: String,
    pub game: &'static dyn DynGame,
    pub record: Record,
    /// The number of legal plies.
    pub plies: u32,
    /// The codes of the errors that the game has.
    pub error_codes: Vec<Code>,
    /// Whether an earlier run has reviewed the game.
    pub is_done: bool,
}

impl ReviewJob {
    /// Returns the job for a game, unless it cannot start; reports its first error.
    pub fn new(location: String, checked: CheckedGame, status: &mut Status) -> Option<Self> {
        let game = by_id(CATALOGUE, &checked.record.game)
            .filter(|game| game.start(&checked.record.setup).is_ok());
        let is_error = |finding: &&Finding| finding.severity() == Severity::Error;
        let errors = || checked.findings.iter().filter(is_error);
        if let Some(error) = errors().next() {
            status.raise(Status::Findings);
            let message = format!("{location}: {}", error.message);
            let hint = match game {
                Some(_) => {
                    "the legal part of the game is reviewed; run `kifu validate` for details"
                }
                None => "the game is skipped; run `kifu validate` for details",
            };
            terminal::print_message(Level::WARNING, &message, Some(hint));
        }
        let error_codes = errors().map(|error| error.code).collect();
        Some(Self {
            location,
            game: game?,
            plies: checked.ply_count,
            record: checked.record,
            error_codes,
            is_done: false,
        })
    }
}
