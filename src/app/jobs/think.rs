//! An engine thinks about a position.

use super::{News, Ticket};
use crate::files::{Failure, FailureKind};
use crate::games::{DynEngine, DynGame};
use crate::search::{Limits, Resources, SearchRequest, SearchResult};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Megabytes that an engine of the window may take.
pub const MEMORY_MB: usize = 64;

/// A first answer comes after so long, for some engines have a long breath: one that counts the end
/// of a game exactly says nothing before it has.
const FIRST: Duration = Duration::from_millis(50);

/// What an engine is asked.
#[derive(Clone)]
pub struct Question {
    /// The game.
    pub book: &'static dyn DynGame,
    /// The position as a text.
    pub position: String,
    /// A move that must be among the lines.
    pub forced: Option<String>,
    /// How many lines are wanted.
    pub lines: usize,
    /// On how many threads it thinks.
    pub threads: usize,
    /// How long it may think.
    pub time: Duration,
}

/// What it thinks so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// Values and lines.
    pub report: SearchResult<String>,
    /// Name and version of the engine.
    pub engine: String,
    /// How long it has been thinking.
    pub took: Duration,
    /// It thinks no more.
    pub is_done: bool,
}

/// The engine that thought last, for what it remembers. One, for each takes much memory.
#[derive(Default)]
pub(super) struct Minds(Mutex<Option<(Kept, Box<dyn DynEngine>)>>);

/// An engine of which game, on how many threads.
type Kept = (&'static str, usize);

impl Minds {
    /// Answers, until the job is cancelled or the time is up.
    pub fn think(&self, question: &Question, ticket: &Ticket) -> Result<(), Failure> {
        let start = Instant::now();
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let wanted = (question.book.id(), question.threads);
        let means = Resources::new(MEMORY_MB).threads(question.threads);
        let known = last.take().filter(|(kept, _)| *kept == wanted);
        let (_, mut mind) = known.unwrap_or_else(|| (wanted, question.book.engine(means)));
        let engine = mind.name();
        let elapsed = || start.elapsed();
        let tell = |report: SearchResult<String>, is_done| {
            let (engine, took) = (engine.clone(), start.elapsed());
            let thought = Thought {
                report,
                engine,
                took,
                is_done,
            };
            ticket.send(News::Thought(Box::new(thought)));
        };
        for time in [FIRST, question.time] {
            let limits = Limits::time(time, &elapsed).stopped_by(&ticket.cancel);
            let request = SearchRequest {
                forced: question.forced.clone(),
                ..SearchRequest::new(limits).lines(question.lines)
            };
            let mut progress = |report: &SearchResult<String>| tell(report.clone(), false);
            let report = mind.analyze(&question.position, &request, &mut progress);
            // An engine that failed is not kept: `take` has left nothing.
            let report =
                report.map_err(|bad| Failure::new(FailureKind::Internal, bad.to_string()))?;
            if ticket.is_cancelled() {
                break;
            }
            tell(report, time == question.time);
        }
        *last = Some((wanted, mind));
        ticket.check()
    }
}
