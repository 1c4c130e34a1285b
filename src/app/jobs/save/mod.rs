//! Saving a game, so that nothing is lost: not what another program wrote, not the other games of
//! an archive, and never half a file.

mod comments;
mod line;

use crate::app::library::{ByteShift, ContentStamp, GameAddress, GameRow, is_line_based, sha256};
use crate::failure::{Failure, FailureKind};
use crate::files::{
    AtomicFile, ChunkSpan, FileStamp, GameLocation, Input, Origin, file_stem_of_game,
    file_stem_of_origin,
};
use crate::formats::{Format, ReadContext, by_id, check_text, write_all};
use crate::games::CATALOGUE;
use crate::record::{Record, read_ron};
use comments::has_comments;
use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A game to save.
#[derive(Debug)]
pub struct SaveRequest {
    /// The game.
    pub record: Box<Record>,
    /// Where to.
    pub target: SaveTarget,
}

/// Where a game is to be saved.
#[derive(Debug)]
pub enum SaveTarget {
    /// Where it came from.
    Source {
        /// The place.
        address: GameAddress,
        /// What stood there when it was read.
        content_stamp: ContentStamp,
        /// The person knows that something else stands there now.
        allow_changed: bool,
        /// The person knows that comments between the fields are lost.
        drop_comments: bool,
    },
    /// A file of its own: `.ron` or `.json`, or one line of a new `.ronl` or `.jsonl`.
    File {
        /// The file; without an extension it becomes `.ron`.
        path: PathBuf,
        /// A file that is there may be overwritten.
        overwrite: bool,
    },
}

/// What came of saving.
#[derive(Debug)]
pub enum SaveOutcome {
    /// It is saved.
    Saved(Box<SavedGame>),
    /// The file was changed on disk since the game was read, or it is `gone`. Nothing was
    /// written; with `changed` it will be.
    FileChanged {
        /// The file is not there any more.
        is_gone: bool,
    },
    /// Comments between the fields would be lost. Nothing was written; with `comments` it will be.
    CommentsLost,
    /// There is such a file. Nothing was written; with `overwrite` it will be.
    FileExists(PathBuf),
    /// The place cannot take the game back; it wants a file of its own.
    NeedsOwnFile {
        /// Such as this one, which is not there yet.
        suggestion: PathBuf,
        /// Why.
        reason: String,
    },
}

/// A game that was saved.
#[derive(Debug)]
pub struct SavedGame {
    /// Where it is now.
    pub address: GameAddress,
    /// What stands there.
    pub content_stamp: ContentStamp,
    /// What follows in the file has moved.
    pub shift: Option<ByteShift>,
    /// The game's row in a list.
    pub row: GameRow,
}

/// Saves a game.
///
/// # Errors
/// The file cannot be written.
pub fn save(wanted: &SaveRequest) -> Result<SaveOutcome, Failure> {
    match &wanted.target {
        SaveTarget::File { path, overwrite } => save_to_new_file(&wanted.record, path, *overwrite),
        SaveTarget::Source {
            address: place,
            content_stamp: stamp,
            allow_changed: changed,
            drop_comments: comments,
        } => {
            let back = SaveToSource {
                record: &wanted.record,
                address: place,
                content_stamp: stamp,
                allow_changed: *changed,
                drop_comments: *comments,
            };
            back.save()
        }
    }
}

fn save_to_new_file(record: &Record, path: &Path, overwrite: bool) -> Result<SaveOutcome, Failure> {
    let mut path = path.to_owned();
    if path.extension().is_none() {
        path.set_extension("ron");
    }
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let own = ["ron", "ronl", "json", "jsonl"];
    let id = own
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
    if path.symlink_metadata().is_ok_and(|meta| !meta.is_dir()) && !overwrite {
        return Ok(SaveOutcome::FileExists(path));
    }
    write_whole_file(record, &path, format, overwrite)
}

/// Writes a file that holds this game alone.
fn write_whole_file(
    record: &Record,
    path: &Path,
    format: &'static dyn Format,
    overwrite: bool,
) -> Result<SaveOutcome, Failure> {
    let text = encode_verified(record, format)?;
    if overwrite {
        check_writable(path)?;
    }
    let mut file = AtomicFile::new(path, overwrite)?;
    file.write(text.as_bytes())?;
    file.finish()?;
    let stretch = ChunkSpan {
        offset: 0,
        length: text.len() as u64,
        first_line: 1,
        is_whole_file: true,
    };
    saved_game(path, stretch, format, 0, &text).map(SaveOutcome::Saved)
}

