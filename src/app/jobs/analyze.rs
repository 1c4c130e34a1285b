//! Live analysis of a position by an engine.

use super::{JobContext, JobUpdate};
use kifu_core::contract::Setup;
use kifu_core::games::{DynEngine, DynGame};
use kifu_core::record::{Evaluation, Record};
use kifu_core::search::{Limits, Resources, SearchRequest, SearchResult};
use kifu_logs::files::thread_count;
use kifu_study::arena::{BotLine, Contestant, PositionAsker};
use kifu_study::failure::{Failure, FailureKind};
use kifu_study::review::{self, ReviewBudget, ReviewPlan, SearchLimit, Thresholds};
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use web_time::Instant;

/// The memory in megabytes that an engine of the window may use.
pub const ENGINE_MEMORY_MB: usize = 64;

/// The time after which a first result is reported. Some engines report nothing for long: one that
/// counts the end of a game exactly has no result before it has finished.
const FIRST_UPDATE_AFTER: Duration = Duration::from_millis(50);

/// The time for a bot's program to exit after its answer.
const BOT_GRACE_PERIOD: Duration = Duration::from_millis(200);

/// A request for the analysis of a position.
#[derive(Clone)]
pub struct AnalysisQuery {
    /// The game.
    pub game: &'static dyn DynGame,
    /// The position as text.
    pub position: String,
    /// A move to evaluate even if it is not among the best lines.
    pub include: Option<String>,
    /// The number of lines.
    pub line_count: usize,
    /// The number of search threads.
    pub thread_count: usize,
    /// The time limit.
    pub time_limit: Duration,
    /// The number of nodes to search however long it takes, instead of the time.
    pub node_limit: Option<u64>,
    /// More time in milliseconds, which may be granted while the search runs.
    pub extension_ms: Arc<AtomicU64>,
    /// The bot that is asked next to the engine.
    pub bot: Option<BotQuery>,
}

/// A bot that is asked next to the engine, with the game up to the position.
#[derive(Clone, Debug, PartialEq)]
pub struct BotQuery {
    /// The bot.
    pub contestant: Contestant,
    /// The setup of the game.
    pub setup: Setup,
    /// The tokens up to the position, the lead-in among them.
    pub tokens: Vec<String>,
    /// The chance outcome that is dealt to the player to move.
    pub chance: Option<String>,
}

impl BotQuery {
    /// Asks the bot, and returns its answer in words. When the flag is set, the program is ended.
    fn ask(&self, game: &'static dyn DynGame, stop: &Arc<AtomicBool>) -> String {
        let asker = PositionAsker::new(game, &self.contestant, BOT_GRACE_PERIOD);
        let tokens: Vec<&str> = self.tokens.iter().map(String::as_str).collect();
        let chance = self.chance.as_deref();
        let name = &self.contestant.name;
        let asked = asker.stopped_by(stop).ask(&self.setup, &tokens, chance);
        let line = match asked {
            Ok(asked) => BotLine::new(name, asked),
            Err(error) => BotLine::without_move(name, error.to_string()),
        };
        line.text()
    }
}

impl AnalysisQuery {
    /// Returns the time limit with the time that was granted so far.
    pub(super) fn extended_limit(&self) -> Duration {
        let extension_ms = self.extension_ms.load(Ordering::Relaxed);
        self.time_limit + Duration::from_millis(extension_ms)
    }
}

/// The result of an analysis so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnalysisUpdate {
    /// Values and lines.
    pub result: SearchResult<String>,
    /// The name and version of the engine.
    pub engine_name: String,
    /// The time since the analysis began.
    pub elapsed: Duration,
    /// Whether the analysis is complete.
    pub is_done: bool,
    /// The answer of the bot in words; `None` before it has answered.
    pub bot: Option<String>,
}

/// The engine that was used last, kept for its transposition table. Only one is kept because each
/// uses much memory.
#[derive(Default)]
pub(super) struct EngineCache(Mutex<Option<(EngineKey, Box<dyn DynEngine>)>>);

