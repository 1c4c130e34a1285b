//! What results say of strength, and how surely.

mod normal;
mod pairs;
mod ratings;
mod sprt;

pub use normal::likelihood;
pub use pairs::Pairs;
pub use ratings::{Rating, Ratings};
pub use sprt::{Sprt, Verdict};
