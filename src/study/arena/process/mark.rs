//! The mark in the environment of a bot and of everything it starts, which says whose bot it is.
//!
//! ```text
//! mark = "KIFU_SEAT=" pid "." start "." namespace "." number "."
//! ```
//!
//! `pid` and `start` (in clock ticks since the system started) identify the kifu that started the
//! bot, and no other process that later gets its number. `namespace` is the PID namespace in which
//! `pid` is valid: on one machine, processes of several containers have the same number. `number`
//! counts the bots of that kifu.

#[cfg(target_os = "linux")]
use super::proc_stat::ProcStat;
use std::sync::LazyLock;

/// The name of the environment variable.
pub(super) const VARIABLE: &str = "KIFU_SEAT";

/// A running kifu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Referee {
    pub id: u32,
    pub start_ticks: u64,
    pub pid_namespace: u64,
}

impl Referee {
    /// Returns this process.
    pub fn this() -> &'static Self {
        static THIS: LazyLock<Referee> = LazyLock::new(|| Referee {
            id: std::process::id(),
            #[cfg(target_os = "linux")]
            start_ticks: ProcStat::read(std::process::id()).map_or(0, |stat| stat.start_ticks),
            #[cfg(not(target_os = "linux"))]
            start_ticks: 0,
            #[cfg(target_os = "linux")]
            pid_namespace: super::proc_stat::pid_namespace("self").unwrap_or(0),
            #[cfg(not(target_os = "linux"))]
            pid_namespace: 0,
        });
        &THIS
    }

    /// Returns the beginning that the marks of all its bots share, without the variable's name.
    pub fn prefix(&self) -> String {
        format!("{}.{}.{}.", self.id, self.start_ticks, self.pid_namespace)
    }
}

/// The mark of a bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BotMark {
    pub referee: Referee,
    /// The number of the bot among those of its kifu.
    pub number: u64,
}

impl BotMark {
    /// Returns the value of the environment variable.
    pub fn value(&self) -> String {
        format!("{}{}.", self.referee.prefix(), self.number)
    }

    /// Finds the mark in an environment, a list of entries that end with NUL.
    #[cfg(target_os = "linux")]
    pub fn find(environment: &[u8]) -> Option<Self> {
        let mut entries = environment.split(|byte| *byte == 0);
        let value = entries.find_map(|entry| entry.strip_prefix(b"KIFU_SEAT="))?;
        let mut parts = std::str::from_utf8(value).ok()?.split('.');
        Some(Self {
            referee: Referee {
                id: parts.next()?.parse().ok()?,
                start_ticks: parts.next()?.parse().ok()?,
                pid_namespace: parts.next()?.parse().ok()?,
            },
            number: parts.next()?.parse().ok()?,
        })
    }

    /// Returns the mark of another process; `None` if it has none or its environment is hidden.
    #[cfg(target_os = "linux")]
    pub fn of_process(id: u32) -> Option<Self> {
        Self::find(&std::fs::read(format!("/proc/{id}/environ")).ok()?)
    }
}
