//! kifu reads, checks, replays and reviews the games of five programming contests.
//!
//! The layers, each using only what stands below it:
//!
//! ```text
//!  cli        the terminal
//!  app        the window (feature `app`)
//!  failure    errors as users read them: message, hint, kind
//!  arena      programs play each other: referee, matches, ratings
//!  review     from an engine's values to judgements of each ply
//!  files      files and threads: pieces, pipelines, writing whole or not at all
//!  formats    readers and writers of logs
//!  record     the record, its RON text, and the judgement of a record by the rules
//!  games      the catalogue; one folder a game
//!  search     Brain, Monte-Carlo, alpha-beta: algorithms that know no game
//!  findings   what is wrong with a log, and where
//!  contract   Position, Game, Player, Outcome: the words that all others use
//! ```

#[cfg(feature = "app")]
pub mod app;
pub mod arena;
pub mod cli;
pub mod contract;
pub mod failure;
pub mod files;
pub mod findings;
pub mod formats;
pub mod games;
pub mod record;
pub mod review;
pub mod scene;
pub mod search;
