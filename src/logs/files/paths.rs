//! From the paths on the command line to the files to read.

use super::error::InputError;
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use walkdir::{DirEntry, WalkDir};

/// An input to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LogInput {
    /// Standard input.
    Stdin,
    /// A file on disk.
    File {
        /// The path as the user gave it, or below the folder that the user gave.
        path: PathBuf,
        /// Whether the user named the file explicitly; otherwise it was found in a folder and may
        /// not be a log at all.
        is_explicit: bool,
    },
    /// A text in memory: one that comes with the program, or that a browser has read.
    Memory {
        /// The name shown for the text.
        name: String,
        /// The text.
        bytes: Cow<'static, [u8]>,
    },
}

/// An input that could not be reached.
#[derive(Debug, thiserror::Error)]
pub enum InputProblem {
    /// A link that leads back to a folder above it. It is not followed, and nothing is lost by
    /// that.
    #[error("`{name}` is a circular link back to `{}`", ancestor.display())]
    LinkLoop {
        /// The link.
        name: String,
        /// The folder that it leads to.
        ancestor: PathBuf,
    },
    /// An input that should have been read and cannot be.
    #[error(transparent)]
    Unreadable(#[from] InputError),
}

/// Returns all files below the paths, in the order of their names, without hidden ones.
pub fn walk_inputs(paths: &[PathBuf]) -> impl Iterator<Item = Result<LogInput, InputProblem>> {
    paths.iter().flat_map(|path| inputs_at(path, true))
}

/// Returns all files below the paths as [`walk_inputs`] does, but none to which a link in a folder
/// leads: for paths outside of which nothing may be read.
pub fn walk_inputs_without_links(
    paths: &[PathBuf],
) -> impl Iterator<Item = Result<LogInput, InputProblem>> {
    paths.iter().flat_map(|path| inputs_at(path, false))
}

/// An output folder that lies within an input folder.
///
/// Without it the same command would read its own output the next time.
pub struct OutputFolder(Option<PathBuf>);

impl OutputFolder {
    /// Finds out whether `out` lies within one of the input folders.
    pub fn new(paths: &[PathBuf], out: &Path) -> Self {
        let out_folder = out.canonicalize().ok().filter(|out_folder| {
            let folders = paths.iter().filter_map(|path| path.canonicalize().ok());
            folders
                .into_iter()
                .any(|folder| folder != *out_folder && out_folder.starts_with(folder))
        });
        Self(out_folder)
    }

    /// Reports whether there is such a folder.
    pub fn is_skipped(&self) -> bool {
        self.0.is_some()
    }

    /// Reports whether an input was found in the output folder, rather than named explicitly.
    pub fn contains(&self, input: &Result<LogInput, InputProblem>) -> bool {
        match (&self.0, input) {
            (
                Some(out_folder),
                Ok(LogInput::File {
                    path,
                    is_explicit: false,
                }),
            ) => path
                .canonicalize()
                .is_ok_and(|path| path.starts_with(out_folder)),
            _ => false,
        }
    }
}

fn inputs_at(
    path: &Path,
    follows_links: bool,
) -> Box<dyn Iterator<Item = Result<LogInput, InputProblem>> + '_> {
    if path.as_os_str() == "-" {
        return Box::new(std::iter::once(Ok(LogInput::Stdin)));
    }
    if path.is_dir() {
        let walker = WalkDir::new(path).follow_links(follows_links);
        let walker = walker.sort_by_file_name();
        let visible = walker.into_iter().filter_entry(|entry| !is_hidden(entry));
        // On Windows a file has the separators of the folder that was given: the same command has
        // the same output on each system.
        let has_slashes = cfg!(windows) && !path.as_os_str().as_encoded_bytes().contains(&b'\\');
        return Box::new(visible.filter_map(move |found| file_entry(found, has_slashes)));
    }
    Box::new(std::iter::once(Ok(LogInput::File {
        path: path.to_owned(),
        is_explicit: true,
    })))
}

fn is_hidden(entry: &DirEntry) -> bool {
    entry.depth() > 0 && entry.file_name().as_encoded_bytes().starts_with(b".")
}

/// Returns a file found in a folder. Pipes, sockets and devices are not logs, and could block.
fn file_entry(
    found: walkdir::Result<DirEntry>,
    has_slashes: bool,
) -> Option<Result<LogInput, InputProblem>> {
    match found {
        Ok(entry) if entry.file_type().is_file() => {
            let mut path = entry.into_path();
            if let (true, Some(name)) = (has_slashes, path.to_str()) {
                path = name.replace('\\', "/").into();
            }
            Some(Ok(LogInput::File {
                path,
                is_explicit: false,
            }))
        }
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
