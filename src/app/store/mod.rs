//! The files that the app keeps apart from the games: settings, recent files and drafts.
//!
//! Everything is RON with a version number. Unknown fields are reported and ignored, unreadable
//! files are reported and set aside, and no problem here is ever fatal.
//!
//! | path | content |
//! |---|---|
//! | `settings.ron` | [`Settings`]: preferences, changed keys, the layout of the window |
//! | `recent.ron` | [`RecentFiles`], shared by all running kifus |
//! | `session.ron` | [`WindowSession`]: what is open, by file and ply |
//! | `unsaved/PID-NUMBER/` | a [`DraftSession`]: the unsaved games of a running kifu, and its lock |
//!
//! The first three lie in the system's folder for settings, the fourth in that for data (on Linux
//! `$XDG_CONFIG_HOME/kifu` and `$XDG_DATA_HOME/kifu`; see [`Folders`]). The environment variable
//! `KIFU_HOME` names one folder for all of them.

mod drafts;
mod preferences;
mod recent;
mod ron_file;
mod session;
mod settings;

pub use drafts::{Draft, DraftSession, DraftSource, OrphanSession, RestoredDraft};
pub use preferences::{
    AnalysisBot, NewGameChoices, NewGameRequest, SeatChoice, SeatClock, SeatKind,
};
pub use preferences::{
    MAX_LINES, Preferences, REVIEW_TIME_NAMES, REVIEW_TIMES_MS, Theme, max_threads,
};
pub use recent::{RecentFile, RecentFiles, push_front};
pub use session::{SessionFile, SessionTab, WindowSession};
pub use settings::Folders;
pub use settings::Settings;
