//! Random records and logs, and the laws that every reader and writer keeps.
//!
//! The tests of the formats use it, and `kifu-lab fuzz`.
//!
//! - [`generate`] makes random records, [`mutate`] changes texts at random and shortens them.
//! - [`laws`] checks that nothing is lost or invented; [`target`] has what can be checked.
//! - [`meaning`] counts and plants what a reader must account for.
//! - [`corpus`] keeps the shortest input of every kind of reading.

pub mod corpus;
pub mod generate;
pub mod laws;
pub mod meaning;
pub mod mutate;
mod random_text;
pub mod target;
