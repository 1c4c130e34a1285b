//! The help and its examples.

use kifu_cli::help::{COMMAND_GROUPS, EXAMPLES, check_args, command};

fn command_names() -> Vec<String> {
    let mut command = command();
    command.build();
    let names = command
        .get_subcommands()
        .map(|sub| sub.get_name().to_owned());
    names.collect()
}

#[test]
fn every_command_is_in_exactly_one_help_group() {
    let grouped: Vec<&str> = COMMAND_GROUPS
        .iter()
        .flat_map(|(_, names)| names.iter().copied())
        .collect();
    for name in command_names() {
        let count = grouped.iter().filter(|known| **known == name).count();
        assert_eq!(count, 1, "{name}");
    }
}

#[test]
fn every_command_has_one_example_that_parses() {
    for name in command_names().iter().filter(|name| *name != "help") {
        let mut examples = EXAMPLES.iter().filter(|(of, _)| of == name);
        let (_, example) = examples.next().expect(name);
        assert!(examples.next().is_none(), "{name}");
        let args = example.split(" > ").next().unwrap_or_default();
        let words = shlex::split(args).unwrap();
        let matches = command().try_get_matches_from(&words);
        let matches = matches.unwrap_or_else(|error| panic!("{example}: {error}"));
        assert_eq!(matches.subcommand_name(), Some(name.as_str()));
        let parsed = check_args(words.iter().map(String::as_str));
        assert!(parsed.is_ok(), "{example}");
    }
}

#[test]
fn old_spellings_of_options_still_parse() {
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
    ] {
        let args = check_args(line.split(' '));
        assert!(args.is_ok(), "{line}: {:?}", args.err());
    }
}

#[test]
fn help_lists_every_command_exactly_once() {
    let help = command().render_long_help().to_string();
    for name in command_names() {
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
