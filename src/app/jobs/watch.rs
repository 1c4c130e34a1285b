//! Looks from time to time whether the files of opened games are still what they were.

use super::{JobContext, JobUpdate};
use crate::app::library::{ContentStamp, GameAddress};
use crate::files::FileStamp;
use std::collections::HashMap;
use std::io::ErrorKind;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

/// What became of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileStatus {
    /// Another text stands where the game stood.
    Changed,
    /// The file is not there any more.
    Gone,
    /// It is again what it was.
    Unchanged,
}

/// What the thread is told.
enum WatchCommand {
    Watch(u64, Box<WatchedFile>),
    Unwatch(u64),
}

struct WatchedFile {
    place: GameAddress,
    stamp: ContentStamp,
    /// What the file looked like when it was last read for this.
    last_metadata: Option<FileStamp>,
    reported_status: FileStatus,
}

/// A thread that looks.
pub(super) struct FileWatcher(Sender<WatchCommand>);

impl FileWatcher {
    pub fn new(ticket: JobContext, every: Duration) -> Self {
        let (sender, orders) = channel();
        // Without a thread nothing is watched; saving looks for itself.
        let _ = Builder::new()
            .name("kifu watching".to_owned())
            .spawn(move || run(&orders, &ticket, every));
        Self(sender)
    }

    pub fn watch(&self, key: u64, place: GameAddress, stamp: ContentStamp) {
        let watched = WatchedFile {
            last_metadata: stamp.file_stat,
            place,
            stamp,
            reported_status: FileStatus::Unchanged,
        };
        let _ = self.0.send(WatchCommand::Watch(key, Box::new(watched)));
    }

    pub fn unwatch(&self, key: u64) {
        let _ = self.0.send(WatchCommand::Unwatch(key));
    }
}

fn run(orders: &Receiver<WatchCommand>, ticket: &JobContext, every: Duration) {
    let mut all: HashMap<u64, WatchedFile> = HashMap::new();
    let mut next = Instant::now() + every;
    loop {
        let order = if all.is_empty() {
            orders.recv().map_err(|_| RecvTimeoutError::Disconnected)
        } else {
            orders.recv_timeout(next.saturating_duration_since(Instant::now()))
        };
        match order {
            Ok(WatchCommand::Watch(key, watched)) => {
                all.insert(key, *watched);
            }
            Ok(WatchCommand::Unwatch(key)) => {
                all.remove(&key);
            }
            Err(RecvTimeoutError::Disconnected) => return,
            Err(RecvTimeoutError::Timeout) => {
                for (key, watched) in &mut all {
                    let look = catch_unwind(AssertUnwindSafe(|| watched.new_status()));
                    if let Ok(Some(disk)) = look {
                        ticket.send(JobUpdate::FileStatus(*key, disk));
                    }
                }
                next = Instant::now() + every;
            }
        }
    }
}

impl WatchedFile {
    /// What is new.
    fn new_status(&mut self) -> Option<FileStatus> {
        let disk = self.read_status()?;
        (disk != self.reported_status).then(|| {
            self.reported_status = disk;
            disk
        })
    }

    /// The file is read only if it looks otherwise than the last time.
    fn read_status(&mut self) -> Option<FileStatus> {
        let path = self.place.origin.path()?;
        let seen = match path.metadata() {
            Ok(meta) => Some(FileStamp::from(&meta)),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                self.last_metadata = None;
                return Some(FileStatus::Gone);
            }
            // Perhaps it can be looked at again later.
            Err(_) => return None,
        };
        if seen == self.last_metadata {
            return None;
        }
        self.last_metadata = seen;
        Some(if self.place.is_unchanged(&self.stamp) {
            FileStatus::Unchanged
        } else {
            FileStatus::Changed
        })
    }
}
