//! The arguments that all long commands share, and specifications of several settings in one
//! argument: `games=100,nodes=4000`.

use clap::Args;
use kifu_logs::files::{WritePlan, check_output_path};
use kifu_study::failure::Failure;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The arguments on how to run an experiment.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Running")]
pub struct RunArgs {
    /// Games or positions to work on at once (0 = one per core); results do not depend on it
    #[arg(long, short, value_name = "N", default_value_t = 0)]
    #[arg(value_parser = clap::value_parser!(u16).range(..=1024))]
    pub jobs: u16,
    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// File that keeps the work done so far [default: OUT.checkpoint, if there is an output]
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// Continue from the checkpoint; the result is that of an uninterrupted run
    #[arg(long)]
    pub resume: bool,
    /// Stop after N batches of games or steps, and leave the checkpoint
    #[arg(long, value_name = "N")]
    pub stop_after: Option<u64>,
    /// Do not report progress
    #[arg(long, short)]
    pub quiet: bool,
}

/// Reads a file that an argument names.
///
/// # Errors
/// Returns an error if it cannot be read.
pub fn read_file(path: &Path) -> Result<Vec<u8>, Failure> {
    std::fs::read(path).map_err(|error| Failure::cannot_read(path.display(), error))
}

/// The arguments on the table to write.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub struct OutArgs {
    /// File to write the table to
    #[arg(long = "output", short, value_name = "OUT")]
    pub out: PathBuf,
    /// Overwrite an existing OUT
    #[arg(long, short)]
    pub force: bool,
}

impl OutArgs {
    /// Checks that the table can be written, before hours of work.
    ///
    /// # Errors
    /// Returns an error if OUT is a folder or device, or exists and may not be overwritten.
    pub fn check(&self) -> Result<(), Failure> {
        Ok(check_output_path(&self.out, self.force)?)
    }

    /// Writes the table.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn write(&self, bytes: &[u8]) -> Result<(), Failure> {
        let mut file = WritePlan::default().file(&self.out, self.force)?;
        file.write(bytes)?;
        Ok(file.finish()?)
    }
}

impl RunArgs {
    /// Returns the file of the checkpoint for an output, if there is one.
    pub fn checkpoint_path(&self, out: Option<&Path>) -> Option<PathBuf> {
        self.checkpoint.clone().or_else(|| {
            let mut name = out?.as_os_str().to_owned();
            name.push(".checkpoint");
            Some(name.into())
        })
    }
}

/// The keys and values of a specification, taken one by one.
pub struct Spec<'a> {
    pairs: Vec<(&'a str, &'a str)>,
}

impl<'a> Spec<'a> {
    /// Splits a text into its keys and values; a key without `=` has the value `true`.
    pub fn new(text: &'a str) -> Self {
        let parts = text.split(',').filter(|part| !part.is_empty());
        Self {
            pairs: parts
                .map(|part| part.split_once('=').unwrap_or((part, "true")))
                .collect(),
        }
    }

    /// Takes the value of a key, or its default.
    ///
    /// # Errors
    /// Returns an error if the value cannot be parsed.
    pub fn take<T: FromStr<Err: Display>>(&mut self, key: &str, default: T) -> Result<T, String> {
        let Some(at) = self.pairs.iter().position(|(known, _)| *known == key) else {
            return Ok(default);
        };
        let (_, value) = self.pairs.remove(at);
        value
            .parse()
            .map_err(|error| format!("{key}: expected a value, found `{value}` ({error})"))
    }

    /// Checks that no key is left.
    ///
    /// # Errors
    /// Returns an error that names the first unknown key and the known ones.
    pub fn finish(self, known: &str) -> Result<(), String> {
        match self.pairs.first() {
            None => Ok(()),
            Some((key, _)) => Err(format!("expected {known}, found `{key}`")),
        }
    }
}
