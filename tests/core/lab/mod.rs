//! Experiments: how strong the engines are, how their weights were found, and how far reviews can
//! be trusted. Nearly all of it takes minutes or hours and is ignored; each test says how it is
//! run. Nothing outside this folder uses it.

mod atari_go;
mod box_game;
mod clobber;
mod review;
mod training;
mod turn_right;
mod zuniq;
