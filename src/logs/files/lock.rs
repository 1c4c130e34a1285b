//! Locks that keep two kifus from writing to the same file.
//!
//! A journal holds an exclusive lock on its file, and so does a command on the file that it will
//! replace, from before its first work to the end. On Windows, where a lock keeps others from reading
//! the file and kifu itself from replacing it, a [`LockFile`] takes its place.

use super::origin::FileStamp;
#[cfg(not(windows))]
use super::signals::TempFileGuard;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The number of times that a lock is tried.
///
/// The lock of a program that was killed lives on in a process that it was about to start, until
/// that process has begun.
const LOCK_TRIES: u32 = 50;
/// The pause between two tries.
const LOCK_PAUSE: Duration = Duration::from_millis(20);

/// The outcome of trying to lock a file.
#[derive(Debug)]
pub(super) enum Locking {
    /// The lock is held as long as the file is open.
    Locked,
    /// Another process holds a lock that excludes this one.
    Busy,
    /// The file system has no locks, or the system none that suit.
    Unsupported,
}

/// Takes the lock of a file for this process alone, waiting for about a second.
pub(super) fn lock_alone(file: &File) -> Locking {
    if cfg!(not(unix)) {
        return Locking::Unsupported;
    }
    for tried in 1..=LOCK_TRIES {
        match file.try_lock() {
            Ok(()) => return Locking::Locked,
            Err(TryLockError::Error(_)) => return Locking::Unsupported,
            Err(TryLockError::WouldBlock) if tried < LOCK_TRIES => std::thread::sleep(LOCK_PAUSE),
            Err(TryLockError::WouldBlock) => {}
        }
    }
    Locking::Busy
}

/// A file `PATH.lock` that replaces a lock where the file system has none.
///
/// On Windows it is `.NAME.lock`, no other process can open it, and it goes with the one that holds it.
#[derive(Debug)]
pub struct LockFile {
    #[cfg(not(windows))]
    path: PathBuf,
    #[cfg(not(windows))]
    _guard: TempFileGuard,
    #[cfg(windows)]
    _file: File,
}

impl LockFile {
    /// Returns the path of the lock file of `path`.
    #[cfg(not(windows))]
    pub fn path_for(path: &Path) -> PathBuf {
        let mut name = path.to_owned().into_os_string();
        name.push(".lock");
        name.into()
    }

    /// Returns the path of the lock file of `path`, which is hidden: each file that is replaced has one.
    #[cfg(windows)]
    pub fn path_for(path: &Path) -> PathBuf {
        let mut name = std::ffi::OsString::from(".");
        name.push(path.file_name().unwrap_or_default());
        name.push(".lock");
        path.with_file_name(name)
    }

    /// Reports whether a file name is that of a lock file that goes with its process.
    pub(super) fn is_hidden_name(name: &[u8]) -> bool {
        cfg!(windows) && name.starts_with(b".") && name.ends_with(b".lock")
    }

