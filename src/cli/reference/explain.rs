//! The command `kifu explain`, which explains findings by their codes.

use super::super::args::ExplainArgs;
use super::super::terminal::StdoutWriter;
use kifu_core::findings::{Code, FINDING_KINDS, FindingKind};
use kifu_study::failure::Failure;
use std::fmt::Write;

/// The width of an explanation, in characters.
const WIDTH: usize = 80;

/// Runs the command.
pub(crate) fn run(args: &ExplainArgs) -> Result<(), Failure> {
    let mut out = StdoutWriter::new();
    if args.list {
        for kind in FINDING_KINDS {
            let text = format!("{}  {:<8} {}\n", kind.code, kind.severity, kind.title);
            out.print(&text)?;
        }
    }
    for (nth, text) in args.codes.iter().enumerate() {
        let Some(code) = Code::parse(text) else {
            let message = format!("expected the code of a finding such as K101, found `{text}`");
            return Err(Failure::usage(message).hint("`kifu explain --list` lists them all"));
        };
        if nth > 0 || args.list {
            out.print("\n")?;
        }
        out.print(&explanation(code.kind()))?;
    }
    out.flush()
}

/// Returns the explanation of a finding as text.
fn explanation(kind: &FindingKind) -> String {
    let mut text = format!("{}[{}]: {}\n", kind.severity, kind.code, kind.title);
    let mut width = 0;
    for word in kind.explanation.split_whitespace() {
        let length = word.chars().count();
        let gap = match width {
            0 => "\n",
            _ if width + 1 + length > WIDTH => "\n",
            _ => " ",
        };
        width = if gap == "\n" {
            length
        } else {
            width + 1 + length
        };
        let _ = write!(text, "{gap}{word}");
    }
    text.push('\n');
    text
}
