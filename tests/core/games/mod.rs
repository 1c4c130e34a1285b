//! Rules, notation, engines, input and pictures of the games.

pub mod atari_go;
pub mod box_game;
pub mod clobber;
mod drafts;
mod input;
mod scenes;
pub mod turn_right;
pub mod zuniq;
