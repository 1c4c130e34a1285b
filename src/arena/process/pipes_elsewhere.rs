//! Pipes to a program, read by threads of their own (where pipes cannot be polled).

use super::output::{Errors, Lines};
use std::io::{self, Read, Write};
use std::process::{Child, ChildStdin};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// So much is read at once.
const CHUNK: usize = 16 << 10;
/// So many chunks wait at most.
const CHUNKS: usize = 16;
/// How long one looks elsewhere between two looks.
const LOOK: Duration = Duration::from_micros(200);

/// Our ends of a program's pipes; `None` where one is closed.
pub(super) struct Pipes {
    input: Option<ChildStdin>,
    output: Option<Receiver<Vec<u8>>>,
    errors: Option<Receiver<Vec<u8>>>,
}

/// A program's pipes, and where that goes which comes out of them.
pub(super) type End<'a> = (&'a mut Pipes, &'a mut Lines, &'a mut Errors);

fn pump(mut pipe: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (sender, receiver): (SyncSender<Vec<u8>>, _) = sync_channel(CHUNKS);
    std::thread::spawn(move || {
        let mut chunk = vec![0; CHUNK];
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
            input: child.stdin.take(),
            output: child.stdout.take().map(pump),
            errors: child.stderr.take().map(pump),
        })
    }

    /// Whether more can come on standard output.
    pub fn is_open(&self) -> bool {
        self.output.is_some()
    }

    pub fn close_input(&mut self) {
        self.input = None;
    }

    pub fn write(&mut self, bytes: &[u8], _: Option<Instant>, _: &mut Lines, _: &mut Errors) {
        let written = self.input.as_mut().map(|input| {
            let written = input.write_all(bytes);
            written.and_then(|()| input.flush())
        });
        if written.is_some_and(|written| written.is_err()) {
            self.input = None;
        }
    }

    /// Takes in all that has come on standard error.
    pub fn drain_errors(&mut self, errors: &mut Errors) {
        take(&mut self.errors, |bytes| {
            errors.push(bytes);
            true
        });
    }

    /// Takes in all that has come.
    pub fn take_in(&mut self, lines: &mut Lines, errors: &mut Errors) {
        if !lines.is_full() {
            take(&mut self.output, |bytes| {
                lines.push(bytes);
                !lines.is_full()
            });
        }
        self.drain_errors(errors);
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
pub(super) fn wait(own: End<'_>, other: Option<End<'_>>, until: Option<Instant>) {
    let left = until.map_or(LOOK, |until| {
        until.saturating_duration_since(Instant::now())
    });
    std::thread::sleep(left.min(LOOK));
    for (pipes, lines, errors) in [own].into_iter().chain(other) {
        pipes.take_in(lines, errors);
    }
}

/// Takes in what comes until then, of a program that is to end.
pub(super) fn rest(pipes: &mut Pipes, lines: &mut Lines, errors: &mut Errors, until: Instant) {
    wait((pipes, lines, errors), None, Some(until));
}
