//! Pipes to a program (Windows). A pipe is asked how much it holds before it is read, so that no read
//! waits; writing is left to a thread.

use super::group::readable_bytes;
use super::output::{StderrBuffer, StdoutBuffer};
use super::pause::Deadline;
use std::io::{self, Read, Write};
use std::os::windows::io::AsRawHandle;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

/// The number of bytes read at once.
const CHUNK_BYTES: usize = 16 << 10;
/// The maximum number of consecutive reads, so that a program that writes faster than kifu reads
/// cannot hold it up.
const MAX_READS: usize = 64;
/// The interval between checks for new output.
const POLL_INTERVAL: Duration = Duration::from_micros(200);

/// The pipes of a program are made when it starts.
pub(super) struct PipeEnds;

/// Connects standard input and output of a command that is not started yet.
#[expect(clippy::unnecessary_wraps, reason = "as on Unix")]
pub(super) fn connect(command: &mut Command) -> io::Result<PipeEnds> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    Ok(PipeEnds)
}

/// kifu's ends of a program's pipes; `None` where one is closed.
pub(super) struct Pipes {
    stdin: Option<PipeWriter>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
}

/// A program's pipes with the buffers for its output.
pub(super) type BufferedPipes<'a> = (&'a mut Pipes, &'a mut StdoutBuffer, &'a mut StderrBuffer);

/// The thread that writes to a program.
struct PipeWriter {
    texts: Sender<Vec<u8>>,
    /// The number of texts that are not written yet.
    unwritten: Arc<AtomicUsize>,
}

impl PipeWriter {
    fn start(mut stdin: ChildStdin) -> io::Result<Self> {
        let (texts, received): (_, Receiver<Vec<u8>>) = channel();
        let unwritten: Arc<AtomicUsize> = Arc::default();
        let left = Arc::clone(&unwritten);
        std::thread::Builder::new().spawn(move || {
            for text in received {
                if stdin.write_all(&text).is_err() {
                    // The program has closed its input.
                    return;
                }
                left.fetch_sub(1, Ordering::Release);
            }
        })?;
        Ok(Self { texts, unwritten })
    }
}

impl Pipes {
    pub fn new(child: &mut Child, _: PipeEnds) -> io::Result<Self> {
        Ok(Self {
            stdin: child.stdin.take().map(PipeWriter::start).transpose()?,
            stdout: child.stdout.take(),
            stderr: child.stderr.take(),
        })
    }

    /// Reports whether more output can come on standard output.
    pub fn is_stdout_open(&self) -> bool {
        self.stdout.is_some()
    }

    pub fn close_stdin(&mut self) {
        self.stdin = None;
    }

    pub fn write(
        &mut self,
        bytes: &[u8],
        deadline: Deadline,
        stdout: &mut StdoutBuffer,
        stderr: &mut StderrBuffer,
    ) {
        let Some(stdin) = &self.stdin else {
            return;
        };
        let unwritten = Arc::clone(&stdin.unwritten);
        unwritten.fetch_add(1, Ordering::Relaxed);
        if stdin.texts.send(bytes.to_vec()).is_err() {
            self.stdin = None;
            return;
        }
        while unwritten.load(Ordering::Acquire) > 0 {
            // The program does not read; it may itself be waiting until its output is read.
            if deadline.has_passed() || stdout.is_full() || Arc::strong_count(&unwritten) < 3 {
                return;
            }
            let next_check = Instant::now() + POLL_INTERVAL;
            wait_and_read((self, stdout, stderr), None, Some(next_check));
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

/// Reads until the pipe is empty or closed, or `consume` returns false.
fn read<P: Read + AsRawHandle>(pipe: &mut Option<P>, mut consume: impl FnMut(&[u8]) -> bool) {
    let mut chunk = [0; CHUNK_BYTES];
    for _ in 0..MAX_READS {
        let Some(open) = pipe else {
            return;
        };
        let length = match readable_bytes(open) {
            Ok(0) => return,
            Ok(available) => open.read(&mut chunk[..available.min(CHUNK_BYTES)]),
            Err(error) => Err(error),
        };
        match length {
            Ok(length @ 1..) => {
                if !consume(&chunk[..length]) {
                    return;
                }
            }
            _ => *pipe = None,
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
