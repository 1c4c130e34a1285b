//! Results that panes compute once and keep from frame to frame.

use super::ViewContext;
use kifu_core::contract::Player;
use kifu_core::scene::{PlayerBadge, SceneOptions};

/// Cached results of the panes.
#[derive(Debug, Default)]
pub struct PaneCache {
    player_display: Option<(GameRevision, Option<Player>, PlayerDisplay)>,
    pub(super) findings: super::findings::FindingsView,
    pub(super) moves: super::moves::MoveListCache,
    pub(super) library: super::library::LibraryCache,
    pub(super) explorer: super::explorer::ExplorerCache,
    pub(super) protocol: super::protocol::ProtocolCache,
}

/// The display of both players.
#[derive(Clone, Debug)]
pub(super) struct PlayerDisplay {
    /// The badges that identify the players on the board.
    pub badges: [PlayerBadge; 2],
    /// Whether information of each player is hidden from the current view.
    pub is_hidden: [bool; 2],
}

impl ViewContext<'_> {
    /// Returns the display of both players.
    ///
    /// A player has hidden information if their badge differs from that under full knowledge.
    pub(super) fn player_display(&mut self) -> Option<PlayerDisplay> {
        let (key, knowledge) = (self.game_revision()?, self.state.knowledge_of);
        if let Some((known, shown, sides)) = &self.view_state.cache.player_display
            && *known == key
            && *shown == knowledge
        {
            return Some(sides.clone());
        }
        let state = self.state.open_game()?.state();
        let all = state.scene(SceneOptions::default()).badges;
        let badges = state.scene(self.state.scene_options()).badges;
        let hidden = Player::ALL.map(|player| all[player.index()] != badges[player.index()]);
        let sides = PlayerDisplay {
            badges,
            is_hidden: hidden,
        };
        self.view_state.cache.player_display = Some((key, knowledge, sides.clone()));
        Some(sides)
    }
}

// Revisions of the shown game, by which panes decide whether their cached results are still valid.

/// The id of a tab and the revision of its game.
pub(super) type GameRevision = (u64, u64);

impl ViewContext<'_> {
    /// Returns the revision of the shown game.
    pub(super) fn game_revision(&self) -> Option<GameRevision> {
        let tab = self.tab()?;
        Some((tab.id, tab.open_game.as_ref()?.revision()))
    }
}
