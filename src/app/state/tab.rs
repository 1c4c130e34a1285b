//! A tab of the window: a game and the input for its next move.

use crate::app::open_game::OpenGame;
use crate::contract::{InputState, MoveInput, Player, Turn};
use crate::findings::Finding;
use crate::record::Record;
use crate::scene::{Role, Scene, SceneOptions};
use std::hash::{BuildHasher, Hasher};

/// Input toward the next move from pointer and keyboard.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PendingInput {
    /// The picked hit areas, in order.
    pub picks: Vec<String>,
    /// The hit area under the pointer.
    pub hover: Option<String>,
    /// The number of rotations of the tile about to be placed.
    pub rotations: u8,
    /// Whether the game's move modifier is set.
    pub flag: bool,
    /// The chance outcome chosen by the user.
    pub chance: Option<String>,
}

/// A tab with an open game.
pub struct Tab {
    /// The unique id of the tab.
    pub id: u64,
    /// The title.
    pub title: String,
    /// The file in which the game is stored.
    pub source: Option<super::GameSource>,
    /// The game; `None` if it cannot even start.
    pub open_game: Option<OpenGame>,
    /// Findings about the log.
    pub findings: Vec<Finding>,
    /// Input toward the next move.
    pub pending_input: PendingInput,
    /// The last ply that the user has seen.
    pub last_seen_ply: u32,
    /// The record as it was read, for a log that cannot be played.
    pub record: Record,
}

impl Tab {
    /// Returns the chance outcome at the shown position: the user's choice, or else that of the
    /// game.
    pub fn chance(&self) -> Option<String> {
        let open_game = self.open_game.as_ref()?;
        if open_game.turn() != Turn::Chance {
            return None;
        }
        self.pending_input
            .chance
            .clone()
            .or_else(|| open_game.next_chance())
    }

    /// Chooses a random chance outcome.
    pub(super) fn choose_random_chance(&mut self) {
        let Some(open_game) = &self.open_game else {
            return;
        };
        let mut outcomes = open_game.state().chance_outcomes();
        if !outcomes.is_empty() {
            // A random seed is enough here; it need not be reproducible.
            let seed = std::hash::RandomState::new().build_hasher().finish();
            let at = usize::try_from(seed % outcomes.len() as u64).unwrap_or(0);
            self.pending_input.chance = Some(outcomes.swap_remove(at));
        }
    }

    /// Interprets the picks and the hit area under the pointer.
    pub fn input_state(&self, view: SceneOptions) -> Option<InputState> {
        self.input_state_for(
            &self.pending_input.picks,
            self.pending_input.hover.as_deref(),
            view,
        )
    }

    /// Interprets these picks.
    pub fn input_state_for(
        &self,
        picks: &[String],
        hover: Option<&str>,
        view: SceneOptions,
    ) -> Option<InputState> {
        let open_game = self.open_game.as_ref()?;
        // A position where the game failed still accepts input: users may try what could have been
        // played.
        if open_game.turn() == Turn::Over {
            return None;
        }
        let chance = self.chance();
        let move_input = MoveInput {
            picked: picks,
            hover,
            rotation: self.pending_input.rotations,
            modifier: self.pending_input.flag,
            chance: chance.as_deref(),
        };
        Some(open_game.state().interpret_input(&move_input, view))
    }

    /// Returns the picture of the shown position, including the failed move if that is shown.
    pub fn scene(&self, view: SceneOptions) -> Option<Scene> {
        let open_game = self.open_game.as_ref()?;
        let mut scene = open_game.state().scene(view);
        if open_game.is_at_failure()
            && let Some(attempt) = &open_game.record().attempt
        {
            let tried = open_game.state().preview(&attempt.raw, Role::Bad, view);
            scene.items.extend(tried);
        }
        Some(scene)
    }

    /// Drops the picks but keeps the rotation.
    pub fn clear_input(&mut self) {
        self.pending_input = PendingInput {
            rotations: self.pending_input.rotations,
            ..PendingInput::default()
        };
    }

    /// Returns the names of the players.
    pub fn player_names(&self) -> [&str; 2] {
        let record = self
            .open_game
            .as_ref()
            .map_or(&self.record, OpenGame::record);
        Player::ALL.map(|player| record.player(player).name.as_str())
    }
}
