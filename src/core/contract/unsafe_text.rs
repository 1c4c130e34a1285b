//! Characters of texts from outside that can forge what a reader sees.
//!
//! Each destination (a terminal, a page, a line of a file, JSON) replaces or escapes them in one
//! place of its own; here is the one definition that they share.

/// Reports whether a character moves the cursor, ends a line or changes the writing direction
/// instead of showing something.
///
/// These are the control characters (C0, DEL and C1, line feeds and tabs among them), the line and
/// paragraph separators, the marks, embeddings, overrides and isolates of the bidirectional
/// algorithm with their deprecated kin, and the interlinear annotations.
pub const fn is_control_or_direction(c: char) -> bool {
    matches!(
        c,
        '\0'..='\u{1f}'
            | '\u{7f}'..='\u{9f}'
            | '\u{61c}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2066}'..='\u{206f}'
            | '\u{fff9}'..='\u{fffb}'
    )
}
