//! Files and threads: what the command line and the desktop app share.
//!
//! - [`walk`] goes from paths to files; an [`Origin`] is a file that is being read.
//! - [`Parts`] cuts a file into [`Piece`]s, so that memory stays flat however large it is. A piece
//!   knows where it stands in its file ([`Stretch`]) and can be read again alone.
//! - A [`Pipeline`] checks the pieces of many files side by side and hands the games out in order.
//! - [`Atomic`] writes a file so that it is there whole or not at all.
//! - What goes wrong is a [`Failure`], in words.

mod again;
mod atomic;
mod check;
mod failure;
mod journal;
mod names;
mod origin;
mod parts;
mod paths;
mod pipeline;
mod signals;

pub use again::{game_at, reread};
pub use atomic::{Atomic, check_free};
pub use check::Spot;
pub use failure::{Failure, Kind, words};
pub use journal::Journal;
pub use names::{Names, of_file, of_game};
pub use origin::{Origin, Seen};
pub use parts::{Part, Parts, Piece, Stretch, Told};
pub use paths::{Input, Output, Trouble, walk};
pub use pipeline::{Pipeline, Sink, threads};
pub use signals::{before_the_end, listen};
