//! Work on a stream of items in parallel, with the results in the order of the items.

use super::pipeline::ReaderPanicked;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// The number of items per thread that are in work or wait to be delivered.
const ITEMS_PER_THREAD: usize = 4;
/// The number of bytes per thread beyond which no further item is read.
const BYTES_PER_THREAD: usize = 32 << 20;

/// An item with the channel for its result.
type Job<I, T> = (I, Sender<T>);

/// Applies `work` to each item with `threads` threads, and passes the results to `deliver` in order,
/// each as soon as it and all before it are done, even while the next item is awaited.
///
/// The number of items in memory is bounded, and so is the sum of their sizes, given by `size` in
/// bytes. After an error of `deliver` the items are no longer read; a thread that waits for one is
/// left behind, since nothing can end its wait.
///
/// # Errors
/// Returns the first error of `deliver`, or [`ReaderPanicked`] if `work` or the iterator panicked.
pub fn map_in_order<I, T, E>(
    items: impl Iterator<Item = I> + Send + 'static,
    threads: usize,
    size: fn(&I) -> usize,
    work: impl Fn(I) -> T + Send + Sync + 'static,
    deliver: &mut dyn FnMut(T) -> Result<(), E>,
) -> Result<(), E>
where
    I: Send + 'static,
    T: Send + 'static,
    E: From<ReaderPanicked>,
{
    let panicked = || ReaderPanicked {
        name: "-".to_owned(),
    };
    let threads = threads.max(1);
    let (job_sender, jobs) = channel::<Job<I, T>>();
    let jobs = Arc::new(Mutex::new(jobs));
    let work = Arc::new(work);
    let mut thread_count = 0;
    for _ in 0..threads {
        let (jobs, work) = (Arc::clone(&jobs), Arc::clone(&work));
        let worker = std::thread::Builder::new().spawn(move || work_on_jobs(&jobs, &*work));
        thread_count += usize::from(worker.is_ok());
    }
    if thread_count == 0 {
        // The system has no threads left: this one does all the work.
        return items.map(|item| work(item)).try_for_each(deliver);
    }
    let gate = Arc::new(ByteGate::new(threads * BYTES_PER_THREAD));
    let _closer = GateCloser(Arc::clone(&gate));
    let (slot_sender, slots) = sync_channel(threads * ITEMS_PER_THREAD);
    let reader = {
        let gate = Arc::clone(&gate);
        std::thread::Builder::new().spawn(move || {
            read_items(items, size, &gate, &job_sender, &slot_sender);
        })
    };
    let Ok(reader) = reader else {
        return Err(panicked().into());
    };
    for (bytes, result) in &slots {
        let result: Receiver<T> = result;
        let result = result.recv().map_err(|_| panicked())?;
        gate.leave(bytes);
        deliver(result)?;
    }
    reader.join().map_err(|_| panicked().into())
}

/// Reads the items, queues them as jobs, and their results in the same order.
fn read_items<I, T>(
    items: impl Iterator<Item = I>,
    size: fn(&I) -> usize,
    gate: &ByteGate,
    jobs: &Sender<Job<I, T>>,
    slots: &SyncSender<(usize, Receiver<T>)>,
) {
    for item in items {
        let bytes = size(&item);
        let (sender, receiver) = channel();
        // No one waits for results after an error.
        if !gate.enter(bytes)
            || slots.send((bytes, receiver)).is_err()
            || jobs.send((item, sender)).is_err()
        {
            return;
        }
    }
}

/// Takes jobs until there are none left.
fn work_on_jobs<I, T>(jobs: &Mutex<Receiver<Job<I, T>>>, work: &dyn Fn(I) -> T) {
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((item, sender)) = job else {
            return;
        };
        // The receiver is gone after an error.
        let _ = sender.send(work(item));
    }
}

/// A limit for the sum of the sizes of the items in memory; a single item may exceed it.
struct ByteGate {
    max: usize,
    /// The bytes in memory; `None` when nothing may enter any more.
    inside: Mutex<Option<usize>>,
    left: Condvar,
}

impl ByteGate {
    const fn new(max: usize) -> Self {
        Self {
            max,
            inside: Mutex::new(Some(0)),
            left: Condvar::new(),
        }
    }

    /// Waits until there is room, and reports whether the item may enter.
    fn enter(&self, bytes: usize) -> bool {
        let inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        let is_full = |inside: &mut Option<usize>| {
            inside.is_some_and(|inside| inside > 0 && inside.saturating_add(bytes) > self.max)
        };
        let waited = self.left.wait_while(inside, is_full);
        let mut inside = waited.unwrap_or_else(PoisonError::into_inner);
        *inside = inside.map(|inside| inside.saturating_add(bytes));
        inside.is_some()
    }

    fn leave(&self, bytes: usize) {
        let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        *inside = inside.map(|inside| inside.saturating_sub(bytes));
        self.left.notify_all();
    }
}

/// Closes the gate when it is dropped, so that a reader that waits at it ends.
struct GateCloser(Arc<ByteGate>);

impl Drop for GateCloser {
    fn drop(&mut self) {
        let mut inside = self.0.inside.lock().unwrap_or_else(PoisonError::into_inner);
        *inside = None;
        self.0.left.notify_all();
    }
}
