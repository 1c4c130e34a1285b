//! The time management of the built-in bot.

use kifu_core::games::DynEngine;
use kifu_core::search::Clock;
use std::time::{Duration, Instant};

/// The contest's clock and the time spent on it.
pub(super) struct TurnTimer {
    clock: Clock,
    spent: Duration,
    turns: u32,
    created_at: Instant,
}

/// Returns the part of a turn that is kept in reserve.
///
/// It covers the transfer between jury and bot and the last few playouts. If the other program
/// keeps the same core busy, the system may also let the bot wait for twenty milliseconds. For
/// turns so short that this would use them up, a share of the turn has to suffice.
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

    /// Returns the time at which the turn of the current line is taken to begin. If the clock
    /// counts each turn, the first one begins with the program itself, unless the bot was idle
    /// before the line.
    pub fn turn_start(&self, was_idle: bool) -> Instant {
        match self.clock {
            Clock::Turn { .. } if self.turns == 0 && !was_idle => self.created_at,
            _ => Instant::now(),
        }
    }

    /// Returns the time to search in a position; `None` if the clock does not run.
    pub fn thinking_time(&self, engine: &dyn DynEngine, position: &str) -> Option<Duration> {
        Some(match self.clock {
            clock if clock.is_off() => return None,
            Clock::Game(total) => {
                let reserve = safety_margin(total) + Duration::from_millis(100).min(total / 20);
                let remaining = total.saturating_sub(self.spent).saturating_sub(reserve);
                let share = engine
                    .allocate_time(position, remaining)
                    .unwrap_or_default();
                share.min(remaining)
            }
            Clock::Turn { first, then } => {
                let turn = if self.turns == 0 { first } else { then };
                turn.saturating_sub(safety_margin(turn))
            }
        })
    }

    /// Ends the turn that began at `started_at`.
    pub fn end_turn(&mut self, started_at: Instant) {
        self.spent += started_at.elapsed();
        self.turns += 1;
    }
}
