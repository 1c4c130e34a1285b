//! Saving of games without losing anything: the changes of another program, the other games of an
//! archive, or half a file.

pub mod comments;
mod line;

use crate::library::{
    ByteShift, ContentStamp, GameAddress, GameIdentity, LibraryRow, identity_key, is_line_based,
    sha256,
};
use comments::has_comments;
use kifu_core::findings::{Code, Finding};
use kifu_core::games::CATALOGUE;
use kifu_core::record::{Record, read_ron};
use kifu_logs::files::{
    AtomicFile, ChunkReader, ChunkSpan, FilePart, FileStamp, GameLocation, LogInput, Origin,
    OutputError, ReadOptions, SyncedFile, UnsyncedFolders, WritePlan, file_stem_of_game,
    file_stem_of_origin, open_to_replace,
};
use kifu_logs::formats::{Format, ReadContext, by_id, check_text, write_all};
use kifu_study::failure::{Failure, FailureKind};
use std::fs::File;
use std::io::{Cursor, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A request to save a game.
#[derive(Debug)]
pub struct SaveRequest {
    /// The game.
    pub record: Box<Record>,
    /// The destination.
    pub target: SaveTarget,
}

/// The destination of a game to save.
#[derive(Debug)]
pub enum SaveTarget {
    /// The file from which the game came.
    Source {
        /// The address of the game.
        address: Box<GameAddress>,
        /// The content at the address when the game was read.
        content_stamp: ContentStamp,
        /// Whether the user accepts that the content was changed since.
        allow_changed: bool,
        /// Whether the user accepts that comments between the fields are lost.
        drop_comments: bool,
    },
    /// A separate file: `.ron` or `.json`, or one line of a new `.ronl` or `.jsonl`.
    File {
        /// The path; without an extension it gets `.ron`.
        path: PathBuf,
        /// The existing file that may be overwritten.
        overwrite: Overwrite,
    },
}

/// The existing file that a save may overwrite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overwrite {
    /// None.
    Nothing,
    /// A file without other games: the desktop's dialog has asked, but does not count games.
    NoOtherGames,
    /// Any file: the user knows how many games are lost.
    Anything,
}

/// The outcome of saving a game.
#[derive(Debug)]
pub enum SaveOutcome {
    /// The game was saved.
    Saved(Box<SavedGame>),
    /// The file was changed on disk since the game was read, or is gone. Nothing was written;
    /// `allow_changed` permits it.
    FileChanged {
        /// Whether the file does not exist any more.
        is_gone: bool,
    },
    /// Comments between the fields would be lost. Nothing was written; `drop_comments` permits it.
    CommentsLost,
    /// The file exists already, with this number of other games. Nothing was written; `overwrite`
    /// permits it.
    FileExists(PathBuf, usize),
    /// The game cannot be saved at its address and needs a file of its own.
    NeedsOwnFile {
        /// A suggested path, which does not exist yet.
        suggestion: PathBuf,
        /// The reason.
        reason: String,
    },
}

/// A game that was saved.
#[derive(Debug)]
pub struct SavedGame {
    /// The new address of the game.
    pub address: GameAddress,
    /// The content at the address.
    pub content_stamp: ContentStamp,
    /// The shift of the games that follow in the file.
    pub shift: Option<ByteShift>,
    /// The row of the game for the library.
    pub row: LibraryRow,
}

/// Saves a game.
///
/// # Errors
/// Returns an error if the file cannot be read or written.
pub fn save(request: &SaveRequest) -> Result<SaveOutcome, Failure> {
    match &request.target {
        SaveTarget::File { path, overwrite } => save_to_new_file(&request.record, path, *overwrite),
        SaveTarget::Source {
            address,
            content_stamp,
            allow_changed,
            drop_comments,
        } => {
            let save_to_source = SaveToSource {
                record: &request.record,
                address,
                content_stamp,
                allow_changed: *allow_changed,
                drop_comments: *drop_comments,
            };
            save_to_source.save()
        }
    }
}

fn save_to_new_file(
    record: &Record,
    path: &Path,
    overwrite: Overwrite,
) -> Result<SaveOutcome, Failure> {
    let mut path = path.to_owned();
    if path.extension().is_none() {
        path.set_extension("ron");
    }
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let format_ids = ["ron", "ronl", "json", "jsonl"];
    let id = format_ids
        .into_iter()
        .find(|id| id.eq_ignore_ascii_case(&extension));
    let Some(format) = id.and_then(by_id) else {
        let message = format!(
            "expected a file name ending in .ron, found `{}`",
            path.display()
        );
        let hint = "games are saved as records; use Export for other formats";
        return Err(Failure::new(FailureKind::Output, message).hint(hint));
    };
    if path.symlink_metadata().is_ok_and(|meta| !meta.is_dir()) && overwrite != Overwrite::Anything
    {
        let other_games = count_other_games(record, &path);
        if overwrite == Overwrite::Nothing || other_games > 0 {
            return Ok(SaveOutcome::FileExists(path, other_games));
        }
    }
    write_new_file(record, &path, format, overwrite != Overwrite::Nothing)
}

