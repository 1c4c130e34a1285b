//! The other sections of a report: claims, time and failures.

use crate::common::text::one_line;
use kifu_study::review::{ReviewedGame, claim_rows, failure_text, time_rows};
use std::fmt::Write;

/// Returns the sections as text; empty if there is nothing to report.
pub(super) fn render(game: &ReviewedGame) -> String {
    let mut text = claims_section(game);
    text.push_str(&times_section(game));
    for failed in &game.failures {
        let _ = writeln!(text, "\n{}", one_line(&failure_text(game, failed)));
    }
    text
}

/// Returns the section on claims.
fn claims_section(game: &ReviewedGame) -> String {
    let lines = claim_rows(game);
    if lines.is_empty() {
        return String::new();
    }
    let mut text = String::from("\nClaims of a win\n");
    for (side, words) in lines {
        let _ = writeln!(text, "  {side:<7}{words}");
    }
    text
}

/// Returns the section on time.
fn times_section(game: &ReviewedGame) -> String {
    let rows = time_rows(game);
    if rows.is_empty() {
        return String::new();
    }
    let sides = game.game.sides();
    let mut text = format!("\n{:<22}{:>16}{:>16}\n", "", sides[0], sides[1]);
    for (name, [first, second]) in rows {
        let _ = writeln!(text, "{name:<22}{first:>16}{second:>16}");
    }
    text
}
