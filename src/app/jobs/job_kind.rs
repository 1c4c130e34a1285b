//! The kinds of background jobs.

/// The kind of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobKind {
    /// Reads files and folders into the library.
    Scan,
    /// Traces the games of the library for the explorer.
    Trace,
    /// Opens a game.
    Open,
    /// Reads a text.
    ParseText,
    /// Checks which paths exist.
    CheckPaths,
    /// Analyzes a position.
    Analyze,
    /// Reviews a game.
    Review,
    /// Plays a game.
    Play,
    /// Follows a file.
    Follow,
    /// Saves a game.
    Save,
    /// Saves or removes the draft of an unsaved game.
    Autosave,
    /// Writes games in any format.
    Export,
    /// Writes the settings or the list of recent files.
    Settings,
}

impl JobKind {
    /// Returns the label of the job in the window.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Scan => "scan",
            Self::Trace => "count",
            Self::Open => "open",
            Self::ParseText => "read",
            Self::CheckPaths => "look",
            Self::Analyze => "think",
            Self::Review => "review",
            Self::Play => "play",
            Self::Follow => "follow",
            Self::Save => "save",
            Self::Autosave => "autosave",
            Self::Export => "export",
            Self::Settings => "settings",
        }
    }

    /// Reports whether the job writes files, so that it is finished even when the program ends.
    pub const fn is_write(self) -> bool {
        matches!(
            self,
            Self::Save | Self::Autosave | Self::Export | Self::Settings
        )
    }

    /// Reports whether an engine does the work, which the window shows in its own panes.
    pub const fn is_engine_work(self) -> bool {
        matches!(self, Self::Analyze | Self::Review)
    }

    /// Reports whether the window shows the job in a pane and not in its status bar.
    pub const fn has_own_display(self) -> bool {
        self.is_engine_work() || matches!(self, Self::Play | Self::Follow | Self::Trace)
    }

    /// Reports whether the status bar has a button that stops the job: the user asked for it, and
    /// it may take long. What is being saved is not stopped, for it would be lost.
    pub const fn is_stoppable(self) -> bool {
        matches!(
            self,
            Self::Scan | Self::Open | Self::ParseText | Self::Export
        )
    }
}
