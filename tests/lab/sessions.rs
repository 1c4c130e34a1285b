//! Sessions: an interrupted and resumed run gives what an uninterrupted one does.

use super::run_args;
use kifu_core::search::SplitMix64;
use kifu_lab::common::args::RunArgs;
use kifu_lab::common::session::LabSession;
use kifu_study::failure::{Failure, FailureKind};
use std::path::Path;

/// Work in two sections: independent items, then steps that build on each other.
fn work(run: &RunArgs) -> Result<(Vec<u64>, f32), Failure> {
    let mut session = LabSession::start(run, None, "test", "some settings")?;
    let items = session.items("items", 20, 3, |number| {
        Ok(SplitMix64::stream(run.seed, number).next())
    })?;
    let sum = session.steps(
        "steps",
        (20, 3),
        || 0.1_f32,
        |_, sum, step| {
            let random = SplitMix64::stream(items[usize::try_from(step).unwrap()], step).unit();
            *sum = 0.9 * *sum + random;
            Ok(())
        },
    )?;
    session.finish()?;
    Ok((items, sum))
}

fn with_checkpoint(path: &Path) -> RunArgs {
    RunArgs {
        checkpoint: Some(path.to_owned()),
        ..run_args()
    }
}

#[test]
fn resumed_run_has_result_of_uninterrupted_run() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("work.checkpoint");
    let whole = work(&run_args()).unwrap();
    let mut run = with_checkpoint(&path);
    for stop_after in 1..=13 {
        run.stop_after = Some(stop_after);
        run.resume = false;
        let stopped = work(&run).unwrap_err();
        assert_eq!(stopped.kind, FailureKind::Cancelled);
        assert!(path.exists());
        // The rest is done in small portions, with another number of jobs.
        run.resume = true;
        run.jobs = 1 + u16::try_from(stop_after % 3).unwrap();
        run.stop_after = Some(2);
        let mut result = work(&run);
        while result.is_err() {
            result = work(&run);
        }
        let (items, sum) = result.unwrap();
        assert_eq!((items, sum.to_bits()), (whole.0.clone(), whole.1.to_bits()));
        assert!(!path.exists(), "a finished run leaves no checkpoint");
    }
}

#[test]
fn resume_needs_checkpoint_of_same_command_and_settings() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("work.checkpoint");
    let mut run = with_checkpoint(&path);
    run.resume = true;
    assert!(work(&run).is_err(), "there is none");
    run.resume = false;
    run.stop_after = Some(1);
    work(&run).unwrap_err();
    let again = work(&run).unwrap_err();
    assert_eq!(
        again.hint.as_deref(),
        Some("use --resume to continue it, or remove it")
    );
    run.resume = true;
    for (command, settings) in [("other", "some settings"), ("test", "other settings")] {
        let failure = LabSession::start(&run, None, command, settings)
            .err()
            .unwrap();
        assert_eq!(failure.kind, FailureKind::Usage);
        assert!(failure.message.contains("other"), "{failure}");
    }
    let text = std::fs::read(&path).unwrap();
    for broken in [&text[..text.len() - 1], &text[..30], b"no checkpoint"] {
        std::fs::write(&path, broken).unwrap();
        let failure = work(&run).unwrap_err();
        assert!(
            failure.message.contains("expected a checkpoint"),
            "{failure}"
        );
    }
}

#[test]
fn failure_of_item_or_step_ends_session() {
    let mut session = LabSession::start(&run_args(), None, "test", "").unwrap();
    let failed = |number| match number {
        7 => Err(Failure::usage("the seventh")),
        _ => Ok(number),
    };
    assert_eq!(
        session.items("items", 9, 2, failed).unwrap_err().message,
        "the seventh"
    );
    let steps = session.steps(
        "steps",
        (9, 2),
        || 0,
        |_, _, number| failed(number).map(|_| ()),
    );
    assert_eq!(steps.unwrap_err().message, "the seventh");
}
