//! The judgement of moves: each is searched alone, from the position to which it leads and with the
//! same budget, so that all values have the same kind of error.

use super::position::{SuiteMove, SuitePosition};
use crate::review::{LineValue, MAX_VERIFIED_NODES, MoveClass, SearchLimit, for_mover, rounded};
use kifu_core::contract::{MoveError, ParseError, Player, Proven};
use kifu_core::games::{DynEngine, DynGame, DynState};
use kifu_core::search::{Calibration, Limits, Resources, SearchRequest, SearchResult};
use std::collections::{BTreeMap, HashMap};
use std::time::Instant;

/// The number of moves of a position that are searched alone to see whether they are good.
const MAX_CANDIDATES: usize = 6;
/// The number of lines from which the candidates are taken.
const MAX_LINES: usize = 24;
/// The factor of the tolerance within which a line of one search may still be good: such a search
/// undervalues the moves on which it spends few nodes.
const CANDIDATE_FACTOR: f64 = 4.0;
/// The number of nodes that a search limited by time makes in any case.
const MIN_TIMED_NODES: u64 = 100;
/// The random seed of all searches.
pub const SUITE_SEED: u64 = 1;

/// The error of a position that cannot be judged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JudgeError {
    /// A text is not a position of the game.
    #[error("expected a position of the game: {0}")]
    Position(#[from] ParseError),
    /// A move of the suite or of the engine is illegal.
    #[error("the move `{token}` is refused: {error}")]
    MoveRefused {
        /// The move.
        token: String,
        /// Why it is refused.
        error: MoveError,
    },
}

/// The change of a position's judgement by another search.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgementChange {
    /// The good moves before.
    pub good_before: Vec<String>,
    /// The good moves now.
    pub good_now: Vec<String>,
    /// The loss of the played move before, 0 to 1.
    pub loss_before: f64,
    /// The loss of the played move now, 0 to 1.
    pub loss_now: f64,
    /// Whether the move that was a mistake is good now.
    pub is_no_mistake: bool,
}

/// A judge of moves, with an engine for each game.
pub struct MoveJudge {
    limit: Option<SearchLimit>,
    memory_mb: usize,
    engines: BTreeMap<&'static str, JudgeEngine>,
}

/// The engine of a game, and the values that it has found.
struct JudgeEngine {
    engine: Box<dyn DynEngine>,
    name: String,
    calibration: Option<Calibration>,
    /// The values of moves by position, move and budget.
    values: HashMap<(String, String, String), LineValue>,
}

impl MoveJudge {
    /// Creates a judge. Without a limit each position is judged with the nodes that it names, or
    /// else with the usual number of the engine.
    pub fn new(limit: Option<SearchLimit>, memory_mb: usize) -> Self {
        Self {
            limit,
            memory_mb,
            engines: BTreeMap::new(),
        }
    }

    /// Sets the limit of each search from now on.
    pub fn set_limit(&mut self, limit: SearchLimit) {
        self.limit = Some(limit);
    }

    /// Returns the name and version of the engine of a game.
    pub fn engine_name(&mut self, game: &'static dyn DynGame) -> &str {
        &self.engine(game).name
    }

    fn engine(&mut self, game: &'static dyn DynGame) -> &mut JudgeEngine {
        let memory_mb = self.memory_mb;
        self.engines.entry(game.id()).or_insert_with(|| {
            let engine = game.engine(Resources::new(memory_mb));
            let name = engine.name();
            let calibration: Option<Calibration> = game.calibration().parse().ok();
            JudgeEngine {
                calibration: calibration.filter(|table| table.fits_engine(&name)),
                name,
                engine,
                values: HashMap::new(),
            }
        })
    }

    /// Returns the limit of the searches of a position whose budget has this text.
    fn limit_for(&mut self, game: &'static dyn DynGame, budget: &str) -> SearchLimit {
        let named = || {
            let nodes = budget.strip_prefix("nodes ")?;
            let nodes: u64 = nodes.split(' ').next()?.parse().ok()?;
            // A suite may claim any number, and a search of 2^64 nodes never ends.
            Some(SearchLimit::Nodes(nodes.min(MAX_VERIFIED_NODES)))
        };
        let limit = self.limit.or_else(named);
        limit.unwrap_or_else(|| SearchLimit::Nodes(self.engine(game).engine.default_nodes()))
    }

