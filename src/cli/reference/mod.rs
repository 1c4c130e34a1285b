//! Commands that print reference text: explanations, formats, games, JSON schemas, completions, the
//! manual.

pub(super) mod schema;

use crate::args::ExplainArgs;
use crate::common::text::one_line;
use crate::help;
use crate::terminal::StdoutWriter;
use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;
use kifu_core::findings::{Code, FINDING_KINDS, FindingKind};
use kifu_core::games::{CATALOGUE, by_id};
use kifu_logs::formats::FORMATS;
use kifu_study::failure::Failure;
use std::fmt::Write;
use std::io;

// The command `kifu explain`, which explains findings by their codes.

/// The width of an explanation, in characters.
const WIDTH: usize = 80;

/// Runs the command.
pub(crate) fn explain(args: &ExplainArgs) -> Result<(), Failure> {
    let mut out = StdoutWriter::new();
    if args.list {
        for kind in FINDING_KINDS {
            let text = format!("{}  {:<8} {}\n", kind.code, kind.severity, kind.title);
            out.print(&text)?;
        }
    }
    for (nth, text) in args.codes.iter().enumerate() {
        let text = match (Code::parse(text), by_id(CATALOGUE, text)) {
            (Some(code), _) => explanation(code.kind()),
            (None, Some(game)) => game.info().rules_text() + "\n",
            (None, None) => {
                let text = one_line(text);
                let message = format!(
                    "expected the code of a finding such as K101, or a game such as {}, found \
                     `{text}`",
                    CATALOGUE[0].id()
                );
                let hint = "`kifu explain --list` lists the codes, `kifu games` the games";
                return Err(Failure::usage(message).hint(hint));
            }
        };
        if nth > 0 || args.list {
            out.print("\n")?;
        }
        out.print(&text)?;
    }
    out.flush()
}

/// Returns the explanation of a finding as text.
pub(crate) fn explanation(kind: &FindingKind) -> String {
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

// The commands `kifu formats` and `kifu games`, which list formats and games.

/// Lists the formats.
pub(crate) fn formats() -> Result<(), Failure> {
    let mut text = String::new();
    for format in FORMATS {
        let writes = if format.writer().is_some() { 'w' } else { '-' };
        let (id, about) = (format.id(), format.description());
        let _ = writeln!(text, "{id:<18}r{writes}  {about}");
    }
    print(&text)
}

/// Lists the games with their setup keys.
pub(crate) fn games() -> Result<(), Failure> {
    let mut text = String::new();
    for game in CATALOGUE {
        let [first, second] = game.sides();
        let _ = writeln!(
            text,
            "{:<18}{}, {}; {first} moves first, then {second}",
            game.id(),
            game.name(),
            game.info().contest
        );
        for (key, meaning) in game.info().setup_keys {
            let _ = writeln!(text, "{:<18}  {key}: {meaning}", "");
        }
    }
    print(&text)
}

fn print(text: &str) -> Result<(), Failure> {
    let mut out = StdoutWriter::new();
    out.print(text)?;
    out.flush()
}

// The commands `kifu completions` and `kifu man`: shell completions and the manual page.

/// Prints the completions of a shell.
pub(crate) fn completions(shell: Shell) -> Result<(), Failure> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut help::command(), "kifu", &mut text);
    print_bytes(&text)
}

/// Prints one manual page for all commands.
pub(crate) fn manual_page() -> Result<(), Failure> {
    let mut text = Vec::new();
    // Writing to memory cannot fail.
    let _ = write_page(&mut text);
    print_bytes(&text)
}

/// Writes the whole manual page.
fn write_page(text: &mut Vec<u8>) -> io::Result<()> {
    let mut root = help::command();
    root.build();
    let man = Man::new(root.clone());
    man.render_title(text)?;
    man.render_name_section(text)?;
    man.render_synopsis_section(text)?;
    man.render_description_section(text)?;
    man.render_options_section(text)?;
    for command in root.get_subcommands() {
        if command.get_name() != "help" {
            write_command(command, text)?;
        }
    }
    man.render_extra_section(text)?;
    man.render_version_section(text)
}

/// Writes a command as a section of the page, with the command's own sections as subsections.
fn write_command(command: &Command, text: &mut Vec<u8>) -> io::Result<()> {
    let name = command.get_display_name().unwrap_or(command.get_name());
    let heading = format!(".SH \"{}\"\n", name.replace('-', " ").to_uppercase());
    let command = command.clone();
    let has_options = command.get_arguments().next().is_some();
    let man = Man::new(command);
    let mut inner = Vec::new();
    man.render_synopsis_section(&mut inner)?;
    man.render_description_section(&mut inner)?;
    if has_options {
        man.render_options_section(&mut inner)?;
    }
    text.extend_from_slice(heading.as_bytes());
    let inner = String::from_utf8_lossy(&inner);
    for line in inner.lines() {
        // Every page of clap starts with these two lines on quotes; one copy is enough.
        if line.starts_with(".ie ") || line.starts_with(".el ") {
            continue;
        }
        let line = match line.strip_prefix(".SH ") {
            Some(title) => format!(".SS {title}\n"),
            None => format!("{line}\n"),
        };
        text.extend_from_slice(line.as_bytes());
    }
    Ok(())
}

fn print_bytes(text: &[u8]) -> Result<(), Failure> {
    let mut out = StdoutWriter::new();
    out.print_data(&String::from_utf8_lossy(text))?;
    out.flush()
}
