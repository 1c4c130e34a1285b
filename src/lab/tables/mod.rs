//! The committed tables of weights, their recipes (`kifu-lab recipes`), and comparisons between two
//! versions of one (`kifu-lab compare`).
//!
//! A recipe is the file `NAME.recipe.ron` in the folder of its table: how a table of equal strength
//! is made.

pub(crate) mod make;

use super::box_game::weights_fit::read_source;
use super::{clobber, turn_right};
use crate::common::args::read_file;
use crate::common::descent::flat_weights;
use crate::common::measurement::correlation;
use clap::Args;
use clap::builder::PossibleValuesParser;
use kifu_cli::StdoutWriter;
use kifu_core::games::atari_go::engine::net::weights::NetWeights;
use kifu_core::games::atari_go::engine::pattern::{PATTERN_COUNT, read_fitted_weights};
use kifu_core::games::zuniq::engine::net::ValueNet;
use kifu_logs::files::hex;
use kifu_study::failure::Failure;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::path::PathBuf;

/// A table of weights of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// The network of Atari Go.
    AtariGoNet,
    /// The prior of Atari Go.
    AtariGoPrior,
    /// The parameters of Box's evaluation.
    BoxWeights,
    /// The evaluation of boards of Clobber.
    ClobberPatternEval,
    /// The evaluation of sums of Clobber.
    ClobberSumEval,
    /// The evaluation of full boards of Turn Right.
    TurnRightCircuitEval,
    /// The evaluation of other boards of Turn Right.
    TurnRightPlacementEval,
    /// The value net of Zuniq.
    ZuniqNet,
}

impl Table {
    /// All tables.
    pub const ALL: [Self; 8] = [
        Self::AtariGoNet,
        Self::AtariGoPrior,
        Self::BoxWeights,
        Self::ClobberPatternEval,
        Self::ClobberSumEval,
        Self::TurnRightCircuitEval,
        Self::TurnRightPlacementEval,
        Self::ZuniqNet,
    ];

    /// Returns the game and the name, as on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AtariGoNet => "atari-go/net",
            Self::AtariGoPrior => "atari-go/prior",
            Self::BoxWeights => "box/weights",
            Self::ClobberPatternEval => "clobber/pattern-eval",
            Self::ClobberSumEval => "clobber/sum-eval",
            Self::TurnRightCircuitEval => "turn-right/circuit-eval",
            Self::TurnRightPlacementEval => "turn-right/placement-eval",
            Self::ZuniqNet => "zuniq/net",
        }
    }

    /// Returns the path of the committed file, from the root of the repository.
    pub const fn path(self) -> &'static str {
        match self {
            Self::AtariGoNet => "src/core/games/atari_go/engine/net.bin",
            Self::AtariGoPrior => "src/core/games/atari_go/engine/prior.bin",
            Self::BoxWeights => "src/core/games/box_game/engine/weight_params.rs",
            Self::ClobberPatternEval => "src/core/games/clobber/engine/pattern_eval.bin",
            Self::ClobberSumEval => "src/core/games/clobber/engine/sum_eval.bin",
            Self::TurnRightCircuitEval => "src/core/games/turn_right/engine/circuit_eval.bin",
            Self::TurnRightPlacementEval => "src/core/games/turn_right/engine/placement_eval.bin",
            Self::ZuniqNet => "src/core/games/zuniq/engine/net.bin",
        }
    }

    /// Returns the text of its recipe.
    pub const fn recipe_text(self) -> &'static str {
        match self {
            Self::AtariGoNet => include_str!("../../core/games/atari_go/engine/net.recipe.ron"),
            Self::AtariGoPrior => include_str!("../../core/games/atari_go/engine/prior.recipe.ron"),
            Self::BoxWeights => {
                include_str!("../../core/games/box_game/engine/weight_params.recipe.ron")
            }
            Self::ClobberPatternEval => {
                include_str!("../../core/games/clobber/engine/pattern_eval.recipe.ron")
            }
            Self::ClobberSumEval => {
                include_str!("../../core/games/clobber/engine/sum_eval.recipe.ron")
            }
            Self::TurnRightCircuitEval => {
                include_str!("../../core/games/turn_right/engine/circuit_eval.recipe.ron")
            }
            Self::TurnRightPlacementEval => {
                include_str!("../../core/games/turn_right/engine/placement_eval.recipe.ron")
            }
            Self::ZuniqNet => include_str!("../../core/games/zuniq/engine/net.recipe.ron"),
        }
    }

    /// Decodes a file of the table as its engine does; `None` if the engine would refuse it.
    ///
    /// Weights that are stored as integers are divided by their scale.
    pub fn decode(self, bytes: &[u8]) -> Option<Vec<f32>> {
        match self {
            Self::AtariGoNet => {
                NetWeights::decode(bytes).map(|mut net| flat_weights(net.parameters()))
            }
            Self::AtariGoPrior => decode_prior(bytes),
            Self::BoxWeights => read_source(std::str::from_utf8(bytes).ok()?),
            Self::ClobberPatternEval | Self::ClobberSumEval => {
                clobber::pattern_regression::decode(bytes)
            }
            Self::TurnRightCircuitEval => turn_right::circuit_eval_training::decode(bytes),
            Self::TurnRightPlacementEval => turn_right::placement_eval_training::decode(bytes),
            Self::ZuniqNet => ValueNet::decode(bytes).map(|mut net| flat_weights(net.parameters())),
        }
    }

    /// Returns the hash of a file in hexadecimal digits; `None` if it is not such a table.
    ///
    /// Of a table in the source it is that of the numbers (little-endian `f32`), since comments may
    /// change.
    pub fn sha256(self, bytes: &[u8]) -> Option<String> {
        let numbers = self.decode(bytes)?;
        let hash = match self {
            Self::BoxWeights => {
                let bytes = numbers.into_iter().flat_map(f32::to_le_bytes);
                Sha256::digest(bytes.collect::<Vec<u8>>())
            }
            _ => Sha256::digest(bytes),
        };
        Some(hex(&hash))
    }
}

