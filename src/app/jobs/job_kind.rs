/// What a job does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobKind {
    /// Reads files and folders into the library.
    Scan,
    /// Searches the games of the library.
    Search,
    /// Opens a game.
    Open,
    /// Reads a text.
    ParseText,
    /// Looks which paths are there.
    CheckPaths,
    /// Analyzes a position.
    Analyze,
    /// Reviews a game.
    Review,
    /// Saves a game.
    Save,
    /// Keeps an unsaved game for the case of a crash, or drops what was kept.
    Autosave,
    /// Writes games in any format.
    Export,
    /// Writes the settings, or the list of files opened last.
    Settings,
}

impl JobKind {
    /// Returns the word by which the window tells of it.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Scan => "scan",
            Self::Search => "search",
            Self::Open => "open",
            Self::ParseText => "read",
            Self::CheckPaths => "look",
            Self::Analyze => "think",
            Self::Review => "review",
            Self::Save => "save",
            Self::Autosave => "autosave",
            Self::Export => "export",
            Self::Settings => "settings",
        }
    }

    /// Whether it writes files, so that it is finished even when the program ends.
    pub const fn is_write(self) -> bool {
        matches!(
            self,
            Self::Save | Self::Autosave | Self::Export | Self::Settings
        )
    }

    /// Whether an engine works for it, which the window shows in panes of its own.
    pub const fn is_engine_work(self) -> bool {
        matches!(self, Self::Analyze | Self::Review)
    }
}
