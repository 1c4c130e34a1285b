//! Files of RON: read with patience, written whole or not at all.

use crate::files::{AtomicFile, Failure, FailureKind};
use ron::Options;
use ron::extensions::Extensions;
use ron::ser::PrettyConfig;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// No file of ours is larger, in bytes.
const LARGEST: u64 = 16 << 20;
/// So often a lock is asked for, and so long between.
const WAITS: (u32, Duration) = (100, Duration::from_millis(20));

#[derive(Deserialize)]
struct Peek {
    version: u32,
}

fn options() -> Options {
    Options::default()
        .with_default_extension(Extensions::IMPLICIT_SOME)
        .with_recursion_limit(32)
}

/// What was read.
pub(super) struct Loaded<T> {
    /// The value; `None` if there is no file, or none that can be read.
    pub value: Option<T>,
    /// What the person should know.
    pub notes: Vec<String>,
}

/// Reads a file of this version. One that is broken is set aside; of one that is newer a copy is
/// kept before it is overwritten.
pub(super) fn read<T: DeserializeOwned>(path: &Path, version: u32) -> Loaded<T> {
    let mut notes = Vec::new();
    let text = match text(path) {
        Ok(Some(text)) => text,
        Ok(None) => return Loaded { value: None, notes },
        Err(Unread::System(failure)) => {
            notes.push(failure.message);
            return Loaded { value: None, notes };
        }
        Err(Unread::Broken(why)) => {
            notes.push(set_aside(path, &why));
            return Loaded { value: None, notes };
        }
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    if let Ok(Peek { version: newer }) = options().from_str(text)
        && newer > version
    {
        notes.push(keep_newer(path, newer));
    }
    let mut unknown = Vec::new();
    let value = parse(text, &mut unknown);
    for field in unknown.iter().take(8) {
        notes.push(format!(
            "`{}`: the field `{field}` is not known and was left out",
            path.display()
        ));
    }
    match value {
        Ok(value) => Loaded {
            value: Some(value),
            notes,
        },
        Err(error) => {
            notes.push(set_aside(path, &error.to_string()));
            Loaded { value: None, notes }
        }
    }
}

fn parse<T: DeserializeOwned>(
    text: &str,
    unknown: &mut Vec<String>,
) -> Result<T, ron::error::SpannedError> {
    let options = options();
    let mut reader = ron::Deserializer::from_str_with_options(text, &options)?;
    let value = serde_ignored::deserialize(&mut reader, |path| unknown.push(path.to_string()));
    let value = value.map_err(|error| reader.span_error(error))?;
    reader.end().map_err(|error| reader.span_error(error))?;
    Ok(value)
}

enum Unread {
    System(Failure),
    Broken(String),
}

fn text(path: &Path) -> Result<Option<String>, Unread> {
    let system =
        |error: &std::io::Error| Unread::System(Failure::cannot_read(&path.display(), error));
    let file = match fs::File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(system(&error)),
    };
    let mut bytes = Vec::new();
    let read = file.take(LARGEST + 1).read_to_end(&mut bytes);
    read.map_err(|error| system(&error))?;
    if bytes.len() as u64 > LARGEST {
        return Err(Unread::Broken(format!("larger than {} MiB", LARGEST >> 20)));
    }
    let text = String::from_utf8(bytes);
    text.map(Some)
        .map_err(|_| Unread::Broken("not in UTF-8".to_owned()))
}

/// Gives a broken file another name, so that it can be looked at and is in nobody's way.
fn set_aside(path: &Path, why: &str) -> String {
    let name = path.display();
    let Some(free) = (1..1000)
        .map(|n| with(path, &format!("broken-{n}")))
        .find(|to| is_free(to))
    else {
        return format!("cannot read `{name}` ({why}); it will be overwritten");
    };
    match fs::rename(path, &free) {
        Ok(()) => format!(
            "cannot read `{name}` ({why}); it was set aside as `{}`",
            free.display()
        ),
        Err(_) => format!("cannot read `{name}` ({why}), nor set it aside"),
    }
}

fn keep_newer(path: &Path, version: u32) -> String {
    let copy = with(path, &format!("version-{version}"));
    if is_free(&copy) {
        // If it cannot be kept, the person is told all the same what this kifu does not know.
        let _ = fs::copy(path, &copy);
    }
    format!(
        "`{}` is of a newer kifu (version {version}); a copy is kept as `{}`",
        path.display(),
        copy.display()
    )
}

fn is_free(path: &Path) -> bool {
    path.symlink_metadata().is_err()
}

/// The path with another extension after its own.
fn with(path: &Path, extension: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(extension);
    name.into()
}

/// Writes a file, and the folder if it is not there.
///
/// # Errors
/// It cannot be written.
pub(super) fn write<T: Serialize>(path: &Path, value: &T) -> Result<(), Failure> {
    let style = PrettyConfig::new().new_line("\n");
    let text = options().to_string_pretty(value, style).map_err(|error| {
        let message = format!("cannot write `{}`: {error}", path.display());
        Failure::new(FailureKind::Internal, message)
    })?;
    write_text(path, &(text + "\n"))
}

/// The same for a text.
///
/// # Errors
/// It cannot be written.
pub(super) fn write_text(path: &Path, text: &str) -> Result<(), Failure> {
    if let Some(folder) = path.parent() {
        make(folder)?;
    }
    let mut file = AtomicFile::new(path, true)?;
    file.write(text.as_bytes())?;
    file.finish()
}

/// Waits until no other kifu has this lock, and takes it. Where there are no locks it is had at
/// once.
///
/// # Errors
/// Another kifu keeps it for more than a second.
pub(super) fn lock(path: &Path) -> Result<fs::File, Failure> {
    let file = fs::File::create(path).map_err(|error| Failure::cannot_write(path, &error))?;
    for _ in 0..WAITS.0 {
        match file.try_lock() {
            Err(fs::TryLockError::WouldBlock) => std::thread::sleep(WAITS.1),
            Ok(()) | Err(fs::TryLockError::Error(_)) => return Ok(file),
        }
    }
    let message = format!("cannot write `{}`: another kifu has it", path.display());
    Err(Failure::new(FailureKind::Output, message).hint("close the other one"))
}

/// Makes a folder.
///
/// # Errors
/// It cannot be made.
pub(super) fn make(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| Failure::cannot_write(folder, &error))
}
