//! How much thought goes into a position.

use crate::record::{EvalBudget, Evaluation, SearchPass};
use std::time::Duration;

/// What ends the thinking about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchLimit {
    /// So much time.
    Time(Duration),
    /// So many nodes: the same result on every machine.
    Nodes(u64),
}

/// How many times as much as the first look each search of a closer one has, as a rule.
pub(super) const RECHECK_FACTOR: u32 = 5;

impl SearchLimit {
    /// For a position of a game with forty plies.
    pub const DEFAULT_TIME: Duration = Duration::from_millis(100);

    /// So long for each position of a game with up to forty plies, and less for each of a longer
    /// one: the game takes no longer.
    pub fn per_position(plies: u32, time: Duration) -> Self {
        Self::Time(time.min(time.saturating_mul(40) / plies.max(1)))
    }

    /// So long for the first look at each position that a game of so many plies takes about `all`:
    /// half of them get a closer look, of three searches that take five times as long each, but no
    /// longer than five times the usual, if that is not less than the first look itself.
    pub fn for_whole_game(all: Duration, plies: u32) -> Self {
        let each = all / plies.max(1);
        let searches = 3 * RECHECK_FACTOR;
        let first = each * 2 / (2 + searches);
        if first <= Self::DEFAULT_TIME {
            return Self::Time(first);
        }
        let closer = Self::DEFAULT_TIME * searches / 2;
        Self::Time(each.saturating_sub(closer).min(each * 2 / (2 + 3)))
    }

    /// So many times as much, but no more than so many times the usual, unless that is less than
    /// `least` times as much.
    fn scaled(self, factor: u32, least: u32, usual: u64) -> Self {
        match self {
            Self::Time(time) => {
                let times = |time: Duration, factor| time.saturating_mul(factor);
                let most = times(Self::DEFAULT_TIME, factor).max(times(time, least));
                Self::Time(times(time, factor).min(most))
            }
            Self::Nodes(nodes) => {
                let times = |nodes: u64, factor| nodes.saturating_mul(u64::from(factor));
                let most = times(usual, factor).max(times(nodes, least));
                Self::Nodes(times(nodes, factor).min(most))
            }
        }
    }
}

/// What an evaluation was made with; the record keeps it beside the evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// For each position.
    pub limit: SearchLimit,
    /// Where the random numbers start.
    pub seed: u64,
    /// What it is spent on.
    pub pass: SearchPass,
}

impl Budget {
    /// For a first look.
    pub const fn first_pass(spend: SearchLimit, seed: u64) -> Self {
        Self {
            limit: spend,
            seed,
            pass: SearchPass::First,
        }
    }

    /// With the same seed, for looking once more: a search of so many times as much, of which a
    /// closer look has three. Where the first look had more than the `usual` nodes, the second has
    /// what it has with these, as long as that is enough: what it finds does not depend on how
    /// much the first had.
    #[must_use]
    pub fn for_recheck(self, factor: u32, look: SearchPass, usual: u64) -> Self {
        let (factor, least) = match look {
            SearchPass::Deeper => (factor.saturating_mul(2), 2),
            SearchPass::First | SearchPass::Closer => (factor, 1),
        };
        Self {
            limit: self.limit.scaled(factor, least, usual),
            pass: look,
            ..self
        }
    }

    /// The budget that the record names; `None` if the search cannot be repeated with it.
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

    /// An evaluation by an engine with this budget, still without lines.
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

    /// Whether an engine made the evaluation with this budget.
    pub(super) fn made(self, eval: &Evaluation, engine: &str) -> bool {
        let own = self.new_evaluation(engine);
        (&own.engine, &own.budget, own.seed, own.pass)
            == (&eval.engine, &eval.budget, eval.seed, eval.pass)
    }
}
