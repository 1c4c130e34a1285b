//! A game in a tab of the window, with what is about to be done in it.

use crate::app::open_game::OpenGame;
use crate::contract::{InputState, MoveInput, Player, Turn};
use crate::findings::Finding;
use crate::record::Record;
use crate::scene::{Role, Scene, SceneOptions};
use std::hash::{BuildHasher, Hasher};

/// What the pointer and the keyboard have said so far toward a move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PendingInput {
    /// The spots picked, in order.
    pub picks: Vec<String>,
    /// The spot under the pointer.
    pub hover: Option<String>,
    /// How often what is to be placed was turned.
    pub rotations: u8,
    /// The game's one modifier.
    pub flag: bool,
    /// What luck is to deal, where the person chose it.
    pub chance: Option<String>,
}

/// A game that is open.
pub struct Tab {
    /// A number that no other tab has.
    pub id: u64,
    /// What stands on the tab.
    pub title: String,
    /// Where it is kept.
    pub source: Option<super::GameSource>,
    /// The game; `None` if it cannot even start.
    pub open_game: Option<OpenGame>,
    /// What is wrong with the log.
    pub findings: Vec<Finding>,
    /// Toward a move.
    pub pending_input: PendingInput,
    /// The last ply that was seen.
    pub last_seen_ply: u32,
    /// The record as it was read, for a log that is no game.
    pub record: Record,
}

impl Tab {
    /// What luck deals in the position that is shown: what the person chose, or what it dealt in
    /// the game.
    pub fn chance(&self) -> Option<String> {
        let study = self.open_game.as_ref()?;
        if study.turn() != Turn::Chance {
            return None;
        }
        self.pending_input
            .chance
            .clone()
            .or_else(|| study.next_chance())
    }

    /// Luck deals one of what it may deal.
    pub(super) fn choose_random_chance(&mut self) {
        let Some(study) = &self.open_game else { return };
        let mut deals = study.state().chance_outcomes();
        if !deals.is_empty() {
            // Any number that differs from time to time will do.
            let seed = std::hash::RandomState::new().build_hasher().finish();
            let at = usize::try_from(seed % deals.len() as u64).unwrap_or(0);
            self.pending_input.chance = Some(deals.swap_remove(at));
        }
    }

    /// What the picks mean, `hover` among them.
    pub fn input_state(&self, view: SceneOptions) -> Option<InputState> {
        self.input_state_for(
            &self.pending_input.picks,
            self.pending_input.hover.as_deref(),
            view,
        )
    }

    /// What these spots would mean.
    pub fn input_state_for(
        &self,
        spots: &[String],
        hover: Option<&str>,
        view: SceneOptions,
    ) -> Option<InputState> {
        let study = self.open_game.as_ref()?;
        // Where a game failed is the best place to show what could have been played.
        if study.turn() == Turn::Over {
            return None;
        }
        let deal = self.chance();
        let picks = MoveInput {
            picked: spots,
            hover,
            rotation: self.pending_input.rotations,
            modifier: self.pending_input.flag,
            chance: deal.as_deref(),
        };
        Some(study.state().interpret_input(&picks, view))
    }

    /// The picture of the position that is shown, with the act that failed if that is shown.
    pub fn scene(&self, view: SceneOptions) -> Option<Scene> {
        let study = self.open_game.as_ref()?;
        let mut scene = study.state().scene(view);
        if study.is_at_failure()
            && let Some(attempt) = &study.record().attempt
        {
            let tried = study.state().preview(&attempt.raw, Role::Bad, view);
            scene.items.extend(tried);
        }
        Some(scene)
    }

    /// Forgets what was picked; the way it is turned stays.
    pub fn clear_input(&mut self) {
        self.pending_input = PendingInput {
            rotations: self.pending_input.rotations,
            ..PendingInput::default()
        };
    }

    /// The names of the players.
    pub fn player_names(&self) -> [&str; 2] {
        let record = self
            .open_game
            .as_ref()
            .map_or(&self.record, OpenGame::record);
        Player::ALL.map(|player| record.player(player).name.as_str())
    }
}