/// The game and the number of threads of an engine.
type EngineKey = (&'static str, usize);

impl EngineCache {
    /// Analyses a position until the job is cancelled or the time since `start` is up, and asks the bot
    /// meanwhile.
    pub fn analyze(
        &self,
        query: &AnalysisQuery,
        start: Instant,
        context: &JobContext,
    ) -> Result<(), Failure> {
        let bot_line = Mutex::default();
        std::thread::scope(|scope| {
            let asked = query.bot.as_ref().map(|bot| {
                scope.spawn(|| {
                    let text = bot.ask(query.game, &context.cancel);
                    *bot_line.lock().unwrap_or_else(PoisonError::into_inner) = Some(text);
                })
            });
            let last = self.search(query, start, context, &bot_line)?;
            // A thread that has panicked has no answer.
            if asked.is_some_and(|asked| asked.join().is_ok())
                && let (Some(last), false) = (last, context.is_cancelled())
            {
                let bot = bot_line.lock().unwrap_or_else(PoisonError::into_inner);
                let bot = bot.clone();
                context.send(JobUpdate::Analysis(Box::new(AnalysisUpdate {
                    bot,
                    ..last
                })));
            }
            context.check_cancelled()
        })
    }

    /// Searches a position until the job is cancelled or the time is up, and returns the last update.
    fn search(
        &self,
        query: &AnalysisQuery,
        start: Instant,
        context: &JobContext,
        bot_line: &Mutex<Option<String>>,
    ) -> Result<Option<AnalysisUpdate>, Failure> {
        let mut last = None;
        let mut cached = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (query.game.id(), query.thread_count);
        let resources = Resources::new(ENGINE_MEMORY_MB).threads(query.thread_count);
        let reusable = cached.take().filter(|(cached_key, _)| *cached_key == key);
        let (_, mut engine) = reusable.unwrap_or_else(|| (key, query.game.engine(resources)));
        let engine_name = engine.name();
        let elapsed = || start.elapsed();
        let send_update = |result: SearchResult<String>, is_done| {
            let (engine_name, elapsed_now) = (engine_name.clone(), start.elapsed());
            let bot = bot_line.lock().unwrap_or_else(PoisonError::into_inner);
            let update = AnalysisUpdate {
                result,
                engine_name,
                elapsed: elapsed_now,
                is_done,
                bot: bot.clone(),
            };
            context.send(JobUpdate::Analysis(Box::new(update.clone())));
            update
        };
        let mut time = match query.node_limit {
            Some(_) => query.time_limit,
            // A search that goes on has reported before.
            None if elapsed() >= FIRST_UPDATE_AFTER => query.extended_limit(),
            None => FIRST_UPDATE_AFTER,
        };
        loop {
            let limits = match query.node_limit {
                Some(nodes) => Limits::nodes(nodes),
                None => Limits::time(time, &elapsed),
            };
            let limits = limits.stopped_by(&context.cancel);
            let request = SearchRequest {
                include: query.include.clone(),
                ..SearchRequest::new(limits).lines(query.line_count)
            };
            let mut progress = |result: &SearchResult<String>| {
                send_update(result.clone(), false);
            };
            let result = engine.analyze(&query.position, &request, &mut progress);
            // An engine that failed is not kept, because `take` has emptied the cache.
            let result =
                result.map_err(|bad| Failure::new(FailureKind::Internal, bad.to_string()))?;
            if context.is_cancelled() {
                break;
            }
            let is_first = time == FIRST_UPDATE_AFTER && query.time_limit != time;
            let limit = query.extended_limit();
            let is_proven = result.value.proven().is_some() && !is_first;
            let is_done = !is_first && (time >= limit || is_proven);
            last = Some(send_update(result, is_done));
            if is_done {
                break;
            }
            time = limit;
        }
        *cached = Some((key, engine));
        Ok(last)
    }
}

// The review of a whole game by engines.

/// The evaluations of a ply by a review.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReviewedPly {
    /// The ply, from 1.
    pub ply: u32,
    /// The token of the ply, which shows whether the game is still the same.
    pub token: String,
    /// The evaluations.
    pub evals: Vec<Evaluation>,
    /// The number of plies done.
    pub done_plies: usize,
    /// The total number of plies.
    pub total_plies: usize,
}

/// Returns the plan of a review with this time for each position of a game.
pub fn review_plan(last_ply: u32, time: Duration, thresholds: Thresholds) -> ReviewPlan {
    let limit = SearchLimit::per_position(last_ply, time);
    ReviewPlan {
        thresholds,
        ..ReviewPlan::new(ReviewBudget::first_pass(limit, 1))
    }
}

/// Reviews a game on all cores but one, which is left to the window: [`JobUpdate::PlyReviewed`] for
/// each ply.
pub(super) fn review(
    (mut record, game, last_ply): (Record, &'static dyn DynGame, u32),
    plan: ReviewPlan,
    context: &JobContext,
) -> Result<(), Failure> {
    let tokens: Vec<String> = record
        .tokens()
        .skip(game.info().lead_in)
        .map(str::to_owned)
        .collect();
    let engines = thread_count(0).saturating_sub(1).max(1);
    let mut report = |record: &Record, progress: review::ReviewProgress| {
        let index = progress.ply.saturating_sub(1) as usize;
        let note = record.notes.get(&progress.ply);
        context.send(JobUpdate::PlyReviewed(Box::new(ReviewedPly {
            ply: progress.ply,
            token: tokens.get(index).cloned().unwrap_or_default(),
            evals: note.map(|note| note.evals.clone()).unwrap_or_default(),
            done_plies: progress.done,
            total_plies: progress.total,
        })));
    };
    let (stop, resources) = (&context.cancel, (engines, ENGINE_MEMORY_MB));
    let result = review::review(
        &mut record,
        game,
        last_ply,
        plan,
        resources,
        stop,
        &mut report,
    );
    result.map_err(Failure::from)
}
