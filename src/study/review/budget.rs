//! The settings of a review, and the budget of a search: its limit, its seed and which search of the
//! position it is for.

use super::judge::Thresholds;
use kifu_core::record::{EvalBudget, Evaluation, SearchPass};
use std::time::Duration;

/// The limit of the search of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchLimit {
    /// A length of time.
    Time(Duration),
    /// A number of nodes: gives the same result on every machine.
    Nodes(u64),
}

/// The default factor by which the budget of a second search exceeds that of the first.
const RECHECK_FACTOR: u32 = 5;

impl SearchLimit {
    /// The default time for a position in a game of up to forty plies.
    pub const DEFAULT_TIME: Duration = Duration::from_millis(100);

    /// Returns a limit of `time` for each position of a game of up to forty plies, and of less in a
    /// longer game, so that the whole game takes no longer.
    ///
    /// ```
    /// use kifu_study::review::SearchLimit;
    /// use std::time::Duration;
    ///
    /// let time = Duration::from_millis(100);
    /// assert_eq!(SearchLimit::per_position(30, time), SearchLimit::Time(time));
    /// assert_eq!(SearchLimit::per_position(80, time), SearchLimit::Time(time / 2));
    /// ```
    pub fn per_position(plies: u32, time: Duration) -> Self {
        Self::Time(time.min(time.saturating_mul(40) / plies.max(1)))
    }

    /// Returns the limit of the first search of each position with which the review of a game of
    /// `plies` plies takes about `total`.
    ///
    /// It assumes what reviews were measured to need: a short second search, as long as the first
    /// one, in half of the positions, and three searches of five times the time in a fifth of them.
    /// The latter take at most five times the default time, unless that is less than the time of
    /// the first search.
    pub fn for_whole_game(total: Duration, plies: u32) -> Self {
        let each = total / plies.max(1);
        let whole = 3 * RECHECK_FACTOR;
        let first = each * 10 / (15 + 2 * whole);
        if first <= Self::DEFAULT_TIME {
            return Self::Time(first);
        }
        let rechecks = Self::DEFAULT_TIME * whole / 5;
        Self::Time((each.saturating_sub(rechecks) * 2 / 3).min(each * 10 / (15 + 2 * 3)))
    }

    /// Multiplies the limit by `factor`, up to `factor` times the default, but at least by
    /// `min_factor`.
    fn scaled(self, factor: u32, min_factor: u32, default_nodes: u64) -> Self {
        match self {
            Self::Time(time) => {
                let times = |time: Duration, factor| time.saturating_mul(factor);
                let upper = times(Self::DEFAULT_TIME, factor).max(times(time, min_factor));
                Self::Time(times(time, factor).min(upper))
            }
            Self::Nodes(nodes) => {
                let times = |nodes: u64, factor| nodes.saturating_mul(u64::from(factor));
                let upper = times(default_nodes, factor).max(times(nodes, min_factor));
                Self::Nodes(times(nodes, factor).min(upper))
            }
        }
    }
}

/// Which second searches of a review get their whole budget.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RecheckEffort {
    /// Those that a short one leaves in doubt.
    #[default]
    ByNeed,
    /// All of them: twice the processor time, to measure what the short ones miss.
    Full,
}

/// The settings of a review.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReviewPlan {
    /// The budget of the first search of each position.
    pub budget: ReviewBudget,
    /// The factor by which the whole budget of a second search exceeds that of the first; 1 for no
    /// second search.
    ///
    /// Before a move is called bad, it and the best one are searched alone, each with the same
    /// amount: that of the first search, and in doubt this many times as much, after a search of the
    /// position with as much. If the engine's lines are comparable, single searches with twice the
    /// amount take their place. A hasty search must not turn a good move into a mistake, nor should
    /// the verdict depend on how hasty the first search was: see [`ReviewBudget::for_recheck`].
    pub recheck_factor: u32,
    /// Which second searches get their whole budget.
    pub recheck_effort: RecheckEffort,
    /// The losses from which a move is called an inaccuracy, a mistake or a blunder.
    pub thresholds: Thresholds,
}

impl ReviewPlan {
    /// Creates a plan with this budget, the default recheck factor and the default thresholds.
    pub fn new(budget: ReviewBudget) -> Self {
        Self {
            budget,
            recheck_factor: RECHECK_FACTOR,
            recheck_effort: RecheckEffort::default(),
            thresholds: Thresholds::default(),
        }
    }
}

/// The budget of an evaluation, which the record stores with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReviewBudget {
    /// The limit of each search.
    pub limit: SearchLimit,
    /// The random seed.
    pub seed: u64,
    /// Which search of the position the budget is for.
    pub pass: SearchPass,
}

impl ReviewBudget {
    /// Creates the budget of a first search.
    pub const fn first_pass(limit: SearchLimit, seed: u64) -> Self {
        Self {
            limit,
            seed,
            pass: SearchPass::First,
        }
    }

    /// Returns the budget of the first search with the same limit and seed.
    pub(super) const fn first(self) -> Self {
        Self::first_pass(self.limit, self.seed)
    }

    /// Returns the budget of a second search with the same seed: `factor` times the limit for each
    /// of the three searches of a closer pass, and twice that for the one search of a deeper pass.
    ///
    /// If the first search had more than `default_nodes` (or the default time), the second one gets
    /// the same as after a first search with the default, as long as that is enough: its result
    /// should not depend on how much the first had.
    #[must_use]
    pub fn for_recheck(self, factor: u32, pass: SearchPass, default_nodes: u64) -> Self {
        let (factor, min_factor) = match pass {
            SearchPass::Deeper => (factor.saturating_mul(2), 2),
            SearchPass::First | SearchPass::Closer => (factor, 1),
        };
        Self {
            limit: self.limit.scaled(factor, min_factor, default_nodes),
            pass,
            ..self
        }
    }

    /// Returns the budget of a recorded evaluation; `None` if the search cannot be repeated with it.
    pub(super) fn of_evaluation(eval: &Evaluation) -> Option<Self> {
        let limit = match eval.budget.as_ref()? {
            EvalBudget::Nodes(nodes) => SearchLimit::Nodes(*nodes),
            EvalBudget::TimeMs(ms) => SearchLimit::Time(Duration::from_millis(*ms)),
            EvalBudget::Other(_) => return None,
        };
        Some(Self {
            limit,
            seed: eval.seed?,
            pass: eval.pass,
        })
    }

    /// Creates an evaluation by an engine with this budget, without lines.
    pub(super) fn new_evaluation(self, engine: &str) -> Evaluation {
        let budget = match self.limit {
            SearchLimit::Nodes(nodes) => EvalBudget::Nodes(nodes),
            SearchLimit::Time(time) => {
                EvalBudget::TimeMs(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
            }
        };
        Evaluation {
            engine: engine.to_owned(),
            budget: Some(budget),
            seed: Some(self.seed),
            pass: self.pass,
            ..Evaluation::default()
        }
    }

    /// Reports whether an engine made the evaluation with this budget.
    pub(super) fn made(self, eval: &Evaluation, engine: &str) -> bool {
        let expected = self.new_evaluation(engine);
        (
            &expected.engine,
            &expected.budget,
            expected.seed,
            expected.pass,
        ) == (&eval.engine, &eval.budget, eval.seed, eval.pass)
    }
}
