//! The board of the window: what is done to it is reported, whatever is shown is painted.

#![cfg(feature = "app")]

#[path = "board/access.rs"]
mod access;
#[path = "board/hands.rs"]
mod hands;
#[path = "board/hit.rs"]
mod hit;
#[path = "board/looks.rs"]
mod looks;
#[path = "board/stage.rs"]
mod stage;
