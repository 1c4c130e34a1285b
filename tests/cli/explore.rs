//! `kifu explore`: positions, counts, selections, and messages about wrong input.

use crate::{folder, kifu, kifu_with};
use serde_json::Value;

/// Three games of Zuniq, two of which begin with images of the same moves, and one of Clobber.
const GAMES: &str = "\
game: zuniq\nplayer1: Ada\nplayer2: Bo\nresult: 100 50\nA1h C3v\n---\n\
game: zuniq\nplayer1: Bo\nplayer2: Ada\nF5h C4v\n---\n\
game: zuniq\nplayer1: Cy\nplayer2: Bo\nC3h A1v\n---\n\
game: clobber\nplayer1: Ada\nplayer2: Bo\nwidth: 2\nheight: 2\na2a1 b2b1 a1b1\n";

fn json(args: &[&str]) -> Value {
    let here = folder(&[("games.moves", GAMES)]);
    let args = [&["explore", "games.moves", "--json"], args].concat();
    let run = kifu(here.path(), &args);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{args:?}");
    assert_eq!(run.out.lines().count(), 1);
    serde_json::from_str(&run.out).unwrap()
}

/// The moves with their numbers of games.
fn moves(answer: &Value) -> Vec<(String, u64)> {
    let moves = answer["moves"].as_array().unwrap().iter();
    moves
        .map(|found| {
            let token = found["move"].as_str().unwrap().to_owned();
            (token, found["games"].as_u64().unwrap())
        })
        .collect()
}

fn owned(expected: &[(&str, u64)]) -> Vec<(String, u64)> {
    let expected = expected.iter();
    expected
        .map(|(token, games)| ((*token).to_owned(), *games))
        .collect()
}

#[test]
fn symmetric_moves_are_counted_together() {
    let start = json(&["--game", "zuniq"]);
    assert_eq!(start["game"], "zuniq");
    assert_eq!(start["games"], 3);
    assert_eq!(moves(&start), owned(&[("A1h", 2), ("C3h", 1)]));
    // The board keeps its orientation.
    let turned = json(&["--game", "zuniq", "--moves", "F5h"]);
    assert_eq!(moves(&turned), owned(&[("C4v", 2)]));
    let mirrored = json(&["--moves", "game: zuniq\nA5h"]);
    assert_eq!(moves(&mirrored), owned(&[("C4v", 2)]));
    let other_order = json(&["--game", "zuniq", "--moves", "A1v C3h"]);
    assert_eq!(other_order["games"], 3, "an image of all three");
}

#[test]
fn explore_accepts_position_text() {
    let after = json(&["--game", "zuniq", "--moves", "A1h"]);
    let text = after["position"].as_str().unwrap();
    let same = json(&["--game", "zuniq", "--position", text]);
    assert_eq!(after, same);
    let dashed = json(&["--position", text, "--game", "zuniq"]);
    assert_eq!(after, dashed, "the text begins with a dash");
}

#[test]
fn explore_counts_results_and_points() {
    let answer = json(&["--game", "clobber", "--moves", "width: 2\nheight: 2\na2a1"]);
    let found = &answer["moves"][0];
    assert_eq!(
        (&found["first"], &found["draws"], &found["second"]),
        (&1.into(), &0.into(), &0.into())
    );
    // Those of Black, who made the move and lost.
    assert_eq!(found["points"], 0.0);
    assert!(found["eval"].is_null() && found["loss"].is_null());
}

#[test]
fn explore_shows_evaluations_of_reviewed_games() {
    let here = folder(&[]);
    let record = concat!(env!("CARGO_MANIFEST_DIR"), "/records/clobber.ron");
    let run = kifu(here.path(), &["explore", record, "--json"]);
    let answer: Value = serde_json::from_str(&run.out).unwrap();
    let found = &answer["moves"][0];
    let share = |key: &str| found[key].as_f64().unwrap();
    assert!((0.0..=1.0).contains(&share("eval")) && (0.0..=1.0).contains(&share("loss")));
    let text = kifu(here.path(), &["explore", record]).out;
    assert!(text.contains("eval") && text.contains("loss"), "{text}");
}

