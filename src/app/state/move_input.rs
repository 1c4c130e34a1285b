//! Entering moves on the board: picks, typed moves, and attempts in exercises.

use super::AppState;
use super::action::InputAction;
use super::perform::describe_move_error;
use kifu_core::contract::MoveError;

impl AppState {
    /// Performs an action that enters a move.
    pub(super) fn perform_move_input(&mut self, action: InputAction) {
        if matches!(action, InputAction::ClearPicks) {
            // Escape closes the topmost thing: the messages lie over the board.
            if self.dismiss_messages() || self.mark_tool.take().is_some() {
                return;
            }
        }
        if self.deal_in_live_game(&action) {
            return;
        }
        let view = self.scene_options();
        let Some(tab) = self.tab_mut() else { return };
        match action {
            InputAction::HoverArea(area) => tab.pending_input.hover = area,
            InputAction::RotateTile => {
                tab.pending_input.rotations = tab.pending_input.rotations.wrapping_add(1);
            }
            InputAction::ToggleFlag => tab.pending_input.flag = !tab.pending_input.flag,
            InputAction::ChooseChance(chance) => {
                tab.pending_input.chance = Some(chance).filter(|chance| !chance.is_empty());
            }
            InputAction::ChooseRandomChance => tab.choose_random_chance(),
            InputAction::ClearPicks => {
                let had_picks = !tab.pending_input.picks.is_empty();
                tab.clear_input();
                let was_playing = self.autoplay_due_s.take().is_some();
                if !had_picks && !was_playing {
                    self.end_exercise();
                }
            }
            InputAction::PlayMove(token) => self.play_token(&token),
            InputAction::ConfirmMove => {
                let input = tab.input_state_for(&tab.pending_input.picks, None, view);
                let input = input.unwrap_or_default();
                match (input.token, input.violation) {
                    (Some(token), _) => self.play_token(&token),
                    (None, Some(violation)) => self.refuse(violation),
                    (None, None) => {}
                }
            }
            InputAction::DragArea(from, to) => {
                tab.pending_input.picks = vec![from];
                self.pick_area(to);
            }
            InputAction::PickArea(area) => self.pick_area(area),
        }
    }

    fn pick_area(&mut self, area: String) {
        let view = self.scene_options();
        let Some(tab) = self.tab_mut() else { return };
        let mut picks = tab.pending_input.picks.clone();
        picks.push(area);
        let Some(input) = tab.input_state_for(&picks, None, view) else {
            self.refuse("The game is over.");
            return;
        };
        tab.pending_input.picks = input.picked;
        match input.token {
            Some(token) if input.next.is_empty() => self.play_token(&token),
            Some(_) => {}
            None => {
                if let Some(violation) = input.violation {
                    self.refuse(violation);
                }
            }
        }
    }

    fn play_token(&mut self, token: &str) {
        self.autoplay_due_s = None;
        let chance = self.tab().and_then(super::Tab::chance);
        let is_asked = self.is_exercise_position_shown();
        let is_live = self.live_game_at_cursor().is_some();
        let Some(tab) = self.tab_mut() else { return };
        let Some(open_game) = &mut tab.open_game else {
            return;
        };
        let setup = &open_game.record().setup;
        let respelled = open_game.game().respell(setup, token);
        // A placement alone becomes a complete move with the chance outcome.
        let completed = chance.and_then(|chance| open_game.game().with_chance(token, &chance));
        let tries = [Some(token.to_owned()), completed, respelled];
        let mut first_error: Option<MoveError> = None;
        for token in tries.into_iter().flatten() {
            let done = if is_asked || is_live {
                open_game.state().fork().play(&token)
            } else {
                open_game.play(&token)
            };
            match done {
                Ok(()) => {
                    tab.clear_input();
                    if is_live {
                        self.play_in_live_game(&token);
                    } else if is_asked {
                        self.try_exercise_move(&token);
                    }
                    return;
                }
                // A broken rule explains more than an unreadable move does.
                Err(error) => match (&first_error, &error) {
                    (Some(MoveError::Illegal { .. }), _) => {}
                    (None, _) | (_, MoveError::Illegal { .. }) => first_error = Some(error),
                    _ => {}
                },
            }
        }
        if let Some(error) = first_error {
            self.refuse(describe_move_error(token, &error));
        }
    }
}
