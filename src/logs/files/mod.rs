//! Files and threads: reading and writing, shared by the command line and the desktop app.
//!
//! - [`walk_inputs`] turns paths into the files to read; an [`Origin`] is a file being read.
//! - [`ChunkReader`] splits a file into [`Chunk`]s, so that memory use stays flat however large the
//!   file is. A chunk knows its [`ChunkSpan`] in the file and can be read again on its own.
//! - [`Pipeline`] judges the chunks of many files in parallel and delivers the games in order.
//! - [`InputLines`] are the lines of inputs as they arrive, and [`map_in_order`] works on them in
//!   parallel, for filters.
//! - A [`WritePlan`] knows what a command reads and will write, and makes all writers: an
//!   [`AtomicFile`] appears whole or not at all, a [`Journal`] grows record by record, and a
//!   [`PlannedFolder`] holds files. No other code writes files that matter (a test holds the
//!   exceptions), so that all keep what was there until its replacement is whole.
//! - A [`Spool`] is a temporary file of what a command works on later.
//! - What goes wrong is an [`InputError`], an [`OutputError`] or a [`JournalError`].

pub mod atomic;
mod chunks;
mod destination;
mod error;
mod file_set;
mod journal;
mod lines;
pub mod lock;
mod names;
mod ordered;
mod origin;
mod paths;
mod pipeline;
mod plan;
mod signals;
mod spool;
mod thread_pool;

pub use atomic::is_temp_name;
pub use atomic::{AtomicFile, SyncedFile, UnsyncedFolders, check_output_path};
pub use chunks::{Chunk, ChunkReader, ChunkSpan, FilePart, ReadOptions};
pub use chunks::{MAX_FILE_BYTES, read_text};
pub use chunks::{reread_chunk, reread_game};
pub use error::{InputError, JournalError, OutputError, describe_io_error};
pub use file_set::FileSet;
pub use journal::LateJournal;
pub use journal::{Journal, JournalReader};
pub use lines::{InputLine, InputLines, LinePart};
pub use lock::open_to_replace;
pub use names::{FileNamer, file_stem_of_game, file_stem_of_name, file_stem_of_origin};
pub use ordered::map_in_order;
pub use origin::hex;
pub use origin::{FileStamp, Origin};
pub use paths::{InputProblem, LogInput, OutputFolder, walk_inputs, walk_inputs_without_links};
pub use pipeline::GameLocation;
pub use pipeline::{Pipeline, ReaderPanicked, Sink, thread_count};
pub use plan::{CheckpointFile, FolderSharing, JournalPlace, PlannedFolder, WritePlan, part_path};
pub use signals::{install_signal_handlers, on_termination};
pub use spool::{Spool, SpoolError, SpoolSpan};
pub use thread_pool::FallbackThreadPool;
