//! `kifu validate - -o -`: the validation as a filter of records, one a line.

use crate::Status;
use crate::args::ValidateArgs;
use crate::line_filter::{LineFilter, LineOutcome, is_stdout, without_panic};
use kifu_core::findings::Severity;
use kifu_study::failure::Failure;
use std::path::PathBuf;

/// Judges the game of each line: a valid record comes out with the result by the rules, one with
/// errors as it was.
pub(super) fn run(
    args: &ValidateArgs,
    paths: &[PathBuf],
    status: &mut Status,
) -> Result<(), Failure> {
    if !is_stdout(args.out.as_deref()) {
        let message = "expected `-` for standard output after -o";
        return Err(Failure::usage(message).hint("kifu convert writes files"));
    }
    let filter = LineFilter {
        paths,
        reading: args.reading,
        shard: args.shard,
        jobs: args.jobs.into(),
        strict: args.strict,
        disabled_codes: args.disable.clone(),
        quiet: args.quiet,
    };
    let (strict, disabled) = (args.strict, args.disable.clone());
    filter.run(status, move |game| {
        without_panic(|| {
            let is_error = |severity| match severity {
                Severity::Error => true,
                Severity::Warning => strict,
                Severity::Note => false,
            };
            let mut findings = game.findings.iter();
            let is_valid =
                findings.all(|found| disabled.contains(&found.code) || !is_error(found.severity()));
            if is_valid {
                LineOutcome::Record(Box::new(game.record))
            } else {
                LineOutcome::Unchanged
            }
        })
    })
}
