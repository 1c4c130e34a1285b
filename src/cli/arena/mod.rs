//! The commands of the arena: `match`, `standings`, `check-bot`, `rejudge`.

pub(super) mod args;
mod bot_text;
pub(super) mod check_bot;
mod config;
mod identity;
mod limits;
mod live;
pub(super) mod match_run;
mod openings;
pub(super) mod rejudge;
pub(super) mod standings;
mod table;
