//! `kifu mcp`: its surface, its answers, and what it refuses.

mod client;
mod hostile;
mod questions;
mod surface;
mod tools;
