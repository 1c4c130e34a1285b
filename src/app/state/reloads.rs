//! Games that were replaced by reading their file again, which undo brings back.

use crate::open_game::OpenGame;
use kifu_core::findings::Finding;
use kifu_core::record::Record;

/// The maximum number of replaced games kept for a tab.
pub(super) const MAX_REPLACED: usize = 5;

/// A version of a tab's game.
pub(super) struct GameVersion {
    pub open_game: Option<OpenGame>,
    pub findings: Vec<Finding>,
    pub record: Record,
}

/// The versions of a game before and after its file was read again.
#[derive(Default)]
pub struct ReloadHistory {
    pub(super) past: Vec<GameVersion>,
    /// Versions whose reading was undone, each with the revision from which it can be redone.
    pub(super) future: Vec<(u64, GameVersion)>,
}
