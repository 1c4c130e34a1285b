//! The panes of the window, each on its own: what they show, by the labels that a screen reader
//! reads, and what they say when somebody uses them.
#![cfg(feature = "app")]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    clippy::float_cmp
)]

#[path = "../common/unreviewed.rs"]
mod bare;
mod bench;
mod engines;
mod hostile;
mod library;
mod looks;
mod pixels;
mod raster;
mod uses;
