//! Logs of which an earlier version read another game than the one played, and texts that it took
//! for logs.

use crate::program::kifu;
use libtest_mimic::Trial;
use serde_json::Value;
use std::path::Path;

pub fn trials() -> Vec<Trial> {
    trials![
        "hunt3" => logs_once_read_wrongly_are_read_as_played,
        "hunt3" => dialogue_without_a_move_is_of_the_named_game,
        "hunt3" => folder_without_logs_has_one_game,
        "hunt3" => comments_of_lists_are_kept_at_their_ply,
    ]
}

/// The files with their games: the game, the number of plies, the ending, the winner, and the codes
/// of the findings that are no notes on an unfinished game.
const EXPECTED: [(&str, &[&str]); 30] = [
    (
        "arbiter-refused-blank-behind.txt",
        &["box 1 illegal first K204 K305"],
    ),
    (
        "bom-between-lists.moves",
        &["zuniq 2 unterminated - ", "zuniq 2 unterminated - K104"],
    ),
    (
        "bom-between-records.ronl",
        &["zuniq 1 unterminated - ", "zuniq 1 unterminated - K104"],
    ),
    (
        "codingame-frames-beside-result.json",
        &["clobber 49 finished first K301"],
    ),
    (
        "codingame-title-in-two-languages.json",
        &["clobber 49 finished first "],
    ),
    (
        "csv-blank-before-quote.csv",
        &["zuniq 40 finished second K121"],
    ),
    (
        "csv-float-points.csv",
        &["zuniq 40 finished second K121 K121"],
    ),
    ("csv-nbsp-illegal.csv", &["zuniq 12 illegal second "]),
    ("csv-sep-line.csv", &["zuniq 40 finished second K121"]),
    ("csv-total-row.csv", &["zuniq 40 finished second K130"]),
    ("dialogue-no-blank.txt", &["zuniq 3 unterminated - "]),
    ("dialogue-only-start.txt", &["- 0 unterminated - K102"]),
    (
        "dialogue-torn-line.txt",
        &["zuniq 1 unterminated - K116 K212"],
    ),
    (
        "dialogue-two-answers.txt",
        &["zuniq 1 unterminated - K116 K212"],
    ),
    (
        "go-points-in-small-letters.txt",
        &["atari-go 8 unterminated - K204 K204 K204 K204 K204 K204 K204 K204"],
    ),
    ("list-comment-indented.moves", &["zuniq 4 unterminated - "]),
    ("list-comment-numbered.moves", &["zuniq 3 unterminated - "]),
    ("list-double-spaced.moves", &["zuniq 6 unterminated - K121"]),
    (
        "list-game-without-moves.moves",
        &["zuniq 0 crash first ", "zuniq 3 unterminated - "],
    ),
    (
        "list-number-decimal.moves",
        &["atari-go 1 illegal first K201"],
    ),
    (
        "list-number-gap.moves",
        &["zuniq 2 unterminated - K134 K212"],
    ),
    ("list-result-token.moves", &["clobber 2 crash first "]),
    (
        "page-script-commented-out.html",
        &["zuniq 2 unterminated - K130"],
    ),
    (
        "record-impossible-eval.ron",
        &["zuniq 2 unterminated - K110 K111 K213"],
    ),
    (
        "ronl-cr-and-comment.ronl",
        &["zuniq 2 unterminated - K104", "zuniq 1 unterminated - "],
    ),
    ("rules-unknown.ron", &["zuniq 0 unterminated - K112"]),
    ("sgf-empty-marks.sgf", &["atari-go 2 unterminated - "]),
    ("text-in-parentheses.txt", &["- 0 unterminated - K101"]),
    (
        "unknown-game-of-squares.csv",
        &[
            "- 0 finished - K102",
            "- 0 finished - ",
            "- 0 finished - ",
            "- 0 finished - ",
            "- 0 finished - ",
        ],
    ),
    (
        "unknown-game-table.csv",
        &[
            "- 0 finished - K102",
            "- 0 finished - ",
            "- 0 finished - ",
            "- 0 finished - ",
            "- 0 finished - ",
        ],
    ),
];

/// Returns the games of a path as [`EXPECTED`] describes them, and whether each is valid.
fn games(path: &Path, options: &[&str]) -> Vec<(String, bool)> {
    let (folder, file) = (path.parent().unwrap(), path.file_name().unwrap());
    let args = [&["validate", "--json", file.to_str().unwrap()], options].concat();
    let out = kifu(folder, &args).out;
    let games = out.lines().map(|line| {
        let game: Value = serde_json::from_str(line).unwrap();
        let text = |key: &str| game[key].as_str().unwrap_or("-").to_owned();
        let findings = game["findings"].as_array().unwrap().iter();
        let codes: Vec<&str> = findings
            .filter(|finding| finding["severity"] != "note")
            .map(|finding| finding["code"].as_str().unwrap())
            .collect();
        let (name, ending, winner) = (text("game"), text("ending"), text("winner"));
        let text = format!(
            "{name} {} {ending} {winner} {}",
            game["plies"],
            codes.join(" ")
        );
        (text, game["valid"].as_bool().unwrap())
    });
    games.collect()
}

fn logs_once_read_wrongly_are_read_as_played(folder: &Path) {
    for (file, expected) in EXPECTED {
        for options in [&[][..], &["--strict"]] {
            let games = games(&folder.join(file), options);
            let texts: Vec<&str> = games.iter().map(|(text, _)| text.as_str()).collect();
            assert_eq!(texts, expected, "{file} {options:?}");
            if !options.is_empty() {
                let is_clean = |text: &&str| text.ends_with(' ');
                let valid: Vec<bool> = games.iter().map(|(_, is_valid)| *is_valid).collect();
                let clean: Vec<bool> = expected.iter().map(is_clean).collect();
                assert_eq!(valid, clean, "{file}: a finding is an error with --strict");
            }
        }
    }
}

fn dialogue_without_a_move_is_of_the_named_game(folder: &Path) {
    let games = games(
        &folder.join("dialogue-only-start.txt"),
        &["--game", "zuniq"],
    );
    assert_eq!(games, [("zuniq 0 unterminated - ".to_owned(), true)]);
}

fn folder_without_logs_has_one_game(folder: &Path) {
    let run = kifu(folder, &["validate", "no-logs"]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    let text = run.out + &run.err;
    assert!(text.contains("1 game in 1 file"), "{text}");
    assert!(text.contains("skipped: 5 files"), "{text}");
}

fn comments_of_lists_are_kept_at_their_ply(folder: &Path) {
    for (file, ply) in [
        ("list-comment-indented.moves", 2),
        ("list-comment-numbered.moves", 0),
    ] {
        let run = kifu(folder, &["convert", file, "--to", "jsonl", "-o", "-"]);
        let record: Value = serde_json::from_str(run.out.lines().next().unwrap()).unwrap();
        let notes = record["notes"].as_object().unwrap();
        let comment = &notes[&ply.to_string()]["comment"];
        assert!(comment.is_string(), "{file}: {notes:?}");
    }
}
