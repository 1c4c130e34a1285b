//! An engine thinks about a position.

use super::{JobContext, JobUpdate};
use crate::failure::{Failure, FailureKind};
use crate::games::{DynEngine, DynGame};
use crate::search::{Limits, Resources, SearchRequest, SearchResult};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Megabytes that an engine of the window may take.
pub const ENGINE_MEMORY_MB: usize = 64;

/// A first answer comes after so long, for some engines have a long breath: one that counts the end
/// of a game exactly says nothing before it has.
const FIRST_UPDATE_AFTER: Duration = Duration::from_millis(50);

/// What an engine is asked.
#[derive(Clone)]
pub struct AnalysisQuery {
    /// The game.
    pub game: &'static dyn DynGame,
    /// The position as a text.
    pub position: String,
    /// A move that must be among the lines.
    pub include: Option<String>,
    /// How many lines are wanted.
    pub line_count: usize,
    /// On how many threads it thinks.
    pub thread_count: usize,
    /// How long it may think.
    pub time_limit: Duration,
}

/// What it thinks so far.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalysisUpdate {
    /// Values and lines.
    pub result: SearchResult<String>,
    /// Name and version of the engine.
    pub engine_name: String,
    /// How long it has been thinking.
    pub elapsed: Duration,
    /// It thinks no more.
    pub is_done: bool,
}

/// The engine that thought last, for what it remembers. One, for each takes much memory.
#[derive(Default)]
pub(super) struct EngineCache(Mutex<Option<(EngineKey, Box<dyn DynEngine>)>>);

/// An engine of which game, on how many threads.
type EngineKey = (&'static str, usize);

impl EngineCache {
    /// Answers, until the job is cancelled or the time is up.
    pub fn analyze(&self, question: &AnalysisQuery, ticket: &JobContext) -> Result<(), Failure> {
        let start = Instant::now();
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let wanted = (question.game.id(), question.thread_count);
        let means = Resources::new(ENGINE_MEMORY_MB).threads(question.thread_count);
        let known = last.take().filter(|(kept, _)| *kept == wanted);
        let (_, mut mind) = known.unwrap_or_else(|| (wanted, question.game.engine(means)));
        let engine = mind.name();
        let elapsed = || start.elapsed();
        let tell = |report: SearchResult<String>, is_done| {
            let (engine, took) = (engine.clone(), start.elapsed());
            let thought = AnalysisUpdate {
                result: report,
                engine_name: engine,
                elapsed: took,
                is_done,
            };
            ticket.send(JobUpdate::Analysis(Box::new(thought)));
        };
        for time in [FIRST_UPDATE_AFTER, question.time_limit] {
            let limits = Limits::time(time, &elapsed).stopped_by(&ticket.cancel);
            let request = SearchRequest {
                forced: question.include.clone(),
                ..SearchRequest::new(limits).lines(question.line_count)
            };
            let mut progress = |report: &SearchResult<String>| tell(report.clone(), false);
            let report = mind.analyze(&question.position, &request, &mut progress);
            // An engine that failed is not kept: `take` has left nothing.
            let report =
                report.map_err(|bad| Failure::new(FailureKind::Internal, bad.to_string()))?;
            if ticket.is_cancelled() {
                break;
            }
            tell(report, time == question.time_limit);
        }
        *last = Some((wanted, mind));
        ticket.check_cancelled()
    }
}
