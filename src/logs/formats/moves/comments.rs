//! The comments of move lists, which belong to the ply before them.

use super::blocks::MoveListBlock;
use crate::formats::{ParsedGame, ReadContext, append_line};
use kifu_core::games::by_name;
use kifu_core::record::Record;

/// Stores a comment with a ply.
pub(super) fn append_comment(record: &mut Record, ply: u32, text: &str) {
    append_line(&mut record.note_mut(ply).comment, text);
}

/// Stores the comments of a block that has no moves with the last ply of the game before it.
pub(super) fn add_comments_after(
    parsed: &mut ParsedGame,
    text: &str,
    block: &MoveListBlock,
    context: &ReadContext<'_>,
) {
    let game = by_name(context.catalogue, &parsed.record.game);
    let lead_in = game.map_or(0, |game| game.info().lead_in);
    let plies = parsed.record.tokens().count().saturating_sub(lead_in);
    for (_, span) in &block.comments {
        let ply = u32::try_from(plies).unwrap_or(u32::MAX);
        append_comment(&mut parsed.record, ply, &text[span.clone()]);
    }
}
