//! From the paths on the command line to the files to read.

use super::failure::{Failure, Kind};
use std::path::{Path, PathBuf};
use walkdir::{DirEntry, WalkDir};

/// Something to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// Standard input.
    Stdin,
    /// A file.
    File {
        /// As the user named it, or the folder it lies in.
        path: PathBuf,
        /// The user named it himself; else it was found in a folder and may be no log at all.
        named: bool,
    },
}

/// Something that could not be reached.
#[derive(Debug)]
pub enum Trouble {
    /// The rest can be read; this is worth a warning.
    Warning {
        /// What.
        message: String,
        /// And then?
        hint: String,
    },
    /// This should have been read and cannot be.
    Failure(Failure),
}

/// All files below the paths, folders in the order of their names, hidden ones left out.
pub fn walk(paths: &[PathBuf]) -> impl Iterator<Item = Result<Input, Trouble>> {
    paths.iter().flat_map(|path| one(path))
}

/// What lies in a folder that is read and is itself the place to write to: the same command would
/// find its own games there the next time.
pub struct Output(Option<PathBuf>);

impl Output {
    /// For these paths and that place to write to.
    pub fn new(paths: &[PathBuf], out: &Path) -> Self {
        let place = out.canonicalize().ok().filter(|place| {
            let folders = paths.iter().filter_map(|path| path.canonicalize().ok());
            folders
                .into_iter()
                .any(|folder| folder != *place && place.starts_with(folder))
        });
        Self(place)
    }

    /// The input was found there, rather than named.
    pub fn holds(&self, input: &Result<Input, Trouble>) -> bool {
        match (&self.0, input) {
            (Some(place), Ok(Input::File { path, named: false })) => path
                .canonicalize()
                .is_ok_and(|path| path.starts_with(place)),
            _ => false,
        }
    }
}

fn one(path: &Path) -> Box<dyn Iterator<Item = Result<Input, Trouble>> + '_> {
    if path.as_os_str() == "-" {
        return Box::new(std::iter::once(Ok(Input::Stdin)));
    }
    if path.is_dir() {
        let walk = WalkDir::new(path).follow_links(true).sort_by_file_name();
        let visible = walk.into_iter().filter_entry(|entry| !is_hidden(entry));
        return Box::new(visible.filter_map(entry));
    }
    Box::new(std::iter::once(Ok(Input::File {
        path: path.to_owned(),
        named: true,
    })))
}

fn is_hidden(entry: &DirEntry) -> bool {
    entry.depth() > 0 && entry.file_name().as_encoded_bytes().starts_with(b".")
}

/// A file found in a folder. Pipes, sockets and devices there are no logs, and could block.
fn entry(found: walkdir::Result<DirEntry>) -> Option<Result<Input, Trouble>> {
    match found {
        Ok(entry) if entry.file_type().is_file() => Some(Ok(Input::File {
            path: entry.into_path(),
            named: false,
        })),
        Ok(_) => None,
        Err(error) => Some(Err(trouble(&error))),
    }
}

fn trouble(error: &walkdir::Error) -> Trouble {
    let name = error.path().unwrap_or(Path::new("?")).display().to_string();
    match (error.loop_ancestor(), error.io_error()) {
        (Some(ancestor), _) => Trouble::Warning {
            message: format!(
                "`{name}` is a link in a loop, back to `{}`",
                ancestor.display()
            ),
            hint: "it was not followed; all else was read".to_owned(),
        },
        (None, Some(error)) => Trouble::Failure(Failure::reading(&name, error)),
        (None, None) => {
            Trouble::Failure(Failure::new(Kind::Input, format!("cannot read `{name}`")))
        }
    }
}
