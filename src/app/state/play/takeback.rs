//! Taking moves back: the referee is stopped, and another one goes on from an earlier position.

use super::LiveGame;
use crate::open_game::{Navigation, OpenGame};
use crate::state::AppState;
use crate::state::effect::Effect;
use kifu_core::record::{Record, Variation, adjudicate};
use kifu_study::arena::ContestantKind;
use kifu_study::arena::LiveControl;

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
    let given = open_game.record().ext.get("arena.opening");
    let given = given.and_then(|given| given.parse().ok()).unwrap_or(0);
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
    ]
    .iter()
    .any(|start| key.starts_with(start))
}
