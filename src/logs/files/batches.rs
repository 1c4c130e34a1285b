//! The judged games of one part of a file, on their way from the thread that judges them to the
//! sink: a bounded number at a time, for a small text may hold a great many games.

use super::chunks::FilePart;
use super::judge::GameLocation;
use crate::formats::CheckedGame;
use std::sync::mpsc::{Receiver, RecvError, SyncSender, TryRecvError, sync_channel};

/// The number of games that are passed on together.
const GAMES_PER_BATCH: usize = 256;
/// The number of batches of a part that wait to be delivered.
///
/// A thread that has filled them waits for the sink. It may do so without end only if the sink
/// waits for a part that no thread has begun; but parts are begun in their order.
const MAX_WAITING_BATCHES: usize = 4;

/// A message about the games of a part.
pub(super) enum PartGames<G> {
    /// The next games.
    Batch(Vec<G>),
    /// The end of the part, with the number of its games.
    End(usize),
}

/// The receiving end of a part's games. If the sender is gone before the end, it panicked.
pub(super) struct GameBatches<G>(Receiver<PartGames<G>>);

impl<G> GameBatches<G> {
    /// Creates the two ends.
    pub fn new() -> (SyncSender<PartGames<G>>, Self) {
        let (sender, receiver) = sync_channel(MAX_WAITING_BATCHES);
        (sender, Self(receiver))
    }

    /// Returns the next message, if it is there.
    pub fn try_recv(&self) -> Result<PartGames<G>, TryRecvError> {
        self.0.try_recv()
    }

    /// Waits for the next message.
    pub fn recv(&self) -> Result<PartGames<G>, RecvError> {
        self.0.recv()
    }
}

/// Judges the games of a part and sends them in batches.
pub(super) fn send_batches<G>(
    part: &FilePart,
    sender: &SyncSender<PartGames<G>>,
    map_game: &dyn Fn(CheckedGame, &GameLocation) -> G,
) {
    let mut batch = Vec::new();
    let mut count = 0;
    let mut is_received = true;
    part.for_each_game(&mut |checked, location| {
        // Nobody receives the games if the program is about to end.
        if is_received {
            count += 1;
            batch.push(map_game(checked, location));
            if batch.len() >= GAMES_PER_BATCH {
                is_received = sender
                    .send(PartGames::Batch(std::mem::take(&mut batch)))
                    .is_ok();
            }
        }
    });
    if is_received && sender.send(PartGames::Batch(batch)).is_ok() {
        let _ = sender.send(PartGames::End(count));
    }
}
