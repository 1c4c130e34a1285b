//! The games of an event, which wait in a temporary file for their pages: in memory is what the
//! index and the pages of the players need.

use kifu_core::findings::Finding;
use kifu_core::games::DynGame;
use kifu_core::record::{Record, read_ron, write_ronl};
use kifu_logs::files::{Origin, Spool, SpoolError, SpoolSpan};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A game as the text of a temporary file: its findings on a line, and its record on the next.
pub(super) struct GameText(String);

impl GameText {
    /// Writes a game.
    pub fn new(record: &Record, findings: &[Finding]) -> Self {
        let findings = serde_json::to_string(findings).unwrap_or_default();
        Self(findings + "\n" + &write_ronl(record))
    }

    /// Returns the record as a line of a `.ronl` file.
    pub fn record_line(&self) -> &str {
        self.0.split_once('\n').map_or("", |(_, line)| line)
    }

    /// Reads the game.
    ///
    /// # Errors
    /// Returns an error if the text is not what was written.
    pub fn parse(&self) -> Result<(Record, Vec<Finding>), SpoolError> {
        let record = read_ron(self.record_line()).map_err(SpoolError::invalid)?;
        Ok((record, self.findings()?))
    }

    /// Reads the findings.
    ///
    /// # Errors
    /// Returns an error if the text is not what was written.
    pub fn findings(&self) -> Result<Vec<Finding>, SpoolError> {
        let line = self.0.split_once('\n').map_or("", |(line, _)| line);
        serde_json::from_str(line).map_err(SpoolError::invalid)
    }
}

/// The place of a game in its file: the file, and the index in it.
#[derive(Clone)]
pub(super) struct GamePlace(pub Arc<Origin>, pub usize);

impl GamePlace {
    /// Returns the place as messages and pages name it.
    pub fn text(&self) -> String {
        format!("{}:{}", self.0.display_name, self.1)
    }
}

/// A game in the spool.
pub(super) struct SpooledGame {
    pub place: GamePlace,
    /// The game that was played.
    pub game: &'static dyn DynGame,
    /// The number of legal plies.
    pub plies: u32,
    pub span: SpoolSpan,
}

/// The temporary file.
pub(super) struct GameSpool(Mutex<Spool>);

impl GameSpool {
    /// Creates the file in a folder.
    ///
    /// # Errors
    /// Returns an error if it cannot be created.
    pub fn create_in(folder: &Path) -> Result<Self, SpoolError> {
        Ok(Self(Mutex::new(Spool::create_in(folder)?)))
    }

    /// Appends a game.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn push(&self, game: &GameText) -> Result<SpoolSpan, SpoolError> {
        self.lock().push(&game.0)
    }

    /// Reads a game.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub fn read(&self, span: SpoolSpan) -> Result<GameText, SpoolError> {
        Ok(GameText(self.lock().read(span)?))
    }

    fn lock(&self) -> MutexGuard<'_, Spool> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
