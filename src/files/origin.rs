//! The file that a text comes from.

use super::failure::Failure;
use super::paths::Input;
use crate::formats::FORMATS;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// What is known of a file that is being read.
#[derive(Debug)]
pub struct Origin {
    /// As the user named it; `-` for standard input.
    pub name: String,
    /// The name without the folder; empty for standard input.
    pub file: String,
    /// The user named it himself.
    pub named: bool,
    path: Option<PathBuf>,
    sha256: OnceLock<String>,
}

impl Origin {
    /// A file that is not open yet.
    pub fn new(input: Input) -> Self {
        match input {
            Input::Stdin => Self {
                name: "-".to_owned(),
                file: String::new(),
                named: true,
                path: None,
                sha256: OnceLock::new(),
            },
            Input::File { path, named } => Self {
                name: path.to_string_lossy().into_owned(),
                file: path
                    .file_name()
                    .map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
                named,
                path: Some(path),
                sha256: OnceLock::new(),
            },
        }
    }

    /// Where it lies; `None` for standard input.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Opens it.
    ///
    /// # Errors
    /// It is not there or may not be read.
    pub fn open(&self) -> Result<Box<dyn Read>, Failure> {
        match &self.path {
            None => Ok(Box::new(io::stdin())),
            Some(path) => {
                let file = File::open(path);
                let file = file.map_err(|error| Failure::reading(&self.name, &error))?;
                Ok(Box::new(file))
            }
        }
    }

    /// How many bytes it has, if it is a plain file.
    pub fn size(&self) -> Option<u64> {
        let meta = self.path.as_ref()?.metadata().ok()?;
        meta.is_file().then_some(meta.len())
    }

    /// Takes note of the whole content, so that its fingerprint need not be read for.
    pub fn seen_whole(&self, bytes: &[u8]) {
        // A pipe can be read only once; a file is cheap to read again if anybody asks.
        if self.size().is_none() {
            self.sha256.get_or_init(|| hex(&Sha256::digest(bytes)));
        }
    }

    /// The SHA-256 of the content in hexadecimal. Reads the file for it, once; empty for a pipe
    /// longer than one piece.
    pub fn sha256(&self) -> &str {
        self.sha256
            .get_or_init(|| self.digest().unwrap_or_default())
    }

    fn digest(&self) -> Option<String> {
        self.size()?;
        let mut file = File::open(self.path.as_ref()?).ok()?;
        let mut hasher = Sha256::new();
        io::copy(&mut file, &mut hasher).ok()?;
        Some(hex(&hasher.finalize()))
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Extensions of formats that all kinds of programs use.
const COMMON: &[&str] = &["csv", "htm", "html", "json", "log", "tsv", "txt", "xml"];

impl Origin {
    /// Whether a file of no known format may be passed over: it was found in a folder, and its
    /// name does not say that it is a log of ours.
    pub fn may_be_foreign(&self) -> bool {
        let extension = self.file.rsplit_once('.').map_or("", |(_, end)| end);
        let extension = extension.to_ascii_lowercase();
        let known = FORMATS
            .iter()
            .flat_map(|format| format.extensions())
            .any(|known| *known == extension);
        !self.named && (!known || COMMON.contains(&extension.as_str()))
    }
}