/// Decodes a prior: a weight for each number of a pattern or feature, 0 for those without.
fn decode_prior(bytes: &[u8]) -> Option<Vec<f32>> {
    if bytes.is_empty() || !bytes.len().is_multiple_of(4) {
        return None;
    }
    let mut weights = vec![0.0; PATTERN_COUNT];
    for (number, weight) in read_fitted_weights(bytes) {
        weights[number] = weight;
    }
    Some(weights)
}

/// How a table was made, and how one of equal strength is made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// The path of the table, from the root of the repository.
    pub table: String,
    /// The hash of the table ([`Table::sha256`]).
    pub sha256: String,
    /// A command that makes a table of equal strength.
    pub command: String,
    /// The seed of that command.
    pub seed: u64,
    /// The files and programs used besides self-play.
    pub inputs: Vec<RecipeInput>,
    /// The date of the table, year, month and day.
    pub date: String,
    /// The commit that brought it.
    pub commit: String,
    /// The strength that was measured then.
    pub result: String,
    /// The program that made the table.
    pub origin: TableOrigin,
}

/// An input of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecipeInput {
    /// A description.
    pub description: String,
    /// The hash of the file, if there is one that was kept.
    pub sha256: Option<String>,
}

/// The program that made a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TableOrigin {
    /// The program behind the command.
    SameProgram,
    /// An earlier program, and what it did differently.
    EarlierProgram(String),
}

impl Recipe {
    /// Parses a recipe.
    ///
    /// # Errors
    /// Returns an error with the place of what is wrong.
    pub fn parse(text: &str) -> Result<Self, Failure> {
        ron::from_str(text).map_err(|error| Failure::internal(format!("a recipe: {error}")))
    }
}

/// Runs the command `recipes`: lists all recipes.
pub(crate) fn list_recipes() -> Result<(), Failure> {
    let mut out = StdoutWriter::new();
    for table in Table::ALL {
        out.print(&recipe_text(table, &Recipe::parse(table.recipe_text())?))?;
    }
    out.flush()
}

fn recipe_text(table: Table, recipe: &Recipe) -> String {
    let mut text = format!("{} ({})\n", table.name(), recipe.table);
    let _ = writeln!(text, "  made     {}, commit {}", recipe.date, recipe.commit);
    let origin = match &recipe.origin {
        TableOrigin::SameProgram => "this program",
        TableOrigin::EarlierProgram(difference) => difference,
    };
    let _ = writeln!(text, "  by       {origin}");
    for input in &recipe.inputs {
        let _ = writeln!(text, "  from     {}", input.description);
    }
    let _ = writeln!(text, "  result   {}", recipe.result);
    let _ = writeln!(text, "  command  {}\n", recipe.command);
    text
}

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
pub struct TableComparison {
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
pub fn compare(first: &[f32], second: &[f32]) -> Option<TableComparison> {
    if first.len() != second.len() {
        return None;
    }
    let pairs = first
        .iter()
        .zip(second)
        .filter(|(a, b)| **a != 0.0 || **b != 0.0);
    let pairs: Vec<(f64, f64)> = pairs.map(|(a, b)| (f64::from(*a), f64::from(*b))).collect();
    let differences = || pairs.iter().map(|(a, b)| (a - b).abs());
    Some(TableComparison {
        weights: first.len(),
        unused: first.len() - pairs.len(),
        correlation: correlation(&pairs),
        mean_difference: differences().sum::<f64>() / pairs.len().max(1) as f64,
        max_difference: differences().fold(0.0, f64::max),
    })
}

/// Runs the command `compare`.
pub(crate) fn run_compare(args: &CompareArgs) -> Result<(), Failure> {
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
