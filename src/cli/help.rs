//! The help texts of the command line: the commands in groups, each with an example.

use super::args::Cli;
use clap::FromArgMatches;
use clap::builder::StyledStr;
use clap::{Command, CommandFactory};
use std::fmt::Write;

/// The headings of `kifu --help` with the commands under them.
pub const COMMAND_GROUPS: &[(&str, &[&str])] = &[
    (
        "Logs",
        &["validate", "convert", "merge", "explore", "export"],
    ),
    ("Boards", &["view", "show", "render", "publish"]),
    ("Engine", &["analyze", "review", "play"]),
    (
        "Bots",
        &[
            "match",
            "standings",
            "scout",
            "check-bot",
            "feed",
            "rejudge",
        ],
    ),
    ("Assistants", &["mcp", "skills"]),
    (
        "Reference",
        &[
            "games",
            "formats",
            "explain",
            "schema",
            "completions",
            "man",
            "help",
        ],
    ),
];

/// The example of each command.
pub const EXAMPLES: &[(&str, &str)] = &[
    ("validate", "kifu validate logs/ --strict"),
    (
        "convert",
        "kifu convert tournament.csv -o games/ --split --to ron",
    ),
    ("merge", "kifu merge parts/ -o reviewed.ronl"),
    ("export", "kifu export archive/ -o tables --to parquet"),
    ("show", "kifu show game.ron --ply 12"),
    ("render", "kifu render game.ron -o game.gif"),
    ("publish", "kifu publish game.ron -o game.html"),
    ("view", "kifu view game.ron --ply 12 --engine"),
    ("analyze", "kifu analyze game.ron --ply 12 --time 5s"),
    ("review", "kifu review game.ron -o reviewed.ron"),
    ("explore", "kifu explore games/ --moves \"E5v A2h\""),
    ("play", "kifu play --game zuniq --clock 25s"),
    (
        "match",
        "kifu match --game zuniq --bot cmd=./mybot --bot builtin --games 100",
    ),
    ("standings", "kifu standings match.ronl"),
    ("scout", "kifu scout mybot match.ronl -o mybot.html"),
    ("check-bot", "kifu check-bot --game zuniq --cmd ./mybot"),
    ("feed", "kifu feed lost.ron --ply 23 -o input.txt"),
    (
        "rejudge",
        "kifu rejudge match.ronl --cmd ./mybot --player mybot",
    ),
    ("mcp", "kifu mcp games/"),
    ("skills", "kifu skills -o .claude/skills"),
    ("explain", "kifu explain K202"),
    ("formats", "kifu formats"),
    ("games", "kifu games"),
    ("schema", "kifu schema validate > validate.schema.json"),
    ("completions", "kifu completions bash > kifu.bash"),
    ("man", "kifu man > kifu.1"),
];

/// Returns the command line with its groups and examples.
pub fn command() -> Command {
    grouped_command(Cli::command(), COMMAND_GROUPS, EXAMPLES)
}

/// Returns a command line with its commands in groups, each with its example.
pub fn grouped_command(
    mut command: Command,
    groups: &[(&str, &[&str])],
    examples: &[(&str, &'static str)],
) -> Command {
    for (name, example) in examples {
        if command.find_subcommand(name).is_some() {
            command = command.mut_subcommand(name, |sub| with_example(sub, example));
        }
    }
    let template = root_template(&command, groups);
    command.help_template(template)
}

/// Parses a command line, whose first word is the name of the program, without running it.
///
/// # Errors
///
/// Fails where the program would report wrong usage.
pub fn check_args<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<(), clap::Error> {
    let matches = command().try_get_matches_from(words)?;
    Cli::from_arg_matches(&matches).map(drop)
}

/// Adds an example after the first line of the command's long description.
fn with_example(command: Command, example: &str) -> Command {
    let about = command
        .get_about()
        .map(StyledStr::to_string)
        .unwrap_or_default();
    let long = command.get_long_about().map(StyledStr::to_string);
    let details = long
        .as_deref()
        .and_then(|long| long.split_once("\n\n"))
        .map_or(String::new(), |(_, details)| format!("\n\n{details}"));
    command.long_about(format!("{about}\n\nExample:\n  {example}{details}"))
}

/// Returns the help of the whole program.
///
/// clap has no headings for commands, so that the list is built here from clap's descriptions.
fn root_template(command: &Command, groups: &[(&str, &[&str])]) -> StyledStr {
    let mut built = command.clone();
    built.build();
    let styles = command.get_styles();
    let (header, literal) = (styles.get_header(), styles.get_literal());
    let mut text = String::new();
    for (heading, names) in groups {
        let _ = writeln!(text, "{header}{heading}:{header:#}");
        for sub in names.iter().filter_map(|name| built.find_subcommand(name)) {
            let about = sub
                .get_about()
                .map(StyledStr::to_string)
                .unwrap_or_default();
            let name = sub.get_name();
            let _ = writeln!(text, "  {literal}{name:<13}{literal:#}{about}");
        }
        text.push('\n');
    }
    StyledStr::from(format!(
        "{{before-help}}{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{text}\
         {header}Options:{header:#}\n{{options}}{{after-help}}"
    ))
}
