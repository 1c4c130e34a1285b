//! Pipes to a program that never block (Unix).

use super::output::{StderrBuffer, StdoutBuffer};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout};
use std::time::{Duration, Instant};

/// So much is read at once.
const CHUNK_BYTES: usize = 16 << 10;
/// So often in a row; who writes faster than we read must not hold us.
const MAX_READS: usize = 64;

/// Our ends of a program's pipes; `None` where one is closed.
pub(super) struct Pipes {
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
}

/// A program's pipes, and where that goes which comes out of them.
pub(super) type BufferedPipes<'a> = (&'a mut Pipes, &'a mut StdoutBuffer, &'a mut StderrBuffer);

fn set_nonblocking(pipe: Option<&impl AsFd>) -> io::Result<()> {
    let Some(pipe) = pipe else {
        return Ok(());
    };
    fcntl_setfl(pipe, fcntl_getfl(pipe)? | OFlags::NONBLOCK)?;
    Ok(())
}

impl Pipes {
    pub fn new(child: &mut Child) -> io::Result<Self> {
        let pipes = Self {
            stdin: child.stdin.take(),
            stdout: child.stdout.take(),
            stderr: child.stderr.take(),
        };
        set_nonblocking(pipes.stdin.as_ref())?;
        set_nonblocking(pipes.stdout.as_ref())?;
        set_nonblocking(pipes.stderr.as_ref())?;
        Ok(pipes)
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
        mut bytes: &[u8],
        until: Option<Instant>,
        lines: &mut StdoutBuffer,
        errors: &mut StderrBuffer,
    ) {
        while let (Some(input), false) = (&mut self.stdin, bytes.is_empty()) {
            match input.write(bytes) {
                Ok(written) => bytes = &bytes[written..],
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    // It does not read; perhaps it waits until somebody reads what it writes.
                    if until.is_some_and(|until| Instant::now() >= until) {
                        return;
                    }
                    let soon = Instant::now() + Duration::from_millis(1);
                    wait_and_read((self, lines, errors), None, Some(soon));
                    if lines.is_full() {
                        return;
                    }
                }
                // Nobody reads any more.
                Err(_) => self.stdin = None,
            }
        }
    }

    /// Takes in all that has come on standard error.
    pub fn drain_stderr(&mut self, errors: &mut StderrBuffer) {
        read(&mut self.stderr, |bytes| {
            errors.push(bytes);
            true
        });
    }

    /// Takes in all that has come.
    pub fn read_available(&mut self, lines: &mut StdoutBuffer, errors: &mut StderrBuffer) {
        if !lines.is_full() {
            read(&mut self.stdout, |bytes| {
                lines.push(bytes);
                !lines.is_full()
            });
        }
        self.drain_stderr(errors);
    }
}

/// Reads until nothing is left, it is enough, or the end.
fn read<P: Read>(pipe: &mut Option<P>, mut take: impl FnMut(&[u8]) -> bool) {
    let mut chunk = [0; CHUNK_BYTES];
    for _ in 0..MAX_READS {
        let Some(open) = pipe else {
            return;
        };
        match open.read(&mut chunk) {
            Ok(0) => *pipe = None,
            Ok(length) => {
                // A pipe that gave less than asked for is empty.
                if !take(&chunk[..length]) || length < CHUNK_BYTES {
                    return;
                }
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) if error.kind() == ErrorKind::WouldBlock => return,
            Err(_) => *pipe = None,
        }
    }
}

/// Waits until something comes or the time is up, and takes it in.
pub(super) fn wait_and_read(
    own: BufferedPipes<'_>,
    other: Option<BufferedPipes<'_>>,
    until: Option<Instant>,
) {
    let mut ends: Vec<BufferedPipes<'_>> = [own].into_iter().chain(other).collect();
    let mut fds = Vec::with_capacity(4);
    for (pipes, lines, _) in &ends {
        let output = pipes.stdout.as_ref().filter(|_| !lines.is_full());
        fds.extend(output.map(|output| PollFd::new(output, PollFlags::IN)));
        let errors = pipes.stderr.as_ref();
        fds.extend(errors.map(|errors| PollFd::new(errors, PollFlags::IN)));
    }
    let left = until.map(|until| until.saturating_duration_since(Instant::now()));
    let timeout = left.and_then(|left| Timespec::try_from(left).ok());
    if fds.is_empty() {
        // Nothing can come any more: the time passes.
        std::thread::sleep(left.unwrap_or(Duration::from_millis(1)));
        return;
    }
    // What comes of it the pipes tell.
    let _ = poll(&mut fds, timeout.as_ref());
    drop(fds);
    for (pipes, lines, errors) in &mut ends {
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
