//! The standings as an HTML page.

use super::GameStandings;
use kifu_study::pages::{StandingsSheet, standings_page};

/// Returns the page.
pub(super) fn page(sheets: &[GameStandings]) -> String {
    let sheets: Vec<StandingsSheet<'_>> = sheets.iter().map(GameStandings::sheet).collect();
    standings_page(&sheets)
}
