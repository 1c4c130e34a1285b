//! The watchdog: a shell that waits for the end of kifu and then ends the bots that still run.
//!
//! kifu writes on a pipe which bots start and end. The pipe closes when kifu ends, however that
//! happens. A kifu that ends by itself stops the watchdog first.

use super::scope::{KifuProcess, MARK_VARIABLE};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use std::io::{self, Write};
use std::process::{Child, ChildStdin, Command, Stdio};

/// The script. `$1` is the beginning of the marks of kifu's bots.
///
/// It keeps the numbers of the running bots, and kills their groups when its input ends, then all
/// processes with such a mark until none is left.
const SCRIPT: &str = r#"
trap '' HUP INT QUIT TERM
running=
while read -r change id; do
  case $change in
    +) running="$running $id" ;;
    -) left=
       for one in $running; do [ "$one" = "$id" ] || left="$left $one"; done
       running=$left ;;
  esac
done
for id in $running; do kill -s KILL -- "-$id"; kill -s KILL "$id"; done
rounds=0
while [ $rounds -lt 100 ]; do
  files=$(grep -lsF "$1" /proc/[0-9]*/environ)
  [ -n "$files" ] || exit 0
  for file in $files; do
    id=${file#/proc/}
    kill -s KILL "${id%/environ}"
  done
  rounds=$((rounds + 1))
  sleep 0.02 || sleep 1
done
"#;

/// The running shell.
pub(super) struct Watchdog {
    shell: Child,
    pipe: ChildStdin,
}

impl Watchdog {
    /// Starts the shell.
    ///
    /// # Errors
    /// Returns an error if there is no shell.
    pub fn start() -> io::Result<Self> {
        let mut command = Command::new("/bin/sh");
        command
            .args(["-c", SCRIPT, "kifu-watchdog"])
            .arg(format!("{MARK_VARIABLE}={}", KifuProcess::this().prefix()))
            // It must not hold a folder or the output of kifu after kifu's end.
            .current_dir("/")
            .env_remove(MARK_VARIABLE)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        // Signals of a terminal go to the group of kifu.
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut shell = command.spawn()?;
        let pipe = shell.stdin.take().ok_or(io::ErrorKind::BrokenPipe)?;
        // A watchdog that a bot has stopped must not hold up kifu.
        fcntl_setfl(&pipe, fcntl_getfl(&pipe)? | OFlags::NONBLOCK)?;
        Ok(Self { shell, pipe })
    }

    /// Returns the process number.
    #[cfg(target_os = "linux")]
    pub fn id(&self) -> u32 {
        self.shell.id()
    }

    /// Adds a bot that has started.
    pub fn add(&mut self, id: u32) {
        self.send(&format!("+ {id}\n"));
    }

    /// Removes a bot that has ended.
    pub fn remove(&mut self, id: u32) {
        self.send(&format!("- {id}\n"));
    }

    fn send(&mut self, line: &str) {
        // Nothing can be done if the watchdog was killed: the next kifu ends the bots then.
        let _ = self.pipe.write_all(line.as_bytes());
    }

    /// Ends the shell, after all bots have ended.
    pub fn stop(mut self) {
        // Kill before closing the pipe: the script acts when its input closes.
        let _ = self.shell.kill();
        let _ = self.shell.wait();
    }
}
