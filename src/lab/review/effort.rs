//! A measurement of reviews: what short second searches save, and which marks they change.

use super::{games_by_id, judge_timed};
use crate::common::experiment::{MeasureSettings, Outcome};
use crate::common::session::Session;
use kifu_core::games::{CATALOGUE, by_id};
use kifu_core::record::Record;
use kifu_core::search::Resources;
use kifu_study::failure::Failure;
use kifu_study::review::{JudgedPly, LineValue, MoveEvaluation, RecheckEffort, ReviewPlan};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

/// The memory of an engine in megabytes.
const MEMORY_MB: usize = 32;
/// The factor by which the nodes of the reference exceed those of the reviews.
const REFERENCE_FACTOR: u64 = 10;
/// The share of plies whose mark may change.
const MAX_CHANGED: f64 = 0.05;

/// How far two reviews of the same games differ.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
struct Difference {
    /// The plies whose class differs.
    marks: usize,
    /// The plies that are a key moment in one review only.
    key_moments: usize,
    /// The sum of the differences of the losses.
    loss: f64,
    /// The fields that the other review has and this one lacks.
    missing: MissingFields,
}

/// The fields of the best and the played move that an evaluation lacks and another one has.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
struct MissingFields {
    /// The contest points.
    points: usize,
    /// The proofs of a result.
    proofs: usize,
    /// The principal variations.
    variations: usize,
    /// The standard errors.
    errors: usize,
}

impl MissingFields {
    fn of(one: &MoveEvaluation, other: &MoveEvaluation) -> Self {
        let pairs = [(one.best, other.best), (one.played, other.played)];
        let count = |has: fn(LineValue) -> bool| {
            let is_missing = |(one, other): &&(LineValue, LineValue)| has(*other) && !has(*one);
            pairs.iter().filter(is_missing).count()
        };
        let is_shorter = |one: &[String], other: &[String]| one.len() < 2 && other.len() > 1;
        let is_exact = |evaluation: &MoveEvaluation| evaluation.loss_error == 0.0;
        Self {
            points: count(|value| value.points.is_some()),
            proofs: count(|value| value.proven.is_some()),
            variations: usize::from(is_shorter(&one.pv, &other.pv))
                + usize::from(is_shorter(&one.played_pv, &other.played_pv)),
            errors: usize::from(is_exact(one) && !one.is_proven() && !is_exact(other)),
        }
    }

    const fn add(&mut self, other: &Self) {
        self.points += other.points;
        self.proofs += other.proofs;
        self.variations += other.variations;
        self.errors += other.errors;
    }

    const fn count(&self) -> usize {
        self.points + self.proofs + self.variations + self.errors
    }
}

impl Difference {
    fn of(some: &[JudgedPly], others: &[JudgedPly]) -> Self {
        let others: BTreeMap<u32, &JudgedPly> = others.iter().map(|ply| (ply.ply, ply)).collect();
        let mut difference = Self::default();
        for ply in some {
            let Some(other) = others.get(&ply.ply) else {
                continue;
            };
            let missing = MissingFields::of(&ply.evaluation, &other.evaluation);
            difference.missing.add(&missing);
            let (one, other) = (&ply.judgement, &other.judgement);
            difference.marks += usize::from(one.class != other.class);
            difference.key_moments += usize::from(one.is_key_moment() != other.is_key_moment());
            difference.loss += (one.loss - other.loss).abs();
        }
        difference
    }

    const fn add(&mut self, other: &Self) {
        self.marks += other.marks;
        self.key_moments += other.key_moments;
        self.loss += other.loss;
        self.missing.add(&other.missing);
    }

    /// Returns the figures as text, for reviews of so many plies.
    fn text(&self, plies: usize) -> String {
        let share = |count: usize| 100.0 * count as f64 / plies.max(1) as f64;
        format!(
            "{} marks ({:.1} %), {} key moments, {:.2} % of a win a ply; missing: {} points, {} \
             proofs, {} variations, {} errors",
            self.marks,
            share(self.marks),
            self.key_moments,
            100.0 * self.loss / plies.max(1) as f64,
            self.missing.points,
            self.missing.proofs,
            self.missing.variations,
            self.missing.errors,
        )
    }
}

