//! The board of the window: what it paints, and what it reports of clicks, drags and keys.

mod accessibility;
mod flip;
mod harness;
mod hit_test;
mod mouse_and_keys;
mod painting;
