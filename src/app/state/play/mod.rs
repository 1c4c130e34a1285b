//! Games in play: between persons, kifu and any programs, by the referee of matches.
//!
//! A game in play belongs to a tab. The referee runs in the background and reports its steps
//! ([`LiveEvent`](kifu_study::arena::LiveEvent)), which extend the tab's main line; the moves of a person go to it through a
//! [`LiveControl`](kifu_study::arena::LiveControl). When it has ended, the tab is a game like every other.

mod contestants;
mod input;
mod live_game;

pub use contestants::usual_name;

pub(super) use contestants::analysis_bot;
pub use live_game::{LiveGame, LiveGameSpec, LivePhase};

pub(super) use input::start_record;

use super::action::Effect;
use super::action::{Dialog, PlayAction};
use super::{AppState, MessageKind};
use crate::open_game::OpenGame;
use crate::store::{NewGameChoices, NewGameRequest, SeatKind};
use kifu_core::contract::Player;
use kifu_core::games::{CATALOGUE, DynGame, by_id};
use kifu_core::record::Record;

impl AppState {
    /// Performs an action on a game in play.
    pub(super) fn perform_play_action(&mut self, action: PlayAction) -> Vec<Effect> {
        match action {
            PlayAction::StartGame(request) => return self.start_game(*request),
            PlayAction::TogglePause => self.toggle_pause(),
            PlayAction::TakeBack => return self.take_back(),
            PlayAction::Resign => self.resign(),
            PlayAction::StopGame => self.stop_game(),
            PlayAction::PlayFromHere => self.play_from_here(),
            PlayAction::Rematch => return self.play_rematch(),
        }
        Vec::new()
    }

    /// Returns the game in play of the shown tab.
    pub fn live_game(&self) -> Option<&LiveGame> {
        self.live_game_of(self.tab()?.id)
    }

    /// Returns the game in play of a tab.
    pub fn live_game_of(&self, tab: u64) -> Option<&LiveGame> {
        self.live_games.iter().find(|live| live.tab_id == tab)
    }

    fn live_game_mut(&mut self) -> Option<&mut LiveGame> {
        let tab = self.tab()?.id;
        self.live_games.iter_mut().find(|live| live.tab_id == tab)
    }

    /// Starts a game with these players in a new tab.
    fn start_game(&mut self, request: NewGameRequest) -> Vec<Effect> {
        let Some(game) = by_id(CATALOGUE, &request.choices.game) else {
            return Vec::new();
        };
        let shown = self.open_game().filter(|_| request.is_from_here);
        let shown = shown.filter(|shown| shown.game().id() == game.id());
        let choices = request.choices;
        let start = shown.map_or_else(|| start_of_choices(&choices), start_of_shown);
        self.start_game_from(game, start, choices, request.is_from_here)
    }

    /// Returns what the shown tab's game was started with, if it was played here and has ended.
    pub fn rematch(&self) -> Option<&GameStart> {
        let tab = self.tab()?;
        let is_live = self.live_game_of(tab.id).is_some();
        tab.game_start.as_deref().filter(|_| !is_live)
    }

    /// Plays the shown tab's game once more in a new tab, with the sides swapped.
    fn play_rematch(&mut self) -> Vec<Effect> {
        let Some(mut start) = self.rematch().cloned() else {
            return Vec::new();
        };
        let Some(game) = by_id(CATALOGUE, &start.record.game) else {
            return Vec::new();
        };
        start.choices.swap_sides();
        let effects = self.start_game_from(game, start.record, start.choices, start.is_from_here);
        // No dialog is open that would show the reason.
        if let Some(reason) = self.new_game_error.take() {
            self.refuse(reason);
        }
        effects
    }

    /// Starts a game that begins with the moves of a record in a new tab.
    fn start_game_from(
        &mut self,
        game: &'static dyn DynGame,
        start: Record,
        choices: NewGameChoices,
        is_from_here: bool,
    ) -> Vec<Effect> {
        if let Err(error) = game.start(&start.setup) {
            self.new_game_error = Some(error.to_string());
            return Vec::new();
        }
        let is_by_hand = [&choices.seats.0, &choices.seats.1]
            .iter()
            .all(|seat| seat.kind == SeatKind::Person);
        let mut effects = vec![Effect::SaveSettings];
        if is_by_hand {
            self.dialog = None;
            self.preferences.new_game = choices.clone();
            self.open_handmade(game, start, &choices);
            return effects;
        }
        let spec = match LiveGameSpec::new(game, &start, &choices) {
            Ok(spec) => spec,
            Err(reason) => {
                // The dialog stays, for the user has to correct the choice.
                self.new_game_error = Some(reason);
                return Vec::new();
            }
        };
        self.dialog = None;
        self.new_game_error = None;
        self.preferences.new_game = choices.clone();
        let shown_tab = self.tab().map(|tab| tab.id);
        effects.extend(self.open_live_game(spec));
        if let Some(tab) = self.tab_mut() {
            tab.game_start = Some(Box::new(GameStart {
                record: start,
                choices,
                is_from_here,
                shown_tab,
            }));
        }
        effects
    }

