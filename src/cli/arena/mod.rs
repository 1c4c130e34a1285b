//! The commands of the arena: `match`, `standings`, `check-bot`, `rejudge`.

pub(super) mod args;
pub(crate) mod bot_spec;
pub(super) mod check_bot;
pub(crate) mod identity;
mod match_config;
mod match_progress;
pub(super) mod match_run;
mod openings;
pub(super) mod rejudge;
mod sprt_and_jobs;
pub(super) mod standings;
mod standings_table;

use crate::arena::BotScope;

/// Runs a command that starts bots. When it returns, whatever they have started is gone.
pub(super) fn with_bots<T>(command: impl FnOnce() -> T) -> T {
    let _scope = BotScope::open_exclusive();
    command()
}