/// Returns the number of games that a file contains beside this one; a single game counts as an
/// earlier version of it.
fn count_other_games(record: &Record, path: &Path) -> usize {
    let own_key = identity_key(record);
    let (mut count, mut own_count) = (0, 0);
    let is_file = path.metadata().is_ok_and(|metadata| metadata.is_file());
    if is_file && let Ok(file) = File::open(path) {
        let origin = origin_of(path);
        let mut parts = ChunkReader::new(Box::new(file), origin, ReadOptions::default());
        while let Ok(Some(part)) = parts.next_part() {
            part.for_each_game(&mut |checked, _| {
                count += 1;
                let is_own = own_key.is_some() && identity_key(&checked.record) == own_key;
                own_count += usize::from(is_own);
            });
        }
    }
    if count < 2 {
        0
    } else {
        count - own_count.min(1)
    }
}

fn origin_of(path: &Path) -> Arc<Origin> {
    Arc::new(Origin::new(LogInput::File {
        path: path.to_owned(),
        is_explicit: true,
    }))
}

/// Writes a file that contains only this game, over another one if `overwrite` is set.
fn write_new_file(
    record: &Record,
    path: &Path,
    format: &'static dyn Format,
    overwrite: bool,
) -> Result<SaveOutcome, Failure> {
    let text = encode_verified(record, format)?;
    if overwrite {
        check_writable(path)?;
    }
    finish_whole_file(
        WritePlan::default().file(path, overwrite)?,
        path,
        format,
        &text,
    )
}

/// Completes a file that contains only the game that `text` has.
fn finish_whole_file(
    mut file: AtomicFile,
    path: &Path,
    format: &'static dyn Format,
    text: &str,
) -> Result<SaveOutcome, Failure> {
    file.write(text.as_bytes())?;
    if !published(file.without_rescue().sync()?)? {
        return Ok(SaveOutcome::FileChanged { is_gone: false });
    }
    let span = ChunkSpan {
        offset: 0,
        length: text.len() as u64,
        first_line: 1,
        is_whole_file: true,
    };
    saved_game(path, span, format, 0, text).map(SaveOutcome::Saved)
}