    /// Opens a game that is made by hand on one board.
    fn open_handmade(
        &mut self,
        game: &'static dyn DynGame,
        start: Record,
        choices: &NewGameChoices,
    ) {
        let Some(empty) = OpenGame::without_moves(game) else {
            return;
        };
        let mut record = empty.to_record();
        record.setup = start.setup;
        record.moves = start.moves;
        record.players.0.name.clone_from(&choices.seats.0.name);
        record.players.1.name.clone_from(&choices.seats.1.name);
        let record = start_record(record, game, choices.is_chance_typed);
        let index = self.open_record(record, Vec::new(), None);
        if let Some(open_game) = &mut self.tabs[index].open_game {
            open_game.navigate(crate::open_game::Navigation::Last);
        }
    }

    fn toggle_pause(&mut self) {
        if let Some(live) = self.live_game_mut() {
            live.is_paused = !live.is_paused;
            live.control.set_paused(live.is_paused);
        }
    }

    fn resign(&mut self) {
        let asked = self.live_game().and_then(LiveGame::asked_person);
        match (asked, self.live_game()) {
            (Some(player), Some(live)) => live.control.resign(player),
            (None, Some(_)) => self.refuse("It is not your turn."),
            _ => {}
        }
    }

    fn stop_game(&mut self) {
        if let Some(live) = self.live_game() {
            live.control.stop();
        }
    }

    /// Returns the player for whom the shown game is played by a person, if exactly one is.
    fn only_person(spec: &LiveGameSpec) -> Option<Player> {
        match spec.is_person {
            [true, false] => Some(Player::First),
            [false, true] => Some(Player::Second),
            _ => None,
        }
    }

    /// Opens the tab of a game and asks for its referee.
    fn open_live_game(&mut self, spec: LiveGameSpec) -> Vec<Effect> {
        let record = spec.start_record();
        let index = self.open_record(record, Vec::new(), None);
        let tab = &mut self.tabs[index];
        let Some(open_game) = &mut tab.open_game else {
            return Vec::new();
        };
        open_game.mark_unsaved();
        open_game.navigate(crate::open_game::Navigation::Last);
        let id = tab.id;
        if spec.has_secrets {
            self.knowledge_of = Self::only_person(&spec);
        }
        self.live_games.push(LiveGame::new(id, spec));
        vec![Effect::StartGame(id)]
    }

    /// Shows a message about a game in play.
    fn tell_about_game(&mut self, tab: u64, kind: MessageKind, text: String) {
        self.push_message(kind, Some(tab), text);
    }

    /// Returns the dialog for a game from the shown position, if there is one.
    pub(super) fn play_from_here(&mut self) {
        if self.open_game().is_some() {
            self.dialog = Some(Dialog::PlayFromHere);
        }
    }
}

/// The start of a game that is played here: its record, players and options.
#[derive(Clone, Debug, PartialEq)]
pub struct GameStart {
    /// The setup and the moves that were given.
    pub record: Record,
    /// The players and options.
    pub choices: NewGameChoices,
    /// Whether it began with a position of another game.
    pub is_from_here: bool,
    /// The id of the tab that was shown before.
    pub shown_tab: Option<u64>,
}

/// Returns a record without moves, with the setup that the user chose.
fn start_of_choices(choices: &NewGameChoices) -> Record {
    Record {
        game: choices.game.clone(),
        setup: choices.given_setup(),
        ..Record::default()
    }
}

/// Returns a record that ends with the shown position, which a new game begins with.
fn start_of_shown(shown: &OpenGame) -> Record {
    Record {
        game: shown.game().id().to_owned(),
        setup: shown.record().setup.clone(),
        moves: shown.moves_text(),
        ..Record::default()
    }
}
