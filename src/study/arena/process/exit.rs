//! How a program ended, and waiting for its end.

use std::fmt;
use std::process::{Child, ExitStatus};

/// The way in which a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgramExit {
    /// The program exited with this status.
    Status(i32),
    /// The program was ended by this signal, which kifu did not send.
    Signal(i32),
    /// The program did not end in time and was killed.
    Killed,
}

impl ProgramExit {
    pub(super) fn from_status(status: ExitStatus) -> Self {
        #[cfg(unix)]
        if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
            return Self::Signal(signal);
        }
        Self::Status(status.code().unwrap_or(-1))
    }

    /// Reports whether the program ended by itself with status 0.
    pub const fn is_success(self) -> bool {
        matches!(self, Self::Status(0))
    }
}

impl fmt::Display for ProgramExit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Status(status) => write!(f, "exited with status {status}"),
            Self::Signal(signal) => {
                write!(f, "was killed by signal {signal}{}", signal_name(*signal))
            }
            Self::Killed => f.write_str("did not exit and was killed"),
        }
    }
}

fn signal_name(signal: i32) -> &'static str {
    match signal {
        4 => " (illegal instruction)",
        6 => " (abort)",
        8 => " (arithmetic error)",
        9 => " (kill)",
        11 => " (segmentation fault)",
        13 => " (broken pipe)",
        15 => " (termination)",
        _ => "",
    }
}

/// Reports whether the program has ended. On Unix its process number stays reserved until it is
/// waited for, so that killing its group cannot hit another one.
#[cfg(unix)]
pub(super) fn has_exited(child: &mut Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let id = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    id.is_none_or(|id| !matches!(waitid(WaitId::Pid(id), options), Ok(None)))
}

/// Waits for the end of a killed program without reaping it; its owner still waits for it.
#[cfg(unix)]
pub(super) fn wait_for_exit(id: u32) {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    if let Some(id) = i32::try_from(id).ok().and_then(Pid::from_raw) {
        let _ = waitid(
            WaitId::Pid(id),
            WaitIdOptions::EXITED | WaitIdOptions::NOWAIT,
        );
    }
}

#[cfg(not(unix))]
pub(super) fn wait_for_exit(_id: u32) {}

#[cfg(not(unix))]
pub(super) fn has_exited(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}
