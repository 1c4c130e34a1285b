//! The file that a text comes from.

use super::error::InputError;
use super::paths::Input;
use crate::formats::FORMATS;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::SystemTime;

/// What is known of a file that is being read.
#[derive(Debug)]
pub struct Origin {
    /// As the user named it; `-` for standard input.
    pub display_name: String,
    /// The name without the folder; empty for standard input.
    pub file_name: String,
    /// The user named it himself.
    pub is_explicit: bool,
    kind: OriginKind,
    stamp: OnceLock<Option<FileStamp>>,
    sha256: OnceLock<String>,
}

#[derive(Debug)]
enum OriginKind {
    Stdin,
    File(PathBuf),
    Bundled(&'static [u8]),
}

/// What a file looked like from outside: cheap to ask for, and enough to tell that nobody has
/// written to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileStamp {
    /// Bytes.
    pub length: u64,
    /// When it was last written to, where the system tells.
    pub modified: Option<SystemTime>,
}

impl From<&Metadata> for FileStamp {
    fn from(meta: &Metadata) -> Self {
        Self {
            length: meta.len(),
            modified: meta.modified().ok(),
        }
    }
}

impl Origin {
    /// A file that is not open yet.
    pub fn new(input: Input) -> Self {
        let (name, file, named, source) = match input {
            Input::Stdin => ("-".to_owned(), String::new(), true, OriginKind::Stdin),
            Input::File {
                path,
                is_explicit: named,
            } => {
                let file = path.file_name().unwrap_or_default();
                let (name, file) = (path.to_string_lossy(), file.to_string_lossy());
                (
                    name.into_owned(),
                    file.into_owned(),
                    named,
                    OriginKind::File(path),
                )
            }
            Input::Bundled { name, bytes } => (
                name.to_owned(),
                name.to_owned(),
                true,
                OriginKind::Bundled(bytes),
            ),
        };
        Self {
            display_name: name,
            file_name: file,
            is_explicit: named,
            kind: source,
            stamp: OnceLock::new(),
            sha256: OnceLock::new(),
        }
    }

    /// Where it lies; `None` for what is no file.
    pub fn path(&self) -> Option<&Path> {
        match &self.kind {
            OriginKind::File(path) => Some(path),
            OriginKind::Stdin | OriginKind::Bundled(_) => None,
        }
    }

    /// A text that the program holds itself.
    pub(super) const fn bundled(&self) -> Option<&'static [u8]> {
        match self.kind {
            OriginKind::Bundled(bytes) => Some(bytes),
            OriginKind::Stdin | OriginKind::File(_) => None,
        }
    }

    /// What the file looked like when it was first opened.
    pub fn opened_stamp(&self) -> Option<FileStamp> {
        self.stamp.get().copied().flatten()
    }

    /// Opens it.
    ///
    /// # Errors
    /// It is not there or may not be read.
    pub fn open(&self) -> Result<Box<dyn Read>, InputError> {
        match &self.kind {
            OriginKind::Stdin => Ok(Box::new(io::stdin())),
            OriginKind::Bundled(bytes) => Ok(Box::new(*bytes)),
            OriginKind::File(path) => {
                let file = File::open(path);
                let file = file.map_err(|error| InputError::io(&self.display_name, error))?;
                self.stamp
                    .get_or_init(|| file.metadata().ok().as_ref().map(FileStamp::from));
                Ok(Box::new(file))
            }
        }
    }

    /// How many bytes it has, if it is a plain file.
    pub fn size(&self) -> Option<u64> {
        let meta = self.path()?.metadata().ok()?;
        meta.is_file().then_some(meta.len())
    }

    /// Takes note of the whole content, so that its fingerprint need not be read for.
    pub fn cache_sha256(&self, bytes: &[u8]) {
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
        if let Some(bytes) = self.bundled() {
            return Some(hex(&Sha256::digest(bytes)));
        }
        self.size()?;
        let mut file = File::open(self.path()?).ok()?;
        let mut hasher = Sha256::new();
        io::copy(&mut file, &mut hasher).ok()?;
        Some(hex(&hasher.finalize()))
    }
}

/// Bytes in hexadecimal.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Extensions of formats that all kinds of programs use.
const GENERIC_EXTENSIONS: &[&str] = &["csv", "htm", "html", "json", "log", "tsv", "txt", "xml"];

impl Origin {
    /// Whether a file of no known format may be passed over: it was found in a folder, and its
    /// name does not say that it is a log of ours.
    pub fn is_skippable(&self) -> bool {
        let extension = self.file_name.rsplit_once('.').map_or("", |(_, end)| end);
        let extension = extension.to_ascii_lowercase();
        let known = FORMATS
            .iter()
            .flat_map(|format| format.extensions())
            .any(|known| *known == extension);
        !self.is_explicit && (!known || GENERIC_EXTENSIONS.contains(&extension.as_str()))
    }
}
