//! `txt`: the game with its boards, for people. It is a move list whose boards are comments, so
//! that `moves` reads it back.

use super::{Format, FormatWriter, ParsedGame, ReadContext, WriteError};
use crate::contract::TextStyle;
use crate::findings::SourceText;
use crate::games::Catalogue;
use crate::record::Record;

/// Board diagrams.
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
    /// What it writes is a move list; `moves` reads it.
    fn sniff(&self, _start: &str, _context: &ReadContext<'_>) -> u8 {
        0
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
    fn write_record(
        &self,
        record: &Record,
        catalogue: Catalogue,
        nth: usize,
        out: &mut String,
    ) -> Result<(), WriteError> {
        let book = super::writer::require_game("txt", record, catalogue)?;
        if nth > 0 {
            out.push_str("\n---\n");
        }
        super::headers::write_headers(record, book, out);
        let Ok(mut table) = book.start(&record.setup) else {
            return Ok(());
        };
        let style = TextStyle {
            unicode: true,
            color: false,
        };
        for (index, token) in record.tokens().enumerate() {
            let mover = table
                .mover()
                .map_or("chance", |player| book.sides()[player.index()]);
            if table.play(token).is_err() {
                break;
            }
            let ply = (index + 1).saturating_sub(book.info().lead_in);
            out.push_str(&format!("#\n# {ply}. {mover}\n{token}\n"));
            for line in table.text_board(style).lines() {
                out.push_str(format!("#   {line}").trim_end());
                out.push('\n');
            }
        }
        if let Some(attempt) = record.failed_attempt() {
            let reason = super::result_text::one_line(&attempt.reason);
            out.push_str(&format!("#\n# refused: {reason}\n"));
            super::moves::write_attempt(record, book, out);
        }
        Ok(())
    }
}