/// Moves a file to its place, and reports whether that was possible: not if another program has
/// written there since the file was started.
fn published(file: SyncedFile) -> Result<bool, Failure> {
    let mut folders = UnsyncedFolders::default();
    match file.publish(&mut folders) {
        Ok(_) => {
            folders.sync();
            Ok(true)
        }
        Err(OutputError::Changed { .. }) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Describes a game that was just written by reading it back.
fn saved_game(
    path: &Path,
    span: ChunkSpan,
    format: &'static dyn Format,
    index: u32,
    text: &str,
) -> Result<Box<SavedGame>, Failure> {
    let origin = origin_of(path);
    let context = ReadContext {
        file_name: &origin.file_name,
        ..ReadContext::default()
    };
    let location = GameLocation {
        span,
        format: Some(format),
        game: None,
        index_in_chunk: 0,
    };
    let mut checked = check_text(text, Some(format), &context).into_iter();
    let checked = checked.next().ok_or_else(|| round_trip_failure(format))?;
    let file_stat = path.metadata().ok().as_ref().map(FileStamp::from);
    let row = LibraryRow::new(checked, location, index);
    let content = sha256(text.as_bytes());
    let identity = GameIdentity {
        content: Some(content),
        key: row.identity_key,
        is_only_game: span.is_whole_file && !is_line_based(format),
    };
    Ok(Box::new(SavedGame {
        row,
        content_stamp: ContentStamp {
            file_stat,
            sha256: content,
        },
        address: GameAddress {
            origin,
            location,
            index_in_file: index,
            file_stat,
            identity,
        },
        shift: None,
    }))
}

/// Encodes a game and verifies that it reads back unchanged, before anything is overwritten.
fn encode_verified(record: &Record, format: &'static dyn Format) -> Result<String, Failure> {
    let text = write_all(format, std::slice::from_ref(record), CATALOGUE)
        .map_err(|error| Failure::new(FailureKind::Output, error.to_string()))?;
    let round_trips = match format.id() {
        "ron" | "ronl" => read_ron(&text).is_ok_and(|read| read == *record),
        _ => serde_json::from_str(&text).is_ok_and(|read: Record| read == *record),
    };
    if !round_trips {
        return Err(round_trip_failure(format));
    }
    if !is_readable(&text, format) {
        let message = format!(
            "the game is too large for the format `{}`: kifu could not read it again",
            format.id()
        );
        let hint = "nothing was written; save the game as a .ron file";
        return Err(Failure::new(FailureKind::Output, message).hint(hint));
    }
    Ok(text)
}

/// Reports whether the reader of files, with all of its limits, finds a single game in a text.
fn is_readable(text: &str, format: &'static dyn Format) -> bool {
    let options = ReadOptions {
        format: Some(format),
        game: None,
    };
    let reader = Cursor::new(text.as_bytes().to_vec());
    let mut parts = ChunkReader::new(Box::new(reader), origin_of(Path::new("")), options);
    let mut game_count = 0;
    while let Ok(Some(part)) = parts.next_part() {
        if !matches!(part, FilePart::Chunk(_)) {
            return false;
        }
        part.for_each_game(&mut |checked, _| {
            let is_too_large = |finding: &Finding| finding.code == Code::TooLarge;
            if !checked.findings.iter().any(is_too_large) {
                game_count += 1;
            }
        });
    }
    game_count == 1
}

fn round_trip_failure(format: &dyn Format) -> Failure {
    let message = format!(
        "the game written as `{}` does not read back the same",
        format.id()
    );
    Failure::new(FailureKind::Internal, message).hint("nothing was written; please report this bug")
}

/// Checks that a file is not write-protected. Replacing it would succeed regardless, because that
/// depends only on the permissions of its folder.
fn check_writable(path: &Path) -> Result<(), Failure> {
    if path
        .metadata()
        .is_ok_and(|meta| meta.permissions().readonly())
    {
        let message = format!("cannot write `{}`: it is write-protected", path.display());
        return Err(Failure::new(FailureKind::Output, message).hint("save it under another name"));
    }
    Ok(())
}

/// A game that is saved to its address.
struct SaveToSource<'a> {
    record: &'a Record,
    address: &'a GameAddress,
    content_stamp: &'a ContentStamp,
    allow_changed: bool,
    drop_comments: bool,
}

impl SaveToSource<'_> {
    fn save(&self) -> Result<SaveOutcome, Failure> {
        let address = self.address;
        let Some(path) = address.origin.path() else {
            return Ok(self.needs_own_file("The game does not come from a file."));
        };
        let is_only_game =
            address.location.span.is_whole_file && address.location.index_in_chunk == 0;
        match address.location.format {
            Some(format) if is_line_based(format) => self.save_line(path, format),
            Some(format) if is_only_game && matches!(format.id(), "ron" | "json") => {
                self.save_file(path, format)
            }
            Some(format) => {
                let reason = format!(
                    "kifu does not change files in the format `{}`.",
                    format.id()
                );
                Ok(self.needs_own_file(&reason))
            }
            None => Ok(self.needs_own_file("The format of the file is unknown.")),
        }
    }

    /// Saves to a file that contains only this game.
    fn save_file(&self, path: &Path, format: &'static dyn Format) -> Result<SaveOutcome, Failure> {
        let Some(lock) = open_locked(path)? else {
            if self.allow_changed {
                return write_new_file(self.record, path, format, false);
            }
            return Ok(SaveOutcome::FileChanged { is_gone: true });
        };
        let bytes = std::fs::read(path).map_err(|error| self.read_failure(error))?;
        if sha256(&bytes) != self.content_stamp.sha256 && !self.allow_changed {
            return Ok(SaveOutcome::FileChanged { is_gone: false });
        }
        if format.id() == "ron" && !self.drop_comments && has_comments(&bytes) {
            return Ok(SaveOutcome::CommentsLost);
        }
        let text = encode_verified(self.record, format)?;
        let file = AtomicFile::replacing(path, &lock)?;
        drop(lock);
        finish_whole_file(file, path, format, &text)
    }

    fn read_failure(&self, error: std::io::Error) -> Failure {
        Failure::cannot_read(&self.address.origin.display_name, error)
    }

    fn needs_own_file(&self, reason: &str) -> SaveOutcome {
        let origin = &self.address.origin;
        let is_only_game =
            self.address.location.span.is_whole_file && self.address.index_in_file == 0;
        let stem = if is_only_game {
            file_stem_of_origin(origin)
        } else {
            file_stem_of_game(self.record, origin)
        };
        let folder = origin
            .path()
            .and_then(Path::parent)
            .unwrap_or(Path::new(""));
        let mut suggestion = folder.join(format!("{stem}.ron"));
        let mut number = 1;
        while suggestion.symlink_metadata().is_ok() && number < 10_000 {
            number += 1;
            suggestion = folder.join(format!("{stem}-{number}.ron"));
        }
        SaveOutcome::NeedsOwnFile {
            suggestion,
            reason: reason.to_owned(),
        }
    }
}

/// Opens a file that is to be replaced, and locks it against other instances of kifu; `None` if it
/// does not exist.
///
/// # Errors
/// Returns an error if the file cannot be read or replaced, or another program has locked it.
fn open_locked(path: &Path) -> Result<Option<File>, Failure> {
    check_writable(path)?;
    open_to_replace(path).map_err(|error| {
        let (reason, hint) = match error.kind() {
            ErrorKind::WouldBlock => ("another program is writing it", "try again"),
            ErrorKind::ResourceBusy => (
                "it keeps changing",
                "try again, or save it under another name",
            ),
            _ => return Failure::cannot_read(path.display(), error),
        };
        let message = format!("cannot write `{}`: {reason}", path.display());
        Failure::new(FailureKind::Output, message).hint(hint)
    })
}
