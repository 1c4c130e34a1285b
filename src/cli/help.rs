//! The help texts of the command line: the commands in groups, each with an example.

use super::args::Cli;
use clap::builder::StyledStr;
use clap::{Command, CommandFactory};
use std::fmt::Write;

/// The headings of `kifu --help` with the commands under them.
const COMMAND_GROUPS: &[(&str, &[&str])] = &[
    ("Logs", &["validate", "convert"]),
    ("Boards", &["view", "show"]),
    (
        "Engine",
        &["analyze", "review", "play", "bench", "calibrate"],
    ),
    ("Bots", &["match", "standings", "check-bot", "rejudge"]),
    (
        "Reference",
        &["games", "formats", "explain", "completions", "man", "help"],
    ),
];

/// The example of each command.
const EXAMPLES: &[(&str, &str)] = &[
    ("validate", "kifu validate logs/ --strict"),
    (
        "convert",
        "kifu convert tournament.csv -o games/ --split --to ron",
    ),
    ("show", "kifu show game.ron --ply 12"),
    ("view", "kifu view game.ron --ply 12 --engine"),
    ("analyze", "kifu analyze game.ron --ply 12 --time 5s"),
    ("review", "kifu review game.ron -o reviewed.ron"),
    ("play", "kifu play --game zuniq --clock 25s"),
    (
        "match",
        "kifu match --game zuniq --bot cmd=./mybot --bot builtin --games 100",
    ),
    ("standings", "kifu standings match.ronl"),
    ("check-bot", "kifu check-bot --game zuniq --cmd ./mybot"),
    (
        "rejudge",
        "kifu rejudge match.ronl --cmd ./mybot --player mybot",
    ),
    ("bench", "kifu bench --game zuniq"),
    ("calibrate", "kifu calibrate games.ronl -o table.ron"),
    ("explain", "kifu explain K202"),
    ("formats", "kifu formats"),
    ("games", "kifu games"),
    ("completions", "kifu completions bash > kifu.bash"),
    ("man", "kifu man > kifu.1"),
];

/// Returns the command line with its groups and examples.
pub(super) fn command() -> Command {
    let mut command = Cli::command();
    for (name, example) in EXAMPLES {
        if command.find_subcommand(name).is_some() {
            command = command.mut_subcommand(name, |sub| with_example(sub, example));
        }
    }
    let template = root_template(&command);
    command.help_template(template)
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
fn root_template(command: &Command) -> StyledStr {
    let mut built = command.clone();
    built.build();
    let styles = command.get_styles();
    let (header, literal) = (styles.get_header(), styles.get_literal());
    let mut groups = String::new();
    for (heading, names) in COMMAND_GROUPS {
        let _ = writeln!(groups, "{header}{heading}:{header:#}");
        for sub in names.iter().filter_map(|name| built.find_subcommand(name)) {
            let about = sub
                .get_about()
                .map(StyledStr::to_string)
                .unwrap_or_default();
            let name = sub.get_name();
            let _ = writeln!(groups, "  {literal}{name:<13}{literal:#}{about}");
        }
        groups.push('\n');
    }
    StyledStr::from(format!(
        "{{before-help}}{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}\
         {header}Options:{header:#}\n{{options}}{{after-help}}"
    ))
}

#[cfg(test)]
mod tests {
    use super::{COMMAND_GROUPS, Cli, EXAMPLES, command};
    use clap::FromArgMatches;

    fn names_of_commands() -> Vec<String> {
        let mut command = command();
        command.build();
        let names = command
            .get_subcommands()
            .map(|sub| sub.get_name().to_owned());
        names.collect()
    }

    #[test]
    fn every_command_stands_in_one_group() {
        let grouped: Vec<&str> = COMMAND_GROUPS
            .iter()
            .flat_map(|(_, names)| names.iter().copied())
            .collect();
        for name in names_of_commands() {
            let count = grouped.iter().filter(|known| **known == name).count();
            assert_eq!(count, 1, "{name}");
        }
    }

    #[test]
    fn every_command_has_an_example_that_is_understood() {
        for name in names_of_commands().iter().filter(|name| *name != "help") {
            let mut examples = EXAMPLES.iter().filter(|(of, _)| of == name);
            let (_, example) = examples.next().expect(name);
            assert!(examples.next().is_none(), "{name}");
            let args = example.split(" > ").next().unwrap_or_default();
            let matches = command().try_get_matches_from(shlex::split(args).unwrap());
            let matches = matches.unwrap_or_else(|error| panic!("{example}: {error}"));
            assert_eq!(matches.subcommand_name(), Some(name.as_str()));
            assert!(Cli::from_arg_matches(&matches).is_ok(), "{example}");
        }
    }

    #[test]
    fn old_spellings_are_still_understood() {
        for line in [
            "kifu review game.ron --time-per-move 1s",
            "kifu review game.ron --nodes-per-move 100",
            "kifu review game.ron --budget 1m",
            "kifu review game.ron --time-per-game 1m",
            "kifu play --game zuniq --time-budget 30s --level brain",
            "kifu match --time-budget 30s --concurrency 2 --patience 1s",
            "kifu match -c 2",
            "kifu check-bot --game zuniq --cmd ./bot --time-budget 30s --patience 1s",
            "kifu rejudge match.ronl --cmd ./bot --time-budget 30s --patience 1s",
            "kifu calibrate games.ronl --longer 8",
        ] {
            let matches = command().try_get_matches_from(line.split(' '));
            let args = matches.and_then(|matches| Cli::from_arg_matches(&matches));
            assert!(args.is_ok(), "{line}: {:?}", args.err());
        }
    }

    #[test]
    fn the_help_names_every_command_once_below_its_heading() {
        let help = command().render_long_help().to_string();
        for name in names_of_commands() {
            let lines = help
                .lines()
                .filter(|line| line.starts_with(&format!("  {name} ")));
            assert_eq!(lines.count(), 1, "{name}\n{help}");
        }
        assert!(
            help.lines().all(|line| line.chars().count() <= 100),
            "{help}"
        );
    }
}
