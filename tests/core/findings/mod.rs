//! Findings and their locations.

mod source;
