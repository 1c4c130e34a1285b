//! Wrong arguments of a match and the messages about them; a match described in a file.

use super::{bot_folder, records};
use crate::kifu;

/// Wrong arguments (`TWO` is replaced by two bots), and words that the message must contain.
const WRONG: &[(&str, &[&str])] = &[
    ("--game clobber", &["at least two bots, found 0", "--bot"]),
    ("TWO", &["expected a game", "clobber"]),
    (
        "--game clobber --bot cmd=./nothing --bot builtin",
        &["cannot start `./nothing`", "write `./bot`"],
    ),
    (
        "--game clobber --bot speed=3 --bot builtin",
        &["expected name, cmd"],
    ),
    (
        "--game clobber --bot builtin,level=best --bot builtin",
        &["random, greedy, minimax, uct, engine", "found `best`"],
    ),
    (
        "--game clobber --bot cmd=x,level=uct --bot builtin",
        &["level= only with builtin"],
    ),
    ("--config bad.ron", &["bad.ron:1", "speed"]),
    ("--config none.ron", &["cannot read `none.ron`"]),
    (
        "--game zuniq --bot cmd=x,proto=gtp --bot builtin",
        &["speaks GTP"],
    ),
    ("--game clobber --setup wide=3 TWO", &["width"]),
    ("--game clobber --setup width=4 TWO", &["boards are square"]),
    ("--game clobber --games 3 TWO", &["even number"]),
    ("--game clobber --jobs 999 TWO", &["at once"]),
    (
        "--game clobber --bot builtin --bot builtin --bot builtin --games 4294967294",
        &["at most 4294967295 games in all, found 12884901882"],
    ),
    (
        "--game clobber --pairing swiss --rounds 4294967295 TWO",
        &["at most 4294967295 games in all, found 8589934590"],
    ),
    ("--game clobber --pairing swiss TWO", &["--rounds"]),
    ("--game clobber --rounds 3 TWO", &["--pairing swiss"]),
    ("--game clobber TWO --sprt elo2=3", &["elo0"]),
    ("--game box --random-plies 2 TWO", &["without luck"]),
];

#[cfg(unix)]
#[test]
fn argument_that_is_not_utf8_is_reported_as_such() {
    use std::os::unix::ffi::OsStrExt;
    let here = bot_folder(&[]);
    let mut command = assert_cmd::Command::new(crate::KIFU);
    command.current_dir(here.path());
    command.args(["match", "--game", "zuniq", "--bot", "builtin", "--bot"]);
    command.arg(std::ffi::OsStr::from_bytes(b"name=a\xff,builtin"));
    let run = crate::run(&mut command);
    assert_eq!(run.code, 2);
    let message = "expected UTF-8, found the argument `name=a\u{fffd},builtin`\n";
    assert!(run.err.ends_with(message), "{}", run.err);
}

#[test]
fn wrong_match_arguments_are_refused_with_hint_and_write_nothing() {
    let config = "(game: \"clobber\", bots: [(builtin: true)], speed: 3)";
    let here = bot_folder(&[("bad.ron", config)]);
    for (arguments, words) in WRONG {
        let arguments = arguments.replace("TWO", "--bot builtin --bot builtin,name=b");
        let args = ["match", "-o", "m.ronl"]
            .into_iter()
            .chain(arguments.split(' '));
        let run = kifu(here.path(), &args.collect::<Vec<_>>());
        assert_eq!(run.code, 2, "{arguments}: {}{}", run.out, run.err);
        for word in *words {
            assert!(run.err.contains(word), "{arguments}: {}", run.err);
        }
        // Whether a bot can be started is known only in the first game.
        let left = std::fs::read(here.path().join("m.ronl")).unwrap_or_default();
        assert!(left.is_empty());
        let _ = std::fs::remove_file(here.path().join("m.ronl"));
    }
}

#[test]
fn match_described_in_a_config_file_is_played() {
    let text = r#"(
    game: "clobber",
    name: "Evening cup",
    bots: [(name: "a", builtin: true, nodes: 1, memory: 1), (name: "b", builtin: true, nodes: 1, memory: 1)],
    games: 4,
    time: "0",
    setup: {"width": "4", "height": "4"},
    sprt: (elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05),
)"#;
    let here = bot_folder(&[("match.ron", text)]);
    let run = kifu(
        here.path(),
        &["match", "--config", "match.ron", "-o", "m.ronl"],
    );
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("SPRT"), "{}", run.out);
    assert_eq!(
        run.err
            .lines()
            .filter(|line| line.contains("finished"))
            .count(),
        4,
        "{}",
        run.err
    );
    let all = records(here.path(), "m.ronl");
    assert_eq!((all.len(), all[0].event.name.as_str()), (4, "Evening cup"));
    assert_eq!(all[0].setup.get("width"), Some("4"));
}

mod slow {
    use super::*;

    #[test]
    fn match_records_converted_to_dialogues_are_valid() {
        let here = bot_folder(&[]);
        for game in ["zuniq", "box", "turn-right", "atari-go", "clobber"] {
            let args = [
                "match",
                "-q",
                "--clock",
                "0",
                "--game",
                game,
                "--bot",
                "builtin,nodes=1",
                "--bot",
                "builtin,nodes=1",
                "-o",
                "m.ronl",
            ];
            assert_eq!(kifu(here.path(), &args).code, 0);
            let run = kifu(
                here.path(),
                &["convert", "m.ronl", "-f", "-o", "m.dialogue"],
            );
            assert_eq!(run.code, 0, "{game}: {}", run.err);
            let back = kifu(here.path(), &["validate", "m.dialogue"]);
            assert_eq!(back.code, 0, "{game}: {}", back.out);
            std::fs::remove_file(here.path().join("m.ronl")).unwrap();
        }
    }
}
