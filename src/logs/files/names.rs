//! File names made from the names in a log, safe for any content of the log.

use super::origin::Origin;
use kifu_core::record::Record;
use std::collections::{HashMap, HashSet};

/// The maximum length of a name in bytes, without number and extension.
const MAX_STEM_BYTES: usize = 120;

/// A source of unique file names, which differ even where a file system ignores case.
#[derive(Debug, Default)]
pub struct FileNamer {
    taken: HashSet<String>,
    numbers: HashMap<String, usize>,
}

impl FileNamer {
    /// Returns a name that was not returned before: `stem.extension`, `stem-2.extension`, ...
    pub fn unique_name(&mut self, stem: &str, extension: &str) -> String {
        let number = self.numbers.entry(stem.to_lowercase()).or_default();
        loop {
            *number += 1;
            let name = match *number {
                1 => format!("{stem}.{extension}"),
                number => format!("{stem}-{number}.{extension}"),
            };
            if self.taken.insert(name.to_lowercase()) {
                return name;
            }
        }
    }
}

/// Returns a file stem made of a game's id and players, or of its file name if it has neither.
pub fn file_stem_of_game(record: &Record, origin: &Origin) -> String {
    let (first, second) = &record.players;
    let parts = [&record.source.id, &first.name, &second.name];
    let parts: Vec<String> = parts
        .into_iter()
        .filter(|part| !part.is_empty())
        .map(|part| sanitize(part))
        .collect();
    if parts.is_empty() {
        file_stem_of_origin(origin)
    } else {
        truncate(&parts.join("-"))
    }
}

/// Returns the name of the file that was read, without its extension.
pub fn file_stem_of_origin(origin: &Origin) -> String {
    let stem = match origin.file_name.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => &origin.file_name,
    };
    if stem.is_empty() {
        "game".to_owned()
    } else {
        truncate(&sanitize(stem))
    }
}

/// Returns a file stem made of any name.
pub fn file_stem_of_name(name: &str) -> String {
    truncate(&sanitize(name))
}

/// Keeps letters, digits, `-`, `_` and inner dots, and replaces everything else by `_`.
fn sanitize(text: &str) -> String {
    let safe_char = |c: char| {
        if c.is_alphanumeric() || "-_.".contains(c) {
            c
        } else {
            '_'
        }
    };
    let text: String = text.chars().map(safe_char).collect();
    let inner = text.trim_matches(['.', '-']);
    if inner.is_empty() {
        "_".to_owned()
    } else {
        inner.to_owned()
    }
}

fn truncate(name: &str) -> String {
    name[..name.floor_char_boundary(MAX_STEM_BYTES)].to_owned()
}
