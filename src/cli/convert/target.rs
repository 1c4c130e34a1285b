//! The destination and the format of a conversion.

use crate::args::ConvertArgs;
use crate::common::out_file::is_device;
use crate::common::reading_args::ById;
use kifu_logs::files;
use kifu_logs::formats::{self, Format, format_to_write};
use kifu_study::failure::Failure;
use std::path::PathBuf;

/// The destination of the games.
pub(super) enum ConvertTarget {
    /// One file for all games, `-` for standard output.
    SingleFile(PathBuf),
    /// Files in a folder.
    Folder {
        folder: PathBuf,
        /// Whether each game gets a file of its own, rather than each input file.
        split: bool,
    },
}

impl ConvertTarget {
    /// Looks at what is at the path of the output, and makes the folder if it is to be one.
    ///
    /// # Errors
    /// Returns an error if the path is taken.
    pub fn from_args(args: &ConvertArgs) -> Result<Self, Failure> {
        let out = args.out.clone();
        let name = out.as_os_str().as_encoded_bytes();
        let is_folder = out.is_dir() || name.ends_with(b"/") || name.ends_with(b"\\");
        if !(args.split || is_folder) {
            if name != b"-" && !is_device(&out) {
                files::check_output_path(&out, args.force)?;
            }
            return Ok(Self::SingleFile(out));
        }
        if name == b"-" || (out.exists() && !out.is_dir()) {
            let message = format!("expected a folder to write to, found `{}`", out.display());
            return Err(Failure::usage(message).hint("--split writes one file per game"));
        }
        let made = std::fs::create_dir_all(&out);
        made.map_err(|error| Failure::cannot_write(&out, error))?;
        Ok(Self::Folder {
            folder: out,
            split: args.split,
        })
    }
}

/// Returns the format that is named, or else the one of OUT's extension, preferably one to which
/// the extension belongs.
pub(super) fn output_format(
    args: &ConvertArgs,
    target: &ConvertTarget,
) -> Result<&'static dyn Format, Failure> {
    if let Some(ById(format)) = args.to {
        return Ok(format);
    }
    let format = match target {
        ConvertTarget::SingleFile(path) => format_to_write(path),
        ConvertTarget::Folder { .. } => None,
    };
    format.ok_or_else(|| {
        let found = args.out.display();
        let message = format!("could not tell the output format from the name `{found}`");
        let ids: Vec<&str> = formats::writable().map(Format::id).collect();
        Failure::usage(message).hint(format!("give it with --to: {}", ids.join(", ")))
    })
}
