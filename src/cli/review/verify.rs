//! The verification of a review: its searches are repeated and the results compared.

use super::args::ReviewArgs;
use super::jobs;
use super::review_job::ReviewJob;
use crate::Status;
use crate::common::replacement::{InputPaths, ReplacementGuard};
use crate::common::text::one_line;
use crate::terminal::StdoutWriter;
use kifu_study::failure::Failure;
use kifu_study::review::{MAX_VERIFIED_NODES, Reproduction, Reviewer, reviewed_positions};
use std::fmt::Write;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// Repeats all searches of the games with a node budget, and reports different results.
pub(super) fn run(args: &ReviewArgs, status: &mut Status) -> Result<(), Failure> {
    let mut has_different = false;
    let mut out = StdoutWriter::new();
    // Nothing is written.
    let mut guard = ReplacementGuard::new(Path::new(""), &InputPaths::new(&[]));
    jobs::read(args, status, &mut guard, &mut |game| {
        has_different |= verify_game(args, &game, &mut out)?;
        Ok(())
    })?;
    if has_different {
        status.raise(Status::Findings);
    }
    Ok(())
}

/// Repeats the searches of a game, and returns whether some results are different.
fn verify_game(
    args: &ReviewArgs,
    game: &ReviewJob,
    out: &mut StdoutWriter,
) -> Result<bool, Failure> {
    let stop = AtomicBool::new(false);
    let memory = usize::try_from(args.memory).unwrap_or(64);
    let plan = jobs::plan(args, game.plies);
    let mut reviewer = Reviewer::new(game.game, memory, plan, &stop);
    let positions = reviewed_positions(&game.record, game.game, game.plies)?;
    let (mut same, mut other, mut left) = (0, 0, 0);
    let mut text = String::new();
    for position in &positions {
        let ply = position.ply + 1;
        match reviewer.reproduce(&game.record, position)? {
            Reproduction::Same => same += 1,
            Reproduction::NotReproducible => left += 1,
            Reproduction::TooManyNodes { nodes } => {
                left += 1;
                let _ = writeln!(
                    text,
                    "  ply {ply}: the record claims a search of {nodes} nodes; at most \
                     {MAX_VERIFIED_NODES} are repeated"
                );
            }
            Reproduction::Differs {
                recorded: kept,
                found,
            } => {
                other += 1;
                let line = format!("  ply {ply}: the record has {kept}, found {found}");
                let _ = writeln!(text, "{}", one_line(&line));
            }
        }
    }
    let name = one_line(&game.location);
    out.print(&format!(
        "{name}: {same} the same, {other} different, {left} not reproducible\n{text}"
    ))?;
    out.flush()?;
    Ok(other > 0)
}
