//! Replacement for groups of processes where no program can be started.

use super::CommandSpec;
use std::io::{self, ErrorKind};
use std::process::{Child, Command};

/// The processes of a program, of which there is none.
#[derive(Debug)]
pub(super) struct ProcessGroup;

impl ProcessGroup {
    pub fn spawn(_: &mut Command, _: &CommandSpec) -> io::Result<(Child, Self)> {
        Err(ErrorKind::Unsupported.into())
    }

    #[expect(clippy::unused_self, reason = "as on other systems")]
    pub fn kill(&self) {}
}
