//! `kifu feed`: what a bot read in a recorded game, and its answers there.

use super::{bot_folder, good};
use crate::kifu;
use std::fs;

const ZUNIQ: &str = "game: zuniq\n\nA2h B3v C4h A4h D2v\n";

#[test]
fn feed_writes_lines_up_to_the_request() {
    let here = bot_folder(&[]);
    fs::write(here.path().join("game.moves"), ZUNIQ).unwrap();
    let input = |more: &[&str]| {
        let run = kifu(here.path(), &[&["feed", "game.moves"][..], more].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        run.out
    };
    assert_eq!(input(&[]), "Start\nB3v\nA4h\n");
    assert_eq!(input(&["--player", "second"]), "A2h\nC4h\n");
    assert_eq!(input(&["--ply", "2"]), "A2h\n");
    let run = kifu(
        here.path(),
        &["feed", "game.moves", "--ply", "4", "-o", "four.txt"],
    );
    assert!(
        run.err
            .contains("written for Black: 2 turns, the last at ply 4"),
        "{}",
        run.err
    );
    assert_eq!(input(&["--ply", "2", "-o", "in.txt"]), "");
    let written = fs::read_to_string(here.path().join("in.txt")).unwrap();
    assert_eq!(written, "A2h\n");
    let run = kifu(here.path(), &["feed", "game.moves", "--ply", "9"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("found ply 9"), "{}", run.err);
}

#[test]
fn feed_contains_only_secrets_of_the_player() {
    let here = bot_folder(&[]);
    let log = "> 6\n> Hh421356h\n> Ch154326v\n> 514362\n< Ejv\n> Quit\n";
    fs::write(here.path().join("own.dialogue"), log).unwrap();
    let run = kifu(here.path(), &["feed", "own.dialogue"]);
    assert_eq!(run.out, "6\nHh421356h\nCh154326v\n514362\n", "{}", run.err);
    let other = ["feed", "own.dialogue", "--player", "first"];
    let run = kifu(here.path(), &other);
    assert_eq!(run.code, 2, "{}", run.out);
    assert!(run.err.contains("--player chooses"), "{}", run.err);
}

#[test]
fn failed_turn_is_the_last_one_fed() {
    let here = bot_folder(&[]);
    let log = "game: clobber\n\nb1a1 a2b2 a1a2\n";
    fs::write(here.path().join("game.moves"), log).unwrap();
    let run = kifu(here.path(), &["feed", "game.moves", "--game", "clobber"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(run.out.lines().nth(1), Some("b"), "{}", run.out);
}

#[test]
fn fed_bot_is_compared_with_the_log() {
    let here = bot_folder(&[(
        "other.sh",
        "read a; if [ \"$a\" = A2h ]; then echo C1h; cat > /dev/null; fi",
    )]);
    fs::write(here.path().join("game.moves"), ZUNIQ).unwrap();
    let ask = |player: &str| {
        let args = [
            "feed",
            "game.moves",
            "--player",
            player,
            "--cmd",
            "sh other.sh",
        ];
        kifu(
            here.path(),
            &[&args[..], &["--repeat", "2", "--clock", "1s"]].concat(),
        )
    };
    let run = ask("second");
    assert_eq!(run.code, 1, "{}{}", run.out, run.err);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[0], "ply 2: B3v, different: C1h");
    assert!(lines[1].starts_with("ply 4: A4h, not asked"), "{}", run.out);
    assert_eq!(lines[2], "the same answers in all 2 runs");
}

#[test]
fn led_bot_answers_in_every_position() {
    for game in ["zuniq", "box", "turn-right"] {
        let here = bot_folder(&[]);
        let file = format!("{}/records/{game}.ron", env!("CARGO_MANIFEST_DIR"));
        let bot = good(game);
        let args = ["rejudge", &file, "--nodes", "1", "--json", "--cmd", &bot];
        let run = kifu(here.path(), &args);
        let total = run.out.lines().last().unwrap();
        assert!(
            total.contains("\"fails\":0,\"not_asked\":0"),
            "{game}: {total}{}",
            run.err
        );
    }
}

#[test]
fn led_second_player_is_sent_color_and_last_move() {
    let script = format!("tee -a heard.txt | {}", good("box"));
    let here = bot_folder(&[("bot.sh", &script)]);
    let log =
        "> 6\n> Hh421356h\n> Ch154326v\n> 514362\n< Ejv\n> Il236415h\n> 152634\n< Gdh\n> Quit\n";
    fs::write(here.path().join("own.dialogue"), log).unwrap();
    let args = [
        "rejudge",
        "own.dialogue",
        "--cmd",
        "sh bot.sh",
        "--nodes",
        "1",
    ];
    kifu(
        here.path(),
        &[&args[..], &["--player", "second", "--clock", "60s"]].concat(),
    );
    let heard = fs::read_to_string(here.path().join("heard.txt")).unwrap();
    let led = "6\nHh421356h\nOpening Ch154326v Ej514362v\nIl236415h\n152634\n";
    assert!(heard.contains(led), "{heard}");
}

#[test]
fn opening_is_without_the_stone_that_the_rules_place() {
    let script = format!("tee -a heard.txt | {}", good("turn-right"));
    let here = bot_folder(&[("bot.sh", &script)]);
    let file = format!(
        "{}/records/turn-right-engines.ron",
        env!("CARGO_MANIFEST_DIR")
    );
    let args = [
        "rejudge",
        &file,
        "--cmd",
        "sh bot.sh",
        "--nodes",
        "1",
        "--player",
        "first",
    ];
    kifu(here.path(), &args);
    let heard = fs::read_to_string(here.path().join("heard.txt")).unwrap();
    let openings = heard
        .lines()
        .filter_map(|line| line.strip_prefix("Opening "));
    let with_circuits: Vec<&str> = openings.filter(|moves| moves.contains('-')).collect();
    assert!(with_circuits.len() > 9, "{heard}");
    for moves in with_circuits {
        let stones = moves.split(' ').filter(|mv| !mv.contains('-'));
        assert_eq!(stones.count(), 35, "{moves}");
    }
}
