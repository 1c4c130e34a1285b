//! The crate `kifu-logs`: formats and files.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/log_checks.rs"]
mod log_checks;
#[path = "../common/noughts.rs"]
mod noughts;
#[path = "../common/xml.rs"]
mod xml;

mod bot_output;
mod files;
mod findings;
mod formats;
mod sixth_game;
