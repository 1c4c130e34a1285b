//! What a person can do with engines: hints, reviews, lessons.

use super::State;
use super::action::{Action, Ahead, Lesson, Pane};
use super::engine::{MOST_LINES, most_threads};
use super::perform::Effect;
use crate::review::Thresholds;

/// How thoroughly a game can be reviewed: milliseconds a position.
pub const EFFORTS: [u32; 3] = [30, 100, 1000];

/// A number and so many more, from 1 to the most there may be.
fn stepped(number: u8, by: i32, most: u8) -> u8 {
    let stepped = (i32::from(number) + by).clamp(1, most.into());
    u8::try_from(stepped).unwrap_or(1)
}

impl State {
    /// Does what has to do with engines.
    pub(super) fn analyse(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::Engine => {
                self.toggle_engine();
                if self.engine.is_on {
                    return vec![Effect::Reveal(Pane::Engine)];
                }
            }
            Action::Lock => self.toggle_lock(),
            Action::Lines(by) => {
                self.taste.lines = stepped(self.taste.lines, by, MOST_LINES);
                return vec![Effect::Settings];
            }
            Action::Threads(by) => {
                self.taste.threads = stepped(self.taste.threads, by, most_threads());
                return vec![Effect::Settings];
            }
            Action::Effort(ms) => {
                self.taste.review_ms = ms;
                return vec![Effect::Settings];
            }
            Action::Thresholds(points) => {
                let wanted = points.and_then(Thresholds::from_percent);
                return self.judge_by(wanted.unwrap_or_default());
            }
            Action::SpoilerFree => {
                self.taste.spoiler_free = !self.taste.spoiler_free;
                return vec![Effect::Settings];
            }
            Action::Review => return self.review(),
            Action::Peek(ahead) => self.peek = ahead,
            Action::PlayAhead(ahead) => self.play_ahead(&ahead),
            Action::PlayBest => self.play_best(),
            Action::Learn(player) => {
                self.learn(player);
                if self.learn.is_some() {
                    return vec![Effect::Reveal(Pane::Review)];
                }
            }
            Action::Lesson(Lesson::Show) => self.show_lesson(),
            Action::Lesson(Lesson::Next) => self.next_lesson(),
            Action::Lesson(Lesson::Back) => self.enter_lesson(),
            Action::Lesson(Lesson::End) => self.learn = None,
            _ => {}
        }
        Vec::new()
    }

    /// Moves of all games are called by these thresholds from now on.
    fn judge_by(&mut self, thresholds: Thresholds) -> Vec<Effect> {
        self.taste.thresholds = thresholds;
        for study in self.tabs.iter_mut().filter_map(|tab| tab.study.as_mut()) {
            study.judge_by(thresholds);
        }
        vec![Effect::Settings]
    }

    /// Begins a review of the game that is shown, or ends the one that runs.
    fn review(&mut self) -> Vec<Effect> {
        if let Some(running) = self.reviewing() {
            return vec![Effect::Stop(running.job)];
        }
        let Some(study) = self.study() else {
            return Vec::new();
        };
        if study.plies().is_empty() {
            self.say(self.texts().words.nothing_to_review);
            return Vec::new();
        }
        vec![Effect::Reveal(Pane::Review), Effect::Review(self.active)]
    }

    /// Whether the review tells something of the ply that is shown.
    pub(super) fn is_at_moment(&self) -> bool {
        let study = self.tab().and_then(|tab| tab.study.as_ref());
        study.is_some_and(|study| {
            let mut moments = study.reviewed().moments.iter();
            let is_main = study.tree().is_main(study.node());
            is_main && moments.any(|moment| moment.ply == study.ply())
        })
    }

    /// Makes the moves of a line; they become a variation.
    fn play_ahead(&mut self, ahead: &Ahead) {
        self.peek = None;
        self.runs = None;
        let Some(tab) = self.tab_mut() else { return };
        let deal = tab.picked.deal.clone();
        let Some(study) = &mut tab.study else { return };
        let Some((tokens, _)) = study.ahead(ahead.from, &ahead.moves, deal.as_deref()) else {
            return;
        };
        study.go(crate::app::study::Go::Node(ahead.from));
        for token in tokens {
            // They were made a moment ago.
            let _ = study.play(&token);
        }
        tab.forget();
    }

    /// Makes the move that the engine thinks best.
    fn play_best(&mut self) {
        let best = self.thought().and_then(|(subject, thought)| {
            let best = thought.report.best_move()?.clone();
            Some(Ahead {
                from: subject.node,
                moves: vec![best],
            })
        });
        match best {
            Some(ahead) => self.play_ahead(&ahead),
            None => self.say(self.texts().words.no_hint),
        }
    }

    /// The last ply of which something may be told: who wants no spoilers is told of no later one
    /// than he has seen.
    pub fn horizon(&self) -> u32 {
        let tab = self.tab().filter(|_| self.taste.spoiler_free);
        let Some(tab) = tab else { return u32::MAX };
        let Some(study) = &tab.study else {
            return u32::MAX;
        };
        let here = if study.tree().is_main(study.node()) {
            study.ply()
        } else {
            0
        };
        let seen = tab.seen.max(here);
        // Who has seen the end may see all.
        let end = study.last_ply() + u32::from(study.record().attempt.is_some());
        if seen >= end { u32::MAX } else { seen }
    }

    /// Notes how much of the game was seen.
    pub(super) fn see(&mut self) {
        let Some(tab) = self.tab_mut() else { return };
        if let Some(study) = &tab.study
            && study.tree().is_main(study.node())
        {
            tab.seen = tab.seen.max(study.ply());
        }
    }
}
