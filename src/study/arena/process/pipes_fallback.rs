//! Pipes to a program, each read by its own thread, for systems where pipes cannot be polled.

use super::output::{StderrBuffer, StdoutBuffer};
use super::pause::Deadline;
use std::io::{self, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// The number of bytes read at once.
const CHUNK_BYTES: usize = 16 << 10;
/// The maximum number of chunks that wait to be consumed.
const MAX_PENDING_CHUNKS: usize = 16;
/// The interval between checks for new output.
const POLL_INTERVAL: Duration = Duration::from_micros(200);

/// The pipes of a program are made when it starts.
pub(super) struct PipeEnds;

/// Connects standard input and output of a command that is not started yet.
pub(super) fn connect(command: &mut Command) -> io::Result<PipeEnds> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    Ok(PipeEnds)
}

/// kifu's ends of a program's pipes; `None` where one is closed.
pub(super) struct Pipes {
    stdin: Option<ChildStdin>,
    stdout: Option<Receiver<Vec<u8>>>,
    stderr: Option<Receiver<Vec<u8>>>,
}

/// A program's pipes with the buffers for its output.
pub(super) type BufferedPipes<'a> = (&'a mut Pipes, &'a mut StdoutBuffer, &'a mut StderrBuffer);

fn pump(mut pipe: impl Read + Send + 'static) -> io::Result<Receiver<Vec<u8>>> {
    let (sender, receiver): (SyncSender<Vec<u8>>, _) = sync_channel(MAX_PENDING_CHUNKS);
    std::thread::Builder::new().spawn(move || {
        let mut chunk = vec![0; CHUNK_BYTES];
        while let Ok(length @ 1..) = pipe.read(&mut chunk) {
            if sender.send(chunk[..length].to_vec()).is_err() {
                return;
            }
        }
    })?;
    Ok(receiver)
}

impl Pipes {
    pub fn new(child: &mut Child, _: PipeEnds) -> io::Result<Self> {
        Ok(Self {
            stdin: child.stdin.take(),
            stdout: child.stdout.take().map(pump).transpose()?,
            stderr: child.stderr.take().map(pump).transpose()?,
        })
    }

    /// Reports whether more output can come on standard output.
    pub fn is_stdout_open(&self) -> bool {
        self.stdout.is_some()
    }

    pub fn close_stdin(&mut self) {
        self.stdin = None;
    }

    pub fn write(&mut self, bytes: &[u8], _: Deadline, _: &mut StdoutBuffer, _: &mut StderrBuffer) {
        let written = self.stdin.as_mut().map(|stdin| {
            let written = stdin.write_all(bytes);
            written.and_then(|()| stdin.flush())
        });
        if written.is_some_and(|written| written.is_err()) {
            self.stdin = None;
        }
    }

    /// Reads everything available on standard error.
    pub fn drain_stderr(&mut self, stderr: &mut StderrBuffer) {
        read(&mut self.stderr, |bytes| {
            stderr.push(bytes);
            true
        });
    }

    /// Reads everything available on standard output and standard error.
    pub fn read_available(&mut self, stdout: &mut StdoutBuffer, stderr: &mut StderrBuffer) {
        if !stdout.is_full() {
            read(&mut self.stdout, |bytes| {
                stdout.push(bytes);
                !stdout.is_full()
            });
        }
        self.drain_stderr(stderr);
    }
}

fn read(pipe: &mut Option<Receiver<Vec<u8>>>, mut consume: impl FnMut(&[u8]) -> bool) {
    use std::sync::mpsc::TryRecvError;
    while let Some(open) = pipe {
        match open.try_recv() {
            Ok(bytes) if consume(&bytes) => {}
            Ok(_) | Err(TryRecvError::Empty) => return,
            Err(TryRecvError::Disconnected) => *pipe = None,
        }
    }
}

/// Waits briefly for output, and reads what has arrived.
pub(super) fn wait_and_read(
    own: BufferedPipes<'_>,
    other: Option<BufferedPipes<'_>>,
    deadline: Option<Instant>,
) {
    let remaining = deadline.map_or(POLL_INTERVAL, |deadline| {
        deadline.saturating_duration_since(Instant::now())
    });
    std::thread::sleep(remaining.min(POLL_INTERVAL));
    for (pipes, stdout, stderr) in [own].into_iter().chain(other) {
        pipes.read_available(stdout, stderr);
    }
}

/// Waits briefly for output of a program that is about to end, and reads it.
pub(super) fn read_until(
    pipes: &mut Pipes,
    stdout: &mut StdoutBuffer,
    stderr: &mut StderrBuffer,
    deadline: Instant,
) {
    wait_and_read((pipes, stdout, stderr), None, Some(deadline));
}
