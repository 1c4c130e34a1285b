//! kifu itself as a child, for the commands that run programs.
//!
//! A command in a process of its own can be ended at any time, and what it started ends with it
//! (`kifu_study::arena::process`).

use super::session::ToolCall;
use kifu_logs::files::on_termination;
use kifu_study::failure::{Failure, FailureKind};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, Once, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The maximum number of bytes that are kept of what a command prints.
const MAX_OUTPUT_BYTES: usize = 1 << 20;
/// How often a running command is looked at.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The time that a command has to end its bots.
#[cfg(unix)]
const END_TIME: Duration = Duration::from_secs(2);

/// The running commands, which end with the server.
static RUNNING: Mutex<BTreeMap<u32, Arc<Mutex<Child>>>> = Mutex::new(BTreeMap::new());

/// A command of kifu to run.
pub(super) struct KifuCommand {
    /// Its name and arguments.
    pub args: Vec<OsString>,
    /// The text on its standard input.
    pub input: String,
    /// The folder in which it runs.
    pub folder: PathBuf,
    /// The time after which it is ended.
    pub time: Duration,
}

/// The output of a command, and how it ended.
pub(super) struct KifuOutput {
    /// The text on its standard output.
    pub stdout: String,
    /// The text on its standard error.
    pub stderr: String,
    /// Its exit status; `None` if it was ended.
    pub status: Option<i32>,
}

impl KifuCommand {
    /// Runs the command to its end, or until the call is cancelled or its time is over.
    ///
    /// # Errors
    /// Returns an error if it cannot be started or the call is cancelled.
    pub fn run(self, call: &ToolCall) -> Result<KifuOutput, Failure> {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| on_termination(end_all));
        let cannot_start = |error: std::io::Error| {
            Failure::new(
                FailureKind::Internal,
                format!("kifu could not start itself: {error}"),
            )
        };
        let program = std::env::current_exe().map_err(cannot_start)?;
        let child = Command::new(program)
            .args(&self.args)
            .current_dir(&self.folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let mut child = child.map_err(cannot_start)?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let stderr = child.stderr.take();
        let (id, child) = (child.id(), Arc::new(Mutex::new(child)));
        running().insert(id, Arc::clone(&child));
        let input = self.input;
        thread::scope(|scope| {
            scope.spawn(move || {
                if let Some(mut stdin) = stdin {
                    // A command that ends early does not read all of it.
                    let _ = stdin.write_all(input.as_bytes());
                }
            });
            let [stdout, stderr] = [
                scope.spawn(move || stdout.map_or_else(String::new, read_some)),
                scope.spawn(move || stderr.map_or_else(String::new, read_some)),
            ];
            let status = wait(&child, self.time, call);
            running().remove(&id);
            let text =
                |reader: thread::ScopedJoinHandle<'_, String>| reader.join().unwrap_or_default();
            let (stdout, stderr) = (text(stdout), text(stderr));
            call.check()?;
            Ok(KifuOutput {
                stdout,
                stderr,
                status: status?,
            })
        })
    }
}

fn running() -> std::sync::MutexGuard<'static, BTreeMap<u32, Arc<Mutex<Child>>>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends all running commands.
pub(super) fn end_all() {
    for child in running().values() {
        end(child);
    }
}

/// Ends a command: it may end its bots first, and has some time for that.
fn end(child: &Mutex<Child>) {
    let mut child = child.lock().unwrap_or_else(PoisonError::into_inner);
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process};

        // It may have ended by itself.
        let _ = kill_process(Pid::from_child(&child), Signal::TERM);
        let start = Instant::now();
        while start.elapsed() < END_TIME && matches!(child.try_wait(), Ok(None)) {
            thread::sleep(POLL_INTERVAL);
        }
    }
    let _ = child.kill();
    let _ = child.wait();
}

/// Waits for the end of a command, and ends it if the call is cancelled or its time is over.
///
/// Returns its exit status; `None` if it was ended.
fn wait(child: &Mutex<Child>, time: Duration, call: &ToolCall) -> Result<Option<i32>, Failure> {
    let start = Instant::now();
    loop {
        let ended = {
            let mut child = child.lock().unwrap_or_else(PoisonError::into_inner);
            child.try_wait()
        };
        match ended {
            Ok(Some(status)) => return Ok(status.code()),
            Ok(None) if start.elapsed() > time || call.check().is_err() => {
                end(child);
                return Ok(None);
            }
            Ok(None) => thread::sleep(POLL_INTERVAL),
            Err(error) => {
                end(child);
                let message = format!("kifu could not wait for itself: {error}");
                return Err(Failure::internal(message));
            }
        }
    }
}

/// Reads to the end, and keeps the beginning.
fn read_some(mut from: impl Read) -> String {
    let mut kept = Vec::new();
    let mut buffer = [0; 8192];
    while let Ok(count) = from.read(&mut buffer) {
        if count == 0 {
            break;
        }
        let room = MAX_OUTPUT_BYTES.saturating_sub(kept.len());
        kept.extend_from_slice(&buffer[..count.min(room)]);
    }
    String::from_utf8_lossy(&kept).into_owned()
}
