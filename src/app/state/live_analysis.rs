//! Live analysis of the shown position by the engine.

use super::AppState;
use super::play::analysis_bot;
use crate::jobs::{AnalysisQuery, AnalysisUpdate, BotQuery, JobId};
use crate::open_game::{NodeId, OpenGame};
use kifu_core::contract::{Player, Turn};
use kifu_core::games::{CATALOGUE, by_id};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use web_time::Instant;

/// The search time for the shown position.
const SHOWN_POSITION_TIME: Duration = Duration::from_secs(20);
/// The time that is added to a search in progress to think deeper.
const EXTRA_TIME_MS: u64 = 60_000;
/// The factor by which a position is searched for longer once its search has ended.
const DEEPER_FACTOR: u32 = 3;
/// The number of times that a position is searched for longer.
const MAX_DEEPER: u32 = 5;
/// The search time for a move tried in an exercise.
const TRIAL_MOVE_TIME: Duration = Duration::from_millis(1500);

/// The state of the live analysis.
#[derive(Default)]
pub struct LiveAnalysis {
    /// Whether the shown position is analysed.
    pub is_on: bool,
    /// The position to which the engine is locked.
    pub locked_subject: Option<AnalysisSubject>,
    /// The request in progress.
    pub pending: Option<(JobId, AnalysisSubject)>,
    /// The latest result, with the subject it belongs to.
    pub latest: Option<(AnalysisSubject, AnalysisUpdate)>,
    /// The time at which the request in progress was made.
    pub started: Option<Instant>,
    /// More time in milliseconds for the request in progress, shared with its search.
    pub extension_ms: Arc<AtomicU64>,
    /// The position that was searched again for longer, by tab and node, and how often.
    deeper: Option<(u64, NodeId, u32)>,
}

/// The subject of an analysis: a position and its search settings.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalysisSubject {
    /// The id of the game's tab.
    pub tab_id: u64,
    /// The node of the position.
    pub node: NodeId,
    /// The number of plies before the position.
    pub ply: u32,
    /// The id of the game's rules.
    pub game_id: &'static str,
    /// The position text, with the chance outcome already applied.
    pub position: String,
    /// The player to move.
    pub mover: Player,
    /// A move to evaluate even if it is not among the best lines: the played or tried move.
    pub include: Option<String>,
    /// The number of lines to return.
    pub line_count: usize,
    /// The number of search threads.
    pub thread_count: usize,
    /// Whether the subject is a move tried in an exercise, which needs a quick answer.
    pub is_trial: bool,
    /// How often more time was asked for after the search had ended.
    pub deeper_count: u32,
    /// The bot that is asked next to the engine.
    pub bot: Option<BotQuery>,
}

impl AnalysisSubject {
    /// Returns the query for the engine, or `None` if the game is unknown.
    pub fn query(&self) -> Option<AnalysisQuery> {
        Some(AnalysisQuery {
            node_limit: None,
            game: by_id(CATALOGUE, self.game_id)?,
            position: self.position.clone(),
            include: self.include.clone(),
            line_count: self.line_count,
            thread_count: self.thread_count,
            time_limit: self.time_limit(),
            extension_ms: Arc::default(),
            bot: self.bot.clone(),
        })
    }

    /// Returns the time for the search, apart from what is added while it runs.
    pub fn time_limit(&self) -> Duration {
        if self.is_trial {
            TRIAL_MOVE_TIME
        } else {
            SHOWN_POSITION_TIME * DEEPER_FACTOR.pow(self.deeper_count.min(MAX_DEEPER))
        }
    }

    /// Reports whether the subject is this position of this tab.
    pub fn is_at(&self, tab: u64, node: NodeId) -> bool {
        (self.tab_id, self.node) == (tab, node)
    }
}

impl AppState {
    /// Returns the subject that the engine should analyse now.
    pub fn analysis_subject(&self) -> Option<AnalysisSubject> {
        if let Some(exercise) = self.exercise() {
            return exercise.pending_subject.clone();
        }
        if !self.live_analysis.is_on {
            return None;
        }
        let subject = match &self.live_analysis.locked_subject {
            Some(locked) => AnalysisSubject {
                line_count: self.preferences.line_count.into(),
                thread_count: self.preferences.thread_count.into(),
                ..locked.clone()
            },
            None => self.shown_subject(None)?,
        };
        let deeper = self.live_analysis.deeper;
        let deeper = deeper.filter(|(tab, node, _)| subject.is_at(*tab, *node));
        Some(AnalysisSubject {
            deeper_count: deeper.map_or(0, |(_, _, count)| count),
            ..subject
        })
    }

    /// Gives the engine more time for its position: the search in progress goes on for longer, and
    /// one that has ended starts again with a multiple of its time.
    pub(super) fn think_deeper(&mut self) {
        if !self.live_analysis.is_on {
            self.toggle_engine();
            return;
        }
        let Some(subject) = self
            .analysis_subject()
            .filter(|_| self.exercise().is_none())
        else {
            self.refuse("The game is over: nothing to analyze.");
            return;
        };
        let analysis = &mut self.live_analysis;
        let is_done = analysis
            .latest
            .as_ref()
            .is_some_and(|(known, update)| *known == subject && update.is_done);
        if is_done {
            let count = subject.deeper_count.saturating_add(1);
            analysis.deeper = Some((subject.tab_id, subject.node, count));
        } else {
            analysis
                .extension_ms
                .fetch_add(EXTRA_TIME_MS, Ordering::Relaxed);
        }
    }

