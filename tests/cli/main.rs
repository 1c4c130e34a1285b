//! The program from outside: what it prints, how it exits, and what it leaves on the disk.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/program.rs"]
mod program;
#[path = "../common/run.rs"]
mod run;
#[path = "../common/xml.rs"]
mod xml;

mod analyze;
mod arena;
mod bad_input;
mod bot_spec;
mod convert;
mod explore;
mod export;
mod filter;
mod finding_fixtures;
mod game_filter;
mod help;
mod hostile_record;
mod large_archives;
mod match_identity;
#[cfg(feature = "mcp")]
mod mcp;
mod merge;
mod patterns;
mod picture;
mod play;
mod play_blank_lines;
mod progress;
mod publish;
mod reference;
mod render;
mod replacement;
mod review;
mod review_html;
mod safe_files;
mod schema;
mod scout;
mod show;
mod suite;
mod systems;
mod text;
mod text_that_leaves;
mod tile_without_place;
mod validate;
mod write_plans;

pub(crate) use program::{KIFU, kifu, kifu_with};
pub(crate) use run::{Run, folder, run, shown};

/// A whole game of three plies.
pub(crate) const GAME: &str =
    "game: clobber\nplayer1: Ada\nplayer2: Charles\nwidth: 2\nheight: 2\na2a1 b2b1 a1b1\n";
/// A game in the middle of which a move is illegal, and another one that is not over.
pub(crate) const BROKEN: &str = "b1a1 b2a2\nd1c1 e5e7 a1a2 h8h9 # and so on\n\nb1a1\n";
