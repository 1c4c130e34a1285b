//! Who wins, exactly.

pub mod cache;
pub mod shapes;
pub mod values;
pub mod search;
pub mod sum;
pub mod table;
