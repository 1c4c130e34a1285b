//! From the paths on the command line to the files to read.

use super::error::InputError;
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
        is_explicit: bool,
    },
    /// A text that the program holds itself.
    Bundled {
        /// What it is called.
        name: &'static str,
        /// The text.
        bytes: &'static [u8],
    },
}

/// Something that could not be reached.
#[derive(Debug, thiserror::Error)]
pub enum InputProblem {
    /// A link leads back to a folder above it. It is not followed, and nothing is lost by that.
    #[error("`{name}` is a circular link back to `{}`", ancestor.display())]
    LinkLoop {
        /// The link.
        name: String,
        /// The folder to which it leads.
        ancestor: PathBuf,
    },
    /// This should have been read and cannot be.
    #[error(transparent)]
    Unreadable(#[from] InputError),
}

/// All files below the paths, folders in the order of their names, hidden ones left out.
pub fn walk_inputs(paths: &[PathBuf]) -> impl Iterator<Item = Result<Input, InputProblem>> {
    paths.iter().flat_map(|path| inputs_at(path))
}

/// What lies in a folder that is read and is itself the place to write to: the same command would
/// find its own games there the next time.
pub struct OutputFolder(Option<PathBuf>);

impl OutputFolder {
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
    pub fn contains(&self, input: &Result<Input, InputProblem>) -> bool {
        match (&self.0, input) {
            (
                Some(place),
                Ok(Input::File {
                    path,
                    is_explicit: false,
                }),
            ) => path
                .canonicalize()
                .is_ok_and(|path| path.starts_with(place)),
            _ => false,
        }
    }
}

fn inputs_at(path: &Path) -> Box<dyn Iterator<Item = Result<Input, InputProblem>> + '_> {
    if path.as_os_str() == "-" {
        return Box::new(std::iter::once(Ok(Input::Stdin)));
    }
    if path.is_dir() {
        let walk = WalkDir::new(path).follow_links(true).sort_by_file_name();
        let visible = walk.into_iter().filter_entry(|entry| !is_hidden(entry));
        return Box::new(visible.filter_map(file_entry));
    }
    Box::new(std::iter::once(Ok(Input::File {
        path: path.to_owned(),
        is_explicit: true,
    })))
}

fn is_hidden(entry: &DirEntry) -> bool {
    entry.depth() > 0 && entry.file_name().as_encoded_bytes().starts_with(b".")
}

/// A file found in a folder. Pipes, sockets and devices there are no logs, and could block.
fn file_entry(found: walkdir::Result<DirEntry>) -> Option<Result<Input, InputProblem>> {
    match found {
        Ok(entry) if entry.file_type().is_file() => Some(Ok(Input::File {
            path: entry.into_path(),
            is_explicit: false,
        })),
        Ok(_) => None,
        Err(error) => Some(Err(walk_problem(error))),
    }
}

fn walk_problem(error: walkdir::Error) -> InputProblem {
    let name = error.path().unwrap_or(Path::new("?")).display().to_string();
    if let Some(ancestor) = error.loop_ancestor() {
        let ancestor = ancestor.to_owned();
        return InputProblem::LinkLoop { name, ancestor };
    }
    match error.into_io_error() {
        Some(error) => InputError::Io { name, error },
        None => InputError::Unreachable { name },
    }
    .into()
}
