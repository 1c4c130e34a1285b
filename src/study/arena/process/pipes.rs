//! Non-blocking connections to a program (Unix).
//!
//! Standard input and output are sockets. Another program can open a pipe of this one through
//! `/proc/ID/fd`, take lines out of it or put lines into it; a socket it cannot. Programs do not
//! notice the difference unless they open `/dev/stdin` or `/dev/stdout`. Scripts often open
//! `/dev/stderr`, so standard error is a pipe.

use super::output::{StderrBuffer, StdoutBuffer};
use super::pause::Deadline;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use std::io::{self, ErrorKind, Read, Write};
use std::net::Shutdown;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::time::{Duration, Instant};

/// The number of bytes read at once.
const CHUNK_BYTES: usize = 16 << 10;
/// The maximum number of consecutive reads, so that a program that writes faster than kifu reads
/// cannot hold it up.
const MAX_READS: usize = 64;

/// kifu's ends of the sockets that a command was connected to.
pub(super) struct SocketEnds {
    stdin: UnixStream,
    stdout: UnixStream,
}

/// Connects standard input and output of a command that is not started yet.
pub(super) fn connect(command: &mut Command) -> io::Result<SocketEnds> {
    let (stdin, program_stdin) = UnixStream::pair()?;
    let (stdout, program_stdout) = UnixStream::pair()?;
    // One direction each, as in a pipe.
    stdin.shutdown(Shutdown::Read)?;
    stdout.shutdown(Shutdown::Write)?;
    command
        .stdin(Stdio::from(OwnedFd::from(program_stdin)))
        .stdout(Stdio::from(OwnedFd::from(program_stdout)));
    Ok(SocketEnds { stdin, stdout })
}

/// kifu's ends of a program's sockets and pipes; `None` where one is closed.
pub(super) struct Pipes {
    stdin: Option<UnixStream>,
    stdout: Option<UnixStream>,
    stderr: Option<ChildStderr>,
}

/// A program's pipes with the buffers for its output.
pub(super) type BufferedPipes<'a> = (&'a mut Pipes, &'a mut StdoutBuffer, &'a mut StderrBuffer);

fn set_nonblocking(pipe: Option<&impl AsFd>) -> io::Result<()> {
    let Some(pipe) = pipe else {
        return Ok(());
    };
    fcntl_setfl(pipe, fcntl_getfl(pipe)? | OFlags::NONBLOCK)?;
    Ok(())
}

impl Pipes {
    pub fn new(child: &mut Child, ends: SocketEnds) -> io::Result<Self> {
        let pipes = Self {
            stdin: Some(ends.stdin),
            stdout: Some(ends.stdout),
            stderr: child.stderr.take(),
        };
        set_nonblocking(pipes.stdin.as_ref())?;
        set_nonblocking(pipes.stdout.as_ref())?;
        set_nonblocking(pipes.stderr.as_ref())?;
        Ok(pipes)
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
        mut bytes: &[u8],
        deadline: Deadline,
        stdout: &mut StdoutBuffer,
        stderr: &mut StderrBuffer,
    ) {
        while let (Some(stdin), false) = (&mut self.stdin, bytes.is_empty()) {
            match stdin.write(bytes) {
                Ok(written) => bytes = &bytes[written..],
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    // The program does not read; it may itself be waiting until its output is read.
                    if deadline.has_passed() {
                        return;
                    }
                    let next_check = Instant::now() + Duration::from_millis(1);
                    wait_and_read((self, stdout, stderr), None, Some(next_check));
                    if stdout.is_full() {
                        return;
                    }
                }
                // The program has closed its input.
                Err(_) => self.stdin = None,
            }
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
fn read<P: Read>(pipe: &mut Option<P>, mut consume: impl FnMut(&[u8]) -> bool) {
    let mut chunk = [0; CHUNK_BYTES];
    for _ in 0..MAX_READS {
        let Some(open) = pipe else {
            return;
        };
        match open.read(&mut chunk) {
            Ok(0) => *pipe = None,
            Ok(length) => {
                // A pipe that returned less than asked for is empty.
                if !consume(&chunk[..length]) || length < CHUNK_BYTES {
                    return;
                }
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) if error.kind() == ErrorKind::WouldBlock => return,
            Err(_) => *pipe = None,
        }
    }
}

/// Waits until output arrives or the deadline passes, and reads it.
pub(super) fn wait_and_read(
    own: BufferedPipes<'_>,
    other: Option<BufferedPipes<'_>>,
    deadline: Option<Instant>,
) {
    let mut sides: Vec<BufferedPipes<'_>> = [own].into_iter().chain(other).collect();
    let mut fds = Vec::with_capacity(4);
    for (pipes, stdout, _) in &sides {
        let stdout = pipes.stdout.as_ref().filter(|_| !stdout.is_full());
        fds.extend(stdout.map(|stdout| PollFd::new(stdout, PollFlags::IN)));
        let stderr = pipes.stderr.as_ref();
        fds.extend(stderr.map(|stderr| PollFd::new(stderr, PollFlags::IN)));
    }
    let remaining = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
    let timeout = remaining.and_then(|remaining| Timespec::try_from(remaining).ok());
    if fds.is_empty() {
        // No more output can arrive, so only the time passes.
        std::thread::sleep(remaining.unwrap_or(Duration::from_millis(1)));
        return;
    }
    // Reading the pipes shows the result, so the return value is not needed.
    let _ = poll(&mut fds, timeout.as_ref());
    drop(fds);
    for (pipes, stdout, stderr) in &mut sides {
        pipes.read_available(stdout, stderr);
    }
}

/// Waits for and reads output until the deadline, for a program that is about to end.
pub(super) fn read_until(
    pipes: &mut Pipes,
    stdout: &mut StdoutBuffer,
    stderr: &mut StderrBuffer,
    deadline: Instant,
) {
    wait_and_read((pipes, stdout, stderr), None, Some(deadline));
}
