//! The help and its examples.

use kifu_cli::help::{COMMAND_GROUPS, EXAMPLES, check_args, command};

fn names_of_commands() -> Vec<String> {
    let mut command = command();
    command.build();
    let names = command
        .get_subcommands()
        .map(|sub| sub.get_name().to_owned());
    names.collect()
}

#[test]
fn every_command_is_in_one_group() {
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
        let words = shlex::split(args).unwrap();
        let matches = command().try_get_matches_from(&words);
        let matches = matches.unwrap_or_else(|error| panic!("{example}: {error}"));
        assert_eq!(matches.subcommand_name(), Some(name.as_str()));
        let parsed = check_args(words.iter().map(String::as_str));
        assert!(parsed.is_ok(), "{example}");
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
    ] {
        let args = check_args(line.split(' '));
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
