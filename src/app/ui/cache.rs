//! What panes work out once and not in every frame.

use super::Cx;
use crate::contract::Player;
use crate::contract::scene::{PlayerBadge, SceneOptions};

/// Which state of which game.
pub(super) type Key = (u64, u64);

/// What is kept from frame to frame.
#[derive(Debug, Default)]
pub struct Cache {
    badges: Option<(Key, Option<Player>, Sides)>,
    pub(super) moves: super::moves::Kept,
    pub(super) library: super::library::Kept,
    pub(super) protocol: super::protocol::Kept,
}

/// How the players are shown.
#[derive(Clone, Debug)]
pub(super) struct Sides {
    /// By what they are known on the board.
    pub badges: [PlayerBadge; 2],
    /// What belongs to these players is hidden from the one whose knowledge is shown.
    pub hidden: [bool; 2],
}

impl Cx<'_> {
    /// The game that is shown, in its state.
    pub(super) fn key(&self) -> Option<Key> {
        let tab = self.tab()?;
        Some((tab.id, tab.open_game.as_ref()?.revision()))
    }

    /// How the players are shown; a player has secrets if he looks otherwise without them.
    pub(super) fn sides(&mut self) -> Option<Sides> {
        let (key, knowledge) = (self.key()?, self.state.knowledge_of);
        if let Some((known, shown, sides)) = &self.drafts.cache.badges
            && *known == key
            && *shown == knowledge
        {
            return Some(sides.clone());
        }
        let table = self.state.open_game()?.state();
        let all = table.scene(SceneOptions::default()).badges;
        let badges = table.scene(self.state.scene_options()).badges;
        let hidden = Player::ALL.map(|player| all[player.index()] != badges[player.index()]);
        let sides = Sides { badges, hidden };
        self.drafts.cache.badges = Some((key, knowledge, sides.clone()));
        Some(sides)
    }
}
