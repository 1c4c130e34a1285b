//! Engine work that runs elsewhere than the window, such as in a worker of a browser: the tasks and
//! their results as text.

use super::analyze::{self, EngineCache, review_plan};
use super::{
    AnalysisQuery, AnalysisUpdate, JobContext, JobEvent, JobId, JobUpdate, ReviewedPly, worker_pool,
};
use kifu_core::games::{CATALOGUE, DynGame, by_id};
use kifu_core::record::Record;
use kifu_study::failure::{Failure, FailureKind};
use kifu_study::review::Thresholds;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use web_time::Instant;

/// Work for an engine.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum EngineTask {
    /// The analysis of a position.
    Analyze {
        /// The id of the game.
        game: String,
        /// The position as text.
        position: String,
        /// A move to evaluate even if it is not among the best lines.
        include: Option<String>,
        /// The number of lines.
        line_count: usize,
        /// The time limit in milliseconds.
        time_ms: u64,
        /// The number of nodes, instead of the time: the same result on every machine.
        nodes: Option<u64>,
    },
    /// More time for the analysis that this worker has done before, which goes on.
    Extend {
        /// The time limit in milliseconds, since the analysis began.
        time_ms: u64,
    },
    /// The review of a game.
    Review {
        /// The record.
        record: Box<Record>,
        /// The last legal ply.
        last_ply: u32,
        /// The time for each position in milliseconds.
        time_ms: u64,
        /// The losses from which moves are called bad.
        thresholds: Thresholds,
    },
}

/// A message of an engine that works elsewhere.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum EngineMessage {
    /// The result of an analysis so far.
    Analysis(Box<AnalysisUpdate>),
    /// The evaluation of a ply by a review.
    PlyReviewed(Box<ReviewedPly>),
    /// The work is done.
    Ended,
    /// The work failed, for this reason.
    Failed(String),
}

impl EngineMessage {
    /// Returns the message of an update; `None` if no engine sends such a one.
    fn of(update: JobUpdate) -> Option<Self> {
        Some(match update {
            JobUpdate::Analysis(analysis) => Self::Analysis(analysis),
            JobUpdate::PlyReviewed(ply) => Self::PlyReviewed(ply),
            JobUpdate::Ended | JobUpdate::Cancelled => Self::Ended,
            JobUpdate::Failed(failure) => Self::Failed(failure.message),
            _ => return None,
        })
    }

    /// Returns the update that a message stands for. A text that is no message is a failure.
    pub(super) fn update(text: &str) -> JobUpdate {
        match serde_json::from_str(text) {
            Ok(Self::Analysis(analysis)) => JobUpdate::Analysis(analysis),
            Ok(Self::PlyReviewed(ply)) => JobUpdate::PlyReviewed(ply),
            Ok(Self::Ended) => JobUpdate::Ended,
            Ok(Self::Failed(message)) => {
                JobUpdate::Failed(Failure::new(FailureKind::Internal, message))
            }
            Err(error) => JobUpdate::Failed(Failure::new(FailureKind::Internal, error.to_string())),
        }
    }
}

/// Does the work of an engine, and posts each message as JSON. The last one is
/// [`EngineMessage::Ended`] or [`EngineMessage::Failed`].
pub fn run_engine_task(task: &str, post: fn(String)) {
    let (events, received) = channel::<JobEvent>();
    let received = Mutex::new(received);
    let wake = move || {
        let received = received.lock().unwrap_or_else(PoisonError::into_inner);
        let messages = received.try_iter();
        for message in messages.filter_map(|event| EngineMessage::of(event.update)) {
            // Messages have no keys but texts, so that they can be written.
            post(serde_json::to_string(&message).unwrap_or_default());
        }
    };
    let context = JobContext {
        id: JobId(0),
        cancel: Arc::default(),
        events,
        wake: Arc::new(wake),
    };
    let task: Result<EngineTask, _> = serde_json::from_str(task);
    let work = move |context: &JobContext| match task {
        Ok(task) => task.run(context),
        Err(error) => Err(Failure::new(FailureKind::Internal, error.to_string())),
    };
    worker_pool::run_job(&context, Box::new(work));
}

impl From<&AnalysisQuery> for EngineTask {
    fn from(query: &AnalysisQuery) -> Self {
        let time_ms = query.extended_limit().as_millis();
        Self::Analyze {
            game: query.game.id().to_owned(),
            position: query.position.clone(),
            include: query.include.clone(),
            line_count: query.line_count,
            time_ms: u64::try_from(time_ms).unwrap_or(u64::MAX),
            nodes: query.node_limit,
        }
    }
}

impl EngineTask {
    fn run(self, context: &JobContext) -> Result<(), Failure> {
        match self {
            Self::Analyze {
                game,
                position,
                include,
                line_count,
                time_ms,
                nodes,
            } => {
                let query = AnalysisQuery {
                    game: known_game(&game)?,
                    position,
                    include,
                    line_count,
                    thread_count: 1,
                    time_limit: Duration::from_millis(time_ms),
                    node_limit: nodes,
                    extension_ms: Arc::default(),
                    bot: None,
                };
                let analysis = WorkerAnalysis {
                    query,
                    start: Instant::now(),
                    engine: EngineCache::default(),
                };
                analysis.run(context)
            }
            Self::Extend { time_ms } => {
                let missing = || Failure::internal("expected an analysis to go on with");
                let mut analysis = WORKER_ANALYSIS.take().ok_or_else(missing)?;
                analysis.query.time_limit = Duration::from_millis(time_ms);
                analysis.run(context)
            }
            Self::Review {
                record,
                last_ply,
                time_ms,
                thresholds,
            } => {
                let game = known_game(&record.game)?;
                let plan = review_plan(last_ply, Duration::from_millis(time_ms), thresholds);
                analyze::review((*record, game, last_ply), plan, context)
            }
        }
    }
}

/// The analysis that a worker has done last, with its engine, which knows the position.
struct WorkerAnalysis {
    query: AnalysisQuery,
    start: Instant,
    engine: EngineCache,
}

thread_local! {
    static WORKER_ANALYSIS: RefCell<Option<WorkerAnalysis>> = const { RefCell::new(None) };
}

impl WorkerAnalysis {
    fn run(self, context: &JobContext) -> Result<(), Failure> {
        self.engine.analyze(&self.query, self.start, context)?;
        WORKER_ANALYSIS.set(Some(self));
        Ok(())
    }
}

fn known_game(id: &str) -> Result<&'static dyn DynGame, Failure> {
    let unknown = || Failure::new(FailureKind::Internal, format!("unknown game `{id}`"));
    by_id(CATALOGUE, id).ok_or_else(unknown)
}
