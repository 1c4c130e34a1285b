//! Folders in which kifu is attacked, and the runs of kifu in them.

use super::Tools;
use kifu_core::search::SplitMix64;
use kifu_study::failure::Failure;
use rustix::process::{Pid, Signal, kill_process};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The time after which a run counts as hanging.
pub const HANG: Duration = Duration::from_mins(2);
/// The time between two looks whether a run has ended.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// A temporary folder in which kifu runs; it is kept if a fault is found there.
pub struct Sandbox<'a> {
    tools: &'a Tools,
    folder: TempDir,
    commands: RefCell<Vec<String>>,
    run_count: Cell<usize>,
}

impl<'a> Sandbox<'a> {
    /// Creates an empty sandbox.
    ///
    /// # Errors
    /// Returns an error if there is no temporary folder.
    pub fn new(tools: &'a Tools) -> Result<Self, Failure> {
        let folder = tempfile::Builder::new().prefix("kifu-attack-").tempdir();
        let folder = folder.map_err(|error| Failure::cannot_write(&std::env::temp_dir(), error))?;
        for name in ["work", "tmp", "runs"] {
            let path = folder.path().join(name);
            fs::create_dir(&path).map_err(|error| Failure::cannot_write(&path, error))?;
        }
        Ok(Self {
            tools,
            folder,
            commands: RefCell::default(),
            run_count: Cell::new(0),
        })
    }

    /// Creates a sandbox with the same files.
    ///
    /// # Errors
    /// Returns an error if the files cannot be copied.
    pub fn copy(&self) -> Result<Self, Failure> {
        let copy = Self::new(self.tools)?;
        copy_folder(&self.path(""), &copy.path(""))
            .map_err(|error| Failure::cannot_write(&copy.path(""), error))?;
        Ok(copy)
    }

    /// Returns the path of a file in the working folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join("work").join(name)
    }

    /// Writes a file, with the folders above it.
    ///
    /// # Errors
    /// Returns an error if that is not possible.
    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> Result<(), Failure> {
        let path = self.path(name);
        let folder = path.parent().unwrap_or(&path);
        let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, text));
        written.map_err(|error| Failure::cannot_write(&path, error))
    }

    /// Returns the content of a file as text; empty if it cannot be read.
    pub fn read(&self, name: &str) -> String {
        let bytes = fs::read(self.path(name)).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Returns all files of the working folder.
    pub fn snapshot(&self) -> Snapshot {
        let mut snapshot = Snapshot::default();
        snapshot.add(&self.path(""), "");
        snapshot
    }

    /// Starts kifu with these arguments.
    ///
    /// # Errors
    /// Returns an error if it cannot be started.
    pub fn start(&self, args: &[String]) -> Result<Running, Failure> {
        self.start_under(&[], args)
    }

    /// Starts kifu under another program, such as `strace` with its options.
    ///
    /// # Errors
    /// Returns an error if it cannot be started.
    pub fn start_under(&self, tracer: &[String], args: &[String]) -> Result<Running, Failure> {
        let words: Vec<&String> = tracer.iter().chain(&self.tools.kifu).chain(args).collect();
        let shown = words.iter().map(|word| quoted(word)).collect::<Vec<_>>();
        self.note(shown.join(" "));
        let number = self.run_count.get();
        self.run_count.set(number + 1);
        let output = |kind: &str| {
            let path = self.folder.path().join(format!("runs/{number}.{kind}"));
            let file = File::create(&path).map_err(|error| Failure::cannot_write(&path, error));
            file.map(|file| (path, file))
        };
        let ((out_path, out), (err_path, err)) = (output("out")?, output("err")?);
        let child = Command::new(words[0])
            .args(&words[1..])
            .current_dir(self.path(""))
            .env("TMPDIR", self.folder.path().join("tmp"))
            .env("LC_ALL", "C")
            .stdin(Stdio::null())
            .stdout(out)
            .stderr(err)
            .spawn();
        let child = child.map_err(|error| Failure::cannot_read(words[0], error))?;
        Ok(Running {
            child,
            command: shown.join(" "),
            started: Instant::now(),
            out: out_path,
            err: err_path,
        })
    }

    /// Runs kifu with these arguments to its end.
    ///
    /// # Errors
    /// Returns an error if it cannot be started.
    pub fn run(&self, args: &[String]) -> Result<EndedRun, Failure> {
        Ok(self.start(args)?.wait())
    }

    /// Adds a line to the commands that a fault shows.
    pub fn note(&self, line: String) {
        self.commands.borrow_mut().push(line);
    }

    /// Keeps the folder, and describes a fault with the commands that led to it.
    pub fn fault(&mut self, what: &str) -> String {
        self.folder.disable_cleanup(true);
        let commands = self.commands.borrow().join("\n    ");
        let folder = self.path("");
        format!("{what}\n  in {}:\n    {commands}", folder.display())
    }
}

