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

/// What an evaluation was made with; written into the record beside it, and read from there:
/// `nodes 100000 seed 1`, `time 1000ms seed 1 closer`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// For each position.
    pub spend: Spend,
    /// Where the random numbers start.
    pub seed: u64,
    /// After that the played move and the best one were looked at alone, each with as much.
    pub closer: bool,
}

impl Budget {
    /// So many times as much, with the same seed, for a closer look.
    #[must_use]
    pub fn closer(self, factor: u32) -> Self {
        Self {
            spend: self.spend.times(factor),
            closer: true,
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
        f.write_str(if self.closer { " closer" } else { "" })
    }
}

/// A text that is no budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoBudget;

impl FromStr for Budget {
    type Err = NoBudget;

    fn from_str(text: &str) -> Result<Self, NoBudget> {
        let mut words: Vec<&str> = text.split_ascii_whitespace().collect();
        let closer = words.last() == Some(&"closer");
        words.truncate(words.len() - usize::from(closer));
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
        Ok(Self {
            spend,
            seed,
            closer,
        })
    }
}