#[test]
fn player_and_side_options_select_games() {
    let of = |args: &[&str]| json(&[&["--game", "zuniq"], args].concat())["games"].as_u64();
    assert_eq!(of(&["--player", "Ada"]), Some(2));
    assert_eq!(of(&["--player", "Ada", "--side", "first"]), Some(1));
    assert_eq!(of(&["--player", "Bo", "--side", "black"]), Some(2));
    assert_eq!(of(&["--player", "Cy", "--side", "second"]), Some(0));
    let frequent = json(&["--game", "zuniq", "--min-games", "2"]);
    assert_eq!(frequent["games"], 3);
    assert_eq!(moves(&frequent), owned(&[("A1h", 2)]));
}

#[test]
fn explore_text_shows_players_and_win_shares() {
    let here = folder(&[("games.moves", GAMES)]);
    let run = kifu(here.path(), &["explore", "games.moves", "--game", "zuniq"]);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[0], "Zuniq, White to move: 3 games");
    assert!(lines[1].starts_with("move  games"), "{}", run.out);
    assert!(
        lines[2].contains("66.7 %") && lines[2].ends_with("Ada 1, Bo 1"),
        "{}",
        run.out
    );
    let none = kifu(
        here.path(),
        &[
            "explore",
            "games.moves",
            "--game",
            "zuniq",
            "--moves",
            "D2h",
        ],
    );
    assert_eq!(
        none.out,
        "Zuniq, Black to move: no game came to this position\n"
    );
}

#[test]
fn explore_of_box_groups_moves_by_place_without_tile() {
    let here = folder(&[]);
    let table = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/codecup-csv/box.csv");
    let run = kifu(here.path(), &["explore", table]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(
        run.out.starts_with("Box, First to move: 4 games"),
        "{}",
        run.out
    );
    assert!(
        run.out.contains("All games at ply 1, in any position:"),
        "{}",
        run.out
    );
    let answer = kifu(here.path(), &["explore", table, "--json"]);
    let answer: Value = serde_json::from_str(&answer.out).unwrap();
    // The place alone, without a tile.
    assert_eq!(answer["moves"][0]["move"].as_str().unwrap().len(), 3);
}

#[test]
fn explore_reads_standard_input() {
    let here = folder(&[]);
    let run = kifu_with(
        here.path(),
        &["explore", "-", "--game", "zuniq", "--json"],
        GAMES,
    );
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(serde_json::from_str::<Value>(&run.out).unwrap()["games"], 3);
}

#[test]
fn wrong_explore_arguments_are_refused_with_a_message() {
    let here = folder(&[("games.moves", GAMES), ("rubbish.txt", "no game\n")]);
    for (args, code, words) in [
        (&["games.moves"][..], 2, "choose one with --game"),
        (
            &["games.moves", "--game", "box"],
            2,
            "expected games of Box",
        ),
        (&["rubbish.txt"], 2, "expected games with moves, found none"),
        (&["missing.ron"], 2, "missing.ron"),
        (
            &["games.moves", "--game", "zuniq", "--player", "Eve"],
            2,
            "`Eve`",
        ),
        (
            &["games.moves", "--game", "zuniq", "--side", "first"],
            2,
            "--player",
        ),
        (
            &[
                "games.moves",
                "--game",
                "zuniq",
                "--player",
                "Ada",
                "--side",
                "north",
            ],
            2,
            "second (Black)",
        ),
        (
            &["games.moves", "--game", "zuniq", "--position", "nonsense"],
            2,
            "column 1",
        ),
        (
            &[
                "games.moves",
                "--game",
                "zuniq",
                "--moves",
                "A1h",
                "--position",
                "x",
            ],
            2,
            "--moves",
        ),
        (
            &["games.moves", "--game", "zuniq", "--moves", "A1h A1h"],
            1,
            "legal moves is explored",
        ),
    ] {
        let run = kifu(here.path(), &[&["explore"], args].concat());
        assert_eq!(run.code, code, "{args:?}: {}", run.err);
        assert!(run.err.contains(words), "{args:?}: {}", run.err);
    }
}

/// Files that cannot be read do not hide the games of the others.
#[test]
fn explore_skips_broken_files_next_to_games() {
    let newer = "(kifu: 99, game: \"zuniq\", players: ((), ()), moves: \"A1h\")\n";
    let here = folder(&[
        ("a/games.moves", GAMES),
        ("a/torn.ronl", "(kifu: 2, game: \"zuniq\", players: ((na"),
        ("a/newer.ron", newer),
        ("a/notes.txt", "shopping list\n"),
    ]);
    let run = kifu(here.path(), &["explore", "a", "--game", "zuniq", "--json"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(serde_json::from_str::<Value>(&run.out).unwrap()["games"], 3);
}
