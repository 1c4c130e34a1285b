//! Looks from time to time whether the files of opened games are still what they were.

use super::{News, Ticket};
use crate::app::library::{Place, Stamp, digest};
use crate::files::{FileStamp, reread_chunk};
use std::collections::HashMap;
use std::io::ErrorKind;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

/// What became of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disk {
    /// Another text stands where the game stood.
    Changed,
    /// The file is not there any more.
    Gone,
    /// It is again what it was.
    AsItWas,
}

/// What the thread is told.
enum Order {
    Watch(u64, Box<Watched>),
    Unwatch(u64),
}

struct Watched {
    place: Place,
    stamp: Stamp,
    /// What the file looked like when it was last read for this.
    looked: Option<FileStamp>,
    told: Disk,
}

/// A thread that looks.
pub(super) struct Watcher(Sender<Order>);

impl Watcher {
    pub fn new(ticket: Ticket, every: Duration) -> Self {
        let (sender, orders) = channel();
        // Without a thread nothing is watched; saving looks for itself.
        let _ = Builder::new()
            .name("kifu watching".to_owned())
            .spawn(move || run(&orders, &ticket, every));
        Self(sender)
    }

    pub fn watch(&self, key: u64, place: Place, stamp: Stamp) {
        let watched = Watched {
            looked: stamp.seen,
            place,
            stamp,
            told: Disk::AsItWas,
        };
        let _ = self.0.send(Order::Watch(key, Box::new(watched)));
    }

    pub fn unwatch(&self, key: u64) {
        let _ = self.0.send(Order::Unwatch(key));
    }
}

fn run(orders: &Receiver<Order>, ticket: &Ticket, every: Duration) {
    let mut all: HashMap<u64, Watched> = HashMap::new();
    let mut next = Instant::now() + every;
    loop {
        let order = if all.is_empty() {
            orders.recv().map_err(|_| RecvTimeoutError::Disconnected)
        } else {
            orders.recv_timeout(next.saturating_duration_since(Instant::now()))
        };
        match order {
            Ok(Order::Watch(key, watched)) => {
                all.insert(key, *watched);
            }
            Ok(Order::Unwatch(key)) => {
                all.remove(&key);
            }
            Err(RecvTimeoutError::Disconnected) => return,
            Err(RecvTimeoutError::Timeout) => {
                for (key, watched) in &mut all {
                    let look = catch_unwind(AssertUnwindSafe(|| watched.look()));
                    if let Ok(Some(disk)) = look {
                        ticket.send(News::Disk(*key, disk));
                    }
                }
                next = Instant::now() + every;
            }
        }
    }
}

impl Watched {
    /// What is new.
    fn look(&mut self) -> Option<Disk> {
        let disk = self.now()?;
        (disk != self.told).then(|| {
            self.told = disk;
            disk
        })
    }

    /// The file is read only if it looks otherwise than the last time.
    fn now(&mut self) -> Option<Disk> {
        let path = self.place.origin.path()?;
        let seen = match path.metadata() {
            Ok(meta) => Some(FileStamp::from(&meta)),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                self.looked = None;
                return Some(Disk::Gone);
            }
            // Perhaps it can be looked at again later.
            Err(_) => return None,
        };
        if seen == self.looked {
            return None;
        }
        self.looked = seen;
        Some(if self.place.holds(&self.stamp) {
            Disk::AsItWas
        } else {
            Disk::Changed
        })
    }
}

impl Place {
    /// Whether the same bytes stand there as when the stamp was made.
    pub(in crate::app) fn holds(&self, stamp: &Stamp) -> bool {
        let Some(format) = self.spot.format else {
            return false;
        };
        let length = self.origin.path().and_then(|path| path.metadata().ok());
        let whole = !self.spot.span.is_whole_file
            || length.is_some_and(|meta| meta.len() == self.spot.span.length);
        let piece = reread_chunk(&self.origin, &self.spot, format);
        whole && piece.is_ok_and(|piece| digest(&piece.bytes) == stamp.sha256)
    }
}