    /// Creates the lock file of `path`, which names this process; `None` if another
    /// process holds it.
    ///
    /// The file of a process that has ended is replaced.
    ///
    /// # Errors
    /// Returns an error if the file cannot be created.
    #[cfg(not(windows))]
    pub fn acquire(path: &Path) -> io::Result<Option<Self>> {
        let path = Self::path_for(path);
        for _ in 0..LOCK_TRIES {
            let create = || {
                let mut options = OpenOptions::new();
                let mut file = options.write(true).create_new(true).open(&path)?;
                write!(file, "{}", own_process())?;
                Ok(((), path.clone()))
            };
            match TempFileGuard::create(create) {
                Ok(((), guard)) => {
                    return Ok(Some(Self {
                        path,
                        _guard: guard,
                    }));
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                    if is_abandoned(&path) {
                        let _ = fs::remove_file(&path);
                    } else {
                        std::thread::sleep(LOCK_PAUSE);
                    }
                }
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }

    /// Creates the lock file of `path`; `None` if another process holds it.
    ///
    /// # Errors
    /// Returns an error if the file cannot be created.
    #[cfg(windows)]
    pub fn acquire(path: &Path) -> io::Result<Option<Self>> {
        use std::os::windows::fs::OpenOptionsExt;
        use windows_sys::Win32::Foundation::{ERROR_DELETE_PENDING, ERROR_SHARING_VIOLATION};
        use windows_sys::Win32::Storage::FileSystem::FILE_FLAG_DELETE_ON_CLOSE;
        let path = Self::path_for(path);
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true);
        options
            .share_mode(0)
            .custom_flags(FILE_FLAG_DELETE_ON_CLOSE);
        for _ in 0..LOCK_TRIES {
            match options.open(&path) {
                Ok(mut file) => {
                    // For who looks into the folder; the lock is that the file is open.
                    let _ = write!(file, "{}", own_process());
                    return Ok(Some(Self { _file: file }));
                }
                Err(error) => match error.raw_os_error().map(i32::cast_unsigned) {
                    Some(ERROR_SHARING_VIOLATION | ERROR_DELETE_PENDING) => {
                        std::thread::sleep(LOCK_PAUSE);
                    }
                    _ => return Err(error),
                },
            }
        }
        Ok(None)
    }

    /// Reports whether another process holds the lock file of `path`, or has left it behind.
    #[cfg(not(windows))]
    fn is_held(path: &Path) -> bool {
        Self::path_for(path).exists()
    }

    /// Reports whether another process holds the lock file of `path`.
    #[cfg(windows)]
    fn is_held(path: &Path) -> bool {
        Self::path_for(path).exists() && matches!(Self::acquire(path), Ok(None))
    }
}

#[cfg(not(windows))]
impl Drop for LockFile {
    fn drop(&mut self) {
        // A file that stays is replaced by the next kifu, since its process has ended.
        let _ = fs::remove_file(&self.path);
    }
}

/// The age from which a lock file without content is the rest of a process that was killed before it
/// had written its name.
#[cfg(not(windows))]
const EMPTY_LOCK_AGE: Duration = Duration::from_secs(2);

/// Reports whether the process that made a lock file has certainly ended.
#[cfg(not(windows))]
fn is_abandoned(path: &Path) -> bool {
    let Ok(owner) = fs::read_to_string(path) else {
        return false;
    };
    if owner.trim().is_empty() {
        let modified = path.metadata().and_then(|meta| meta.modified());
        let age = modified.ok().and_then(|modified| modified.elapsed().ok());
        return age.is_some_and(|age| age >= EMPTY_LOCK_AGE);
    }
    has_ended(&owner)
}

/// Returns the id of this process, and the time of its start where the system knows it, since a later
/// process may get the same id.
fn own_process() -> String {
    let id = std::process::id();
    match start_time(id) {
        Some(start) => format!("{id} {start}"),
        None => id.to_string(),
    }
}

/// Returns the time at which a process has started, in ticks since the system has.
fn start_time(id: u32) -> Option<u64> {
    // The fields follow the name of the program, which is in parentheses and may hold anything.
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let (_, fields) = stat.rsplit_once(") ")?;
    fields.split(' ').nth(19)?.parse().ok()
}

/// Reports whether the process with this id, and this start time if there is one, has certainly ended.
#[cfg(unix)]
fn has_ended(owner: &str) -> bool {
    use rustix::process::{Pid, test_kill_process};
    let mut words = owner.split_whitespace();
    let id: Option<i32> = words.next().and_then(|id| id.parse().ok());
    let Some(pid) = id.and_then(Pid::from_raw) else {
        return false;
    };
    if test_kill_process(pid) == Err(rustix::io::Errno::SRCH) {
        return true;
    }
    // Another process may have the id by now.
    let started = words.next().and_then(|start| start.parse::<u64>().ok());
    let current = start_time(pid.as_raw_nonzero().get().unsigned_abs());
    matches!((started, current), (Some(started), Some(current)) if started != current)
}

/// Reports whether the process with this id has certainly ended, which is not known here.
#[cfg(not(any(unix, windows)))]
fn has_ended(_owner: &str) -> bool {
    false
}

/// The maximum number of attempts to open a file that is replaced at the same time.
const OPEN_TRIES: u32 = 3;

/// Opens a file that is to be compared and then replaced, and locks it for this process alone;
/// `None` if it does not exist.
///
/// The file that is opened is the one at the path when the lock is taken. On other systems than
/// Unix and on file systems without locks there is none, but the lock file of another kifu counts.
///
/// # Errors
/// Returns [`ErrorKind::WouldBlock`] if another kifu is writing the file,
/// [`ErrorKind::ResourceBusy`] if it is replaced again and again, or an error if it cannot be read.
pub fn open_to_replace(path: &Path) -> io::Result<Option<File>> {
    for _ in 0..OPEN_TRIES {
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        match lock_alone(&file) {
            Locking::Locked => {}
            Locking::Unsupported if !LockFile::is_held(path) => {}
            Locking::Unsupported | Locking::Busy => return Err(ErrorKind::WouldBlock.into()),
        }
        let opened = file.metadata().ok().as_ref().map(FileStamp::from);
        let current = path.metadata().ok().as_ref().map(FileStamp::from);
        if opened == current {
            return Ok(Some(file));
        }
    }
    Err(ErrorKind::ResourceBusy.into())
}
