//! The command `kifu-lab compare`: how far two versions of a table differ.

use super::Table;
use crate::common::run_args::read_file;
use crate::common::statistics::correlation;
use clap::Args;
use clap::builder::PossibleValuesParser;
use kifu_cli::StdoutWriter;
use kifu_study::failure::Failure;
use std::path::PathBuf;

/// The arguments of `kifu-lab compare`.
#[derive(Args, Clone, Debug)]
pub(crate) struct CompareArgs {
    /// One version of the table
    #[arg(value_name = "A")]
    pub first: PathBuf,
    /// The other version
    #[arg(value_name = "B")]
    pub second: PathBuf,
    /// Table [default: by the content of A]
    #[arg(long, value_name = "GAME/NAME")]
    #[arg(value_parser = PossibleValuesParser::new(Table::ALL.map(Table::name)))]
    pub table: Option<String>,
}

/// The differences between two versions of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// The number of weights.
    pub weights: usize,
    /// The number of weights that are 0 in both versions; the other figures are without them.
    pub unused: usize,
    /// The correlation.
    pub correlation: f64,
    /// The mean difference in size.
    pub mean_difference: f64,
    /// The largest difference in size.
    pub max_difference: f64,
}

/// Compares two versions; `None` if they have different numbers of weights.
pub fn compare(first: &[f32], second: &[f32]) -> Option<Comparison> {
    if first.len() != second.len() {
        return None;
    }
    let pairs = first
        .iter()
        .zip(second)
        .filter(|(a, b)| **a != 0.0 || **b != 0.0);
    let pairs: Vec<(f64, f64)> = pairs.map(|(a, b)| (f64::from(*a), f64::from(*b))).collect();
    let differences = || pairs.iter().map(|(a, b)| (a - b).abs());
    Some(Comparison {
        weights: first.len(),
        unused: first.len() - pairs.len(),
        correlation: correlation(&pairs),
        mean_difference: differences().sum::<f64>() / pairs.len().max(1) as f64,
        max_difference: differences().fold(0.0, f64::max),
    })
}

/// Runs the command.
pub(crate) fn run(args: &CompareArgs) -> Result<(), Failure> {
    let files = [read_file(&args.first)?, read_file(&args.second)?];
    let named = |table: &Table| {
        args.table
            .as_deref()
            .is_none_or(|name| name == table.name())
    };
    // A prior is recognized by its length alone, so it is tried last.
    let mut order = Table::ALL;
    order.sort_by_key(|table| *table == Table::AtariGoPrior);
    let mut tables = order.into_iter().filter(named);
    let table = tables
        .find(|table| table.decode(&files[0]).is_some())
        .ok_or_else(|| {
            let what = args.table.as_deref().unwrap_or("table of weights");
            Failure::usage(format!(
                "{}: expected a {what}, found another file",
                args.first.display()
            ))
        })?;
    let [first, second] = files.map(|bytes| table.decode(&bytes).unwrap_or_default());
    let comparison = compare(&first, &second).ok_or_else(|| {
        Failure::usage(format!(
            "{}: expected a table like {} ({}), found another file",
            args.second.display(),
            args.first.display(),
            table.name()
        ))
    })?;
    let mut out = StdoutWriter::new();
    out.print(&format!(
        "{}: {} weights, {} of them 0 in both\ncorrelation {:.4}, mean difference {:.4}, \
         largest difference {:.4}\n",
        table.name(),
        comparison.weights,
        comparison.unused,
        comparison.correlation,
        comparison.mean_difference,
        comparison.max_difference
    ))?;
    out.flush()
}
