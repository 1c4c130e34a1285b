//! The board widget: a [`Scene`](kifu_core::scene::Scene) that can be viewed, clicked, navigated with
//! the keyboard and read by a screen reader.
//!
//! - `stroke` and `mesh_builder` turn shapes into triangles with round corners and soft edges one
//!   pixel wide. A translucent stroke never overlaps itself where its segments meet.
//! - [`BoardTransform`] maps board units to pixels and `paint` draws a picture on the screen.
//!   Meshes are cached while the picture and its position stay the same.
//! - [`hit_area_at`] and [`hit_area_toward`] find squares by point and by direction.
//! - [`BoardView`] is the widget. It changes nothing: user input is reported in its
//!   [`BoardResponse`].

mod accessibility;
mod highlights;
mod hints;
mod hit_test;
mod interaction;
mod mesh_builder;
mod paint;
mod stroke;
mod transform;
mod view;
mod widget;

pub use hints::MoveHint;
pub use hit_test::{ArrowDirection, hit_area_at, hit_area_toward};
pub use paint::paint;
pub use transform::BoardTransform;
pub use view::{BoardResponse, BoardView};
