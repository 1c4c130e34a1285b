//! The file or stream that a text comes from.

use super::error::InputError;
use super::paths::LogInput;
use crate::formats::FORMATS;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs::{File, Metadata};
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::SystemTime;

/// A file or stream that is being read.
#[derive(Debug)]
pub struct Origin {
    /// The name as the user gave it; `-` for standard input.
    pub display_name: String,
    /// The file name without its folder; empty for standard input.
    pub file_name: String,
    /// Whether the user named the file explicitly, rather than a folder that holds it.
    pub is_explicit: bool,
    kind: OriginKind,
    stamp: OnceLock<Option<FileStamp>>,
    sha256: OnceLock<String>,
}

#[derive(Debug)]
enum OriginKind {
    Stdin,
    File(PathBuf),
    Memory(Cow<'static, [u8]>),
}

/// Identity, length and times of a file: a cheap way to notice that it was written to or replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileStamp {
    /// The length in bytes.
    pub length: u64,
    /// The time of the last change, if the system reports it.
    pub modified: Option<SystemTime>,
    /// The device and the number of the file, combined; on Windows the time of its creation; 0 where
    /// the system has none.
    identity: u64,
    /// The time at which the content or the attributes were last changed, in nanoseconds; 0 where the
    /// system has none.
    changed_ns: i64,
}

impl From<&Metadata> for FileStamp {
    fn from(meta: &Metadata) -> Self {
        #[cfg(unix)]
        let (identity, changed_ns) = {
            use std::os::unix::fs::MetadataExt;
            let nanoseconds = meta.ctime().wrapping_mul(1_000_000_000);
            (
                meta.dev().rotate_left(32) ^ meta.ino(),
                nanoseconds.wrapping_add(meta.ctime_nsec()),
            )
        };
        // The number of a file is known only of an open one; a new file has another time of creation.
        #[cfg(windows)]
        let (identity, changed_ns) = (std::os::windows::fs::MetadataExt::creation_time(meta), 0);
        #[cfg(not(any(unix, windows)))]
        let (identity, changed_ns) = (0, 0);
        Self {
            length: meta.len(),
            modified: meta.modified().ok(),
            identity,
            changed_ns,
        }
    }
}

impl Origin {
    /// Reports whether this is the file at a path.
    pub fn is_file_at(&self, path: &Path) -> bool {
        match (&self.kind, path.canonicalize()) {
            (OriginKind::File(own), Ok(path)) => own.canonicalize().is_ok_and(|own| own == path),
            _ => false,
        }
    }

    /// Creates an origin whose file is not open yet.
    pub fn new(input: LogInput) -> Self {
        let (name, file, is_explicit, kind) = match input {
            LogInput::Stdin => ("-".to_owned(), String::new(), true, OriginKind::Stdin),
            LogInput::File { path, is_explicit } => {
                let file = path.file_name().unwrap_or_default();
                let (name, file) = (path.to_string_lossy(), file.to_string_lossy());
                (
                    name.into_owned(),
                    file.into_owned(),
                    is_explicit,
                    OriginKind::File(path),
                )
            }
            LogInput::Memory { name, bytes } => {
                (name.clone(), name, true, OriginKind::Memory(bytes))
            }
        };
        Self {
            display_name: name,
            file_name: file,
            is_explicit,
            kind,
            stamp: OnceLock::new(),
            sha256: OnceLock::new(),
        }
    }

    /// Returns the path of the file; `None` for standard input and texts in memory.
    pub fn path(&self) -> Option<&Path> {
        match &self.kind {
            OriginKind::File(path) => Some(path),
            OriginKind::Stdin | OriginKind::Memory(_) => None,
        }
    }

    /// Returns the bytes of a text in memory.
    pub fn memory(&self) -> Option<&[u8]> {
        match &self.kind {
            OriginKind::Memory(bytes) => Some(bytes),
            OriginKind::Stdin | OriginKind::File(_) => None,
        }
    }

    /// Returns the stamp of the file at the time it was first opened.
    pub fn opened_stamp(&self) -> Option<FileStamp> {
        self.stamp.get().copied().flatten()
    }

    /// Opens the file for reading.
    ///
    /// # Errors
    /// Returns an error if the file does not exist or may not be read.
    pub fn open(&self) -> Result<Box<dyn Read + Send>, InputError> {
        match &self.kind {
            OriginKind::Stdin => Ok(Box::new(io::stdin())),
            OriginKind::Memory(bytes) => Ok(Box::new(Cursor::new(bytes.clone()))),
            OriginKind::File(path) => {
                let file = File::open(path);
                let file = file.map_err(|error| InputError::io(&self.display_name, error))?;
                self.stamp
                    .get_or_init(|| file.metadata().ok().as_ref().map(FileStamp::from));
                Ok(Box::new(file))
            }
        }
    }

    /// Returns the size in bytes, if this is a regular file.
    pub fn size(&self) -> Option<u64> {
        let meta = self.path()?.metadata().ok()?;
        meta.is_file().then_some(meta.len())
    }

    /// Remembers the hash of the whole content, for inputs that cannot be read a second time.
    pub fn cache_sha256(&self, bytes: &[u8]) {
        // A pipe can be read only once; a file is cheap to read again when the hash is needed.
        if self.size().is_none() {
            self.sha256.get_or_init(|| hex(&Sha256::digest(bytes)));
        }
    }

    /// Returns the SHA-256 of the content in hexadecimal.
    ///
    /// Reads the file on the first call. Empty for a pipe longer than one chunk.
    pub fn sha256(&self) -> &str {
        self.sha256
            .get_or_init(|| self.digest().unwrap_or_default())
    }

    fn digest(&self) -> Option<String> {
        if let Some(bytes) = self.memory() {
            return Some(hex(&Sha256::digest(bytes)));
        }
        self.size()?;
        let mut file = File::open(self.path()?).ok()?;
        let mut hasher = Sha256::new();
        io::copy(&mut file, &mut hasher).ok()?;
        Some(hex(&hasher.finalize()))
    }
}

/// Formats bytes in hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Extensions that many other programs use as well.
const GENERIC_EXTENSIONS: &[&str] = &[
    "csv", "gtp", "har", "htm", "html", "json", "log", "mht", "mhtml", "tsv", "txt", "xml",
];

impl Origin {
    /// Reports whether a file of unknown format may be skipped: it was found in a folder, and its
    /// extension does not mark it as a game log.
    pub fn is_skippable(&self) -> bool {
        let extension = self.file_name.rsplit_once('.').map_or("", |(_, end)| end);
        !self.is_explicit && !is_log_extension(extension.as_ref())
    }
}

/// Reports whether an extension marks a file as a game log.
pub(super) fn is_log_extension(extension: &OsStr) -> bool {
    let extension = extension.to_string_lossy().to_ascii_lowercase();
    let known = FORMATS
        .iter()
        .flat_map(|format| format.extensions())
        .any(|known| *known == extension);
    known && !GENERIC_EXTENSIONS.contains(&extension.as_str())
}
