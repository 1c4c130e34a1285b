//! The panes of the window, each on its own: what they show, by the labels that a screen reader
//! reads, and what they say when somebody uses them.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    clippy::float_cmp
)]

mod drawing;
mod engine_and_review;
mod explorer;
mod extreme_content;
mod folded_hints;
mod harness;
mod interaction;
mod library;
mod pixel_snapshots;
mod rasterizer;
mod whole_contents;
mod widgets;
