//! The outcome of repeating a recorded search.

use kifu_core::record::{EvalLine, Evaluation};

/// The maximum number of nodes of a recorded search that is repeated.
///
/// A record may claim any number, and a search of 2^64 nodes never ends.
pub const MAX_VERIFIED_NODES: u64 = 10_000_000;

/// The outcome of repeating a recorded search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reproduction {
    /// The search gives the recorded result.
    Same,
    /// Not reproducible: another engine, or a time budget.
    NotReproducible,
    /// Not repeated: the record claims more nodes for a search than [`MAX_VERIFIED_NODES`].
    TooManyNodes {
        /// The number of nodes that the record claims.
        nodes: u64,
    },
    /// The search gives another result.
    Differs {
        /// The recorded line, or the number of lines.
        recorded: String,
        /// The line, or the number of lines, that was found now.
        found: String,
    },
}

/// Compares the recorded evaluations of a position with new ones.
pub(super) fn compare_runs(recorded: &[Evaluation], found: &[Evaluation]) -> Reproduction {
    if recorded.is_empty() {
        return Reproduction::NotReproducible;
    }
    if recorded == found {
        return Reproduction::Same;
    }
    let values = |evals| -> Vec<&EvalLine> {
        let evals: &[Evaluation] = evals;
        evals.iter().flat_map(Evaluation::values).collect()
    };
    let (recorded, found) = (values(recorded), values(found));
    let differs = recorded
        .iter()
        .zip(&found)
        .find(|(recorded, found)| recorded != found);
    let (recorded, found) = match differs {
        Some((recorded, found)) => (line_text(recorded), line_text(found)),
        None => (
            format!("{} lines", recorded.len()),
            format!("{} lines", found.len()),
        ),
    };
    Reproduction::Differs { recorded, found }
}

/// Returns a line as text, for a report on what differs.
fn line_text(line: &EvalLine) -> String {
    let win = line.win.unwrap_or(f64::NAN);
    format!("{win} after {} nodes: {}", line.nodes, line.pv)
}
