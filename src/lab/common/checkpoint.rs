//! The checkpoint of a long command: named sections of finished or partial work.
//!
//! The file begins with a line of text, then come blocks: the command, its settings, and for each
//! section its name and its content in CBOR. A block is its length (eight bytes, little-endian) and
//! its bytes.

use super::run_args::read_file;
use kifu_logs::files::AtomicFile;
use kifu_study::failure::{Failure, FailureKind};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::path::Path;

const FIRST_LINE: &[u8] = b"kifu-lab checkpoint 1\n";

/// The content of a checkpoint.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checkpoint {
    /// The command, such as `train zuniq`.
    pub command: String,
    /// The settings that determine its result.
    pub settings: String,
    sections: BTreeMap<String, Vec<u8>>,
}

impl Checkpoint {
    /// Creates the empty checkpoint of a command.
    pub fn new(command: &str, settings: &str) -> Self {
        Self {
            command: command.to_owned(),
            settings: settings.to_owned(),
            sections: BTreeMap::new(),
        }
    }

    /// Returns a section; `None` if it was not begun.
    ///
    /// # Errors
    /// Returns an error if the section holds something else.
    pub fn section<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>, Failure> {
        let Some(bytes) = self.sections.get(name) else {
            return Ok(None);
        };
        let read = ciborium::from_reader(bytes.as_slice());
        read.map(Some).map_err(|error| {
            let message = format!("section `{name}` of the checkpoint cannot be read: {error}");
            Failure::new(FailureKind::Input, message)
                .hint("it was written by another version; start anew")
        })
    }

    /// Replaces a section.
    ///
    /// # Errors
    /// Returns an error if the value cannot be written as CBOR.
    pub fn set_section(&mut self, name: &str, value: &impl Serialize) -> Result<(), Failure> {
        let mut bytes = Vec::new();
        let written = ciborium::into_writer(value, &mut bytes);
        written.map_err(|error| Failure::internal(error.to_string()))?;
        self.sections.insert(name.to_owned(), bytes);
        Ok(())
    }

    /// Writes the checkpoint in place of an earlier one.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written; then the earlier one is still there.
    pub fn save(&self, path: &Path) -> Result<(), Failure> {
        let mut file = AtomicFile::new(path, true)?;
        file.write(FIRST_LINE)?;
        let head = [self.command.as_bytes(), self.settings.as_bytes()];
        let sections = self.sections.iter();
        let sections = sections.flat_map(|(name, bytes)| [name.as_bytes(), bytes]);
        for block in head.into_iter().chain(sections) {
            file.write(&(block.len() as u64).to_le_bytes())?;
            file.write(block)?;
        }
        Ok(file.finish()?)
    }

    /// Reads a checkpoint.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or is not a checkpoint.
    pub fn load(path: &Path) -> Result<Self, Failure> {
        Self::parse(&read_file(path)?).ok_or_else(|| {
            let message = format!("{}: expected a checkpoint of kifu-lab", path.display());
            Failure::new(FailureKind::Input, message)
        })
    }

    fn parse(bytes: &[u8]) -> Option<Self> {
        let mut rest = bytes.strip_prefix(FIRST_LINE)?;
        let mut blocks = Vec::new();
        while !rest.is_empty() {
            let (length, after) = rest.split_first_chunk::<8>()?;
            let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
            let (block, after) = after.split_at_checked(length)?;
            blocks.push(block);
            rest = after;
        }
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).ok();
        let (head, sections) = blocks.split_first_chunk::<2>()?;
        let (pairs, odd) = sections.as_chunks::<2>();
        if !odd.is_empty() {
            return None;
        }
        let section = |[name, bytes]: &[&[u8]; 2]| Some((text(name)?, bytes.to_vec()));
        Some(Self {
            command: text(head[0])?,
            settings: text(head[1])?,
            sections: pairs.iter().map(section).collect::<Option<_>>()?,
        })
    }
}
