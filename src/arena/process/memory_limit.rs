//! The command of a program, with its memory limit.

use super::CommandSpec;
use std::io;
use std::process::Command;

/// The limit must hold before the program starts, and a process can set it only for itself
/// without unsafe code: a shell does, and becomes the program (Linux; other systems of the Unix
/// family know no limit that means the same).
#[cfg(target_os = "linux")]
pub(super) fn build_command(start: &CommandSpec) -> io::Result<Command> {
    let Some(megabytes) = start.memory_limit_mb else {
        return unlimited_command(start);
    };
    let program = start.argv.first().ok_or(io::ErrorKind::NotFound)?;
    check_program_exists(program, start.working_dir.as_deref())?;
    let mut command = Command::new("/bin/sh");
    let kilobytes = megabytes.saturating_mul(1024).to_string();
    let script = "ulimit -v \"$0\" && exec \"$@\"";
    command.args(["-c", script, &kilobytes]).args(&start.argv);
    Ok(command)
}

#[cfg(not(target_os = "linux"))]
pub(super) fn build_command(start: &CommandSpec) -> io::Result<Command> {
    unlimited_command(start)
}

fn unlimited_command(start: &CommandSpec) -> io::Result<Command> {
    let (program, args) = start.argv.split_first().ok_or(io::ErrorKind::NotFound)?;
    let mut command = Command::new(program);
    command.args(args);
    Ok(command)
}

/// The shell would tell it only by its status.
#[cfg(target_os = "linux")]
fn check_program_exists(program: &str, folder: Option<&std::path::Path>) -> io::Result<()> {
    let found = if program.contains('/') {
        folder
            .map_or_else(|| program.into(), |folder| folder.join(program))
            .exists()
    } else {
        let path = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&path).any(|folder| folder.join(program).exists())
    };
    if found {
        Ok(())
    } else {
        Err(io::ErrorKind::NotFound.into())
    }
}
