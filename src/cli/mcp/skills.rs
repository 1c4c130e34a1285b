//! The command `kifu skills`, which writes the skills for assistants.

use super::guides::SKILLS;
use crate::terminal::StdoutWriter;
use clap::Args as ArgsOf;
use kifu_logs::files::{FolderSharing, WritePlan};
use kifu_study::failure::Failure;
use std::path::{Path, PathBuf};

/// The file of a skill in its folder.
const FILE_NAME: &str = "SKILL.md";

/// The arguments of `kifu skills`.
#[derive(ArgsOf)]
pub(crate) struct SkillsArgs {
    /// Folder for the skills, one folder each with a file SKILL.md [default: list them]
    #[arg(long = "output", short, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Overwrite existing files
    #[arg(long, short)]
    force: bool,
}

/// Writes the skills, or lists them.
///
/// # Errors
/// Returns an error if a file cannot be written.
pub(crate) fn run(args: &SkillsArgs) -> Result<(), Failure> {
    let Some(folder) = &args.out else {
        let mut out = StdoutWriter::new();
        for skill in SKILLS {
            out.print(&format!("{:<22}{}\n", skill.name, skill.description()))?;
        }
        return out.flush();
    };
    let mut plan = WritePlan::default();
    let mut out = plan.folder(folder, FolderSharing::Shared)?;
    let names = SKILLS
        .iter()
        .map(|skill| Path::new(skill.name).join(FILE_NAME));
    let names: Vec<PathBuf> = names.collect();
    // Either all are written or none.
    for name in &names {
        plan.check(&folder.join(name), args.force)?;
    }
    for (skill, name) in SKILLS.iter().zip(&names) {
        out.make_folder(skill.name)?;
        let mut file = out.file(name, args.force)?;
        file.write(skill.text.as_bytes())?;
        file.finish()?;
    }
    Ok(())
}
