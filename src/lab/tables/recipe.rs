//! The recipes of the committed tables, and the command `kifu-lab recipes`.
//!
//! A recipe lies beside its table as `NAME.recipe.ron` and says how a table of equal strength is
//! made.

use super::Table;
use kifu_cli::StdoutWriter;
use kifu_study::failure::Failure;
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;

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
    pub origin: Origin,
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
pub enum Origin {
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

/// Runs the command: lists all recipes.
pub(crate) fn run() -> Result<(), Failure> {
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
        Origin::SameProgram => "this program",
        Origin::EarlierProgram(difference) => difference,
    };
    let _ = writeln!(text, "  by       {origin}");
    for input in &recipe.inputs {
        let _ = writeln!(text, "  from     {}", input.description);
    }
    let _ = writeln!(text, "  result   {}", recipe.result);
    let _ = writeln!(text, "  command  {}\n", recipe.command);
    text
}
