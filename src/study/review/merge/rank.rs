//! The order of reviews of one game: which of them is better.

use kifu_core::games::{Catalogue, DynGame};
use kifu_core::record::{EvalBudget, Evaluation, Record, SearchPass};
use kifu_core::search::Resources;
use std::collections::BTreeMap;

/// The families of the games' engines, by game id: the first word of an engine's name.
#[derive(Clone, Debug, Default)]
pub struct ReviewEngines(BTreeMap<&'static str, String>);

impl ReviewEngines {
    /// Collects the engines of a catalogue.
    pub fn of_catalogue(catalogue: Catalogue) -> Self {
        let family = |game: &&'static dyn DynGame| {
            let name = game.engine(Resources::new(1)).name();
            (game.id(), family(&name).to_owned())
        };
        Self(catalogue.iter().map(family).collect())
    }
}

/// The rank of a review; the greater one is better.
///
/// In this order count:
///
/// 1. an engine of this program over another one,
/// 2. the number of plies that the engine searched: a whole review over one that was interrupted,
/// 3. the version of the engine and of its calibration,
/// 4. the node budget of the first searches; a time budget counts as none,
/// 5. the number of nodes of all searches.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReviewRank {
    is_own_engine: bool,
    ply_count: u32,
    version: Vec<u64>,
    first_nodes: u64,
    total_nodes: u128,
}

impl ReviewRank {
    /// Ranks the review in a record: that of its best engine.
    ///
    /// A record without a review has the least rank of all.
    pub fn of_record(record: &Record, engines: &ReviewEngines) -> Self {
        let own_family = engines.0.get(record.game.as_str());
        let mut ranks: BTreeMap<&str, Self> = BTreeMap::new();
        for note in record.notes.values() {
            let mut last_engine = None;
            for eval in &note.evals {
                let rank = ranks
                    .entry(&eval.engine)
                    .or_insert_with(|| Self::of_engine(&eval.engine, own_family));
                rank.add(eval, last_engine == Some(&eval.engine));
                last_engine = Some(&eval.engine);
            }
        }
        ranks.into_values().max().unwrap_or_default()
    }

    /// Reports whether there is a review at all.
    pub const fn is_review(&self) -> bool {
        self.ply_count > 0
    }

    fn of_engine(name: &str, own_family: Option<&String>) -> Self {
        Self {
            is_own_engine: own_family.is_some_and(|own| own == family(name)),
            version: version(name),
            ..Self::default()
        }
    }

    /// Counts an evaluation; `is_same_ply` says whether it is another one of the same ply.
    fn add(&mut self, eval: &Evaluation, is_same_ply: bool) {
        self.ply_count += u32::from(!is_same_ply);
        if let (Some(EvalBudget::Nodes(nodes)), SearchPass::First) = (&eval.budget, eval.pass) {
            self.first_nodes = self.first_nodes.max(*nodes);
        }
        self.total_nodes += eval
            .values()
            .map(|line| u128::from(line.nodes))
            .sum::<u128>();
    }
}

/// Returns the first word of an engine's name.
fn family(name: &str) -> &str {
    name.split(' ').next().unwrap_or_default()
}

/// Returns the numbers in an engine's name: 4 and 5 of `zuniq 4 c5`.
fn version(name: &str) -> Vec<u64> {
    let numbers = name.split(|c: char| !c.is_ascii_digit());
    numbers.filter_map(|number| number.parse().ok()).collect()
}