    /// Returns the value of a move for the player who makes it, from a search of the position to which
    /// it leads: among the lines of one search a move that is not preferred has few nodes.
    ///
    /// # Errors
    /// Returns an error if the move is illegal.
    pub fn value_of(
        &mut self,
        game: &'static dyn DynGame,
        state: &dyn DynState,
        mv: &str,
    ) -> Result<LineValue, JudgeError> {
        let limit = self.limit_for(game, "");
        self.engine(game).value(state, mv, limit)
    }

    /// Gives a position its good moves, the tolerance, the engine and the budget.
    ///
    /// # Errors
    /// Returns an error if the position cannot be judged.
    pub fn judge(
        &mut self,
        game: &'static dyn DynGame,
        position: &mut SuitePosition,
        tolerance: f64,
    ) -> Result<(), JudgeError> {
        let state = position.state(game)?;
        let limit = self.limit_for(game, &position.budget);
        let engine = self.engine(game);
        let known = [position.best.as_str()];
        let known = known.into_iter().filter(|mv| !mv.is_empty());
        let mut moves = engine.candidates(state.as_ref(), known, limit, tolerance)?;
        // The best move, and that the played one was a mistake, were found by larger searches.
        let best = moves.iter().find(|mv| mv.mv == position.best).cloned();
        if position.is_mistake() {
            moves.retain(|mv| mv.mv != position.played);
        }
        position.good = engine.good_of(moves, tolerance);
        let is_best = |mv: &SuiteMove| mv.mv == position.best;
        if !position.good.iter().any(is_best) {
            position.good.extend(best);
        }
        position.tolerance = tolerance;
        position.engine = engine.name.clone();
        position.budget = budget_text(limit);
        Ok(())
    }

    /// Reports whether a move is good in a position: whether it is known as such, or worth as much as
    /// the best move within the tolerance and the engine's error.
    ///
    /// # Errors
    /// Returns an error if the position cannot be judged, or the move is illegal.
    pub fn is_good(
        &mut self,
        game: &'static dyn DynGame,
        position: &SuitePosition,
        mv: &str,
    ) -> Result<bool, JudgeError> {
        if mv == position.best || position.good.iter().any(|known| known.mv == mv) {
            return Ok(true);
        }
        if mv == position.played {
            return Ok(!position.is_mistake());
        }
        let state = position.state(game)?;
        let limit = self.limit_for(game, &position.budget);
        let engine = self.engine(game);
        let best = engine.value(state.as_ref(), &position.best, limit)?;
        let value = engine.value(state.as_ref(), mv, limit)?;
        Ok(engine.is_within(&best, &value, position.tolerance))
    }

    /// Judges a position by the engine at hand again, and says what is different; `None` if nothing
    /// is. The position has the new judgement then.
    ///
    /// # Errors
    /// Returns an error if the position cannot be judged.
    pub fn verify(
        &mut self,
        game: &'static dyn DynGame,
        position: &mut SuitePosition,
        tolerance: f64,
    ) -> Result<Option<JudgementChange>, JudgeError> {
        let state = position.state(game)?;
        let limit = self.limit_for(game, &position.budget);
        let engine = self.engine(game);
        let known = position.good.iter().map(|known| known.mv.as_str());
        let known = known.chain([position.best.as_str(), position.played.as_str()]);
        let known = known.filter(|mv| !mv.is_empty());
        let moves = engine.candidates(state.as_ref(), known, limit, tolerance)?;
        let played = moves.iter().find(|mv| mv.mv == position.played).cloned();
        let good = engine.good_of(moves, tolerance);
        let (Some(best), Some(played)) = (good.first(), played) else {
            return Ok(None);
        };
        let loss_now = rounded((best.win - played.win).max(0.0));
        let is_good = good.iter().any(|known| known.mv == position.played);
        let names = |moves: &[SuiteMove]| -> Vec<String> {
            moves.iter().map(|known| known.mv.clone()).collect()
        };
        let sorted = |moves: &[SuiteMove]| {
            let mut names = names(moves);
            names.sort();
            names
        };
        let change = JudgementChange {
            good_before: names(&position.good),
            good_now: names(&good),
            loss_before: position.loss,
            loss_now,
            is_no_mistake: position.is_mistake() && is_good,
        };
        let is_changed = sorted(&position.good) != sorted(&good);
        position.class = match (position.is_mistake(), is_good) {
            (true, true) => MoveClass::Good,
            (false, false) => MoveClass::Inaccuracy,
            _ => position.class,
        };
        position.best.clone_from(&best.mv);
        if position.line.first() != Some(&best.mv) {
            position.line = vec![best.mv.clone()];
        }
        position.proven = best.proven;
        position.loss = loss_now;
        position.good = good;
        position.tolerance = tolerance;
        position.engine = engine.name.clone();
        position.budget = budget_text(limit);
        Ok(is_changed.then_some(change))
    }
}

