//! Findings and their locations.

mod list;
mod source;
