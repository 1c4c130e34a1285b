//! Moves and chance outcomes that a person enters in a game in play.

use crate::state::AppState;
use crate::state::action::InputAction;
use crate::state::play::{LiveGame, LivePhase};

impl AppState {
    /// Sends a legal move of the shown position to the referee.
    pub(in crate::state) fn play_in_live_game(&mut self, token: &str) {
        let Some(open_game) = self.open_game() else {
            return;
        };
        let game = open_game.game();
        let Ok(parsed) = game.parse(token) else {
            return;
        };
        let dealt = self.tab().and_then(crate::state::Tab::chance);
        if game.chance_of(&parsed.text) != dealt {
            self.refuse("That is not the tile that was dealt.");
            return;
        }
        let asked = self.live_game().and_then(LiveGame::asked_person);
        if asked.is_none() {
            self.refuse("It is not your turn.");
        } else if let Some(live) = self.live_game_mut() {
            live.control.play(&parsed.text);
            // Until the referee reports it, nobody is asked for a second one.
            live.phase = LivePhase::Starting;
        }
    }

    /// Reports whether the user chooses the chance outcome in the shown position. In a game in play
    /// only those are chosen that are to be typed.
    pub fn may_choose_chance(&self) -> bool {
        self.live_game_at_cursor()
            .is_none_or(|live| live.phase == LivePhase::Dealing)
    }

    /// Deals a chance outcome in a game in play, if one is to be typed. Reports whether the action
    /// is done with: in such a game nobody but the referee chooses outcomes otherwise.
    pub(in crate::state) fn deal_in_live_game(&mut self, action: &InputAction) -> bool {
        let is_about_chance = matches!(
            action,
            InputAction::ChooseChance(_) | InputAction::ChooseRandomChance
        );
        let Some(live) = self.live_game_at_cursor().filter(|_| is_about_chance) else {
            return false;
        };
        if live.phase != LivePhase::Dealing {
            return true;
        }
        let control = live.control.clone();
        let Some(open_game) = self.open_game() else {
            return true;
        };
        let outcomes = open_game.state().chance_outcomes();
        let outcome = match action {
            InputAction::ChooseChance(typed) => outcomes.into_iter().find(|known| known == typed),
            _ => super::dealing::random_outcome(outcomes),
        };
        if let Some(outcome) = outcome {
            control.deal(&outcome);
        }
        true
    }
}