/// What is there now, after it was written.
fn saved_game(
    path: &Path,
    stretch: ChunkSpan,
    format: &'static dyn Format,
    index: u32,
    text: &str,
) -> Result<Box<SavedGame>, Failure> {
    let origin = Arc::new(Origin::new(Input::File {
        path: path.to_owned(),
        is_explicit: true,
    }));
    let context = ReadContext {
        file_name: &origin.file_name,
        ..ReadContext::default()
    };
    let spot = GameLocation {
        span: stretch,
        format: Some(format),
        game: None,
        index_in_chunk: 0,
    };
    let mut checked = check_text(text, Some(format), &context).into_iter();
    let checked = checked.next().ok_or_else(|| round_trip_failure(format))?;
    let seen = path.metadata().ok().as_ref().map(FileStamp::from);
    Ok(Box::new(SavedGame {
        row: GameRow::new(checked, spot, index),
        content_stamp: ContentStamp {
            file_stat: seen,
            sha256: sha256(text.as_bytes()),
        },
        address: GameAddress {
            origin,
            location: spot,
            index_in_file: index,
            file_stat: seen,
        },
        shift: None,
    }))
}

/// The game as text; it is read back before anything is overwritten by it.
fn encode_verified(record: &Record, format: &'static dyn Format) -> Result<String, Failure> {
    let text = write_all(format, std::slice::from_ref(record), CATALOGUE)
        .map_err(|error| Failure::new(FailureKind::Output, error.to_string()))?;
    let same = match format.id() {
        "ron" | "ronl" => read_ron(&text).is_ok_and(|read| read == *record),
        _ => serde_json::from_str(&text).is_ok_and(|read: Record| read == *record),
    };
    if same {
        Ok(text)
    } else {
        Err(round_trip_failure(format))
    }
}

fn round_trip_failure(format: &dyn Format) -> Failure {
    let message = format!(
        "the game written as `{}` does not read back the same",
        format.id()
    );
    Failure::new(FailureKind::Internal, message).hint("nothing was written; please report this bug")
}

/// A file that is protected would be replaced all the same, for only its folder is asked.
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

/// A game on its way back to where it came from.
struct SaveToSource<'a> {
    record: &'a Record,
    address: &'a GameAddress,
    content_stamp: &'a ContentStamp,
    allow_changed: bool,
    drop_comments: bool,
}

impl SaveToSource<'_> {
    fn save(&self) -> Result<SaveOutcome, Failure> {
        let place = self.address;
        let Some(path) = place.origin.path() else {
            return Ok(self.needs_own_file("The game does not come from a file."));
        };
        let alone = place.location.span.is_whole_file && place.location.index_in_chunk == 0;
        match place.location.format {
            Some(format) if is_line_based(format) => self.save_line(path, format),
            Some(format) if alone && matches!(format.id(), "ron" | "json") => {
                self.save_file(path, format)
            }
            Some(format) => {
                let why = format!(
                    "kifu does not change files in the format `{}`.",
                    format.id()
                );
                Ok(self.needs_own_file(&why))
            }
            None => Ok(self.needs_own_file("The format of the file is unknown.")),
        }
    }

    /// A file that holds this game alone.
    fn save_file(&self, path: &Path, format: &'static dyn Format) -> Result<SaveOutcome, Failure> {
        let Some(held) = open_locked(path)? else {
            if self.allow_changed {
                return write_whole_file(self.record, path, format, false);
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
        let answer = write_whole_file(self.record, path, format, true);
        drop(held);
        answer
    }

    fn read_failure(&self, error: std::io::Error) -> Failure {
        Failure::cannot_read(&self.address.origin.display_name, error)
    }

    fn needs_own_file(&self, why: &str) -> SaveOutcome {
        let origin = &self.address.origin;
        let alone = self.address.location.span.is_whole_file && self.address.index_in_file == 0;
        let stem = if alone {
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
            reason: why.to_owned(),
        }
    }
}

/// Opens a file that is to be replaced, and keeps other kifus from replacing it meanwhile; `None`
/// if it is not there.
///
/// # Errors
/// It cannot be read, or another program has it.
fn open_locked(path: &Path) -> Result<Option<File>, Failure> {
    let name = path.display();
    for _ in 0..3 {
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Failure::cannot_read(&name, error)),
        };
        check_writable(path)?;
        // Elsewhere a lock would keep ourselves from replacing the file. Not every file system
        // has locks; then there is none.
        if cfg!(unix) && matches!(file.try_lock(), Err(std::fs::TryLockError::WouldBlock)) {
            let message = format!("cannot write `{name}`: another program is writing it");
            return Err(Failure::new(FailureKind::Output, message).hint("try again"));
        }
        let held = file.metadata().ok().as_ref().map(FileStamp::from);
        let there = path.metadata().ok().as_ref().map(FileStamp::from);
        if held == there {
            return Ok(Some(file));
        }
    }
    let message = format!("cannot write `{name}`: it keeps changing");
    Err(Failure::new(FailureKind::Output, message).hint("try again, or save it under another name"))
}
