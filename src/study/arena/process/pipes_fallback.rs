//! Replacement for pipes where no program can be started.

use super::output::{StderrBuffer, StdoutBuffer};
use super::pause::Deadline;
use std::io::{self, ErrorKind};
use std::process::{Child, Command};
use std::time::Instant;

/// Ends of pipes, of which there are none.
pub(super) struct PipeEnds;

pub(super) fn connect(_: &mut Command) -> io::Result<PipeEnds> {
    Err(ErrorKind::Unsupported.into())
}

/// Pipes, of which there are none.
pub(super) struct Pipes;

pub(super) type BufferedPipes<'a> = (&'a mut Pipes, &'a mut StdoutBuffer, &'a mut StderrBuffer);

#[expect(clippy::unused_self, reason = "as on other systems")]
impl Pipes {
    pub fn new(_: &mut Child, _: PipeEnds) -> io::Result<Self> {
        Err(ErrorKind::Unsupported.into())
    }

    pub fn is_stdout_open(&self) -> bool {
        false
    }

    pub fn close_stdin(&mut self) {}

    pub fn write(&mut self, _: &[u8], _: Deadline, _: &mut StdoutBuffer, _: &mut StderrBuffer) {}

    pub fn drain_stderr(&mut self, _: &mut StderrBuffer) {}

    pub fn read_available(&mut self, _: &mut StdoutBuffer, _: &mut StderrBuffer) {}
}

pub(super) fn wait_and_read(
    _: BufferedPipes<'_>,
    _: Option<BufferedPipes<'_>>,
    _: Option<Instant>,
) {
}

pub(super) fn read_until(_: &mut Pipes, _: &mut StdoutBuffer, _: &mut StderrBuffer, _: Instant) {}
