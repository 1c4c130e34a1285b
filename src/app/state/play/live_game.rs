//! A game in play, and what its referee reports.

use super::contestants::{contestant, distinguish};
use super::input::fresh_seed;
use crate::jobs::JobId;
use crate::open_game::{Navigation, OpenGame};
use crate::state::{AppState, Dialog, Effect, MessageKind};
use crate::store::NewGameChoices;
use kifu_core::contract::{Player, Setup};
use kifu_core::games::DynGame;
use kifu_core::record::{PlayerInfo, Record, SourceInfo, adjudicate};
use kifu_study::arena::{
    Contestant, GameSpec, LiveControl, LiveEvent, LiveOptions, MatchRules, PlayedGame, draw_setup,
    referee_fact,
};
use std::time::Duration;
use web_time::Instant;

/// The time that a program has to end after the game.
const GRACE_PERIOD: Duration = Duration::from_secs(2);
/// The number of a bot's last lines that a message about its failure has.
const LAST_LINES: usize = 3;

/// A game to be played: players, rules and start.
#[derive(Clone)]
pub struct LiveGameSpec {
    /// The rules for the referee, with the complete setup.
    pub rules: MatchRules,
    /// The first and the second player.
    pub contestants: [Contestant; 2],
    /// The seed and the moves to begin with.
    pub game_spec: GameSpec,
    /// The handle of the referee, and what was played before.
    pub options: LiveOptions,
    /// Whether each player is a person.
    pub is_person: [bool; 2],
    /// Whether the setup has secrets of one player.
    pub has_secrets: bool,
}

impl LiveGameSpec {
    /// Creates a game that begins with the moves of a record.
    ///
    /// # Errors
    /// Returns the reason in words if a player cannot be started or the start is not legal.
    pub(super) fn new(
        game: &'static dyn DynGame,
        start: &Record,
        choices: &NewGameChoices,
    ) -> Result<Self, String> {
        let control = LiveControl::default();
        let seats = [&choices.seats.0, &choices.seats.1];
        let contestant_of =
            |player: Player| contestant(seats[player.index()], game, player, &control);
        let mut contestants = [
            contestant_of(Player::First)?,
            contestant_of(Player::Second)?,
        ];
        distinguish(&mut contestants);
        let seed = fresh_seed();
        let setup = draw_setup(game, &start.setup, seed);
        let mut state = game.start(&setup).map_err(|error| error.to_string())?;
        for token in start.tokens() {
            state
                .play(token)
                .map_err(|error| format!("{token}: {error}"))?;
        }
        let is_person = [0, 1]
            .map(|index: usize| !seats[index].kind.has_command() && is_person(&contestants[index]));
        let has_secrets = setup != Setup::default()
            && draw_setup(game, &Setup::default(), seed) != Setup::default();
        Ok(Self {
            rules: MatchRules {
                game,
                setup,
                name: String::new(),
                date: kifu_study::arena::today(),
                fingerprint: String::new(),
                grace_period: GRACE_PERIOD,
            },
            contestants,
            game_spec: GameSpec {
                contestant_indices: [0, 1],
                seed,
                opening: start.tokens().map(str::to_owned).collect(),
                ..GameSpec::default()
            },
            options: LiveOptions {
                control,
                earlier: None,
                is_chance_typed: choices.is_chance_typed,
            },
            is_person,
            has_secrets,
        })
    }

    /// Returns the record before the referee's first report.
    pub(super) fn start_record(&self) -> Record {
        let player = |index: usize| PlayerInfo {
            name: self.contestants[index].name.clone(),
            ..PlayerInfo::default()
        };
        let mut record = Record {
            game: self.rules.game.id().to_owned(),
            rules: self.rules.game.info().rules_version,
            setup: self.rules.setup.clone(),
            players: (player(0), player(1)),
            source: SourceInfo {
                format: "arena".to_owned(),
                ..SourceInfo::default()
            },
            moves: self.game_spec.opening.join(" "),
            ..Record::default()
        };
        record.event.date.clone_from(&self.rules.date);
        adjudicate(&mut record, self.rules.game);
        record
    }
}