/// A running kifu.
pub struct Running {
    child: Child,
    command: String,
    started: Instant,
    out: PathBuf,
    err: PathBuf,
}

impl Running {
    /// Sends a signal.
    pub fn signal(&self, signal: Signal) {
        let id = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        if let Some(id) = id {
            // It may have ended.
            let _ = kill_process(id, signal);
        }
    }

    /// Waits until the run ends, or until it hangs and is ended.
    pub fn wait(mut self) -> EndedRun {
        let mut status = None;
        while status.is_none() && self.started.elapsed() < HANG {
            status = self.child.try_wait().ok().flatten();
            if status.is_none() {
                std::thread::sleep(POLL_INTERVAL);
            }
        }
        let took = self.started.elapsed();
        if status.is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
        let text =
            |path: &Path| String::from_utf8_lossy(&fs::read(path).unwrap_or_default()).into_owned();
        EndedRun {
            command: self.command,
            status,
            took,
            out: text(&self.out),
            err: text(&self.err),
        }
    }
}

/// A run of kifu that has ended.
#[derive(Clone, Debug)]
pub struct EndedRun {
    /// The command.
    pub command: String,
    /// The exit status; `None` if it was hanging.
    pub status: Option<ExitStatus>,
    /// The time from start to end.
    pub took: Duration,
    /// The text on standard output.
    pub out: String,
    /// The text on standard error.
    pub err: String,
}

impl EndedRun {
    /// Returns the exit code; `None` if a signal ended the run, or if it was hanging.
    pub fn code(&self) -> Option<i32> {
        self.status.and_then(|status| status.code())
    }

    /// Returns the way in which no run may end: a hang, a panic, a signal that was not sent, or an
    /// error that calls itself a bug.
    pub fn breakdown(&self, sent: Option<Signal>) -> Option<String> {
        let Some(status) = self.status else {
            return Some("hangs".to_owned());
        };
        let is_sent = |signal: i32| sent.is_some_and(|sent| sent.as_raw() == signal);
        let is_end_by_signal = status
            .code()
            .is_some_and(|code| code > 128 && is_sent(code - 128));
        let what = match (status.signal(), status.code()) {
            (Some(signal), _) if !is_sent(signal) => format!("is ended by signal {signal}"),
            (_, Some(code)) if code > 2 && !is_end_by_signal => format!("exits with {code}"),
            _ if self.err.contains("panicked") => "panics".to_owned(),
            _ if self.err.contains("bug in kifu") => "reports a bug in kifu".to_owned(),
            _ => return None,
        };
        Some(format!("{what}: `{}`\n{}", self.command, self.err))
    }
}

/// The files of a folder, by their paths in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snapshot(pub BTreeMap<String, Entry>);

/// Something in a folder; folders themselves do not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A file with its content.
    File(Vec<u8>),
    /// A symbolic link with its target.
    Link(PathBuf),
    /// A pipe or a device.
    Special,
}

impl Snapshot {
    fn add(&mut self, folder: &Path, prefix: &str) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            let path = entry.path();
            let Ok(meta) = path.symlink_metadata() else {
                continue;
            };
            if meta.is_dir() {
                self.add(&path, &format!("{name}/"));
                continue;
            }
            let entry = if meta.is_symlink() {
                Entry::Link(fs::read_link(&path).unwrap_or_default())
            } else if meta.is_file() {
                Entry::File(fs::read(&path).unwrap_or_default())
            } else {
                Entry::Special
            };
            self.0.insert(name, entry);
        }
    }

    /// Returns the content of a file.
    pub fn file(&self, name: &str) -> Option<&[u8]> {
        match self.0.get(name)? {
            Entry::File(bytes) => Some(bytes),
            _ => None,
        }
    }

    /// Returns the files in a folder.
    #[must_use]
    pub fn below(&self, folder: &str) -> Self {
        let entries = self.0.iter();
        let inside = entries.filter(|(name, _)| name.starts_with(folder));
        Self(
            inside
                .map(|(name, entry)| (name.clone(), entry.clone()))
                .collect(),
        )
    }
}

fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), &target)?;
        }
    }
    Ok(())
}

/// Quotes a word for a shell.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,:+".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// Splits a command line at its blanks.
pub fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_owned).collect()
}

/// Returns games of Clobber as lines of an archive; the first players have this prefix and a number.
pub fn archive(rng: &mut SplitMix64, prefix: &str, count: usize) -> String {
    let mut text = String::new();
    for number in 0..count {
        let comment = "word ".repeat(rng.index(40));
        text.push_str(&format!(
            "(kifu:2,game:\"clobber\",setup:{{\"position\":\"wb/bw w\"}},players:((name:\"{prefix}{number}\"),\
             (name:\"B\")),moves:\"a2a1 b2b1 a1b1\",notes:{{1:(comment:\"{comment}.\")}})\n"
        ));
    }
    text
}
