//! The arguments of `kifu-lab fuzz`.

use clap::Args;
use kifu_laws::target::LawTarget;
use kifu_study::failure::Failure;
use std::path::PathBuf;

/// The arguments of `kifu-lab fuzz`.
#[derive(Args, Clone)]
pub(crate) struct FuzzArgs {
    /// Targets: the id of a format for its reader, `detection`, or `record` for the writers
    /// [default: all]
    #[arg(value_name = "TARGET")]
    pub targets: Vec<String>,
    /// Time for all targets together
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub seconds: u64,
    /// Inputs per target, whatever time they take
    #[arg(long, value_name = "N", conflicts_with = "seconds")]
    pub inputs: Option<u64>,
    /// Folder of kept inputs, with a folder for each target; an input that breaks a law is saved
    /// there
    #[arg(long, value_name = "DIR")]
    pub corpus: Option<PathBuf>,
    /// Another folder of inputs to start from, such as `fixtures` (repeatable)
    #[arg(long, value_name = "DIR")]
    pub seeds: Vec<PathBuf>,
    /// Replace the kept inputs by the shortest of each shape
    #[arg(long, requires = "corpus")]
    pub write: bool,
    /// Most inputs to keep for a target
    #[arg(long, value_name = "N", default_value_t = 30)]
    pub keep: usize,
    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
}

impl FuzzArgs {
    /// Returns the targets, all of them if none is named.
    pub fn targets(&self) -> Result<Vec<LawTarget>, Failure> {
        if self.targets.is_empty() {
            return Ok(LawTarget::all());
        }
        let by_name = |name: &String| {
            LawTarget::by_name(name).ok_or_else(|| {
                let names: Vec<&str> = LawTarget::all()
                    .iter()
                    .map(|target| target.name())
                    .collect();
                let message = format!("expected a target, found `{name}`");
                Failure::usage(message).hint(format!("targets: {}", names.join(", ")))
            })
        };
        self.targets.iter().map(by_name).collect()
    }
}
