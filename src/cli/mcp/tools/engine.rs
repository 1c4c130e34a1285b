//! The tools `analyze` and `review`, which search within bounds.

use super::McpTool;
use super::archive::game_summary;
use super::game::value_text;
use crate::common::text::pluralize;
use crate::mcp::answer::{ToolAnswer, paged, shortened};
use crate::mcp::place::{Place, parse_name};
use crate::mcp::session::{JudgedGame, Session, ToolCall};
use kifu_core::contract::Turn;
use kifu_core::search::{Coverage, Limits, Resources, SearchRequest, Value};
use kifu_study::failure::Failure;
use kifu_study::review::{
    LineValue, ReviewBudget, ReviewError, ReviewPlan, ReviewProgress, SearchLimit, review,
};
use kifu_study::suite::MoveJudge;
use schemars::JsonSchema;
use serde::Deserialize;
use std::fmt::Write;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// The memory of an engine, in megabytes.
const ENGINE_MB: usize = 64;
/// The maximum number of nodes of a search.
const MAX_NODES: u64 = 20_000_000;
/// The maximum time of a call, in seconds.
const MAX_SECONDS: u64 = 600;
/// The time after which a call ends unless another one is given, in seconds.
const DEFAULT_SECONDS: u64 = 60;
/// The maximum number of moves in the answer of a search.
const MAX_LINES: usize = 20;

/// Returns a number of nodes within bounds.
fn checked_nodes(nodes: Option<u64>) -> Result<Option<u64>, Failure> {
    match nodes {
        Some(nodes) if !(1..=MAX_NODES).contains(&nodes) => {
            let message = format!("nodes: expected 1 to {MAX_NODES}, found {nodes}");
            Err(Failure::usage(message))
        }
        nodes => Ok(nodes),
    }
}

/// Returns the time after which a call ends.
fn checked_time(seconds: Option<u64>) -> Result<Duration, Failure> {
    let seconds = seconds.unwrap_or(DEFAULT_SECONDS);
    if !(1..=MAX_SECONDS).contains(&seconds) {
        let message = format!("seconds: expected 1 to {MAX_SECONDS}, found {seconds}");
        return Err(Failure::usage(message));
    }
    Ok(Duration::from_secs(seconds))
}

/// The arguments of `analyze`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Analyze {
    /// The place, FILE#GAME@PLY: the position after PLY plies, counted from the end if negative.
    at: String,
    /// Legal moves after it, to analyse another line.
    #[serde(default)]
    moves: Vec<String>,
    /// Nodes to search [default: the engine's]; the same number and seed give the same answer.
    #[schemars(range(min = 1, max = 20_000_000))]
    nodes: Option<u64>,
    /// The number of best moves to list [default: 3]; the move that was played is added.
    #[schemars(range(min = 1, max = 20))]
    lines: Option<usize>,
    /// The random seed [default: 1].
    seed: Option<u64>,
    /// The time after which the search ends in any case, in seconds [default: 60].
    #[schemars(range(min = 1, max = 600))]
    seconds: Option<u64>,
}

impl McpTool for Analyze {
    const NAME: &'static str = "analyze";
    const ABOUT: &'static str = "Search a position FILE#GAME@PLY, perhaps after further legal \
        moves, with kifu's engine: the best moves with values (proven or estimated) and expected \
        continuations, beside the move that was played.";

