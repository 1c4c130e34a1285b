//! The verification of a review: its searches are repeated and the results compared.

use super::args::ReviewArgs;
use super::jobs::ReviewJob;
use crate::cli::Status;
use crate::cli::common::text::one_line;
use crate::cli::terminal::StdoutWriter;
use crate::failure::Failure;
use crate::review::{Reproduction, Reviewer, reviewed_positions};
use std::fmt::Write;
use std::sync::atomic::AtomicBool;

/// Repeats all searches with a node budget, and reports different results.
pub(super) fn run(
    args: &ReviewArgs,
    games: Vec<ReviewJob>,
    status: &mut Status,
) -> Result<(), Failure> {
    let mut out = StdoutWriter::new();
    let stop = AtomicBool::new(false);
    let memory = usize::try_from(args.memory).unwrap_or(64);
    for game in games {
        let mut reviewer = Reviewer::new(
            game.game,
            memory,
            super::jobs::plan(args, game.plies),
            &stop,
        );
        let positions = reviewed_positions(&game.record, game.game, game.plies)?;
        let (mut same, mut other, mut left) = (0, 0, 0);
        let mut text = String::new();
        for position in &positions {
            match reviewer.reproduce(&game.record, position)? {
                Reproduction::Same => same += 1,
                Reproduction::NotReproducible => left += 1,
                Reproduction::Differs {
                    recorded: kept,
                    found,
                } => {
                    other += 1;
                    let ply = position.ply + 1;
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
        if other > 0 {
            *status = (*status).max(Status::Findings);
        }
    }
    Ok(())
}
