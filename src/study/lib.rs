//! Studies of games: reviews, matches, statistics, pictures, pages and tables.
//!
//! From top to bottom. Each module uses only the ones below it:
//!
//! | module | content |
//! |---|---|
//! | [`suite`] | positions of lost games in which a bot is asked again |
//! | [`failure`] | errors as users read them, with a hint |
//! | [`pages`] | games and events as HTML pages to publish |
//! | [`tables`] | tables of games for analysts: Parquet, CSV and JSON lines (not in browsers) |
//! | [`scout`] | what a player does in many games |
//! | [`selection`] | which games of many: by player, result, fault and loss |
//! | [`arena`] | matches between bots: referee, processes, ratings |
//! | [`render`] | pictures of games as files: SVG, PNG and GIF |
//! | [`explore`] | what was played in a position, over all games of an archive |
//! | [`review`] | judgement of every ply by the values of an engine |

pub mod arena;
pub mod explore;
pub mod failure;
pub mod pages;
pub mod render;
pub mod review;
pub mod scout;
pub mod selection;
pub mod suite;
#[cfg(not(target_arch = "wasm32"))]
pub mod tables;
