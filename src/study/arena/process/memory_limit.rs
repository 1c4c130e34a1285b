//! The command of a program, with its memory limit.

use super::CommandSpec;
use std::io;
use std::process::Command;

/// Builds the command of a program, with its memory limit.
///
/// The limit must be set before the program starts, and without unsafe code a process can only
/// limit itself. A shell therefore sets the limit and then replaces itself by the program. Other
/// Unix systems have no equivalent limit.
#[cfg(target_os = "linux")]
pub(super) fn build_command(spec: &CommandSpec) -> io::Result<Command> {
    let Some(megabytes) = spec.memory_limit_mb else {
        return unlimited_command(spec);
    };
    let program = spec.argv.first().ok_or(io::ErrorKind::NotFound)?;
    check_program_exists(program, spec.working_dir.as_deref())?;
    let mut command = Command::new("/bin/sh");
    let kilobytes = megabytes.saturating_mul(1024).to_string();
    let script = "ulimit -v \"$0\" && exec \"$@\"";
    command.args(["-c", script, &kilobytes]).args(&spec.argv);
    Ok(command)
}

#[cfg(not(target_os = "linux"))]
pub(super) fn build_command(spec: &CommandSpec) -> io::Result<Command> {
    unlimited_command(spec)
}

fn unlimited_command(spec: &CommandSpec) -> io::Result<Command> {
    let (program, args) = spec.argv.split_first().ok_or(io::ErrorKind::NotFound)?;
    let mut command = Command::new(program);
    command.args(args);
    Ok(command)
}

/// Checks that the program exists, because the shell would report a missing one only by its exit
/// status.
#[cfg(target_os = "linux")]
fn check_program_exists(program: &str, folder: Option<&std::path::Path>) -> io::Result<()> {
    let exists = if program.contains('/') {
        folder
            .map_or_else(|| program.into(), |folder| folder.join(program))
            .exists()
    } else {
        let path = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&path).any(|folder| folder.join(program).exists())
    };
    if exists {
        Ok(())
    } else {
        Err(io::ErrorKind::NotFound.into())
    }
}
