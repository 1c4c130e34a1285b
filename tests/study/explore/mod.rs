//! The explorer: symmetries by brute force, and counts against a slow and plain count.

mod archives;
mod counts;
mod images;
mod symmetries;
mod traces;
