use crate::games::DynEngine;
use crate::search::Clock;
use std::time::{Duration, Instant};

/// The contest's clock, and what of it is spent.
pub(super) struct TurnTimer {
    clock: Clock,
    spent: Duration,
    turns: u32,
    created_at: Instant,
}

/// What is kept back of a turn: for the machine between the jury and us, and for the last few
/// playouts; and where the other program has not come to rest on the same core, the system may
/// leave us waiting for twenty milliseconds. Where a turn is so short that this would take it whole,
/// a share of it must do.
fn safety_margin(turn: Duration) -> Duration {
    turn / 20 + Duration::from_millis(20).min(turn / 5)
}

impl TurnTimer {
    pub fn new(clock: Clock) -> Self {
        Self {
            clock,
            spent: Duration::ZERO,
            turns: 0,
            created_at: Instant::now(),
        }
    }

    /// When the turn is taken to begin of which the jury speaks now. Where the clock is for each
    /// turn, that is with the program itself for the first one, unless the jury was `awaited`.
    pub fn turn_start(&self, awaited: bool) -> Instant {
        match self.clock {
            Clock::Turn { .. } if self.turns == 0 && !awaited => self.created_at,
            _ => Instant::now(),
        }
    }

    /// How long to think in a position; `None` if the clock does not run.
    pub fn thinking_time(&self, mind: &dyn DynEngine, position: &str) -> Option<Duration> {
        Some(match self.clock {
            clock if clock.is_off() => return None,
            Clock::Game(all) => {
                let kept = safety_margin(all) + Duration::from_millis(100).min(all / 20);
                let left = all.saturating_sub(self.spent).saturating_sub(kept);
                let share = mind.allocate_time(position, left).unwrap_or_default();
                share.min(left)
            }
            Clock::Turn { first, then } => {
                let turn = if self.turns == 0 { first } else { then };
                turn.saturating_sub(safety_margin(turn))
            }
        })
    }

    /// The turn that began then is over.
    pub fn end_turn(&mut self, begun: Instant) {
        self.spent += begun.elapsed();
        self.turns += 1;
    }
}
