//! How much thought goes into a position.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// What ends the thinking about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spend {
    /// So much time.
    Time(Duration),
    /// So many nodes: the same result on every machine.
    Nodes(u64),
}

impl Spend {
    /// So many times as much.
    #[must_use]
    pub fn times(self, factor: u32) -> Self {
        match self {
            Self::Time(time) => Self::Time(time.saturating_mul(factor)),
            Self::Nodes(nodes) => Self::Nodes(nodes.saturating_mul(u64::from(factor))),
        }
    }
}

/// How a position is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Look {
    /// For the first time, by one search.
    #[default]
    First,
    /// Once more, by one search that compares its lines soundly.
    Deeper,
    /// Once more by one search, and after that the played move and the best one were looked at
    /// alone, each with as much.
    Closer,
}

impl Look {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::First, Self::Deeper, Self::Closer];

    /// Behind the rest of a budget.
    const fn word(self) -> &'static str {
        match self {
            Self::First => "",
            Self::Deeper => "deeper",
            Self::Closer => "closer",
        }
    }
}

/// What an evaluation was made with; written into the record beside it, and read from there:
/// `nodes 100000 seed 1`, `time 1000ms seed 1 closer`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// For each position.
    pub spend: Spend,
    /// Where the random numbers start.
    pub seed: u64,
    /// What it is spent on.
    pub look: Look,
}

impl Budget {
    /// For a first look.
    pub const fn first(spend: Spend, seed: u64) -> Self {
        Self {
            spend,
            seed,
            look: Look::First,
        }
    }

    /// With the same seed, for looking once more: a search of so many times as much, of which a
    /// closer look has three.
    #[must_use]
    pub fn again(self, factor: u32, look: Look) -> Self {
        let searches = if look == Look::Deeper { 3 } else { 1 };
        Self {
            spend: self.spend.times(factor.saturating_mul(searches)),
            look,
            ..self
        }
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.spend {
            Spend::Time(time) => write!(f, "time {}ms", time.as_millis())?,
            Spend::Nodes(nodes) => write!(f, "nodes {nodes}")?,
        }
        write!(f, " seed {}", self.seed)?;
        match self.look {
            Look::First => Ok(()),
            look => write!(f, " {}", look.word()),
        }
    }
}

/// A text that is no budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoBudget;

impl FromStr for Budget {
    type Err = NoBudget;

    fn from_str(text: &str) -> Result<Self, NoBudget> {
        let mut words: Vec<&str> = text.split_ascii_whitespace().collect();
        let is_last = |look: &Look| words.last() == Some(&look.word());
        let look = Look::ALL.into_iter().find(is_last).unwrap_or_default();
        words.truncate(words.len() - usize::from(look != Look::First));
        let [kind, amount, "seed", seed] = words[..] else {
            return Err(NoBudget);
        };
        let number = |text: &str| text.parse::<u64>().map_err(|_| NoBudget);
        let spend = match kind {
            "nodes" => Spend::Nodes(number(amount)?),
            "time" => {
                let ms = amount.strip_suffix("ms").ok_or(NoBudget)?;
                Spend::Time(Duration::from_millis(number(ms)?))
            }
            _ => return Err(NoBudget),
        };
        let seed = number(seed)?;
        Ok(Self { spend, seed, look })
    }
}
