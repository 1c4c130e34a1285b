//! The corpus of the fuzzer: for each target the shortest input of every shape.
//!
//! The shape of an input is what it reads like ([`laws`](super::laws)): game, ending, findings, and
//! the parts of the record that have content. On disk a corpus is a folder with a folder for each
//! target.

use super::target::LawTarget;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};

/// The start of the name of an input that breaks a law.
const FAILING: &str = "failing-";
/// The maximum length of an input that is kept in the repository.
const MAX_KEPT_BYTES: usize = 2000;

/// The inputs of one target.
#[derive(Default)]
pub struct Corpus {
    /// All inputs, the kept ones and those that mutations start from.
    inputs: Vec<Vec<u8>>,
    /// The shortest input of each shape, by its index.
    by_shape: BTreeMap<String, usize>,
}

impl Corpus {
    /// Returns all inputs that mutations start from.
    pub fn inputs(&self) -> &[Vec<u8>] {
        &self.inputs
    }

    /// Returns the number of shapes that were read.
    pub fn shape_count(&self) -> usize {
        self.by_shape.len()
    }

    /// Adds an input to start from.
    pub fn add_seed(&mut self, input: Vec<u8>) {
        self.inputs.push(input);
    }

    /// Adds an input if it has a new shape, or is shorter than the one that has it.
    pub fn add(&mut self, input: &[u8], shapes: BTreeSet<String>) {
        let is_better = |shape: &String| {
            let known = self.by_shape.get(shape);
            known.is_none_or(|known| self.inputs[*known].len() > input.len())
        };
        let better: Vec<String> = shapes.into_iter().filter(is_better).collect();
        if better.is_empty() {
            return;
        }
        self.inputs.push(input.to_vec());
        for shape in better {
            self.by_shape.insert(shape, self.inputs.len() - 1);
        }
    }

    /// Returns inputs that are the shortest of a shape, at most `limit`, of all lengths.
    pub fn kept(&self, limit: usize) -> Vec<&[u8]> {
        let kept: BTreeSet<usize> = self.by_shape.values().copied().collect();
        let kept = kept.into_iter().map(|at| &*self.inputs[at]);
        let mut kept: Vec<&[u8]> = kept.filter(|input| input.len() <= MAX_KEPT_BYTES).collect();
        kept.sort_by_key(|input| (input.len(), *input));
        kept.dedup();
        let step = kept.len().div_ceil(limit.max(1)).max(1);
        kept.into_iter().step_by(step).collect()
    }
}

/// Returns the files of a target in a corpus, in the order of their names.
///
/// # Errors
/// Returns an error if a file cannot be read; a folder that is missing is empty.
pub fn load(folder: &Path, target: LawTarget) -> io::Result<Vec<(PathBuf, Vec<u8>)>> {
    let folder = folder.join(target.name());
    let Ok(entries) = folder.read_dir() else {
        return Ok(Vec::new());
    };
    let paths = entries.flatten().map(|entry| entry.path());
    let mut paths: Vec<PathBuf> = paths.filter(|path| path.is_file()).collect();
    paths.sort();
    let read = |path: PathBuf| Ok((path.clone(), std::fs::read(path)?));
    paths.into_iter().map(read).collect()
}

/// Replaces the files of a target by these inputs; those that break a law stay.
///
/// # Errors
///
/// Returns an error if a file cannot be written or removed.
pub fn save(folder: &Path, target: LawTarget, inputs: &[&[u8]]) -> io::Result<()> {
    for (path, _) in load(folder, target)? {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if !name.starts_with(FAILING) {
            std::fs::remove_file(&path)?;
        }
    }
    for input in inputs {
        write(folder, target, "", input)?;
    }
    Ok(())
}

/// Writes an input that breaks a law, and returns its path.
///
/// # Errors
///
/// Returns an error if the file cannot be written.
pub fn save_failing(folder: &Path, target: LawTarget, input: &[u8]) -> io::Result<PathBuf> {
    write(folder, target, FAILING, input)
}

fn write(folder: &Path, target: LawTarget, prefix: &str, input: &[u8]) -> io::Result<PathBuf> {
    let folder = folder.join(target.name());
    let mut hasher = DefaultHasher::new();
    input.hash(&mut hasher);
    let path = folder.join(format!("{prefix}{:016x}", hasher.finish()));
    std::fs::create_dir_all(&folder)?;
    std::fs::write(&path, input)?;
    Ok(path)
}
