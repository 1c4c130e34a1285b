//! The folder of an export: four files, which appear together when they are complete.

use super::column::TableRow;
use super::game_tables::GameTables;
use super::rows::{FindingRow, GameRow, PlayerRow, PlyRow};
use super::write::{TableFormat, TableWriter};
use kifu_logs::files::{FileSet, OutputError, WritePlan, is_temp_name};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The names of the tables.
const TABLES: [&str; 4] = [
    GameRow::TABLE,
    PlyRow::TABLE,
    PlayerRow::TABLE,
    FindingRow::TABLE,
];

/// The reason why tables cannot be written to a folder.
#[derive(Debug, thiserror::Error)]
pub enum TableFolderError {
    /// A file or the folder cannot be written.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// There is something else in the folder.
    #[error("expected an empty folder or one with tables alone, found `{}`", path.display())]
    Foreign {
        /// The first entry that is not a table.
        path: PathBuf,
    },
}

/// A folder to which the tables of many games are written.
pub struct TableFolder {
    games: TableWriter,
    plies: TableWriter,
    players: TableWriter,
    findings: TableWriter,
    game_count: u64,
    set: FileSet,
}

impl TableFolder {
    /// Starts the tables in a folder, which is created if it does not exist; `force` replaces tables
    /// that are there.
    ///
    /// # Errors
    /// Returns an error if the folder holds anything but tables, or if it cannot be written.
    pub fn create(
        plan: &mut WritePlan,
        folder: &Path,
        format: TableFormat,
        force: bool,
    ) -> Result<Self, TableFolderError> {
        let set = plan.file_set(folder, force)?;
        check_content(folder)?;
        Ok(Self {
            games: TableWriter::new::<GameRow>(&set, format)?,
            plies: TableWriter::new::<PlyRow>(&set, format)?,
            players: TableWriter::new::<PlayerRow>(&set, format)?,
            findings: TableWriter::new::<FindingRow>(&set, format)?,
            game_count: 0,
            set,
        })
    }

    /// Appends the rows of a game, which is the one at `source_index` in its file.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written.
    pub fn append(&mut self, mut game: GameTables, source_index: u64) -> Result<(), OutputError> {
        game.set_id(self.game_count, source_index);
        self.game_count += 1;
        self.games.append(std::slice::from_ref(&game.game))?;
        self.plies.append(&game.plies)?;
        self.players.append(&game.players)?;
        self.findings.append(&game.findings)
    }

    /// Returns the number of games so far.
    pub const fn game_count(&self) -> u64 {
        self.game_count
    }

    /// Completes all files, and only then moves them to their places.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written.
    pub fn finish(self) -> Result<(), OutputError> {
        // The table to which the keys of the others lead comes last.
        let writers = [self.findings, self.plies, self.players, self.games];
        let files: Result<Vec<_>, _> = writers.into_iter().map(TableWriter::sync).collect();
        self.set.publish(files?)
    }
}

/// Checks that nothing but tables is in a folder.
fn check_content(folder: &Path) -> Result<(), TableFolderError> {
    let failed = |error: io::Error| OutputError::io(folder, error);
    for entry in fs::read_dir(folder).map_err(failed)? {
        let name = entry.map_err(failed)?.file_name();
        let is_own =
            is_table_name(&name.to_string_lossy()) || is_temp_name(name.as_encoded_bytes());
        if !is_own {
            let path = folder.join(name);
            return Err(TableFolderError::Foreign { path });
        }
    }
    Ok(())
}

/// Reports whether a file name is that of a table.
fn is_table_name(name: &str) -> bool {
    let Some((table, extension)) = name.split_once('.') else {
        return false;
    };
    let mut formats = TableFormat::ALL.into_iter();
    TABLES.contains(&table) && formats.any(|format| format.extension() == extension)
}
