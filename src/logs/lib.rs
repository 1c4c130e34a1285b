//! Readers and writers of the logs of programming contests, and the files that hold them.
//!
//! - [`formats`] turns texts into records with findings, and records into texts.
//! - [`bot_output`] reads numbers, moves and marks from what bots print.
//! - [`files`] reads files and archives in parallel, and writes them whole or not at all.
//!
//! Records, games and findings are those of [`kifu_core`].

pub mod bot_output;
pub mod files;
pub mod formats;
