//! A guard against replacing a file by only a part of what it holds.

use super::text::pluralize;
use crate::Status;
use kifu_study::failure::{Failure, FailureKind};
use std::path::{Path, PathBuf};

/// Decides whether an output may replace the file that is there.
///
/// A file that is an input, too, is replaced only if all of its games are in the output: what is
/// left out would exist nowhere any more. Any other file is replaced unless an input could not be
/// read at all.
pub(crate) struct ReplacementGuard<'a> {
    /// The file that would be replaced.
    target: Option<&'a Path>,
    /// Whether the file is an input.
    is_input: bool,
    /// The number of inputs that could not be read.
    missing_inputs: usize,
    /// The number of games that are not in the output.
    missing_games: usize,
}

impl<'a> ReplacementGuard<'a> {
    /// Looks at what is at the path of the output.
    pub fn new(out: &'a Path, inputs: &InputPaths) -> Self {
        let target = out.is_file().then_some(out);
        Self {
            target,
            is_input: target.is_some_and(|target| inputs.contain(target)),
            missing_inputs: 0,
            missing_games: 0,
        }
    }

    /// Notes a problem with an input, given by the status that it leads to.
    pub fn note_problem(&mut self, status: Status) {
        self.missing_inputs += usize::from(status == Status::Error);
    }

    /// Notes games that are not in the output.
    pub fn note_missing_games(&mut self, count: usize) {
        self.missing_games += count;
    }

    /// Checks that the file may be replaced.
    ///
    /// # Errors
    /// Returns an error if something would be missing.
    pub fn check(&self) -> Result<(), Failure> {
        let Some(target) = self.target else {
            return Ok(());
        };
        let missing = match (self.missing_inputs, self.missing_games) {
            (0, games) if self.is_input && games > 0 => pluralize(games, "game"),
            (0, _) => return Ok(()),
            (inputs, _) => pluralize(inputs, "input"),
        };
        Err(would_be_missing(target, &missing))
    }
}

/// Returns the failure of an output that would be without a part of the file that it replaces.
pub(crate) fn would_be_missing(target: &Path, missing: &str) -> Failure {
    let message = format!(
        "cannot replace `{}`: {missing} would be missing; the file is as it was",
        target.display()
    );
    let hint = "repair what could not be read, or give another output";
    Failure::new(FailureKind::Output, message).hint(hint)
}

/// The files and folders that are read.
pub(crate) struct InputPaths(Vec<PathBuf>);

impl InputPaths {
    /// Resolves the paths that the user named.
    pub fn new(paths: &[PathBuf]) -> Self {
        let real_paths = paths.iter().filter_map(|path| path.canonicalize().ok());
        Self(real_paths.collect())
    }

    /// Leaves out the folders, if `is_skipped`: a folder of outputs is not read.
    pub fn skip_folders(mut self, is_skipped: bool) -> Self {
        self.0.retain(|path| !(is_skipped && path.is_dir()));
        self
    }

    /// Reports whether a file is read.
    pub fn contain(&self, file: &Path) -> bool {
        let is_in = |real_path: PathBuf| self.0.iter().any(|path| real_path.starts_with(path));
        file.canonicalize().is_ok_and(is_in)
    }
}
