//! The watcher, which checks regularly whether the files of opened games have changed.

use super::{JobContext, JobUpdate};
use crate::library::{ContentStamp, GameAddress, moved_address};
use kifu_logs::files::FileStamp;
use std::collections::HashMap;
use std::io::ErrorKind;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::Builder;
use std::time::Duration;
use web_time::Instant;

/// The status of the file of an opened game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileStatus {
    /// The file contains something else at the address of the game.
    Changed,
    /// The file does not exist any more.
    Gone,
    /// The file is as it was when the game was read.
    Unchanged,
}

/// A command for the watcher's thread.
enum WatchCommand {
    Watch(u64, Box<WatchedFile>),
    Unwatch(u64),
}

struct WatchedFile {
    address: GameAddress,
    stamp: ContentStamp,
    /// The metadata of the file when its content was last checked.
    last_metadata: Option<FileStamp>,
    reported_status: FileStatus,
}

/// The thread that watches files.
pub(super) struct FileWatcher(Sender<WatchCommand>);

impl FileWatcher {
    pub fn new(context: JobContext, interval: Duration) -> Self {
        let (sender, commands) = channel();
        // Without a thread no file is watched, but saving still checks for changes.
        let _ = Builder::new()
            .name("kifu watching".to_owned())
            .spawn(move || run(&commands, &context, interval));
        Self(sender)
    }

    pub fn watch(&self, key: u64, address: GameAddress, stamp: ContentStamp) {
        let file = WatchedFile {
            last_metadata: stamp.file_stat,
            address,
            stamp,
            reported_status: FileStatus::Unchanged,
        };
        let _ = self.0.send(WatchCommand::Watch(key, Box::new(file)));
    }

    pub fn unwatch(&self, key: u64) {
        let _ = self.0.send(WatchCommand::Unwatch(key));
    }
}

fn run(commands: &Receiver<WatchCommand>, context: &JobContext, interval: Duration) {
    let mut files: HashMap<u64, WatchedFile> = HashMap::new();
    let mut next_check = Instant::now() + interval;
    loop {
        let command = if files.is_empty() {
            commands.recv().map_err(|_| RecvTimeoutError::Disconnected)
        } else {
            commands.recv_timeout(next_check.saturating_duration_since(Instant::now()))
        };
        match command {
            Ok(WatchCommand::Watch(key, file)) => {
                files.insert(key, *file);
            }
            Ok(WatchCommand::Unwatch(key)) => {
                files.remove(&key);
            }
            Err(RecvTimeoutError::Disconnected) => return,
            Err(RecvTimeoutError::Timeout) => {
                for (key, file) in &mut files {
                    let change = catch_unwind(AssertUnwindSafe(|| file.change(*key)));
                    if let Ok(Some(update)) = change {
                        context.send(update);
                    }
                }
                next_check = Instant::now() + interval;
            }
        }
    }
}

impl WatchedFile {
    /// Returns the status if it has changed since it was last reported, or if the file has changed
    /// once more; or the new address of a game that is elsewhere in the file.
    fn change(&mut self, key: u64) -> Option<JobUpdate> {
        let mut status = self.read_status()?;
        let mut moved = None;
        if status == FileStatus::Changed
            && let Some(address) = moved_address(&self.address)
        {
            status = FileStatus::Unchanged;
            self.address = address.clone();
            moved = Some(JobUpdate::GameMoved(key, Box::new(address)));
        }
        let is_news = status != self.reported_status || status == FileStatus::Changed;
        self.reported_status = status;
        // The status that was reported last is out of date; the new address is what a save needs.
        moved.or_else(|| is_news.then_some(JobUpdate::FileStatus(key, status)))
    }

    /// Returns the current status, if the metadata has changed since the last check; only then is
    /// the file read.
    fn read_status(&mut self) -> Option<FileStatus> {
        let path = self.address.origin.path()?;
        let stamp = match path.metadata() {
            Ok(metadata) => Some(FileStamp::from(&metadata)),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                self.last_metadata = None;
                return Some(FileStatus::Gone);
            }
            // It may become accessible again later.
            Err(_) => return None,
        };
        if stamp == self.last_metadata {
            return None;
        }
        self.last_metadata = stamp;
        Some(if self.address.is_unchanged(&self.stamp) {
            FileStatus::Unchanged
        } else {
            FileStatus::Changed
        })
    }
}
