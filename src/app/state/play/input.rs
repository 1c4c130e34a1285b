//! Moves and chance outcomes that a person enters in a game in play.

use super::LiveGame;
use crate::open_game::{Navigation, OpenGame};
use crate::state::action::{Effect, InputAction};
use crate::state::play::LivePhase;
use crate::state::{AppState, Tab};
use kifu_core::contract::Turn;
use kifu_core::games::DynGame;
use kifu_core::record::{Record, Variation, adjudicate};
use kifu_study::arena::{ContestantKind, LiveControl};
use std::hash::{BuildHasher, Hasher};

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
            // Until the referee reports the move, no one is asked for another.
            live.phase = LivePhase::Starting;
        }
    }

    /// Reports whether the user chooses the chance outcome in the shown position. In a game in play
    /// this is so only if outcomes are typed.
    pub fn may_choose_chance(&self) -> bool {
        self.live_game_at_cursor()
            .is_none_or(|live| live.phase == LivePhase::Dealing)
    }

    /// Deals a chance outcome in a game in play, if one is to be typed. Reports whether the action
    /// is finished: in such a game only the referee chooses other outcomes.
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
            _ => random_outcome(outcomes),
        };
        if let Some(outcome) = outcome {
            control.deal(&outcome);
        }
        true
    }
}

// Chance outcomes that are dealt by themselves.

/// Returns a number that differs each time. It need not be reproducible, for the record has what
/// was drawn.
pub(super) fn fresh_seed() -> u64 {
    std::hash::RandomState::new().build_hasher().finish()
}

pub(super) fn random_outcome(mut outcomes: Vec<String>) -> Option<String> {
    let index = fresh_seed().checked_rem(outcomes.len() as u64)?;
    Some(outcomes.swap_remove(usize::try_from(index).unwrap_or(0)))
}

/// Deals what precedes the first ply of a game that is made by hand, unless it is typed.
pub(in crate::state) fn start_record(
    mut record: Record,
    game: &'static dyn DynGame,
    is_chance_typed: bool,
) -> Record {
    let Ok(mut state) = game.start(&record.setup) else {
        return record;
    };
    let is_legal = record.tokens().all(|token| state.play(token).is_ok());
    if !is_legal {
        return record;
    }
    while !is_chance_typed && state.turn() == Turn::Chance && state.mover().is_none() {
        let outcome = random_outcome(state.chance_outcomes());
        let token = outcome.map(|outcome| game.lead_in_token(&outcome));
        let Some(token) = token.filter(|token| state.play(token).is_ok()) else {
            break;
        };
        if !record.moves.is_empty() {
            record.moves.push(' ');
        }
        record.moves.push_str(&token);
    }
    adjudicate(&mut record, game);
    record
}

impl AppState {
    /// Deals the chance outcome of the shown position, where no one else does: in a game made by
    /// hand, after its last move.
    pub(in crate::state) fn deal_chance(&mut self) {
        let is_typed = self.preferences.new_game.is_chance_typed;
        let live_tabs: Vec<u64> = self.live_games.iter().map(|live| live.tab_id).collect();
        let Some(tab) = self.tab_mut() else { return };
        if is_typed || live_tabs.contains(&tab.id) {
            return;
        }
        if let Some(outcome) = tab.outcome_to_deal() {
            tab.dealt_chance = Some(outcome);
        }
    }
}

impl Tab {
    /// Returns a new chance outcome for the shown position with the position, if none is known.
    fn outcome_to_deal(&self) -> Option<(crate::open_game::NodeId, String)> {
        let open_game = self.open_game.as_ref()?;
        let is_due = open_game.turn() == Turn::Chance
            && open_game.mover().is_some()
            && !open_game.was_played()
            && self.chance().is_none();
        let outcomes = is_due.then(|| open_game.state().chance_outcomes())?;
        Some((open_game.node(), random_outcome(outcomes)?))
    }
}

// Taking moves back: the referee is stopped, and another one goes on from an earlier position.

