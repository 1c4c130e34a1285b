//! The help texts of `kifu-lab`: the commands in groups, each with an example.

use super::args::Lab;
use clap::{Command, CommandFactory};
use kifu_cli::grouped_command;

/// The headings of `kifu-lab --help` with the commands under them.
const COMMAND_GROUPS: &[(&str, &[&str])] = &[
    (
        "Tables",
        &["train", "fit", "calibrate", "recipes", "compare"],
    ),
    ("Measurements", &["duel", "bench", "fuzz"]),
    ("Reference", &["help"]),
];

/// The example of each command.
const EXAMPLES: &[(&str, &str)] = &[
    ("train", "kifu-lab train zuniq -o net.bin"),
    ("fit", "kifu-lab fit atari-go -o prior.bin"),
    ("calibrate", "kifu-lab calibrate games.ronl -o table.ron"),
    ("recipes", "kifu-lab recipes"),
    (
        "compare",
        "kifu-lab compare net.bin src/core/games/zuniq/engine/net.bin",
    ),
    ("duel", "kifu-lab duel clobber --against uct --nodes 2000"),
    ("bench", "kifu-lab bench --game zuniq"),
    (
        "fuzz",
        "kifu-lab fuzz sgf --seconds 60 --corpus fixtures/corpus",
    ),
];

/// Returns the command line with its groups and examples.
pub fn command() -> Command {
    grouped_command(Lab::command(), COMMAND_GROUPS, EXAMPLES)
}
