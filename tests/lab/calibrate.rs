//! `kifu-lab calibrate`: fitted on one half of the games, judged by the other.

use crate::common::random_game_of;
use crate::{folder, kifu_lab};
use kifu_core::contract::Setup;
use std::fs;
use std::path::Path;

/// A whole game of three plies.
const GAME: &str =
    "game: clobber\nplayer1: Ada\nplayer2: Charles\nwidth: 2\nheight: 2\na2a1 b2b1 a1b1\n";

/// Random games, which have little to do with what the engine thinks of them.
fn random_games(path: &Path, count: u64) {
    let mut text = String::new();
    for seed in 0..count {
        let tokens = random_game_of("zuniq", &Setup::default(), seed);
        text += &format!("game: zuniq\n{}\n\n", tokens.join(" "));
    }
    fs::write(path, text).unwrap();
}

#[test]
fn a_table_is_fitted_written_and_told() {
    let place = folder(&[]);
    let path = place.path();
    random_games(&path.join("games.moves"), 40);
    let args = [
        "calibrate",
        "games.moves",
        "--nodes",
        "100",
        "-o",
        "table.ron",
    ];
    let run = kifu_lab(path, &args);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.contains("ECE"), "{}", run.out);
    let text = fs::read_to_string(path.join("table.ron")).unwrap();
    let table: kifu_core::search::Calibration = text.parse().unwrap();
    assert!(table.engine.starts_with("zuniq "), "{text}");
    // The figures stand beside the table.
    let told = |line: &str| text.contains(format!("// {line}").trim_end());
    assert!(run.out.lines().all(told), "{text}");
    // The same again is the same.
    let run = kifu_lab(path, &args);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("--force"), "{}", run.err);
    let run = kifu_lab(
        path,
        &[
            "calibrate",
            "games.moves",
            "--nodes",
            "100",
            "-o",
            "b.ron",
            "-j",
            "1",
        ],
    );
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(fs::read_to_string(path.join("b.ron")).unwrap(), text);
}

#[test]
fn only_games_of_one_kind_that_ended_count() {
    let place = folder(&[
        ("open.moves", "game: clobber\nb1a1\n"),
        ("two/a.moves", GAME),
        ("two/b.moves", "game: zuniq\nE5v A2h\n"),
    ]);
    let run = kifu_lab(place.path(), &["calibrate", "open.moves"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("too few"), "{}", run.err);
    let run = kifu_lab(place.path(), &["calibrate", "two"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("only games of"), "{}", run.err);
}

#[test]
fn the_tables_that_come_with_kifu_are_shown() {
    let place = folder(&[]);
    let run = kifu_lab(place.path(), &["calibrate", "--show"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let run = kifu_lab(place.path(), &["calibrate", "--show", "--game", "clobber"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("Clobber"), "{}", run.out);
    assert!(!run.out.contains("Zuniq"), "{}", run.out);
}
