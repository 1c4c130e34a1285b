//! The commands of the arena: `match`, `standings`, `check-bot`, `rejudge`.

pub(super) mod args;
mod bot_text;
mod config;
mod live;
pub(super) mod match_run;
mod openings;
mod table;
