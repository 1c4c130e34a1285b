//! Reading and writing RON files: errors are tolerated when reading, and files are written
//! atomically.

use kifu_logs::files::WritePlan;
use kifu_study::failure::{Failure, FailureKind};
use ron::Options;
use ron::extensions::Extensions;
use ron::ser::PrettyConfig;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;
use web_time::Instant;

/// Fields that earlier versions wrote. They are ignored without a message.
const RETIRED_FIELDS: [&str; 1] = ["taste.language"];
/// The maximum size of a file, in bytes.
const MAX_FILE_BYTES: u64 = 16 << 20;
/// The pause between two attempts to take a lock.
const LOCK_PAUSE: Duration = Duration::from_millis(20);

#[derive(Deserialize)]
struct VersionHeader {
    version: u32,
}

fn ron_options() -> Options {
    Options::default()
        .with_default_extension(Extensions::IMPLICIT_SOME)
        .with_recursion_limit(32)
}

/// The result of reading a file.
pub(super) struct LoadedFile<T> {
    /// The value; `None` if the file does not exist or cannot be read.
    pub value: Option<T>,
    /// Messages for the user.
    pub notes: Vec<String>,
}

/// Reads a file of this version.
///
/// A broken file is renamed and set aside. A file of a newer version is copied before it is
/// overwritten.
pub(super) fn read_file<T: DeserializeOwned>(path: &Path, version: u32) -> LoadedFile<T> {
    let mut notes = Vec::new();
    let text = match read_text(path) {
        Ok(Some(text)) => text,
        Ok(None) => return LoadedFile { value: None, notes },
        Err(ReadError::System(failure)) => {
            notes.push(failure.message);
            return LoadedFile { value: None, notes };
        }
        Err(ReadError::Broken(why)) => {
            notes.push(set_broken_aside(path, &why));
            return LoadedFile { value: None, notes };
        }
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    if let Ok(VersionHeader { version: newer }) = ron_options().from_str(text)
        && newer > version
    {
        notes.push(keep_newer(path, newer));
    }
    let mut unknown = Vec::new();
    let value = parse(text, &mut unknown);
    unknown.retain(|field| !RETIRED_FIELDS.contains(&field.as_str()));
    for field in unknown.iter().take(8) {
        notes.push(format!(
            "`{}`: unknown field `{field}`, ignored",
            path.display()
        ));
    }
    match value {
        Ok(value) => LoadedFile {
            value: Some(value),
            notes,
        },
        Err(error) => {
            notes.push(set_broken_aside(path, &error.to_string()));
            LoadedFile { value: None, notes }
        }
    }
}

fn parse<T: DeserializeOwned>(
    text: &str,
    unknown: &mut Vec<String>,
) -> Result<T, ron::error::SpannedError> {
    let options = ron_options();
    let mut reader = ron::Deserializer::from_str_with_options(text, &options)?;
    let value = serde_ignored::deserialize(&mut reader, |path| unknown.push(path.to_string()));
    let value = value.map_err(|error| reader.span_error(error))?;
    reader.end().map_err(|error| reader.span_error(error))?;
    Ok(value)
}

enum ReadError {
    System(Failure),
    Broken(String),
}

fn read_text(path: &Path) -> Result<Option<String>, ReadError> {
    let system = |error| ReadError::System(Failure::cannot_read(path.display(), error));
    // A pipe would keep the program waiting for ever.
    if is_special(path) {
        let message = format!("cannot read `{}`: it is not a file", path.display());
        return Err(ReadError::System(Failure::new(FailureKind::Input, message)));
    }
    let file = match fs::File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(system(error)),
    };
    let mut bytes = Vec::new();
    let read = file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes);
    read.map_err(system)?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(ReadError::Broken(format!(
            "larger than {} MiB",
            MAX_FILE_BYTES >> 20
        )));
    }
    let text = String::from_utf8(bytes);
    text.map(Some)
        .map_err(|_| ReadError::Broken("not UTF-8".to_owned()))
}

