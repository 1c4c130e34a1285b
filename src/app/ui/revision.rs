//! Which state of which game a pane shows, so that it works out only once what it shows.

use super::ViewContext;

/// The number of a tab and the revision of its game.
pub(super) type GameRevision = (u64, u64);

impl ViewContext<'_> {
    /// Returns the revision of the game that is shown.
    pub(super) fn game_revision(&self) -> Option<GameRevision> {
        let tab = self.tab()?;
        Some((tab.id, tab.open_game.as_ref()?.revision()))
    }
}
