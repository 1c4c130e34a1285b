//! Statistics of game results: ratings, and how certain a difference in strength is.

mod ratings;
mod sprt;

pub use ratings::{Rating, Ratings, likelihood_of_superiority};
pub use sprt::{PairCounter, Pentanomial, Sprt, SprtVerdict};
