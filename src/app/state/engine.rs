//! What the engine thinks while somebody looks at a game.

use super::State;
use crate::app::jobs::{JobId, Question, Thought};
use crate::app::study::{NodeId, Study};
use crate::contract::{Player, Turn};
use crate::files;
use crate::games::{CATALOGUE, by_id};
use crate::search::Resources;
use std::time::Duration;

/// How long the engine thinks about a position that stays on the board.
const LONG: Duration = Duration::from_secs(20);
/// How long about a move that somebody tries.
const SHORT: Duration = Duration::from_millis(1500);
/// So many lines can be wanted at most.
pub const MOST_LINES: u8 = 5;

/// The engine can think on so many threads at most: one a core.
pub fn most_threads() -> u8 {
    let cores = files::thread_count(0).min(Resources::MAX_THREADS);
    u8::try_from(cores).unwrap_or(1)
}

/// The engine.
#[derive(Default)]
pub struct Engine {
    /// It thinks about what is shown.
    pub is_on: bool,
    /// It stays with this position, whatever is shown.
    pub locked: Option<Subject>,
    /// What it was asked last.
    pub asked: Option<(JobId, Subject)>,
    /// What it thinks of it, or of what it was asked before.
    pub thought: Option<(Subject, Thought)>,
}

/// What an engine thinks about.
#[derive(Clone, Debug, PartialEq)]
pub struct Subject {
    /// The tab of the game.
    pub tab: u64,
    /// The position in it.
    pub node: NodeId,
    /// The plies that led there.
    pub ply: u32,
    /// The game's id.
    pub game: &'static str,
    /// The position as a text; what luck dealt is known.
    pub position: String,
    /// The player to act.
    pub mover: Player,
    /// The move that was played, or is tried.
    pub forced: Option<String>,
    /// How many lines are wanted.
    pub lines: usize,
    /// On how many threads.
    pub threads: usize,
    /// A move is tried: the answer should come soon.
    pub is_trial: bool,
}

impl Subject {
    /// As it is asked.
    pub fn question(&self) -> Option<Question> {
        Some(Question {
            book: by_id(CATALOGUE, self.game)?,
            position: self.position.clone(),
            forced: self.forced.clone(),
            lines: self.lines,
            threads: self.threads,
            time: if self.is_trial { SHORT } else { LONG },
        })
    }

    /// Whether it is this position of this game.
    pub fn is_at(&self, tab: u64, node: NodeId) -> bool {
        (self.tab, self.node) == (tab, node)
    }
}

impl State {
    /// What the engine is to think about now.
    pub fn subject(&self) -> Option<Subject> {
        if let Some(learn) = &self.learn {
            return learn.asked.clone();
        }
        if !self.engine.is_on {
            return None;
        }
        match &self.engine.locked {
            Some(locked) => Some(Subject {
                lines: self.taste.lines.into(),
                threads: self.taste.threads.into(),
                ..locked.clone()
            }),
            None => self.subject_here(None),
        }
    }

    /// The position that is shown, with the move that was played there or the one that is tried;
    /// `None` where there is nothing to think about.
    pub(super) fn subject_here(&self, trial: Option<&str>) -> Option<Subject> {
        let tab = self.tab()?;
        let study = tab.study.as_ref()?;
        let mut table = study.table().fork();
        let next = next_token(study);
        let mut forced = None;
        if table.turn() == Turn::Chance
            && let Some(deal) = tab.deal()
        {
            let dealt = study.book().lead_in_token(&deal);
            table.apply_chance(&dealt).ok()?;
        }
        if study.deal_matches(tab.deal().as_deref()) {
            forced = next.and_then(|token| study.table().fork().apply_chance(token).ok()?);
        }
        if table.turn() == Turn::Over {
            return None;
        }
        if let Some(token) = trial {
            forced = study.table().fork().apply_chance(token).ok()?;
        }
        Some(Subject {
            tab: tab.id,
            node: study.node(),
            ply: study.ply(),
            game: study.book().id(),
            position: table.position(),
            mover: table.mover()?,
            forced,
            lines: self.taste.lines.into(),
            threads: self.taste.threads.into(),
            is_trial: trial.is_some(),
        })
    }

    /// What the engine thinks of the position that is shown.
    pub fn thought(&self) -> Option<(&Subject, &Thought)> {
        let (subject, thought) = self.engine.thought.as_ref()?;
        let (tab, study) = (self.tab()?, self.study()?);
        let here = self.engine.is_on && self.learn.is_none() && subject.is_at(tab.id, study.node());
        here.then_some((subject, thought))
    }

    /// Told what the engine thinks.
    pub fn thinks(&mut self, job: JobId, thought: Thought) {
        let asked = self.engine.asked.as_ref().filter(|(id, _)| *id == job);
        let Some((_, subject)) = asked else { return };
        let subject = subject.clone();
        if let Some(learn) = &mut self.learn {
            if thought.is_done {
                learn.answered(&subject, &thought.report, &self.taste.thresholds);
            }
            return;
        }
        self.engine.thought = Some((subject, thought));
    }

    /// Switches the engine on or off.
    pub(super) fn toggle_engine(&mut self) {
        self.engine.is_on = !self.engine.is_on;
        if !self.engine.is_on {
            self.engine = Engine::default();
        }
    }

    /// The engine stays with the position that is shown, or goes along again.
    pub(super) fn toggle_lock(&mut self) {
        let engine = &self.engine;
        self.engine.locked = match engine.locked {
            None if engine.is_on => self.subject_here(None),
            _ => None,
        };
    }
}

/// The act that follows in the line that is shown.
fn next_token(study: &Study) -> Option<&str> {
    let next = study.line().get(study.index() + 1)?;
    Some(study.tree().token(*next))
}

impl Study {
    /// Whether luck deals in the line that is shown what it is to deal now; also where it deals
    /// nothing.
    fn deal_matches(&self, deal: Option<&str>) -> bool {
        self.turn() != Turn::Chance || self.next_deal().as_deref() == deal
    }
}
