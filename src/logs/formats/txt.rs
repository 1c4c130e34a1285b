//! `txt`: a game with a board diagram after every ply, for people.
//!
//! The output is a move list whose boards are comments, so `moves` reads it back.

use super::moves::diagrams;
use super::{Format, FormatWriter, ParsedGame, ReadContext, WriteError};
use kifu_core::findings::SourceText;
use kifu_core::games::Catalogue;
use kifu_core::record::Record;

/// A game with board diagrams.
pub(super) struct TxtFormat;

impl Format for TxtFormat {
    fn id(&self) -> &'static str {
        "txt"
    }
    fn description(&self) -> &'static str {
        "the game with a board after every ply; reads back as `moves`"
    }
    fn extensions(&self) -> &'static [&'static str] {
        &["txt"]
    }
    /// Returns 0: the format is a move list, which `moves` recognises.
    fn sniff(&self, _start: &str, _context: &ReadContext<'_>) -> u8 {
        0
    }
    fn split_point(&self, text: &[u8]) -> Option<usize> {
        super::moves::MovesFormat.split_point(text)
    }
    fn read(
        &self,
        source: &SourceText<'_>,
        context: &ReadContext<'_>,
        out: &mut dyn FnMut(ParsedGame),
    ) {
        super::moves::MovesFormat.read(source, context, out);
    }
    fn writer(&self) -> Option<&dyn FormatWriter> {
        Some(self)
    }
}

impl FormatWriter for TxtFormat {
    fn limits(&self) -> &'static [super::FieldLimit] {
        super::losses::TXT
    }

    fn write_record(
        &self,
        record: &Record,
        catalogue: Catalogue,
        index: usize,
        out: &mut String,
    ) -> Result<(), WriteError> {
        let game = super::writer::require_game("txt", record, catalogue)?;
        super::headers::check_setup("txt", record, game)?;
        if index > 0 {
            out.push_str("\n---\n");
        }
        super::headers::write_headers(record, game, out);
        let Ok(mut state) = game.start(&record.setup) else {
            return Ok(());
        };
        for (token_index, token) in record.tokens().enumerate() {
            let ply = (token_index + 1).saturating_sub(game.info().lead_in);
            let heading = diagrams::ply_heading(ply, game, state.as_ref());
            if state.play(token).is_err() {
                break;
            }
            out.push_str(&format!("#\n#{heading}\n{token}\n"));
            for line in diagrams::board_lines(state.as_ref()) {
                out.push_str(&format!("#{line}\n"));
            }
        }
        if let Some(attempt) = record.failed_attempt() {
            let reason = super::statuses::single_line(&attempt.reason);
            out.push_str(&format!("#\n# refused: {reason}\n"));
            super::moves::write_attempt(record, game, out);
        }
        Ok(())
    }
}