/// The figures of one or several games.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
struct EffortFigures {
    plies: usize,
    /// The plies that are marked in the full review.
    marked: usize,
    /// The processor time of the full review and of the one by need.
    time: [Duration; 2],
    /// Between the two.
    between: Difference,
    /// Between each of the two and a full review with many times the nodes, if there is one.
    to_reference: Option<[Difference; 2]>,
}

impl EffortFigures {
    fn add(&mut self, other: &Self) {
        self.plies += other.plies;
        self.marked += other.marked;
        for (sum, one) in self.time.iter_mut().zip(other.time) {
            *sum += one;
        }
        self.between.add(&other.between);
        if let Some(other) = &other.to_reference {
            let own = self.to_reference.get_or_insert_default();
            for (own, one) in own.iter_mut().zip(other) {
                own.add(one);
            }
        }
    }

    fn changed_share(&self) -> f64 {
        self.between.marks as f64 / self.plies.max(1) as f64
    }

    fn write(&self, text: &mut String, id: &str, games: usize) {
        let [full, by_need] = self.time.map(|time| time.as_secs_f64());
        let _ = writeln!(
            text,
            "{id}: {games} games, {} plies, {} marked\n  by need: {by_need:.1} s instead of \
             {full:.1} s of processor time ({:.0} %)\n  changed: {}",
            self.plies,
            self.marked,
            100.0 * by_need / full.max(1e-9),
            self.between.text(self.plies),
        );
        let reference = self.to_reference.iter().flatten();
        for (name, difference) in ["full", "by need"].iter().zip(reference) {
            let _ = writeln!(
                text,
                "  {name} against {REFERENCE_FACTOR} times the nodes: {}",
                difference.text(self.plies)
            );
        }
    }
}

/// Compares reviews whose second searches are made by need with full ones: their processor time and
/// their marks. Fails if more than one mark in twenty changes, or an evaluation lacks a field that it
/// has in the full review.
///
/// # Errors
/// Returns an error of the session, or if a log cannot be read.
pub fn effort(session: &mut Session, settings: &MeasureSettings<'_>) -> Result<Outcome, Failure> {
    compare(session, settings, false)
}

/// Compares the same, and both with full reviews with many times the nodes.
///
/// # Errors
/// Returns an error of the session, or if a log cannot be read.
pub fn effort_and_reference(
    session: &mut Session,
    settings: &MeasureSettings<'_>,
) -> Result<Outcome, Failure> {
    compare(session, settings, true)
}

fn compare(
    session: &mut Session,
    settings: &MeasureSettings<'_>,
    with_reference: bool,
) -> Result<Outcome, Failure> {
    let mut outcome = Outcome::default();
    let most = settings.games.unwrap_or(3) as usize;
    for (id, games) in games_by_id(settings.paths, most)? {
        let default =
            by_id(CATALOGUE, &id).map(|game| game.engine(Resources::new(1)).default_nodes());
        let Some(nodes) = settings.nodes.or(default) else {
            continue;
        };
        let figures = session.items(&id, games.len() as u64, 1, |number| {
            compare_game(&games[number as usize], nodes, with_reference)
        })?;
        let mut sum = EffortFigures::default();
        for one in &figures {
            sum.add(one);
        }
        sum.write(&mut outcome.text, &id, games.len());
        outcome.failed |= sum.changed_share() > MAX_CHANGED || sum.between.missing.count() > 0;
    }
    Ok(outcome)
}

fn compare_game(
    game: &(Record, u32),
    nodes: u64,
    with_reference: bool,
) -> Result<EffortFigures, Failure> {
    let judged = |effort, nodes| {
        let plan = |budget| ReviewPlan {
            recheck_effort: effort,
            ..ReviewPlan::new(budget)
        };
        judge_timed(game, plan, nodes, MEMORY_MB)
    };
    let (full, full_time) = judged(RecheckEffort::Full, nodes)?;
    let (by_need, time) = judged(RecheckEffort::ByNeed, nodes)?;
    let reference = with_reference.then(|| judged(RecheckEffort::Full, REFERENCE_FACTOR * nodes));
    let reference = reference.transpose()?;
    Ok(EffortFigures {
        plies: full.len(),
        marked: full
            .iter()
            .filter(|ply| ply.judgement.class.glyph().is_some())
            .count(),
        time: [full_time, time],
        between: Difference::of(&by_need, &full),
        to_reference: reference
            .map(|(reference, _)| [&full, &by_need].map(|plies| Difference::of(plies, &reference))),
    })
}
