//! An engine looks at the plies of a game.

use super::budget::AGAIN;
use super::failed::failures;
use super::judge::{Thresholds, judge};
use super::walk::{Lost, Place, walk};
use super::weigh::{kept, look_of, weigh};
use super::{Budget, Look, Spend};
use crate::contract::ParseError;
use crate::files::{Failure, FailureKind};
use crate::games::{DynEngine, DynGame};
use crate::record::{Evaluation, Record};
use crate::search::{Bounds, Limits, Resources, SearchRequest, SearchResult, Value};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// How a game is reviewed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// For each position.
    pub budget: Budget,
    /// Before a move is called bad, the position is looked at once more with so many times the
    /// budget, and then that move and the best one, each alone, with as much; or with twice that in
    /// one search, if its lines can be compared. An engine's haste is not the player's mistake, and
    /// what it takes for one must not depend on its haste either: see [`Budget::again`]. 1 for no
    /// second look.
    pub second_look: u32,
    /// What is called what.
    pub thresholds: Thresholds,
}

impl Plan {
    /// A plan with this budget and the usual rest.
    pub fn new(budget: Budget) -> Self {
        Self {
            budget,
            second_look: AGAIN,
            thresholds: Thresholds::default(),
        }
    }
}

/// How far a review is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Positions done, those included that were done before.
    pub done: usize,
    /// Positions in all; second looks come on top.
    pub all: usize,
    /// The ply that was looked at last.
    pub ply: u32,
}

/// What stopped a review.
#[derive(Debug)]
pub enum Stopped {
    /// Somebody wanted that; what is done is in the record.
    Wanted,
    /// The game cannot be gone through.
    Lost(Lost),
    /// The engine did not understand the rules' own words: a fault of kifu.
    Misread(ParseError),
}

impl From<Stopped> for Failure {
    fn from(stopped: Stopped) -> Self {
        match stopped {
            Stopped::Wanted => Self::new(FailureKind::Cancelled, "the review was stopped"),
            Stopped::Lost(why) => why.into(),
            Stopped::Misread(bad) => Self::new(FailureKind::Internal, bad.to_string()),
        }
    }
}

/// What came of looking again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Again {
    /// What the record says.
    Same,
    /// It was another engine, or it had so much time, which is never twice the same.
    CannotTell,
    /// Something else.
    Differs {
        /// What the record says.
        kept: String,
        /// What was found.
        found: String,
    },
}

/// Reviews games with one engine.
pub struct Reviewer<'a> {
    plan: Plan,
    mind: Box<dyn DynEngine>,
    pub(super) engine: String,
    /// How it looks once more.
    again: Look,
    stop: &'a AtomicBool,
}

impl<'a> Reviewer<'a> {
    /// With an engine that takes about so many megabytes, until somebody sets `stop`.
    pub fn new(book: &dyn DynGame, memory_mb: usize, plan: Plan, stop: &'a AtomicBool) -> Self {
        let mind = book.engine(Resources::new(memory_mb));
        Self {
            plan,
            engine: mind.name(),
            again: if mind.lines_are_comparable() {
                Look::Deeper
            } else {
                Look::Closer
            },
            mind,
            stop,
        }
    }

    /// Looks at one ply, and again if it looks bad, and keeps what is found in the ply's
    /// evaluations; what was looked at with this budget before is left alone.
    pub(super) fn ply(
        &mut self,
        evals: &mut Vec<Evaluation>,
        place: &Place,
    ) -> Result<(), Stopped> {
        let first = self.plan.budget;
        let second = self.second();
        if !place.is_choice() {
            let done = self.is_done(evals, first);
            return if done {
                Ok(())
            } else {
                self.look(evals, place, first)
            };
        }
        if self.is_done(evals, second) {
            return Ok(());
        }
        if !self.is_done(evals, first) {
            self.look(evals, place, first)?;
        }
        if self.plan.second_look > 1 && self.is_suspect(evals, place) {
            self.look(evals, place, second)?;
        }
        Ok(())
    }

    /// The budget of a second look.
    fn second(&self) -> Budget {
        let Plan {
            budget,
            second_look,
            ..
        } = self.plan;
        budget.again(second_look, self.again, self.mind.default_nodes())
    }

    /// Looks at a ply once more, whatever the first look said.
    pub(super) fn look_again(
        &mut self,
        evals: &mut Vec<Evaluation>,
        place: &Place,
    ) -> Result<(), Stopped> {
        self.look(evals, place, self.second())
    }

    fn look(
        &mut self,
        evals: &mut Vec<Evaluation>,
        place: &Place,
        budget: Budget,
    ) -> Result<(), Stopped> {
        // Where a player failed nothing was played, or the jury did.
        let played = place.played.as_ref().filter(|_| place.is_choice());
        let report = self.think(&place.table.position(), played, budget)?;
        if let Some(played) = played.filter(|_| budget.look != Look::First) {
            let group = if budget.look == Look::Closer {
                self.compare(&report, place, played, budget)?
            } else {
                kept(&report, None, played, &self.engine, budget)
            };
            evals.retain(|eval| eval.engine != self.engine || look_of(eval) == Look::First);
            evals.extend(group);
            return Ok(());
        }
        let undealt = self.undealt(&report, place, budget)?;
        evals.retain(|eval| eval.engine != self.engine);
        evals.extend(kept(
            &report,
            undealt.as_ref(),
            played.map_or("", String::as_str),
            &self.engine,
            budget,
        ));
        Ok(())
    }

