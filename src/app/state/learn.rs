//! Learning from mistakes: the answer is hidden, and somebody looks for it.

use super::State;
use super::engine::Subject;
use crate::app::study::{Go, Study};
use crate::contract::{Player, Proven};
use crate::review::{KeyMoment, MoveClass, Thresholds};
use crate::search::{SearchLine, SearchResult};

/// What a tried move is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// The best one.
    Best,
    /// As good, or nearly.
    Good,
    /// What was played in the game.
    Played,
    /// It gives away so much probability of a win.
    Loses(f64),
    /// The engine still thinks about it.
    Asked,
}

impl Verdict {
    /// Whether the move is an answer.
    pub const fn is_solved(self) -> bool {
        matches!(self, Self::Best | Self::Good)
    }

    fn of(loss: f64, thresholds: &Thresholds) -> Self {
        if loss < thresholds.inaccuracy {
            Self::Good
        } else {
            Self::Loses(loss)
        }
    }
}

/// A lesson.
#[derive(Clone, Debug, PartialEq)]
pub struct Learn {
    /// The tab of the game.
    pub tab: u64,
    /// Whose mistakes; `None` for both players'.
    pub player: Option<Player>,
    /// The plies at which there is something to be found.
    pub plies: Vec<u32>,
    /// Which of them is asked.
    pub at: usize,
    /// What was tried there.
    pub tried: Vec<(String, Verdict)>,
    /// The answer is shown.
    pub is_shown: bool,
    /// How many were found.
    pub solved: usize,
    /// What the engine is asked.
    pub(super) asked: Option<Subject>,
}

impl Learn {
    /// The ply that is asked about; `None` after the last.
    pub fn ply(&self) -> Option<u32> {
        self.plies.get(self.at).copied()
    }

    /// A good move was found here.
    pub fn is_solved(&self) -> bool {
        self.tried.iter().any(|(_, verdict)| verdict.is_solved())
    }

    fn answer(&mut self, token: &str, verdict: Verdict) {
        let was = self.is_solved();
        self.tried.retain(|(known, _)| known != token);
        self.tried.push((token.to_owned(), verdict));
        if verdict.is_solved() && !was && !self.is_shown {
            self.solved += 1;
        }
        // Whoever has found it may see the rest.
        self.is_shown |= verdict.is_solved();
    }

    /// Told what the engine thinks of a tried move.
    pub(super) fn answered(
        &mut self,
        subject: &Subject,
        report: &SearchResult<String>,
        thresholds: &Thresholds,
    ) {
        self.asked = None;
        let Some(token) = &subject.forced else { return };
        let waiting = self
            .tried
            .last()
            .filter(|(_, verdict)| *verdict == Verdict::Asked);
        let Some((shown, _)) = waiting.cloned() else {
            return;
        };
        let own = report.lines.iter().find(|line| line.mv == *token);
        let verdict = match (report.lines.first(), own) {
            (Some(best), Some(own)) if best.mv == own.mv => Verdict::Good,
            (Some(best), Some(own)) => Verdict::of(worth(best) - worth(own), thresholds),
            _ => Verdict::Loses(0.0),
        };
        self.answer(&shown, verdict);
    }
}

fn worth(line: &SearchLine<String>) -> f64 {
    line.value.proven().map_or(line.value.win, Proven::win)
}

impl State {
    /// Begins a lesson with the mistakes of a player, or of both.
    pub(super) fn learn(&mut self, player: Option<Player>) {
        let Some((tab, study)) = self
            .tab()
            .and_then(|tab| Some((tab.id, tab.study.as_ref()?)))
        else {
            return;
        };
        let plies = lessons(study, player);
        if plies.is_empty() {
            self.say(self.texts().words.nothing_to_learn);
            return;
        }
        self.learn = Some(Learn {
            tab,
            player,
            plies,
            at: 0,
            tried: Vec::new(),
            is_shown: false,
            solved: 0,
            asked: None,
        });
        self.enter_lesson();
    }

    /// Goes to the next thing to be found; past the last one the lesson stays, to be looked at.
    pub(super) fn next_lesson(&mut self) {
        if let Some(learn) = &mut self.learn {
            learn.at = (learn.at + 1).min(learn.plies.len());
            learn.tried.clear();
            learn.is_shown = false;
            learn.asked = None;
        }
        self.enter_lesson();
    }

    /// Shows the position before the mistake.
    pub(super) fn enter_lesson(&mut self) {
        let ply = self.learn.as_ref().and_then(Learn::ply);
        let study = self.study_mut();
        if let (Some(ply), Some(study)) = (ply, study) {
            study.go(Go::Ply(ply - 1));
        }
        if let Some(tab) = self.tab_mut() {
            tab.forget();
        }
    }

    /// The answer is shown.
    pub(super) fn show_lesson(&mut self) {
        if let Some(learn) = &mut self.learn {
            learn.is_shown = true;
        }
    }

    /// Whether a move on the board would be an answer to the lesson.
    pub fn is_asked(&self) -> bool {
        let (Some(learn), Some(tab), Some(study)) = (&self.learn, self.tab(), self.study()) else {
            return false;
        };
        let ply = learn.ply().is_some_and(|ply| study.ply() + 1 == ply);
        learn.tab == tab.id && ply && study.tree().is_main(study.node()) && !learn.is_shown
    }

    /// Somebody tries a legal move in a lesson: what the review knows of it, or else the engine.
    pub(super) fn try_out(&mut self, token: &str) {
        let Some(study) = self.study() else { return };
        let moved = study.table().fork().apply_chance(token).ok().flatten();
        let known = study
            .reviewed()
            .ply(study.ply() + 1)
            .zip(moved.as_deref())
            .and_then(|(ply, moved)| {
                let weighed = &ply.evaluation;
                if weighed.pv.first().is_some_and(|best| best == moved) {
                    return Some(Verdict::Best);
                }
                let own = study.table().fork().apply_chance(&ply.token).ok().flatten();
                (own.as_deref() == Some(moved)).then_some(Verdict::Played)
            });
        let subject = self.subject_here(Some(token));
        let Some(learn) = &mut self.learn else { return };
        let shown = moved.unwrap_or_else(|| token.to_owned());
        learn.answer(&shown, known.unwrap_or(Verdict::Asked));
        if known.is_none() {
            learn.asked = subject;
        }
        if let Some(tab) = self.tab_mut() {
            tab.forget();
        }
    }
}

/// The plies at which a player, or either, made a mistake that is worth to be looked for.
pub fn lessons(study: &Study, player: Option<Player>) -> Vec<u32> {
    let is_one = |moment: &&KeyMoment| {
        moment.class >= MoveClass::Mistake && player.is_none_or(|player| moment.player == player)
    };
    let moments = study.reviewed().moments.iter().filter(is_one);
    moments.map(|moment| moment.ply).collect()
}