impl AppState {
    /// Takes back moves up to the last one of the person to move, or else the last move. What was
    /// played stays as a variation.
    pub(super) fn take_back(&mut self) -> Vec<Effect> {
        let Some(at) = self.tab().and_then(|tab| {
            self.live_games
                .iter()
                .position(|live| live.tab_id == tab.id)
        }) else {
            return Vec::new();
        };
        let live = &self.live_games[at];
        let Some(open_game) = self.open_game() else {
            return Vec::new();
        };
        let Some(kept) = kept_plies(live, open_game) else {
            self.refuse("Nothing to take back.");
            return Vec::new();
        };
        let record = shortened(open_game, kept);
        let Some(record) = record else {
            return Vec::new();
        };
        self.live_games[at].control.stop();
        let mut spec = self.live_games[at].spec.clone();
        let control = LiveControl::default();
        for contestant in &mut spec.contestants {
            if let ContestantKind::Person(known) = &mut contestant.kind {
                known.clone_from(&control);
            }
        }
        spec.options.control = control;
        spec.game_spec.opening = record.tokens().map(str::to_owned).collect();
        spec.options.earlier = Some(record.clone());
        let tab_id = self.live_games[at].tab_id;
        self.live_games[at] = LiveGame::new(tab_id, spec);
        let open_game = self.new_open_game(&record);
        if let Some(tab) = self.tab_mut() {
            tab.clear_input();
            tab.dealt_chance = None;
            tab.open_game = open_game;
            if let Some(open_game) = &mut tab.open_game {
                open_game.mark_unsaved();
                open_game.navigate(Navigation::Ply(kept));
            }
            tab.record = record;
        }
        vec![Effect::StartGame(tab_id)]
    }
}

/// Returns the number of plies that stay: those before the last move of a person, or before the
/// last move if no person plays. `None` if there is nothing to take back.
fn kept_plies(live: &LiveGame, open_game: &OpenGame) -> Option<u32> {
    let given = open_game.record().given_plies();
    let plies = open_game.plies();
    let is_by_person = |ply: &crate::open_game::PlyInfo| {
        let player = ply.player;
        ply.by.is_none() && player.is_some_and(|player| live.spec.is_person[player.index()])
    };
    let has_person = live.spec.is_person != [false; 2];
    let last = plies
        .iter()
        .rposition(|ply| !has_person || is_by_person(ply))?;
    let kept = u32::try_from(last).ok()?;
    (kept >= given).then_some(kept)
}

/// Returns the record of the first plies. The plies that followed are a variation in it.
fn shortened(open_game: &OpenGame, kept: u32) -> Option<Record> {
    let mut record = open_game.to_record();
    let tokens: Vec<String> = record.tokens().map(str::to_owned).collect();
    let kept_tokens = kept as usize + open_game.game().info().lead_in;
    let (stay, go) = tokens.split_at_checked(kept_tokens)?;
    record.moves = stay.join(" ");
    let next = kept + 1;
    let mut variations = Vec::new();
    if !go.is_empty() {
        variations.push(Variation {
            moves: go.join(" "),
            ..Variation::default()
        });
    }
    let later = record.notes.split_off(&next);
    if let Some(note) = later.get(&next) {
        variations.extend(note.variations.iter().cloned());
    }
    if !variations.is_empty() {
        record.note_mut(next).variations = variations;
    }
    record.times_ms.0.truncate(kept as usize);
    record.attempt = None;
    record.result = None;
    record.ext.retain(|key, _| !is_of_later_plies(key));
    adjudicate(&mut record, open_game.game());
    Some(record)
}

/// Reports whether a fact of the referee is about plies that were taken back.
fn is_of_later_plies(key: &str) -> bool {
    [
        "arena.fault.",
        "arena.exit.",
        "arena.stderr.",
        "arena.cpu_ms",
        "arena.ahead",
        "arena.paused_ms",
    ]
    .iter()
    .any(|start| key.starts_with(start))
}
