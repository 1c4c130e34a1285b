//! Revisions of the shown game, by which panes decide whether their cached results are still valid.

use super::ViewContext;

/// The id of a tab and the revision of its game.
pub(super) type GameRevision = (u64, u64);

impl ViewContext<'_> {
    /// Returns the revision of the shown game.
    pub(super) fn game_revision(&self) -> Option<GameRevision> {
        let tab = self.tab()?;
        Some((tab.id, tab.open_game.as_ref()?.revision()))
    }
}
