//! What the engine thinks while somebody looks at a game.

use super::AppState;
use crate::app::jobs::{AnalysisQuery, AnalysisUpdate, JobId};
use crate::app::open_game::{NodeId, OpenGame};
use crate::contract::{Player, Turn};
use crate::games::{CATALOGUE, by_id};
use std::time::Duration;

/// How long the engine thinks about a position that stays on the board.
const SHOWN_POSITION_TIME: Duration = Duration::from_secs(20);
/// How long about a move that somebody tries.
const TRIAL_MOVE_TIME: Duration = Duration::from_millis(1500);

/// The engine.
#[derive(Default)]
pub struct LiveAnalysis {
    /// It thinks about what is shown.
    pub is_on: bool,
    /// It stays with this position, whatever is shown.
    pub locked_subject: Option<AnalysisSubject>,
    /// What it was asked last.
    pub pending: Option<(JobId, AnalysisSubject)>,
    /// What it thinks of it, or of what it was asked before.
    pub latest: Option<(AnalysisSubject, AnalysisUpdate)>,
}

/// What an engine thinks about.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalysisSubject {
    /// The tab of the game.
    pub tab_id: u64,
    /// The position in it.
    pub node: NodeId,
    /// The plies that led there.
    pub ply: u32,
    /// The game's id.
    pub game_id: &'static str,
    /// The position as a text; what luck dealt is known.
    pub position: String,
    /// The player to act.
    pub mover: Player,
    /// The move that was played, or is tried.
    pub include: Option<String>,
    /// How many lines are wanted.
    pub line_count: usize,
    /// On how many threads.
    pub thread_count: usize,
    /// A move is tried: the answer should come soon.
    pub is_trial: bool,
}

impl AnalysisSubject {
    /// As it is asked.
    pub fn query(&self) -> Option<AnalysisQuery> {
        Some(AnalysisQuery {
            game: by_id(CATALOGUE, self.game_id)?,
            position: self.position.clone(),
            include: self.include.clone(),
            line_count: self.line_count,
            thread_count: self.thread_count,
            time_limit: if self.is_trial {
                TRIAL_MOVE_TIME
            } else {
                SHOWN_POSITION_TIME
            },
        })
    }

    /// Whether it is this position of this game.
    pub fn is_at(&self, tab: u64, node: NodeId) -> bool {
        (self.tab_id, self.node) == (tab, node)
    }
}

impl AppState {
    /// What the engine is to think about now.
    pub fn analysis_subject(&self) -> Option<AnalysisSubject> {
        if let Some(learn) = &self.exercise {
            return learn.pending_subject.clone();
        }
        if !self.live_analysis.is_on {
            return None;
        }
        match &self.live_analysis.locked_subject {
            Some(locked) => Some(AnalysisSubject {
                line_count: self.preferences.line_count.into(),
                thread_count: self.preferences.thread_count.into(),
                ..locked.clone()
            }),
            None => self.shown_subject(None),
        }
    }

    /// The position that is shown, with the move that was played there or the one that is tried;
    /// `None` where there is nothing to think about.
    pub(super) fn shown_subject(&self, trial: Option<&str>) -> Option<AnalysisSubject> {
        let tab = self.tab()?;
        let study = tab.open_game.as_ref()?;
        let mut table = study.state().fork();
        let next = next_token(study);
        let mut forced = None;
        if table.turn() == Turn::Chance
            && let Some(deal) = tab.chance()
        {
            let dealt = study.game().lead_in_token(&deal);
            table.apply_chance(&dealt).ok()?;
        }
        if study.chance_matches(tab.chance().as_deref()) {
            forced = next.and_then(|token| study.state().fork().apply_chance(token).ok()?);
        }
        if table.turn() == Turn::Over {
            return None;
        }
        if let Some(token) = trial {
            forced = study.state().fork().apply_chance(token).ok()?;
        }
        Some(AnalysisSubject {
            tab_id: tab.id,
            node: study.node(),
            ply: study.ply(),
            game_id: study.game().id(),
            position: table.position(),
            mover: table.mover()?,
            include: forced,
            line_count: self.preferences.line_count.into(),
            thread_count: self.preferences.thread_count.into(),
            is_trial: trial.is_some(),
        })
    }

    /// What the engine thinks of the position that is shown.
    pub fn shown_analysis(&self) -> Option<(&AnalysisSubject, &AnalysisUpdate)> {
        let (subject, thought) = self.live_analysis.latest.as_ref()?;
        let (tab, study) = (self.tab()?, self.open_game()?);
        let here = self.live_analysis.is_on
            && self.exercise.is_none()
            && subject.is_at(tab.id, study.node());
        here.then_some((subject, thought))
    }

    /// Told what the engine thinks.
    pub fn on_analysis_update(&mut self, job: JobId, thought: AnalysisUpdate) {
        let asked = self
            .live_analysis
            .pending
            .as_ref()
            .filter(|(id, _)| *id == job);
        let Some((_, subject)) = asked else { return };
        let subject = subject.clone();
        if let Some(learn) = &mut self.exercise {
            if thought.is_done {
                learn.on_search_result(&subject, &thought.result, &self.preferences.thresholds);
            }
            return;
        }
        self.live_analysis.latest = Some((subject, thought));
    }

    /// Switches the engine on or off.
    pub(super) fn toggle_engine(&mut self) {
        self.live_analysis.is_on = !self.live_analysis.is_on;
        if !self.live_analysis.is_on {
            self.live_analysis = LiveAnalysis::default();
        }
    }

    /// The engine stays with the position that is shown, or goes along again.
    pub(super) fn toggle_engine_lock(&mut self) {
        let engine = &self.live_analysis;
        self.live_analysis.locked_subject = match engine.locked_subject {
            None if engine.is_on => self.shown_subject(None),
            _ => None,
        };
    }
}

/// The act that follows in the line that is shown.
fn next_token(study: &OpenGame) -> Option<&str> {
    let next = study.line().get(study.cursor_index() + 1)?;
    Some(study.tree().token(*next))
}
