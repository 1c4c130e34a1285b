//! The commands of the arena: `match`, `standings`, `check-bot`, `feed`, `rejudge`.

pub(super) mod args;
pub mod bot_spec;
pub(super) mod check_bot;
pub(super) mod feed;
mod junit;
mod match_config;
pub mod match_run;
pub(super) mod rejudge;
pub(super) mod standings;
mod standings_table;
pub(super) mod suite;
mod suite_asker;

use kifu_study::arena::BotScope;

/// Runs a command that starts bots. When it returns, all that they have started is gone.
pub(super) fn with_bots<T>(command: impl FnOnce() -> T) -> T {
    let _scope = BotScope::open_exclusive();
    command()
}
