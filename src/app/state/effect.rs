//! The effects of actions: what is left to do outside of the state.

use super::action::{FocusTarget, Pane, PathPurpose};
use crate::jobs::JobId;
use std::path::PathBuf;

/// Work left to do outside of the state.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Asks the desktop for files or a folder to open.
    AskOpen {
        /// Whether to ask for a folder.
        folder: bool,
    },
    /// Asks the desktop where to save a tab, as a record or in the format with this id.
    AskSave(usize, Option<&'static str>),
    /// Asks the desktop where to export the games that the library lists.
    AskExportListed,
    /// Scans files and folders into the library.
    ScanPaths(Vec<PathBuf>),
    /// Opens the bundled game with this file name.
    OpenExample(&'static str),
    /// Removes a path from the recent files and folders, or all of them.
    ForgetRecent(Option<PathBuf>),
    /// Opens a game of the library by its row.
    OpenRow(u32),
    /// Opens a game of the library in a tab that stays.
    OpenRowToKeep(u32),
    /// Opens the next (`true`) or previous (`false`) game of the list.
    OpenNextRow(bool),
    /// Saves a tab to the file it came from.
    SaveTab(usize),
    /// Saves a tab although something is lost by it.
    SaveAnyway(usize),
    /// Saves a tab over an existing file.
    Overwrite(usize, PathBuf),
    /// Opens (`true`) or discards (`false`) the unsaved games left by a crash.
    RestoreDrafts(bool),
    /// Cancels a job.
    CancelJob(JobId),
    /// Reads the tab's game from disk again.
    ReloadTab(usize),
    /// Reads a text as a game.
    ParseText(String),
    /// Uses the path given for a purpose.
    PathGiven(PathPurpose, PathBuf),
    /// Asks for the clipboard's text.
    RequestPaste,
    /// Copies a text to the clipboard.
    CopyText(String),
    /// Copies the board to the clipboard as a picture.
    CopyBoardImage,
    /// Shows or hides a pane.
    TogglePane(Pane),
    /// Shows a pane.
    RevealPane(Pane),
    /// Starts an engine review of the tab's game.
    StartReview(usize),
    /// Follows a file that a match is writing.
    Follow(PathBuf),
    /// Starts the referee of a tab's game in play.
    StartGame(u64),
    /// Traces the games of the library for the explorer.
    TraceGames,
    /// Restores the default layout of the panes.
    ResetPanes,
    /// Moves the keyboard focus to a field.
    FocusOn(FocusTarget),
    /// Removes the crash draft of a closed tab.
    TabClosed(u64),
    /// Saves the settings.
    SaveSettings,
    /// Quits the program.
    Quit,
}

impl Effect {
    /// Reports whether the effect, if the user asks for it, answers a dialog, which then closes.
    pub(super) const fn answers_dialog(&self) -> bool {
        matches!(
            self,
            Self::SaveAnyway(_)
                | Self::Overwrite(..)
                | Self::RestoreDrafts(_)
                | Self::PathGiven(..)
                | Self::ReloadTab(_)
        )
    }
}
