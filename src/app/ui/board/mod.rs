//! The board: a [`Scene`](crate::scene::Scene) that can be seen, pointed at, walked with
//! keys and read aloud.
//!
//! - `stroke` and `pen` make triangles of shapes, with soft edges a pixel wide and round corners,
//!   so that a colour seen through is laid on once wherever strokes meet.
//! - [`Fit`] puts board units on pixels, `paint` a picture on the screen; both keep what has not
//!   changed from frame to frame.
//! - [`spot_at`] and [`spot_toward`] find spots by point and by direction.
//! - [`BoardView`] is the widget. It changes nothing: what was done to it is in its
//!   [`BoardResponse`].

mod accessibility;
mod highlights;
mod hints;
mod hit_test;
mod interaction;
mod mesh_builder;
mod move_hint;
mod paint;
mod stroke;
mod transform;
mod view;
mod widget;

pub use hit_test::{ArrowDirection, hit_area_at, hit_area_toward};
pub use move_hint::MoveHint;
pub use paint::paint;
pub use transform::BoardTransform;
pub use view::{BoardResponse, BoardView};
