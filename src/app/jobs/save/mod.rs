//! Saving a game, so that nothing is lost: not what another program wrote, not the other games of
//! an archive, and never half a file.

mod comments;
mod line;

use crate::app::library::{Place, Row, Shift, Stamp, digest, is_by_line};
use crate::files::{
    AtomicFile, ChunkSpan, Failure, FailureKind, FileStamp, GameLocation, Input, Origin,
    file_stem_of_game, file_stem_of_origin,
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
pub struct Save {
    /// The game.
    pub record: Box<Record>,
    /// Where to.
    pub to: To,
}

/// Where a game is to be saved.
#[derive(Debug)]
pub enum To {
    /// Where it came from.
    Back {
        /// The place.
        place: Place,
        /// What stood there when it was read.
        stamp: Stamp,
        /// The person knows that something else stands there now.
        changed: bool,
        /// The person knows that comments between the fields are lost.
        comments: bool,
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
pub enum Answer {
    /// It is saved.
    Saved(Box<Kept>),
    /// The file was changed on disk since the game was read, or it is `gone`. Nothing was
    /// written; with `changed` it will be.
    Changed {
        /// The file is not there any more.
        gone: bool,
    },
    /// Comments between the fields would be lost. Nothing was written; with `comments` it will be.
    Comments,
    /// There is such a file. Nothing was written; with `overwrite` it will be.
    Exists(PathBuf),
    /// The place cannot take the game back; it wants a file of its own.
    Elsewhere {
        /// Such as this one, which is not there yet.
        suggestion: PathBuf,
        /// Why.
        why: String,
    },
}

/// A game that was saved.
#[derive(Debug)]
pub struct Kept {
    /// Where it is now.
    pub place: Place,
    /// What stands there.
    pub stamp: Stamp,
    /// What follows in the file has moved.
    pub shift: Option<Shift>,
    /// The game's row in a list.
    pub row: Row,
}

/// Saves a game.
///
/// # Errors
/// The file cannot be written.
pub fn save(wanted: &Save) -> Result<Answer, Failure> {
    match &wanted.to {
        To::File { path, overwrite } => save_as(&wanted.record, path, *overwrite),
        To::Back {
            place,
            stamp,
            changed,
            comments,
        } => {
            let back = Back {
                record: &wanted.record,
                place,
                stamp,
                changed: *changed,
                comments: *comments,
            };
            back.save()
        }
    }
}

fn save_as(record: &Record, path: &Path, overwrite: bool) -> Result<Answer, Failure> {
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
            "expected a name that ends in .ron, found `{}`",
            path.display()
        );
        let hint = "a game is saved as a record; other formats are written by exporting it";
        return Err(Failure::new(FailureKind::Output, message).hint(hint));
    };
    if path.symlink_metadata().is_ok_and(|meta| !meta.is_dir()) && !overwrite {
        return Ok(Answer::Exists(path));
    }
    whole(record, &path, format, overwrite)
}

/// Writes a file that holds this game alone.
fn whole(
    record: &Record,
    path: &Path,
    format: &'static dyn Format,
    overwrite: bool,
) -> Result<Answer, Failure> {
    let text = text(record, format)?;
    if overwrite {
        protected(path)?;
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
    kept(path, stretch, format, 0, &text).map(Answer::Saved)
}

/// What is there now, after it was written.
fn kept(
    path: &Path,
    stretch: ChunkSpan,
    format: &'static dyn Format,
    index: u32,
    text: &str,
) -> Result<Box<Kept>, Failure> {
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
    let checked = checked.next().ok_or_else(|| unlike(format))?;
    let seen = path.metadata().ok().as_ref().map(FileStamp::from);
    Ok(Box::new(Kept {
        row: Row::new(checked, spot, index),
        stamp: Stamp {
            seen,
            sha256: digest(text.as_bytes()),
        },
        place: Place {
            origin,
            spot,
            index,
            seen,
        },
        shift: None,
    }))
}

/// The game as text; it is read back before anything is overwritten by it.
fn text(record: &Record, format: &'static dyn Format) -> Result<String, Failure> {
    let text = write_all(format, std::slice::from_ref(record), CATALOGUE)
        .map_err(|error| Failure::new(FailureKind::Output, error.to_string()))?;
    let same = match format.id() {
        "ron" | "ronl" => read_ron(&text).is_ok_and(|read| read == *record),
        _ => serde_json::from_str(&text).is_ok_and(|read: Record| read == *record),
    };
    if same { Ok(text) } else { Err(unlike(format)) }
}

fn unlike(format: &dyn Format) -> Failure {
    let message = format!("the game as `{}` does not read back as it is", format.id());
    Failure::new(FailureKind::Internal, message).hint("nothing was written; please report it")
}

/// A file that is protected would be replaced all the same, for only its folder is asked.
fn protected(path: &Path) -> Result<(), Failure> {
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
struct Back<'a> {
    record: &'a Record,
    place: &'a Place,
    stamp: &'a Stamp,
    changed: bool,
    comments: bool,
}

impl Back<'_> {
    fn save(&self) -> Result<Answer, Failure> {
        let place = self.place;
        let Some(path) = place.origin.path() else {
            return Ok(self.elsewhere("it did not come from a file"));
        };
        let alone = place.spot.span.is_whole_file && place.spot.index_in_chunk == 0;
        match place.spot.format {
            Some(format) if is_by_line(format) => self.line(path, format),
            Some(format) if alone && matches!(format.id(), "ron" | "json") => {
                self.file(path, format)
            }
            Some(format) => {
                let why = format!("kifu does not change files of the format `{}`", format.id());
                Ok(self.elsewhere(&why))
            }
            None => Ok(self.elsewhere("its file is of no known format")),
        }
    }

    /// A file that holds this game alone.
    fn file(&self, path: &Path, format: &'static dyn Format) -> Result<Answer, Failure> {
        let Some(held) = hold(path)? else {
            if self.changed {
                return whole(self.record, path, format, false);
            }
            return Ok(Answer::Changed { gone: true });
        };
        let bytes = std::fs::read(path).map_err(|error| self.unreadable(&error))?;
        if digest(&bytes) != self.stamp.sha256 && !self.changed {
            return Ok(Answer::Changed { gone: false });
        }
        if format.id() == "ron" && !self.comments && has_comments(&bytes) {
            return Ok(Answer::Comments);
        }
        let answer = whole(self.record, path, format, true);
        drop(held);
        answer
    }

    fn unreadable(&self, error: &std::io::Error) -> Failure {
        Failure::cannot_read(&self.place.origin.display_name, error)
    }

    fn elsewhere(&self, why: &str) -> Answer {
        let origin = &self.place.origin;
        let alone = self.place.spot.span.is_whole_file && self.place.index == 0;
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
        Answer::Elsewhere {
            suggestion,
            why: why.to_owned(),
        }
    }
}

/// Opens a file that is to be replaced, and keeps other kifus from replacing it meanwhile; `None`
/// if it is not there.
///
/// # Errors
/// It cannot be read, or another program has it.
fn hold(path: &Path) -> Result<Option<File>, Failure> {
    let name = path.display();
    for _ in 0..3 {
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Failure::cannot_read(&name, &error)),
        };
        protected(path)?;
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
    let message = format!("cannot write `{name}`: it changes all the time");
    Err(Failure::new(FailureKind::Output, message).hint("try again, or save it under another name"))
}
