//! Commands that are killed at random moments, and completed by the same command afterwards.

use super::Trial;
use super::aftermath::{Aftermath, CommandEnd, is_temporary};
use super::sandbox::Sandbox;
use super::writing_command::WritingCommand;
use kifu_study::failure::Failure;
use rustix::process::Signal;
use std::collections::BTreeSet;
use std::time::Duration;

/// The maximum number of times that a command is killed before it may end.
const MAX_KILLS: usize = 3;

/// Kills a command once or a few times, and lets it be completed.
pub(super) fn round(trial: &mut Trial<'_>) -> Result<(), Failure> {
    let mut sandbox = Sandbox::new(trial.tools)?;
    let command = WritingCommand::random(trial, &sandbox)?;
    let before = command.normalized(sandbox.snapshot());
    let mut undisturbed = sandbox.copy()?;
    let run = undisturbed.run(&command.args)?;
    if run.code() != Some(0) {
        let fault = format!("exits with {:?}:\n{}", run.status, run.err);
        trial.observe(&mut undisturbed, vec![fault]);
        return Ok(());
    }
    let complete = command.normalized(undisturbed.snapshot());
    let mut args = command.args.clone();
    // What a killed run left behind may stay until the next one has begun to write.
    let mut left_behind = BTreeSet::new();
    for _ in 0..=trial.rng.index(MAX_KILLS) {
        let signal = trial.pick(&[Signal::KILL, Signal::KILL, Signal::TERM, Signal::INT]);
        let delay = run.took.mul_f32(1.3 * trial.rng.unit());
        let running = sandbox.start(&args)?;
        std::thread::sleep(delay.max(Duration::from_millis(1)));
        running.signal(signal);
        sandbox.note(format!("# {signal:?} after {delay:?}"));
        let ended = running.wait();
        let mut found = command.normalized(sandbox.snapshot());
        found.0.retain(|name, _| !left_behind.contains(name));
        let aftermath = Aftermath {
            kind: command.kind.clone(),
            before: before.clone(),
            complete: complete.clone(),
            found,
            end: match ended.code() {
                Some(0) => CommandEnd::Done,
                None if signal == Signal::KILL => CommandEnd::Killed,
                _ => CommandEnd::Failed,
            },
        };
        let mut faults = aftermath.faults();
        faults.extend(ended.breakdown(Some(signal)));
        let is_faulty = !faults.is_empty();
        trial.observe(&mut sandbox, faults);
        if is_faulty {
            return Ok(());
        }
        args = command.completion(&aftermath.found);
        let names = aftermath.found.0.into_keys();
        left_behind.extend(names.filter(|name| is_temporary(name)));
    }
    let last = sandbox.run(&args)?;
    let mut faults: Vec<String> = last.breakdown(None).into_iter().collect();
    if last.code() != Some(0) {
        faults.push(format!("cannot be completed afterwards: {}", last.err));
    }
    let mut found = command.normalized(sandbox.snapshot());
    found
        .0
        .retain(|name, _| name.strip_suffix(".torn").is_none());
    let aftermath = Aftermath {
        kind: command.kind,
        before,
        complete,
        found,
        end: CommandEnd::Done,
    };
    faults.extend(aftermath.faults());
    trial.observe(&mut sandbox, faults);
    Ok(())
}