fn is_person(contestant: &Contestant) -> bool {
    matches!(
        contestant.kind,
        kifu_study::arena::ContestantKind::Person(_)
    )
}

/// What a game in play waits for.
#[derive(Clone, Debug, PartialEq)]
pub enum LivePhase {
    /// The programs start.
    Starting,
    /// A player thinks.
    Thinking(Player),
    /// A chance outcome is to be typed.
    Dealing,
}

/// A game in play.
pub struct LiveGame {
    /// The id of the tab.
    pub tab_id: u64,
    /// The job of the referee.
    pub job: Option<JobId>,
    /// Players, rules and start.
    pub spec: LiveGameSpec,
    /// The handle of the referee.
    pub control: LiveControl,
    /// What the game waits for.
    pub phase: LivePhase,
    /// Whether the game pauses before its next move.
    pub is_paused: bool,
    /// The time at which the phase began.
    pub since: Instant,
}

impl LiveGame {
    /// Creates a game whose referee is about to start.
    pub(super) fn new(tab_id: u64, spec: LiveGameSpec) -> Self {
        Self {
            tab_id,
            job: None,
            control: spec.options.control.clone(),
            spec,
            phase: LivePhase::Starting,
            is_paused: false,
            since: Instant::now(),
        }
    }

    /// Returns the person who is asked for a move.
    pub fn asked_person(&self) -> Option<Player> {
        match self.phase {
            LivePhase::Thinking(player) if self.spec.is_person[player.index()] => Some(player),
            _ => None,
        }
    }

    /// Returns the name of a player.
    pub fn name(&self, player: Player) -> &str {
        &self.spec.contestants[player.index()].name
    }
}

impl AppState {
    /// Receives a step of a game in play.
    pub fn on_live_event(&mut self, job: JobId, event: LiveEvent) {
        let Some(live) = self
            .live_games
            .iter_mut()
            .find(|live| live.job == Some(job))
        else {
            return;
        };
        let tab_id = live.tab_id;
        match event {
            LiveEvent::Turn { player, chance } => {
                live.phase = LivePhase::Thinking(player);
                live.since = Instant::now();
                let tab = self.tabs.iter_mut().find(|tab| tab.id == tab_id);
                if let Some(tab) = tab
                    && let Some(open_game) = &tab.open_game
                {
                    let end = open_game.tree().main_line_end();
                    tab.dealt_chance = chance.map(|chance| (end, chance));
                }
            }
            LiveEvent::AwaitsChance => {
                live.phase = LivePhase::Dealing;
                live.since = Instant::now();
            }
            LiveEvent::Played(record) => self.extend_played(tab_id, *record),
        }
    }

    /// Receives the end of a game in play; `None` if it was stopped.
    pub fn on_game_ended(&mut self, job: JobId, played: Option<PlayedGame>) {
        let index = self
            .live_games
            .iter()
            .position(|live| live.job == Some(job));
        let Some(index) = index else { return };
        let live = self.live_games.remove(index);
        self.forget_secrets(&live);
        let Some(played) = played else {
            self.tell_about_game(live.tab_id, MessageKind::Info, "Game stopped.".to_owned());
            return;
        };
        let failures = failure_texts(&played.record);
        self.extend_played(live.tab_id, played.record);
        let tab = self.tabs.iter_mut().find(|tab| tab.id == live.tab_id);
        if let Some(tab) = tab {
            tab.findings = played.findings;
            if let Some(open_game) = &mut tab.open_game
                && open_game.is_at_live_end()
            {
                open_game.navigate(Navigation::Last);
            }
        }
        for failure in failures {
            self.tell_about_game(live.tab_id, MessageKind::Error, failure);
        }
    }

