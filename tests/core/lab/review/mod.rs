//! How far reviews can be trusted.

mod luck;
mod stability;
