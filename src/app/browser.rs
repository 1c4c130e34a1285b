//! The services of a browser, in which the window has no files and no threads.

use std::fmt::Debug;

/// A file that the user chose in a browser or dropped on the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrowserFile {
    /// The name without a folder.
    pub name: String,
    /// The content.
    pub bytes: Vec<u8>,
    /// The ply at which its first game opens, if the address of the page says so.
    pub ply: Option<u32>,
}

/// The browser in which the window runs. Its news are fetched by `take_*` at the next frame, which it
/// requests itself.
pub trait Browser: Debug {
    /// Asks the user for files to open.
    fn ask_files(&self);

    /// Takes the files that the user has chosen or dropped.
    fn take_files(&self) -> Vec<BrowserFile>;

    /// Offers a new file to the user, as a download.
    ///
    /// # Errors
    /// Returns the reason why the browser refuses it.
    fn download(&self, name: &str, bytes: &[u8]) -> Result<(), String>;

    /// Returns the text that is stored under a key.
    fn stored(&self, key: &str) -> Option<String>;

    /// Stores a text under a key, or removes it.
    ///
    /// # Errors
    /// Returns the reason why the browser refuses it, for example that the storage is full.
    fn store(&self, key: &str, text: Option<&str>) -> Result<(), String>;

    /// Returns the key for the unsaved games of this window.
    fn own_drafts_key(&self) -> String;

    /// Returns the keys with unsaved games of windows that are gone.
    fn abandoned_drafts_keys(&self) -> Vec<String>;

    /// Starts the work of an engine outside the window's thread: an
    /// [`EngineTask`](crate::jobs::EngineTask) as JSON.
    fn start_engine(&self, id: u64, task: String);

    /// Gives the engine of an id another task, for after the one that it is at.
    fn extend_engine(&self, id: u64, task: String);

    /// Stops the work of an engine at once, or ends one that has no more to do.
    fn stop_engine(&self, id: u64);

    /// Takes what the engines have sent, in its order: for each id an
    /// [`EngineMessage`](crate::jobs::EngineMessage) as JSON.
    fn take_engine_messages(&self) -> Vec<(u64, String)>;

    /// Copies a link to the clipboard that opens a game: its record as a line, and a ply.
    ///
    /// # Errors
    /// Returns the reason why there is no such link.
    fn copy_link(&self, record: &str, ply: u32) -> Result<(), String>;
}