    /// Receives the notice that a game could not be played, with the reason. If it could not even
    /// start, its tab goes and the dialog that started it is open again with the reason.
    pub fn on_game_failed(&mut self, job: JobId, reason: String) -> Vec<Effect> {
        let mut live_games = self.live_games.iter();
        let Some(at) = live_games.position(|live| live.job == Some(job)) else {
            return Vec::new();
        };
        let live = self.live_games.remove(at);
        self.forget_secrets(&live);
        let index = self.tabs.iter().position(|tab| tab.id == live.tab_id);
        let index = index.filter(|index| {
            let open_game = self.tabs[*index].open_game.as_ref();
            let has_begun = open_game.is_some_and(|open_game| {
                let given = live.spec.game_spec.opening.len();
                open_game.tree().main_line().len() > given || open_game.can_undo_and_redo().0
            });
            !has_begun && live.spec.options.earlier.is_none()
        });
        let start = index.and_then(|index| self.tabs[index].game_start.clone());
        let (Some(index), Some(start), None) = (index, start, &self.dialog) else {
            self.tell_about_game(live.tab_id, MessageKind::Error, reason);
            return Vec::new();
        };
        let effects = self.discard_tab(index);
        let before = self.tabs.iter();
        let before = start
            .shown_tab
            .and_then(|id| before.map(|tab| tab.id).position(|tab| tab == id));
        self.active_tab = before.unwrap_or(self.active_tab);
        self.dialog = Some(match before {
            Some(_) if start.is_from_here => Dialog::PlayFromHere,
            _ => Dialog::NewGame,
        });
        self.new_game_error = Some(reason);
        effects
    }

    /// Shows everything again after a game in which a person saw only their own secrets.
    fn forget_secrets(&mut self, live: &LiveGame) {
        if live.spec.has_secrets {
            self.knowledge_of = None;
        }
    }

    fn extend_played(&mut self, tab_id: u64, record: Record) {
        let Some(tab) = self.tabs.iter_mut().find(|tab| tab.id == tab_id) else {
            return;
        };
        let Some(open_game) = &mut tab.open_game else {
            return;
        };
        let before = (open_game.node(), open_game.is_at_live_end());
        if !open_game.extend_played(&record) {
            // Nothing but the referee changes the main line, so this is the safe way out.
            return self.replace_played(tab_id, &record);
        }
        if before.1 && open_game.node() != before.0 {
            tab.clear_input();
        }
        if let Some(tab) = self.tabs.iter_mut().find(|tab| tab.id == tab_id) {
            tab.record = record;
        }
        self.mark_ply_seen();
    }

    fn replace_played(&mut self, tab_id: u64, record: &Record) {
        let open_game = self.new_open_game(record);
        if let Some(tab) = self.tabs.iter_mut().find(|tab| tab.id == tab_id) {
            tab.open_game = open_game;
            if let Some(open_game) = &mut tab.open_game {
                open_game.mark_unsaved();
                open_game.navigate(Navigation::Last);
            }
        }
    }

    /// Returns the game in play whose next move the shown position asks for, if it is shown where
    /// it is played and not paused.
    pub(in crate::state) fn live_game_at_cursor(&self) -> Option<&LiveGame> {
        let live = self.live_game().filter(|live| !live.is_paused)?;
        self.open_game()
            .is_some_and(OpenGame::is_at_live_end)
            .then_some(live)
    }
}

/// Describes the failures of a game: who failed, when and why, with the last words of the program.
fn failure_texts(record: &Record) -> Vec<String> {
    let mut texts = Vec::new();
    for player in Player::ALL {
        let fact = |name: &str| referee_fact(record, name, player);
        let Some(fault) = fact("fault") else { continue };
        let mut text = format!("{}: {fault}", record.player(player).name);
        let last_note = record.notes.values().next_back();
        let words = fact("stderr").or(last_note.map(|note| note.stderr.as_str()));
        let lines: Vec<&str> = words
            .map(|words| words.lines().collect())
            .unwrap_or_default();
        for line in &lines[lines.len().saturating_sub(LAST_LINES)..] {
            text.push('\n');
            text.push_str(&kifu_core::contract::printable(line, 160));
        }
        texts.push(text);
    }
    texts
}
