//! The searches that know no game, held against plain minimax and expectimax.

mod alpha_beta;
#[path = "../common/mod.rs"]
mod common;
mod late;
mod level;
mod monte_carlo;
#[path = "../sixth_game/mod.rs"]
#[allow(dead_code, reason = "only its rules are used")]
mod noughts;
mod plain;
mod race;
mod request;
