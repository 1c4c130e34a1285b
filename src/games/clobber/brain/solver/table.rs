//! What the search knows of positions.

use super::buckets::{self, Buckets};

/// How hard a position is to prove: by how many open positions at least to show that the player
/// to act wins, and that he loses. 0 is shown, [`Effort::NEVER`] is refuted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// To show that the player to act wins.
    pub win: u32,
    /// To show that he loses.
    pub loss: u32,
}

impl Effort {
    /// Of what cannot be shown.
    pub const NEVER: u32 = (1 << 28) - 1;
    /// A position that is won.
    pub const WON: Self = Self {
        win: 0,
        loss: Self::NEVER,
    };
    /// A position that is lost.
    pub const LOST: Self = Self {
        win: Self::NEVER,
        loss: 0,
    };
    /// No effort is too much.
    pub const NO_LIMIT: Self = Self {
        win: Self::NEVER,
        loss: Self::NEVER,
    };

    /// A position whose winner is known.
    pub const fn of(is_won: bool) -> Self {
        if is_won { Self::WON } else { Self::LOST }
    }

    /// Who wins, if it is shown.
    pub const fn proven(self) -> Option<bool> {
        match (self.win, self.loss) {
            (0, _) => Some(true),
            (_, 0) => Some(false),
            _ => None,
        }
    }
}

/// Four entries that share a place.
const BUCKET: usize = 4;

#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    /// Effort to win, effort to lose (28 bits each), and the work done, as a power of two.
    data: u64,
}

/// So aligned, no bucket lies across two lines of the cache.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Bucket([Entry; BUCKET]);

impl buckets::Bucket for Bucket {
    const FIRST: usize = 1 << 10;
    const IN_FOUR: usize = 8;

    fn part(&mut self, to: &mut Self, goes: impl Fn(u64) -> bool) {
        for (from, to) in self.0.iter_mut().zip(&mut to.0) {
            if goes(from.key) {
                *to = std::mem::take(from);
            }
        }
    }
}

/// A table of bounded size. Of the entries that share a place the one with the least work goes.
pub struct Table(Buckets<Bucket>);

impl Table {
    /// A table of at most so many bytes.
    pub fn new(bytes: usize) -> Self {
        Self(Buckets::new(bytes))
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Effort> {
        let Bucket(bucket) = self.0.get(key);
        let entry = bucket
            .iter()
            .find(|entry| entry.key == key && entry.data != 0)?;
        let part = |shift: u32| u32::try_from(entry.data >> shift & u64::from(Effort::NEVER)).ok();
        Some(Effort {
            win: part(36)?,
            loss: part(8)?,
        })
    }

    /// Keeps what is known of the position with this key, found by looking at so many positions.
    #[inline]
    pub fn put(&mut self, key: u64, effort: Effort, work: u64) {
        // An empty entry is as one without any work.
        let work = u64::from(work.max(1).ilog2()) + 1;
        let Bucket(bucket) = self.0.get_mut(key);
        let at = bucket.iter().position(|entry| entry.key == key);
        let at = at.unwrap_or_else(|| {
            let least = (0..BUCKET).min_by_key(|at| bucket[*at].data & 0xff);
            least.unwrap_or(0)
        });
        let data = u64::from(effort.win) << 36 | u64::from(effort.loss) << 8 | work;
        let old = std::mem::replace(&mut bucket[at], Entry { key, data });
        if old.data == 0 {
            self.0.count();
        }
    }
}
