//! Each pane of the window alone: what it shows, by the labels that a screen reader reads, and the
//! actions that it returns when it is used.
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
