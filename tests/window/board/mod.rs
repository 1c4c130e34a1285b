//! The board of the window: what is done to it is reported, whatever is shown is painted.

mod accessibility;
mod flip;
mod harness;
mod hit_test;
mod mouse_and_keys;
mod painting;
