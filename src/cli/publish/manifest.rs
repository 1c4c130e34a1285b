//! The list of the pages that kifu has made in a folder: a later run makes only those that change,
//! and replaces what kifu has made itself.

use kifu_logs::files::hex;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The name of the file in the folder.
pub(super) const MANIFEST_NAME: &str = ".kifu-pages.json";

/// The pages of a folder by their path in it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct PageManifest(BTreeMap<String, MadePage>);

/// A page that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct MadePage {
    /// The hash of all that the page was made from; empty if every run makes the page.
    source: String,
    /// The hash of the page.
    page: String,
}

impl PageManifest {
    /// Reads the list of a folder; it is empty if there is none or if it cannot be read.
    pub fn read(folder: &Path) -> Self {
        let text = fs::read(folder.join(MANIFEST_NAME)).unwrap_or_default();
        serde_json::from_slice(&text).unwrap_or_default()
    }

    /// Returns the list as the text of its file.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }

    /// Adds a file; `source` is the hash of what it was made from.
    pub fn add(&mut self, name: &str, source: &str, file: &[u8]) {
        let made = MadePage {
            source: source.to_owned(),
            page: hash_of(file),
        };
        self.0.insert(name.to_owned(), made);
    }

    /// Adds the pages of another list.
    pub fn extend(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// Reports whether pages of games are listed, but none with these paths.
    pub fn is_of_others<'a>(&self, mut names: impl Iterator<Item = &'a str>) -> bool {
        let has_games = self.0.keys().any(|name| name.starts_with("games/"));
        has_games && !names.any(|name| self.0.contains_key(name))
    }

    /// Reports whether the page at a path was made by kifu and was not changed since.
    pub fn is_own(&self, name: &str, path: &Path) -> bool {
        self.is_listed(name, path) || fs::read(path).is_ok_and(|page| is_sealed(&page))
    }

    /// Reports whether the page at a path is the one that is listed.
    fn is_listed(&self, name: &str, path: &Path) -> bool {
        let made = self.0.get(name);
        made.is_some_and(|made| fs::read(path).is_ok_and(|page| hash_of(&page) == made.page))
    }

    /// Reports whether the page at a path is what kifu would make of the same source again.
    pub fn is_current(&self, name: &str, source: &str, path: &Path) -> bool {
        let known = self.0.get(name);
        known.is_some_and(|made| made.source == source) && self.is_listed(name, path)
    }

    /// Adds a page of another list as it is there.
    pub fn keep(&mut self, name: &str, other: &Self) {
        if let Some(made) = other.0.get(name) {
            self.0.insert(name.to_owned(), made.clone());
        }
    }
}

/// The start of the tag with the hash of its page.
const SEAL: &str = "<meta name=\"kifu-page\" content=\"";
/// The start of the comment with the hash of its record.
const RECORD_SEAL: &str = "// kifu-page ";

/// Returns a page with the hash of all the rest of it in its head: the page itself shows that kifu has
/// made it and that it was not changed since, also after a run that did not come to the list.
pub(super) fn sealed(page: &str) -> String {
    let hash = hash_of(page.as_bytes());
    page.replacen("</head>", &format!("{SEAL}{hash}\"></head>"), 1)
}

/// Returns the text of a record with its hash in a comment before it, as [`sealed`] does for a page.
pub(super) fn sealed_record(record: &str) -> String {
    format!("{RECORD_SEAL}{}\n{record}", hash_of(record.as_bytes()))
}

/// Reports whether a page is as [`sealed`] returned it, or a record as [`sealed_record`] did.
fn is_sealed(page: &[u8]) -> bool {
    let page = str::from_utf8(page).ok();
    let record = page.and_then(|page| page.strip_prefix(RECORD_SEAL)?.split_once('\n'));
    if let Some((hash, record)) = record {
        return hash == hash_of(record.as_bytes());
    }
    let parts = page.and_then(|page| {
        let (head, rest) = page.split_once(SEAL)?;
        let (hash, rest) = rest.split_once("\">")?;
        Some((hash, head.to_owned() + rest))
    });
    parts.is_some_and(|(hash, page)| hash == hash_of(page.as_bytes()))
}

/// Returns the hash of some bytes: the first half of the SHA-256 in hexadecimal.
pub(super) fn hash_of(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes)[..16])
}