    /// What the position was worth before luck dealt, if it did.
    fn undealt(
        &mut self,
        report: &SearchResult<String>,
        place: &Place,
        budget: Budget,
    ) -> Result<Option<Value>, Stopped> {
        let Some(before) = &place.undealt else {
            return Ok(None);
        };
        let after = report.value;
        // What luck would have dealt is not known.
        if report.lines.is_empty() {
            return Ok(Some(after));
        }
        let dealt = place.table.position();
        let luck = self.ask(budget, |mind, request| mind.luck(&dealt, &request))?;
        Ok(Some(match luck {
            Some([win, points]) => Value {
                bounds: Bounds::UNKNOWN,
                win: (after.win - win).clamp(0.0, 1.0),
                points: after.points.map(|after| after - points),
                exact: false,
            },
            None => self.think(&before.position(), None, budget)?.value,
        }))
    }

    pub(super) fn think(
        &mut self,
        position: &str,
        forced: Option<&String>,
        budget: Budget,
    ) -> Result<SearchResult<String>, Stopped> {
        self.ask(budget, |mind, request| {
            let forced = forced.cloned();
            mind.analyze(position, &SearchRequest { forced, ..request }, &mut |_| {})
        })
    }

    /// Asks the engine something, within a budget.
    fn ask<T>(
        &mut self,
        budget: Budget,
        question: impl FnOnce(&mut dyn DynEngine, SearchRequest<'_, String>) -> Result<T, ParseError>,
    ) -> Result<T, Stopped> {
        let start = Instant::now();
        let elapsed = || start.elapsed();
        let limits = match budget.spend {
            Spend::Nodes(nodes) => Limits::nodes(nodes),
            Spend::Time(time) => Limits::time(time, &elapsed),
        };
        let request = SearchRequest::new(limits.stopped_by(self.stop));
        let answer = question(self.mind.as_mut(), request.lines(2).seed(budget.seed));
        // What was not thought to its end would not come out the same again.
        if self.stop.load(Ordering::Relaxed) {
            return Err(Stopped::Wanted);
        }
        answer.map_err(Stopped::Misread)
    }

    /// Looks again at a ply, with the nodes and the seed that the record names.
    ///
    /// # Errors
    /// See [`Stopped`].
    pub fn again(&mut self, record: &Record, place: &Place) -> Result<Again, Stopped> {
        let all = evals(record, place).iter();
        let own = all.filter(|eval| eval.engine == self.engine);
        let own: Vec<Evaluation> = own.cloned().collect();
        let mut found = Vec::new();
        let mut budgets: Vec<&str> = own.iter().map(|eval| eval.budget.as_str()).collect();
        budgets.dedup();
        for budget in budgets {
            match budget.parse::<Budget>() {
                Ok(budget) if matches!(budget.spend, Spend::Nodes(_)) => {
                    self.look(&mut found, place, budget)?;
                }
                _ => return Ok(Again::CannotTell),
            }
        }
        Ok(compared(&own, &found))
    }

    fn is_done(&self, evals: &[Evaluation], budget: Budget) -> bool {
        let budget = budget.to_string();
        let made = |eval: &Evaluation| eval.engine == self.engine && eval.budget == budget;
        evals.iter().any(made)
    }

    fn is_suspect(&self, evals: &[Evaluation], place: &Place) -> bool {
        let played = place.played.as_deref().unwrap_or_default();
        let weighed = weigh(evals, played);
        weighed.is_some_and(|weighed| {
            let judged = judge(&weighed, &self.plan.thresholds);
            // What is proven stays so.
            judged.class.is_bad() && !judged.proven
        })
    }
}

pub(super) fn evals<'r>(record: &'r Record, place: &Place) -> &'r [Evaluation] {
    let note = record.notes.get(&(place.ply + 1));
    note.map_or(&[], |note| &note.evals)
}

/// The places of a game at which somebody chose, or failed.
pub(super) fn choices(record: &Record, book: &dyn DynGame, plies: u32) -> Result<Vec<Place>, Lost> {
    let mut places = walk(book, record, plies)?;
    let failures = failures(record, &places);
    let failures: Vec<u32> = failures.iter().map(|(_, at)| places[*at].ply).collect();
    places.retain(|place| place.is_choice() || failures.contains(&place.ply));
    Ok(places)
}

/// The places of a game at which something was reviewed.
///
/// # Errors
/// The game cannot be gone through.
pub fn again(record: &Record, book: &dyn DynGame, plies: u32) -> Result<Vec<Place>, Lost> {
    let mut places = choices(record, book, plies)?;
    places.retain(|place| !evals(record, place).is_empty());
    Ok(places)
}

fn compared(kept: &[Evaluation], found: &[Evaluation]) -> Again {
    let differs = kept.iter().zip(found).find(|(kept, found)| kept != found);
    match differs {
        Some((kept, found)) => Again::Differs {
            kept: in_words(kept),
            found: in_words(found),
        },
        None if kept.is_empty() => Again::CannotTell,
        None if kept.len() == found.len() => Again::Same,
        None => Again::Differs {
            kept: format!("{} lines", kept.len()),
            found: format!("{} lines", found.len()),
        },
    }
}

fn in_words(eval: &Evaluation) -> String {
    let win = eval.win.unwrap_or(f64::NAN);
    format!("{win} after {} nodes: {}", eval.nodes, eval.pv)
}
