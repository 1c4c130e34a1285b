//! Writing of move lists.

use super::super::{FieldLimit, FormatWriter, WriteError, headers, losses, statuses, writer};
use super::MovesFormat;
use super::words::{self, ListItem};
use kifu_core::contract::Turn;
use kifu_core::games::{Catalogue, DynGame};
use kifu_core::record::Record;

impl FormatWriter for MovesFormat {
    fn limits(&self) -> &'static [FieldLimit] {
        losses::MOVES
    }

    fn write_record(
        &self,
        record: &Record,
        catalogue: Catalogue,
        index: usize,
        out: &mut String,
    ) -> Result<(), WriteError> {
        let game = writer::require_game("moves", record, catalogue)?;
        headers::check_setup("moves", record, game)?;
        if index > 0 {
            out.push('\n');
        }
        headers::write_headers(record, game, out);
        let tokens: Vec<&str> = record.tokens().collect();
        for line in tokens.chunks(10) {
            // Only moves that could not be judged have a colon, which would make the line a header.
            if line.iter().any(|token| token.contains(':')) {
                out.push_str(", ");
            }
            out.push_str(&line.join(" "));
            out.push('\n');
        }
        write_attempt(record, game, out);
        if tokens.is_empty() {
            // A blank line after headers alone separates nothing.
            out.push_str("---\n");
        }
        Ok(())
    }
}

/// Writes the attempt at which the game failed: among the moves if a reader recognises it there,
/// otherwise as a header.
pub(in crate::formats) fn write_attempt(record: &Record, game: &dyn DynGame, out: &mut String) {
    let Some(attempt) = record.failed_attempt() else {
        return;
    };
    let raw = statuses::single_line(&attempt.raw);
    if !is_illegal_in_place(record, game, &raw) {
        out.push_str("attempt: ");
    }
    out.push_str(&raw);
    out.push('\n');
}

/// Reports whether a reader would take this text after the moves for the attempt.
fn is_illegal_in_place(record: &Record, game: &dyn DynGame, raw: &str) -> bool {
    let is_separator = |c: char| c.is_whitespace() || ",;#:.<".contains(c);
    let is_rule = raw.bytes().all(|byte| byte == b'-');
    let is_word = !raw.contains(is_separator)
        && !is_rule
        && words::items(raw, 0).eq([ListItem::Move(0..raw.len())]);
    let is_readable = is_word || game.respell(&record.setup, raw).is_some();
    // After the end of a game it would start another one.
    is_readable && is_illegal_after_moves(record, game, raw, false)
}

/// Reports whether the rules refuse a text after the moves, as it would be read again.
///
/// A list is more lenient than the contest: a text that the contest refuses, such as `pass`, may be
/// accepted.
pub(in crate::formats) fn is_illegal_after_moves(
    record: &Record,
    game: &dyn DynGame,
    raw: &str,
    allow_over: bool,
) -> bool {
    let Ok(mut state) = game.start(&record.setup) else {
        return true;
    };
    let respelled = game.respell(&record.setup, raw);
    let legal = record.tokens().all(|token| state.play(token).is_ok());
    let open = allow_over || state.turn() != Turn::Over;
    let token = respelled.as_deref().unwrap_or(raw);
    legal && open && state.play(token).is_err()
}