    /// Returns the time that the search in progress has left, and its whole time; `None` when it has
    /// ended.
    pub fn analysis_time_left(&self) -> Option<[Duration; 2]> {
        let analysis = &self.live_analysis;
        let (_, subject) = analysis.pending.as_ref()?;
        let mut latest = analysis.latest.iter();
        if latest.any(|(known, update)| known == subject && update.is_done) {
            return None;
        }
        let extension_ms = analysis.extension_ms.load(Ordering::Relaxed);
        let whole = subject.time_limit() + Duration::from_millis(extension_ms);
        let left = whole.saturating_sub(analysis.started?.elapsed());
        Some([left, whole])
    }

    /// Returns the shown position as a subject, or `None` if there is nothing to analyse.
    ///
    /// The move to include is `trial`, or else the move played in the game.
    pub(super) fn shown_subject(&self, trial: Option<&str>) -> Option<AnalysisSubject> {
        let tab = self.tab()?;
        let open_game = tab.open_game.as_ref()?;
        let mut state = open_game.state().fork();
        let next = next_token(open_game);
        let mut include = None;
        if state.turn() == Turn::Chance
            && let Some(chance) = tab.chance()
        {
            let chance_token = open_game.game().lead_in_token(&chance);
            state.apply_chance(&chance_token).ok()?;
        }
        if open_game.chance_matches(tab.chance().as_deref()) {
            include = next.and_then(|token| open_game.state().fork().apply_chance(token).ok()?);
        }
        if state.turn() == Turn::Over {
            return None;
        }
        if let Some(token) = trial {
            include = open_game.state().fork().apply_chance(token).ok()?;
        }
        Some(AnalysisSubject {
            tab_id: tab.id,
            node: open_game.node(),
            ply: open_game.ply(),
            game_id: open_game.game().id(),
            position: state.position(),
            mover: state.mover()?,
            include,
            line_count: self.preferences.line_count.into(),
            thread_count: self.preferences.thread_count.into(),
            is_trial: trial.is_some(),
            deeper_count: 0,
            bot: self.bot_query(open_game).filter(|_| trial.is_none()),
        })
    }

    /// Returns the bot that is asked next to the engine, with the game up to the shown position.
    fn bot_query(&self, open_game: &OpenGame) -> Option<BotQuery> {
        let contestant = analysis_bot(&self.preferences.analysis_bot, open_game.game())?;
        let played = open_game.line().get(1..=open_game.cursor_index())?;
        let token = |node: &NodeId| open_game.tree().token(*node).to_owned();
        let is_due = open_game.turn() == Turn::Chance;
        Some(BotQuery {
            contestant,
            setup: open_game.record().setup.clone(),
            tokens: played.iter().map(token).collect(),
            chance: self.tab()?.chance().filter(|_| is_due),
        })
    }

    /// Returns the latest analysis if it belongs to the shown position.
    pub fn shown_analysis(&self) -> Option<(&AnalysisSubject, &AnalysisUpdate)> {
        let (subject, update) = self.live_analysis.latest.as_ref()?;
        let (tab, open_game) = (self.tab()?, self.open_game()?);
        let here = self.live_analysis.is_on
            && self.exercise().is_none()
            && subject.is_at(tab.id, open_game.node());
        here.then_some((subject, update))
    }

    /// Receives a result of the engine.
    pub fn on_analysis_update(&mut self, job: JobId, update: AnalysisUpdate) {
        let asked = self
            .live_analysis
            .pending
            .as_ref()
            .filter(|(id, _)| *id == job);
        let Some((_, subject)) = asked else { return };
        let subject = subject.clone();
        if subject.is_trial {
            let place = self.tabs.iter().position(|tab| tab.id == subject.tab_id);
            let exercise = place.and_then(|place| self.tabs[place].exercise.as_mut());
            if let (Some(place), Some(exercise)) = (place, exercise)
                && update.is_done
            {
                exercise.on_search_result(&subject, &update.result, &self.preferences.thresholds);
                if exercise.is_answer_shown {
                    self.show_suite_question_in(place, true);
                }
            }
            return;
        }
        let analysis = &mut self.live_analysis;
        let is_repeated =
            subject.deeper_count > 0 || analysis.extension_ms.load(Ordering::Relaxed) > 0;
        // A search that starts again for longer first knows less than the one before.
        let knows_less = |(known, shown): &(AnalysisSubject, AnalysisUpdate)| {
            known.is_at(subject.tab_id, subject.node)
                && known.position == subject.position
                && update.result.nodes < shown.result.nodes
        };
        if is_repeated && !update.is_done && analysis.latest.as_ref().is_some_and(knows_less) {
            return;
        }
        analysis.latest = Some((subject, update));
    }

    /// Switches the engine on or off.
    pub(super) fn toggle_engine(&mut self) {
        self.live_analysis.is_on = !self.live_analysis.is_on;
        // The request in progress stays known until it is cancelled.
        self.live_analysis.locked_subject = None;
    }

    /// Locks the engine to the shown position, or unlocks it.
    pub(super) fn toggle_engine_lock(&mut self) {
        let engine = &self.live_analysis;
        self.live_analysis.locked_subject = match engine.locked_subject {
            None if engine.is_on => self.shown_subject(None),
            _ => None,
        };
    }
}

/// Returns the next move of the shown line.
fn next_token(open_game: &OpenGame) -> Option<&str> {
    let next = open_game.line().get(open_game.cursor_index() + 1)?;
    Some(open_game.tree().token(*next))
}
