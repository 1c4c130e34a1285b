//! Process groups: the processes of a bot on Unix.

use super::CommandSpec;
use std::io;
use std::process::{Child, Command};

/// The process group of a program, which has its number.
#[derive(Debug)]
pub(super) struct ProcessGroup(u32);

impl ProcessGroup {
    /// Starts a program in a group of its own.
    ///
    /// # Errors
    /// Returns an error if the program cannot be started.
    pub fn spawn(command: &mut Command, _spec: &CommandSpec) -> io::Result<(Child, Self)> {
        std::os::unix::process::CommandExt::process_group(command, 0);
        let child = command.spawn()?;
        let group = Self(child.id());
        Ok((child, group))
    }

    /// Kills the group and its leader, which may have left it. A missing process is not an error.
    pub fn kill(&self) {
        use rustix::process::{Pid, Signal, kill_process, kill_process_group};
        if let Some(id) = i32::try_from(self.0).ok().and_then(Pid::from_raw) {
            let _ = kill_process_group(id, Signal::KILL);
            let _ = kill_process(id, Signal::KILL);
        }
    }
}
