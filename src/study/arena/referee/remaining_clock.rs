//! The remaining time of a player.

use kifu_core::search::Clock;
use std::time::Duration;

/// The remaining time of a player on the contest's clock.
pub(super) struct RemainingClock {
    clock: Clock,
    spent: Duration,
    turns: u32,
}

impl RemainingClock {
    pub const fn new(clock: Clock) -> Self {
        Self {
            clock,
            spent: Duration::ZERO,
            turns: 0,
        }
    }

    /// Returns the time limit of the next turn; `None` if the clock does not run.
    pub fn time_limit(&self) -> Option<Duration> {
        match self.clock {
            Clock::Game(all) if all.is_zero() => None,
            Clock::Game(all) => Some(all.saturating_sub(self.spent)),
            Clock::Turn { first, then } => {
                let turn = if self.turns == 0 { first } else { then };
                Some(turn).filter(|turn| !turn.is_zero())
            }
        }
    }

    /// Adds the time that a turn took.
    pub fn add_turn(&mut self, time: Duration) {
        self.spent += time;
        self.turns += 1;
    }
}
