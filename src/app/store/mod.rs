//! What the app keeps on disk beside the games: settings, recent files, unsaved games.
//!
//! Everything is RON with a version. A field that this version does not know is told of and
//! ignored; a file that cannot be read is set aside and told of; nothing here is ever fatal.
//!
//! | where | what |
//! |---|---|
//! | `settings.ron` | [`Settings`]: the person's taste, changed keys, the layout of the window |
//! | `recent.ron` | [`Recent`] files, shared by all running kifus |
//! | `unsaved/PID-NUMBER/` | a [`Session`]: the unsaved games of a running kifu, and its lock |
//!
//! The first two lie in the system's folder for settings, the third in that for data (Linux:
//! `$XDG_CONFIG_HOME/kifu`, `$XDG_DATA_HOME/kifu`; see [`Folders`]). The environment variable
//! `KIFU_HOME` names one folder for all of them.

mod drafts;
mod folders;
mod preferences;
mod recent;
mod ron_file;
mod settings;

pub use drafts::{Draft, DraftSession, DraftSource, OrphanSession};
pub use folders::Folders;
pub use preferences::{
    DEFAULT_LANGUAGE, MAX_LINES, Preferences, REVIEW_TIMES_MS, Theme, max_threads,
};
pub use recent::{RecentFile, RecentFiles, push_front};
pub use settings::Settings;