/// Returns the budget of a search as text.
fn budget_text(limit: SearchLimit) -> String {
    match limit {
        SearchLimit::Nodes(nodes) => format!("nodes {nodes} seed {SUITE_SEED}"),
        SearchLimit::Time(time) => format!("time {}ms seed {SUITE_SEED}", time.as_millis()),
    }
}

impl JudgeEngine {
    /// Returns the moves that may be good, with the values that they have alone, among them the
    /// known ones.
    fn candidates<'a>(
        &mut self,
        state: &dyn DynState,
        known: impl Iterator<Item = &'a str>,
        limit: SearchLimit,
        tolerance: f64,
    ) -> Result<Vec<SuiteMove>, JudgeError> {
        let mut moves: Vec<String> = Vec::new();
        for mv in known {
            if !moves.iter().any(|other| other == mv) {
                moves.push(mv.to_owned());
            }
        }
        let result = self.search(&state.position(), MAX_LINES, limit)?;
        let win = |proven: Option<Proven>, win| proven.map_or(win, Proven::win);
        let best = result.lines.first();
        let best = best.map_or(1.0, |best| win(best.value.proven(), best.value.win));
        let near = result.lines.iter().filter(|line| {
            win(line.value.proven(), line.value.win) >= best - CANDIDATE_FACTOR * tolerance
        });
        for line in near.take(MAX_CANDIDATES) {
            if !moves.contains(&line.mv) {
                moves.push(line.mv.clone());
            }
        }
        moves
            .into_iter()
            .map(|mv| Ok(SuiteMove::new(&mv, &self.value(state, &mv, limit)?)))
            .collect()
    }

    /// Returns the moves that are worth as much as the best one, the best first.
    fn good_of(&self, mut moves: Vec<SuiteMove>, tolerance: f64) -> Vec<SuiteMove> {
        moves.sort_by(|a, b| b.win.total_cmp(&a.win).then_with(|| a.mv.cmp(&b.mv)));
        let value = |mv: &SuiteMove| LineValue {
            proven: mv.proven,
            win: mv.win,
            points: None,
        };
        if let Some(best) = moves.first().map(value) {
            moves.retain(|mv| self.is_within(&best, &value(mv), tolerance));
        }
        moves
    }

    /// Reports whether a move of this value is worth as much as the best one, within the tolerance
    /// and the engine's standard error.
    fn is_within(&self, best: &LineValue, value: &LineValue, tolerance: f64) -> bool {
        let estimates = [best, value].map(|value| u8::from(value.proven.is_none()));
        let error = self.calibration.as_ref();
        let error = error.map_or(0.0, |table| table.standard_error(estimates.iter().sum()));
        best.win - value.win - error < tolerance
    }

    /// Returns the value of a move, searched alone.
    fn value(
        &mut self,
        state: &dyn DynState,
        mv: &str,
        limit: SearchLimit,
    ) -> Result<LineValue, JudgeError> {
        let key = (state.position(), mv.to_owned(), budget_text(limit));
        if let Some(known) = self.values.get(&key) {
            return Ok(*known);
        }
        let mut after = state.fork();
        after.play(mv).map_err(|error| JudgeError::MoveRefused {
            token: mv.to_owned(),
            error,
        })?;
        let result = self.search(&after.position(), 1, limit)?;
        // The value of a game that is over is that of the first player.
        let mover = |state: &dyn DynState| state.mover().unwrap_or(Player::First);
        let same_player = mover(after.as_ref()) == mover(state);
        let (win, proven) = for_mover(result.value.win, result.value.proven(), same_player);
        let value = LineValue {
            proven,
            win: rounded(proven.map_or(win, Proven::win)),
            points: None,
        };
        self.values.insert(key, value);
        Ok(value)
    }

    fn search(
        &mut self,
        position: &str,
        lines: usize,
        limit: SearchLimit,
    ) -> Result<SearchResult<String>, JudgeError> {
        let start = Instant::now();
        let elapsed = || start.elapsed();
        let limits = match limit {
            SearchLimit::Nodes(nodes) => Limits::nodes(nodes),
            SearchLimit::Time(time) => Limits::time(time, &elapsed).at_least(MIN_TIMED_NODES),
        };
        let request = SearchRequest::new(limits).lines(lines).seed(SUITE_SEED);
        Ok(self.engine.analyze(position, &request, &mut |_| {})?)
    }
}