/// Reports whether there is something at a path that is no regular file.
pub(super) fn is_special(path: &Path) -> bool {
    path.metadata().is_ok_and(|metadata| !metadata.is_file())
}

/// Renames a broken file, so that it can be inspected and does not get in the way.
fn set_broken_aside(path: &Path, why: &str) -> String {
    let name = path.display();
    let Some(free) = (1..1000)
        .map(|n| with_suffix(path, &format!("broken-{n}")))
        .find(|to| is_free(to))
    else {
        return format!("cannot read `{name}` ({why}); it will be overwritten");
    };
    match fs::rename(path, &free) {
        Ok(()) => format!(
            "cannot read `{name}` ({why}); it was set aside as `{}`",
            free.display()
        ),
        Err(_) => format!("cannot read `{name}` ({why}) or set it aside"),
    }
}

fn keep_newer(path: &Path, version: u32) -> String {
    let copy = with_suffix(path, &format!("version-{version}"));
    if is_free(&copy) {
        // Even if the copy fails, the user is informed about the newer version.
        let _ = fs::copy(path, &copy);
    }
    format!(
        "`{}` was written by a newer kifu (version {version}); a copy was saved as `{}`",
        path.display(),
        copy.display()
    )
}

fn is_free(path: &Path) -> bool {
    path.symlink_metadata().is_err()
}

/// Appends another extension to a path.
fn with_suffix(path: &Path, extension: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(extension);
    name.into()
}

/// Writes a value to a file, and creates its folder if necessary.
///
/// # Errors
/// Returns an error if the file cannot be written.
pub(super) fn write_file<T: Serialize>(path: &Path, value: &T) -> Result<(), Failure> {
    let text = to_text(value).map_err(|error| {
        let message = format!("cannot write `{}`: {error}", path.display());
        Failure::new(FailureKind::Internal, message)
    })?;
    write_text(path, &text)
}

/// Returns a value as the text of a file.
///
/// # Errors
/// Returns an error if the value has no form in RON.
pub(super) fn to_text<T: Serialize>(value: &T) -> Result<String, ron::Error> {
    let style = PrettyConfig::new().new_line("\n");
    Ok(ron_options().to_string_pretty(value, style)? + "\n")
}

/// Parses the text of a file, ignoring unknown fields.
///
/// # Errors
/// Returns the reason why it has no value of this type.
pub(super) fn parse_text<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    parse(text, &mut Vec::new()).map_err(|error| error.to_string())
}

/// Writes a text to a file, and creates its folder if necessary.
///
/// # Errors
/// Returns an error if the file cannot be written.
pub(super) fn write_text(path: &Path, text: &str) -> Result<(), Failure> {
    if let Some(folder) = path.parent() {
        create_folder(folder)?;
    }
    let mut file = WritePlan::default().file(path, true)?;
    file.write(text.as_bytes())?;
    Ok(file.finish()?)
}

/// Waits until no other kifu holds the lock, then takes it.
///
/// Where locks are not supported it succeeds immediately.
///
/// # Errors
/// Returns an error if another kifu holds the lock for longer than `max_wait`, for example because
/// it was stopped.
pub(super) fn lock(path: &Path, max_wait: Duration) -> Result<fs::File, Failure> {
    if is_special(path) {
        let message = format!("cannot write `{}`: it is not a file", path.display());
        return Err(Failure::new(FailureKind::Output, message));
    }
    let file = fs::File::create(path).map_err(|error| Failure::cannot_write(path, error))?;
    let start = Instant::now();
    while start.elapsed() < max_wait {
        match file.try_lock() {
            Err(fs::TryLockError::WouldBlock) => std::thread::sleep(LOCK_PAUSE),
            Ok(()) | Err(fs::TryLockError::Error(_)) => return Ok(file),
        }
    }
    let message = format!(
        "cannot write `{}`: it is in use by another kifu",
        path.display()
    );
    Err(Failure::new(FailureKind::Output, message).hint("close the other one"))
}

/// Creates a folder with its parents.
///
/// # Errors
/// Returns an error if the folder cannot be created.
pub(super) fn create_folder(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| Failure::cannot_write(folder, error))
}
