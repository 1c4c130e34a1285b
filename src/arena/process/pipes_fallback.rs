//! Pipes to a program, read by threads of their own (where pipes cannot be polled).

use super::output::{StderrBuffer, StdoutBuffer};
use std::io::{self, Read, Write};
use std::process::{Child, ChildStdin};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// So much is read at once.
const CHUNK_BYTES: usize = 16 << 10;
/// So many chunks wait at most.
const MAX_PENDING_CHUNKS: usize = 16;
/// How long one looks elsewhere between two looks.
const POLL_INTERVAL: Duration = Duration::from_micros(200);

/// Our ends of a program's pipes; `None` where one is closed.
pub(super) struct Pipes {
    stdin: Option<ChildStdin>,
    stdout: Option<Receiver<Vec<u8>>>,
    stderr: Option<Receiver<Vec<u8>>>,
}

/// A program's pipes, and where that goes which comes out of them.
pub(super) type BufferedPipes<'a> = (&'a mut Pipes, &'a mut StdoutBuffer, &'a mut StderrBuffer);

fn pump(mut pipe: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (sender, receiver): (SyncSender<Vec<u8>>, _) = sync_channel(MAX_PENDING_CHUNKS);
    std::thread::spawn(move || {
        let mut chunk = vec![0; CHUNK_BYTES];
        while let Ok(length @ 1..) = pipe.read(&mut chunk) {
            if sender.send(chunk[..length].to_vec()).is_err() {
                return;
            }
        }
    });
    receiver
}

impl Pipes {
    #[expect(clippy::unnecessary_wraps, reason = "elsewhere it can fail")]
    pub fn new(child: &mut Child) -> io::Result<Self> {
        Ok(Self {
            stdin: child.stdin.take(),
            stdout: child.stdout.take().map(pump),
            stderr: child.stderr.take().map(pump),
        })
    }

    /// Whether more can come on standard output.
    pub fn is_stdout_open(&self) -> bool {
        self.stdout.is_some()
    }

    pub fn close_stdin(&mut self) {
        self.stdin = None;
    }

    pub fn write(
        &mut self,
        bytes: &[u8],
        _: Option<Instant>,
        _: &mut StdoutBuffer,
        _: &mut StderrBuffer,
    ) {
        let written = self.stdin.as_mut().map(|input| {
            let written = input.write_all(bytes);
            written.and_then(|()| input.flush())
        });
        if written.is_some_and(|written| written.is_err()) {
            self.stdin = None;
        }
    }

    /// Takes in all that has come on standard error.
    pub fn drain_stderr(&mut self, errors: &mut StderrBuffer) {
        take(&mut self.stderr, |bytes| {
            errors.push(bytes);
            true
        });
    }

    /// Takes in all that has come.
    pub fn read_available(&mut self, lines: &mut StdoutBuffer, errors: &mut StderrBuffer) {
        if !lines.is_full() {
            take(&mut self.stdout, |bytes| {
                lines.push(bytes);
                !lines.is_full()
            });
        }
        self.drain_stderr(errors);
    }
}

fn take(pipe: &mut Option<Receiver<Vec<u8>>>, mut each: impl FnMut(&[u8]) -> bool) {
    use std::sync::mpsc::TryRecvError;
    while let Some(open) = pipe {
        match open.try_recv() {
            Ok(bytes) if each(&bytes) => {}
            Ok(_) | Err(TryRecvError::Empty) => return,
            Err(TryRecvError::Disconnected) => *pipe = None,
        }
    }
}

/// Waits a little, and takes in what has come.
pub(super) fn wait_and_read(
    own: BufferedPipes<'_>,
    other: Option<BufferedPipes<'_>>,
    until: Option<Instant>,
) {
    let left = until.map_or(POLL_INTERVAL, |until| {
        until.saturating_duration_since(Instant::now())
    });
    std::thread::sleep(left.min(POLL_INTERVAL));
    for (pipes, lines, errors) in [own].into_iter().chain(other) {
        pipes.read_available(lines, errors);
    }
}

/// Takes in what comes until then, of a program that is to end.
pub(super) fn read_until(
    pipes: &mut Pipes,
    lines: &mut StdoutBuffer,
    errors: &mut StderrBuffer,
    until: Instant,
) {
    wait_and_read((pipes, lines, errors), None, Some(until));
}
