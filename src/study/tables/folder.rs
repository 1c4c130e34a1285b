//! The folder of an export: four files, which appear together when they are complete.

use super::column::TableRow;
use super::game_tables::GameTables;
use super::rows::{FindingRow, GameRow, PlayerRow, PlyRow};
use super::write::{TableFormat, TableWriter};
use kifu_logs::files::{OutputError, UnsyncedFolders, is_temp_name};
use std::fs;
use std::io::{self, ErrorKind};
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
    /// The path is not a folder.
    #[error("expected a folder to write to, found the file `{}`", path.display())]
    NotAFolder {
        /// The path.
        path: PathBuf,
    },
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
    created: CreatedFolder,
}

/// A folder that is removed again if it stays empty.
struct CreatedFolder(Option<PathBuf>);

impl Drop for CreatedFolder {
    fn drop(&mut self) {
        if let Some(path) = &self.0 {
            // It is not empty if the export succeeded.
            let _ = fs::remove_dir(path);
        }
    }
}

impl TableFolder {
    /// Starts the tables in a folder, which is created if it does not exist; `force` replaces tables
    /// that are there.
    ///
    /// # Errors
    /// Returns an error if the folder holds anything but tables, or if it cannot be written.
    pub fn create(
        folder: &Path,
        format: TableFormat,
        force: bool,
    ) -> Result<Self, TableFolderError> {
        let created = CreatedFolder(prepare(folder)?.then(|| folder.to_owned()));
        Ok(Self {
            games: TableWriter::new::<GameRow>(folder, format, force)?,
            plies: TableWriter::new::<PlyRow>(folder, format, force)?,
            players: TableWriter::new::<PlayerRow>(folder, format, force)?,
            findings: TableWriter::new::<FindingRow>(folder, format, force)?,
            game_count: 0,
            created,
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
        let writers = [self.games, self.plies, self.players, self.findings];
        let files: Result<Vec<_>, _> = writers.into_iter().map(TableWriter::into_file).collect();
        let mut folders = UnsyncedFolders::default();
        for file in files? {
            file.finish_in(&mut folders)?;
        }
        folders.sync();
        drop(self.created);
        Ok(())
    }
}

/// Checks what is in a folder, and creates it if it does not exist; returns whether it was created.
fn prepare(folder: &Path) -> Result<bool, TableFolderError> {
    let failed = |error: io::Error| OutputError::io(folder, error);
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            fs::create_dir_all(folder).map_err(failed)?;
            return Ok(true);
        }
        Err(error) if error.kind() == ErrorKind::NotADirectory => {
            let path = folder.to_owned();
            return Err(TableFolderError::NotAFolder { path });
        }
        Err(error) => return Err(failed(error).into()),
    };
    for entry in entries {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name();
        let is_own =
            is_table_name(&name.to_string_lossy()) || is_temp_name(name.as_encoded_bytes());
        if !is_own {
            let path = folder.join(name);
            return Err(TableFolderError::Foreign { path });
        }
    }
    Ok(false)
}

/// Reports whether a file name is that of a table.
fn is_table_name(name: &str) -> bool {
    let Some((table, extension)) = name.split_once('.') else {
        return false;
    };
    let mut formats = TableFormat::ALL.into_iter();
    TABLES.contains(&table) && formats.any(|format| format.extension() == extension)
}
