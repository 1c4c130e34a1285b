//! Statistics of game results: ratings, and how certain a difference in strength is.

mod bradley_terry;
mod normal;
mod pentanomial;
mod ratings;
mod sparse_ratings;
mod sprt;

pub use normal::likelihood_of_superiority;
pub use pentanomial::Pentanomial;
pub use ratings::{Rating, Ratings};
pub use sprt::{Sprt, SprtVerdict};
