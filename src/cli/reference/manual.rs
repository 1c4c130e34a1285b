//! The commands `kifu completions` and `kifu man`: shell completions and the manual page.

use super::super::help;
use super::super::terminal::StdoutWriter;
use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;
use kifu_study::failure::Failure;
use std::io;

/// Prints the completions of a shell.
pub(crate) fn completions(shell: Shell) -> Result<(), Failure> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut help::command(), "kifu", &mut text);
    print(&text)
}

/// Prints one manual page for all commands.
pub(crate) fn manual_page() -> Result<(), Failure> {
    let mut text = Vec::new();
    // Writing to memory cannot fail.
    let _ = write_page(&mut text);
    print(&text)
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

fn print(text: &[u8]) -> Result<(), Failure> {
    let mut out = StdoutWriter::new();
    out.print_data(&String::from_utf8_lossy(text))?;
    out.flush()
}
