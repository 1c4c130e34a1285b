//! Files and threads: what the command line and the desktop app share.
//!
//! - [`walk`] goes from paths to files; an [`Origin`] is a file that is being read.
//! - [`Parts`] cuts a file into [`Piece`]s, so that memory stays flat however large it is. A piece
//!   knows where it stands in its file ([`Stretch`]) and can be read again alone.
//! - A [`Pipeline`] checks the pieces of many files side by side and hands the games out in order.
//! - [`Atomic`] writes a file so that it is there whole or not at all.
//! - What goes wrong is an [`InputError`], an [`OutputError`] or a [`JournalError`].

mod atomic;
mod chunks;
mod error;
mod journal;
mod judge;
mod names;
mod origin;
mod paths;
mod pipeline;
mod reread;
mod signals;

pub use atomic::{AtomicFile, check_output_path};
pub use chunks::{Chunk, ChunkReader, ChunkSpan, FilePart, ReadOptions};
pub use error::{InputError, JournalError, OutputError, describe_io_error};
pub use journal::Journal;
pub use judge::GameLocation;
pub use names::{FileNamer, file_stem_of_game, file_stem_of_origin};
pub use origin::{FileStamp, Origin};
pub use paths::{Input, InputProblem, OutputFolder, walk_inputs};
pub use pipeline::{Pipeline, ReaderPanicked, Sink, thread_count};
pub use reread::{reread_chunk, reread_game};
pub use signals::{install_signal_handlers, on_termination};
