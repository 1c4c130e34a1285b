//! The documents whose examples and links are tested.

use std::fs;
use std::path::{Path, PathBuf};

/// The documents outside of the chapters, from the root of the repository.
const DOCUMENTS: [&str; 3] = ["README.md", ".github/CONTRIBUTING.md", "tests/README.md"];
/// The folder of the chapters of the crate's documentation.
const CHAPTERS: &str = "src/docs";

/// A document of the repository.
pub struct Document {
    /// The path from the root of the repository.
    pub path: PathBuf,
    /// The text.
    pub text: String,
}

/// Returns the root of the repository.
pub fn root() -> &'static Path {
    crate::common::repository()
}

/// Reads all documents.
pub fn documents() -> Vec<Document> {
    let chapters = fs::read_dir(root().join(CHAPTERS)).unwrap();
    let chapters = chapters.map(|entry| Path::new(CHAPTERS).join(entry.unwrap().file_name()));
    let mut paths: Vec<PathBuf> = DOCUMENTS.map(PathBuf::from).into_iter().collect();
    paths.extend(chapters.filter(|path| path.extension().is_some_and(|end| end == "md")));
    paths.sort();
    let read = |path: PathBuf| Document {
        text: fs::read_to_string(root().join(&path)).unwrap(),
        path,
    };
    paths.into_iter().map(read).collect()
}

/// Returns the text without fenced blocks; their lines are left empty.
pub fn prose(text: &str) -> String {
    let mut is_inside = false;
    let mut prose = String::new();
    for line in text.lines() {
        let is_fence = line.trim_start().starts_with("```");
        is_inside ^= is_fence;
        if !is_inside && !is_fence {
            prose.push_str(line);
        }
        prose.push('\n');
    }
    assert!(!is_inside, "a block that does not end");
    prose
}
