//! File names made from the names in a log, safe for any content of the log and on all systems.

use super::origin::Origin;
use kifu_core::record::Record;
use std::collections::{HashMap, HashSet};

/// The maximum length of a name in bytes, without number and extension.
const MAX_STEM_BYTES: usize = 120;

/// A source of unique file names, which differ even where a file system ignores case by the full
/// case folding of Unicode, in which `ß` is `SS` and `ﬁ` is `fi`.
#[derive(Debug, Default)]
pub struct FileNamer {
    taken: HashSet<String>,
    numbers: HashMap<String, usize>,
}

impl FileNamer {
    /// Returns a name that was not returned before: `stem.extension`, `stem-2.extension`, ...
    pub fn unique_name(&mut self, stem: &str, extension: &str) -> String {
        let number = self.numbers.entry(case_key(stem)).or_default();
        loop {
            *number += 1;
            let name = match *number {
                1 => format!("{stem}.{extension}"),
                number => format!("{stem}-{number}.{extension}"),
            };
            if self.taken.insert(case_key(&name)) {
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

/// Cuts a stem to its maximum length. The name of a device of Windows, which has an extension or
/// not, gets a `_`: `aux.txt` becomes `aux_.txt`.
fn truncate(name: &str) -> String {
    let name = &name[..name.floor_char_boundary(MAX_STEM_BYTES)];
    let (base, rest) = name.split_at(name.find('.').unwrap_or(name.len()));
    if is_device_name(base) {
        format!("{base}_{rest}")
    } else {
        name.to_owned()
    }
}

/// Reports whether Windows takes a name without an extension for a device
/// (Microsoft, *Naming Files, Paths, and Namespaces*).
fn is_device_name(base: &str) -> bool {
    let base = base.to_ascii_uppercase();
    let mut chars = base.chars();
    let is_numbered = matches!(chars.next_back(), Some('0'..='9' | '¹' | '²' | '³'))
        && matches!(chars.as_str(), "COM" | "LPT");
    is_numbered || matches!(base.as_str(), "CON" | "PRN" | "AUX" | "NUL")
}

/// Returns a key that is equal for all texts that are equal under the full case folding of Unicode.
///
/// Letters that fold to several ones, such as `ß`, become these in upper case. Folding one letter at
/// a time leaves out the rule for a final sigma, which folding does not have.
fn case_key(text: &str) -> String {
    let lower = text.chars().flat_map(char::to_lowercase);
    let upper = lower.flat_map(char::to_uppercase);
    upper.flat_map(char::to_lowercase).collect()
}
