//! System calls that fail, made so by `strace`.

use super::aftermath::{Aftermath, CommandEnd, is_temporary};
use super::sandbox::{EndedRun, Sandbox};
use super::writing_command::WritingCommand;
use super::{Tools, Trial};
use kifu_core::search::SplitMix64;
use kifu_study::failure::Failure;
use std::collections::HashMap;

/// The system calls that fail, with the errors that they may report.
const FAILING_CALLS: &[(&str, &[&str])] = &[
    ("openat", &["EACCES", "EIO", "ENOSPC", "EMFILE"]),
    ("write", &["ENOSPC", "EIO"]),
    ("fsync", &["EIO", "ENOSPC"]),
    ("fdatasync", &["EIO"]),
    ("rename", &["EACCES", "EIO", "ENOSPC"]),
    ("renameat", &["EACCES", "EIO"]),
    ("renameat2", &["EACCES", "EIO", "ENOSPC"]),
    ("linkat", &["EACCES", "EIO", "ENOSPC"]),
    ("unlink", &["EACCES", "EIO"]),
    ("unlinkat", &["EACCES", "EIO"]),
    ("ftruncate", &["EIO"]),
    ("mkdir", &["EACCES", "ENOSPC"]),
];
/// The number of failures that are tried with each command.
const FAILURES_PER_COMMAND: usize = 4;

/// Lets some system calls of a command fail, one at a time.
pub(super) fn round(trial: &mut Trial<'_>) -> Result<(), Failure> {
    let sandbox = Sandbox::new(trial.tools)?;
    let command = WritingCommand::random(trial, &sandbox)?;
    let before = command.normalized(sandbox.snapshot());
    let undisturbed = sandbox.copy()?;
    let names: Vec<&str> = FAILING_CALLS.iter().map(|(name, _)| *name).collect();
    let log = undisturbed.path("").with_file_name("trace");
    let options = format!("trace={}", names.join(","));
    let log_text = log.display().to_string();
    let words = tracer(&log_text, &["-y", "-e", &options]);
    let run = undisturbed.start_under(&words, &command.args)?.wait();
    if run.code() != Some(0) {
        return Ok(());
    }
    let complete = command.normalized(undisturbed.snapshot());
    let text = std::fs::read_to_string(&log).unwrap_or_default();
    let folder = undisturbed.path("").display().to_string();
    let calls = own_calls(&text, &folder);
    if calls.is_empty() {
        return Ok(());
    }
    for _ in 0..FAILURES_PER_COMMAND {
        // Each kind of call is as likely, whether it is made once or a thousand times.
        let mut names: Vec<&str> = calls.iter().map(|(name, _)| name.as_str()).collect();
        names.dedup();
        let name = trial.pick(&names);
        let numbers: Vec<usize> = calls
            .iter()
            .filter(|(known, _)| known == name)
            .map(|(_, number)| *number)
            .collect();
        let number = trial.pick(&numbers);
        let known = FAILING_CALLS.iter().find(|(known, _)| *known == name);
        let error = trial.pick(known.map_or(&["EIO"][..], |(_, errors)| errors));
        let mut broken = sandbox.copy()?;
        let log = broken.path("").with_file_name("trace");
        let log_text = log.display().to_string();
        let inject = format!("inject={name}:error={error}:when={number}");
        let trace = format!("trace={name}");
        let words = tracer(&log_text, &["-e", &trace, "-e", &inject]);
        let run = broken.start_under(&words, &command.args)?.wait();
        let log = std::fs::read_to_string(&log).unwrap_or_default();
        if !log.contains("(INJECTED)") {
            continue;
        }
        let mut found = command.normalized(broken.snapshot());
        let failures = || log.lines().filter(|line| line.contains("(INJECTED)"));
        if name.starts_with("unlink") || failures().any(|line| line.contains("O_DIRECTORY")) {
            // What cannot be removed or listed stays.
            found.0.retain(|name, _| !is_temporary(name));
        }
        let observation = FailedCall {
            is_mute: failures().any(|line| line.contains(" write(2,")),
            aftermath: Aftermath {
                kind: command.kind.clone(),
                before: before.clone(),
                complete: complete.clone(),
                found,
                end: match run.code() {
                    Some(0) => CommandEnd::Done,
                    _ => CommandEnd::Failed,
                },
            },
            run,
        };
        trial.observe(&mut broken, observation.faults());
    }
    Ok(())
}

/// A run in which a system call failed.
#[derive(Clone, Debug)]
pub struct FailedCall {
    /// The files around the run.
    pub aftermath: Aftermath,
    /// The run.
    pub run: EndedRun,
    /// Whether the message itself could not be written.
    pub is_mute: bool,
}

impl FailedCall {
    /// Returns what is wrong: the files, the end of the run, or a message that names no file.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = self.aftermath.faults();
        faults.extend(self.run.breakdown(None));
        let aftermath = &self.aftermath;
        let files = [&aftermath.before, &aftermath.complete]
            .into_iter()
            .flat_map(|snapshot| snapshot.0.keys());
        // The parts of a path are as good as the whole.
        let mut names = files.flat_map(|name| name.split('/'));
        let err = &self.run.err;
        let names_place = names.any(|name| err.contains(name))
            || ["tmp", "standard output", "temporary"]
                .iter()
                .any(|place| err.contains(place));
        if self.run.code() != Some(0) && !names_place && !self.is_mute {
            faults.push(format!("the message names no file: {err}"));
        }
        faults
    }
}

fn tracer(log: &str, options: &[&str]) -> Vec<String> {
    let first = ["strace", "-f", "-qq", "-o", log];
    let all = first.into_iter().chain(options.iter().copied());
    all.map(str::to_owned).collect()
}

/// Returns the calls of a trace that concern the folder, with their numbers among the calls of that
/// name in their thread, from 1.
fn own_calls(trace: &str, folder: &str) -> Vec<(String, usize)> {
    let mut counts: HashMap<(String, String), usize> = HashMap::new();
    let mut calls = Vec::new();
    for line in trace.lines() {
        let Some((thread, rest)) = line.split_once(' ') else {
            continue;
        };
        let Some((name, _)) = rest.trim_start().split_once('(') else {
            continue;
        };
        if !FAILING_CALLS.iter().any(|(known, _)| *known == name) {
            continue;
        }
        let count = counts
            .entry((thread.to_owned(), name.to_owned()))
            .or_default();
        *count += 1;
        let folder = folder.trim_end_matches('/');
        if rest.contains(folder) {
            calls.push((name.to_owned(), *count));
        }
    }
    calls.sort();
    calls.dedup();
    calls
}

impl Tools {
    /// Returns the words that start `strace` such that some calls of one kind take longer.
    pub(super) fn delayed(&self, rng: &mut SplitMix64) -> Vec<String> {
        const CALLS: &[&str] = &[
            "flock",
            "flock",
            "flock",
            "fsync",
            "fdatasync",
            "linkat",
            "rename",
            "renameat2",
            "openat",
            "unlink",
        ];
        if !self.has_strace {
            return Vec::new();
        }
        let name = CALLS[rng.index(CALLS.len())];
        let delay_us = 50_000 * (1 + rng.index(12));
        let first = 1 + rng.index(2);
        let inject = format!("inject={name}:delay_enter={delay_us}:when={first}");
        tracer(
            "/dev/null",
            &["-e", &format!("trace={name}"), "-e", &inject],
        )
    }
}
