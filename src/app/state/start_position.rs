//! Games that start from a position given as text.

use super::AppState;
use super::action::Effect;
use super::action::{Dialog, Pane};
use crate::open_game::OpenGame;
use kifu_core::games::{CATALOGUE, DynGame};

/// Returns the game of a position text. The game that is shown is tried first.
///
/// # Errors
/// Returns the error of the game that is shown, or else of the first one tried.
pub fn recognize_position(
    text: &str,
    shown: Option<&'static dyn DynGame>,
) -> Result<&'static dyn DynGame, String> {
    let mut first_error = None;
    for game in shown.into_iter().chain(CATALOGUE.iter().copied()) {
        match game.setup_at(text.trim()) {
            Ok(_) => return Ok(game),
            Err(error) => {
                first_error.get_or_insert_with(|| format!("{}: {error}", game.name()));
            }
        }
    }
    Err(first_error.unwrap_or_default())
}

impl AppState {
    /// Opens the dialog for the position to start from, which suggests the shown one.
    pub(super) fn ask_position(&mut self) {
        let shown = self
            .open_game()
            .map(|open_game| open_game.state().position());
        self.dialog = Some(Dialog::StartPosition(shown.unwrap_or_default()));
    }

    /// Starts a game from a position, with the engine on if wanted. A text that is no position is
    /// refused, and the dialog stays.
    pub(super) fn start_from_position(&mut self, text: &str, is_analyzed: bool) -> Vec<Effect> {
        let shown = self.open_game().map(OpenGame::game);
        match recognize_position(text, shown) {
            Ok(game) => self.start_game_at(game, text, is_analyzed),
            Err(error) => {
                self.refuse(error);
                Vec::new()
            }
        }
    }

    /// Starts a game from a pasted position, or reads a pasted text of another kind.
    pub(super) fn paste(&mut self, text: String) -> Vec<Effect> {
        let shown = self.open_game().map(OpenGame::game);
        match recognize_position(&text, shown) {
            Ok(game) => self.start_game_at(game, &text, false),
            Err(_) => vec![Effect::ParseText(text)],
        }
    }

    fn start_game_at(
        &mut self,
        game: &'static dyn DynGame,
        text: &str,
        is_analyzed: bool,
    ) -> Vec<Effect> {
        match OpenGame::from_position(game, text.trim()) {
            Ok(open_game) => {
                self.dialog = None;
                self.open_pasted(open_game.to_record(), Vec::new());
            }
            Err(error) => {
                self.refuse(error);
                return Vec::new();
            }
        }
        if !is_analyzed {
            return Vec::new();
        }
        if !self.live_analysis.is_on {
            self.toggle_engine();
        }
        vec![Effect::RevealPane(Pane::Engine)]
    }
}