    fn answer(self, session: &Session, call: &ToolCall) -> Result<ToolAnswer, Failure> {
        let lines = self.lines.unwrap_or(3);
        if !(1..=MAX_LINES).contains(&lines) {
            let message = format!("lines: expected 1 to {MAX_LINES}, found {lines}");
            return Err(Failure::usage(message));
        }
        let (nodes, time) = (checked_nodes(self.nodes)?, checked_time(self.seconds)?);
        let place = Place::find(session, call, (&self.at, &self.moves))?;
        if place.state.turn() == Turn::Over {
            let message = format!(
                "{}: the game is over, there is nothing to search",
                place.name()
            );
            return Err(Failure::usage(message).hint("give an earlier ply"));
        }
        let mut engine = place.game.game.engine(Resources::new(ENGINE_MB));
        let (start, seed) = (Instant::now(), self.seed.unwrap_or(1));
        let elapsed = || start.elapsed();
        let nodes = nodes.unwrap_or_else(|| engine.default_nodes());
        let mut limits = Limits::nodes(nodes);
        limits.time = Some(time);
        limits.elapsed = Some(&elapsed);
        limits.stop = Some(&call.stop);
        let request = SearchRequest {
            include: place.played.clone(),
            ..SearchRequest::new(limits).lines(lines).seed(seed)
        };
        let total = usize::try_from(nodes).ok();
        let result = engine.analyze(&place.state.position(), &request, &mut |so_far| {
            let done = usize::try_from(so_far.nodes).unwrap_or(usize::MAX);
            (call.progress)(done, total, format!("{done} nodes"));
        });
        let result = result.map_err(|bad| Failure::internal(bad.to_string()))?;
        call.check()?;
        let side = place.game.game.sides()[place.to_act().index()];
        let mut heading = format!(
            "{}: {}; {side} {}; {} nodes of {nodes}, seed {seed}, {}",
            place.name(),
            place.turn_text(),
            value_text(line_value(&result.value)),
            result.nodes,
            engine.name()
        );
        if start.elapsed() >= time {
            let _ = write!(heading, "; ended by its time of {} s", time.as_secs());
        }
        if result.coverage == Coverage::Subset {
            heading.push_str("; only some of the moves were searched");
        }
        let mut judge = MoveJudge::new(Some(SearchLimit::Nodes(nodes)), ENGINE_MB);
        let mut rows: Vec<String> = Vec::new();
        for (nth, line) in result.lines.iter().enumerate() {
            let is_played = place.played.as_ref() == Some(&line.mv);
            let pv = line.pv.iter().skip(1).take(8).cloned().collect::<Vec<_>>();
            // A move that the search does not prefer has few nodes: it is searched alone.
            let is_alone = is_played && nth > 0 && line.value.proven().is_none();
            let value = if is_alone {
                let value = judge.value_of(place.game.game, place.state.as_ref(), &line.mv);
                value.map_err(|error| Failure::internal(error.to_string()))?
            } else {
                line_value(&line.value)
            };
            let mut row = format!("{}. {}", nth + 1, line.mv);
            row.push_str(if is_played { " (played) " } else { " " });
            row.push_str(&value_text(value));
            if is_alone {
                let _ = write!(row, "; searched alone with {nodes} nodes");
            } else {
                let _ = write!(row, "; depth {}", line.depth);
            }
            if !pv.is_empty() {
                let _ = write!(row, "; then {}", shortened(&pv.join(" "), 160));
            }
            rows.push(row);
        }
        Ok(paged(&heading, &rows, 0).into())
    }
}

/// Returns a value of a search as reviews keep it.
fn line_value(value: &Value) -> LineValue {
    LineValue {
        proven: value.proven(),
        win: value.win,
        points: value.points,
    }
}

/// The arguments of `review`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Review {
    /// The game, FILE#GAME.
    game: String,
    /// Nodes for each position [default: 2000]; the same number gives the same review.
    #[schemars(range(min = 1, max = 20_000_000))]
    nodes: Option<u64>,
    /// The time after which the review ends, in seconds [default: 60]; another call goes on.
    #[schemars(range(min = 1, max = 600))]
    seconds: Option<u64>,
    /// The first row of the answer to show, from 0.
    #[serde(default)]
    from: usize,
}

/// The nodes for each position of a review, unless others are given.
const REVIEW_NODES: u64 = 2000;

impl McpTool for Review {
    const NAME: &'static str = "review";
    const ABOUT: &'static str = "Search every position of a game with kifu's engine and judge every \
        move: what decided the game, accuracy, mistakes with the better moves and reasons. The \
        review is kept for `moves`, `until` and `summary` of this connection; no file is written.";

    fn answer(self, session: &Session, call: &ToolCall) -> Result<ToolAnswer, Failure> {
        let nodes = checked_nodes(self.nodes)?.unwrap_or(REVIEW_NODES);
        let time = checked_time(self.seconds)?;
        let loaded = session.load(&parse_name(&self.game)?, call)?;
        let mut checked = loaded.checked.clone();
        let plan = ReviewPlan::new(ReviewBudget::first_pass(SearchLimit::Nodes(nodes), 1));
        let (start, mut is_late) = (Instant::now(), false);
        let mut last = None;
        let plies = checked.ply_count;
        let engines = (1, ENGINE_MB);
        let result = review(
            &mut checked.record,
            loaded.game,
            plies,
            plan,
            engines,
            &call.stop,
            &mut |_, progress: ReviewProgress| {
                let ReviewProgress { done, total, ply } = progress;
                last = Some((done, total));
                (call.progress)(done, Some(total), format!("ply {ply}"));
                if start.elapsed() > time && !call.stop.swap(true, Ordering::Relaxed) {
                    is_late = true;
                }
            },
        );
        let is_cancelled = matches!(result, Err(ReviewError::Cancelled));
        if !is_cancelled {
            result?;
        } else if !is_late {
            call.check()?;
        }
        let (name, game) = (loaded.name.clone(), loaded.game);
        let reviewed = session.keep_review(JudgedGame {
            name,
            game,
            checked,
        });
        let (mut heading, rows) = game_summary(&reviewed)?;
        if let (true, Some((done, total))) = (is_cancelled, last) {
            let _ = write!(
                heading,
                "\nnot complete: {done} of {} in {} s; the same call goes on",
                pluralize(total, "position"),
                time.as_secs()
            );
        }
        Ok(paged(&heading, &rows, self.from).into())
    }
}
