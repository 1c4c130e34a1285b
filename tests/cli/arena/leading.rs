//! Bots that are led to a position: `kifu check-bot --lead` and `--engine-cmd`.

use super::{bot_folder, good};
use crate::{folder, kifu};
use std::process::Command;

const GAMES: [&str; 5] = ["turn-right", "atari-go", "clobber", "box", "zuniq"];

/// A bot of Zuniq that makes the same moves, independent of its input.
const DEAF: &str = "while read line; do i=$((i+1)); case $i in 1) echo A1h;; 2) echo A2h;; \
                    *) echo A3h;; esac; done";

fn lead(game: &str, cmd: &str, more: &[&str], scripts: &[(&str, &str)]) -> crate::Run {
    let here = bot_folder(scripts);
    let args = ["check-bot", "--lead", "--game", game, "--cmd", cmd];
    kifu(
        here.path(),
        &[&args[..], &["--clock", "5s,5s"], more].concat(),
    )
}

#[test]
fn lead_passes_kifu_in_all_games_and_ways() {
    for game in GAMES {
        for more in [&[][..], &["--proto", "ugi"]] {
            let run = lead(game, &good(game), more, &[]);
            assert_eq!(run.code, 0, "{game} {more:?}: {}{}", run.out, run.err);
            assert!(!run.out.contains("FAIL"), "{game}: {}", run.out);
            assert!(run.out.contains("The bot can be led"), "{}", run.out);
        }
    }
}

#[test]
fn lead_prints_the_lines_for_a_deaf_bot() {
    let run = lead("zuniq", "sh bot.sh", &[], &[("bot.sh", DEAF)]);
    assert_eq!(run.code, 1, "{}{}", run.out, run.err);
    assert!(run.out.contains("FAIL  line Opening: 0 of "), "{}", run.out);
    assert!(run.out.contains("      after "), "{}", run.out);
    let chapter = include_str!("../../../src/docs/bots.md");
    for (language, fence) in [
        ("C++", "cpp"),
        ("Rust", "rust,ignore"),
        ("Python", "python"),
    ] {
        let (_, code) = chapter.split_once(&format!("```{fence}\n")).unwrap();
        let (code, _) = code.split_once("```").unwrap();
        let printed = format!("\n{language}:\n\n{code}");
        assert!(run.out.contains(&printed), "{language}: {}", run.out);
    }
}

#[test]
fn lead_warns_of_other_moves_than_in_an_own_game() {
    let script = format!(
        "read -r line\ncase $line in Opening*) nodes=1;; *) nodes=3000;; esac\n\
         {{ echo \"$line\"; cat; }} | {}",
        good("zuniq").replace("--nodes 1", "--nodes $nodes")
    );
    let run = lead("zuniq", "sh bot.sh", &[], &[("bot.sh", &script)]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    let warning = "warn  it moves otherwise than in a game of its own: after ";
    assert!(run.out.contains(warning), "{}", run.out);
    assert!(run.out.contains("The bot can be led"), "{}", run.out);
}

#[test]
fn lead_says_why_ugi_does_not_work() {
    let run = lead(
        "box",
        "sh bot.sh",
        &["--proto", "ugi"],
        &[("bot.sh", "exit 3")],
    );
    assert_eq!(run.code, 1, "{}{}", run.out, run.err);
    assert!(run.out.contains("FAIL  UGI: 0 of "), "{}", run.out);
    assert!(
        run.out.contains("status 3 (expected `ugiok` after `ugi`)"),
        "{}",
        run.out
    );
    assert!(!run.out.contains("C++"), "{}", run.out);
}

#[test]
fn python_bot_with_the_printed_lines_is_asked_everywhere() {
    if Command::new("python3").arg("--version").output().is_err() {
        println!("python3 is missing: no bot in Python is led");
        return;
    }
    let deaf = lead("zuniq", "sh bot.sh", &[], &[("bot.sh", DEAF)]);
    let (_, lines) = deaf.out.split_once("\nPython:\n\n").unwrap();
    let bot = format!("{PYTHON_BOARD}{PYTHON_START}{lines}{PYTHON_GAME}");
    let here = bot_folder(&[("bot.py", &bot)]);
    let file = format!("{}/records/box.ron", env!("CARGO_MANIFEST_DIR"));
    let args = [
        "rejudge",
        &file,
        "--nodes",
        "1",
        "--json",
        "--cmd",
        "python3 bot.py",
    ];
    let run = kifu(here.path(), &args);
    let total = run.out.lines().last().unwrap();
    let total: serde_json::Value = serde_json::from_str(total).unwrap();
    assert_eq!(
        [&total["fails"], &total["not_asked"]],
        [0, 0],
        "{}{}",
        run.out,
        run.err
    );
    assert_eq!(total["positions"], 28);
}

/// The board of a bot of Box: a tile is laid over one to four dots, or next to one.
const PYTHON_BOARD: &str = r#"
class Board:
    def __init__(self):
        self.dots = set()
    def cells(self, row, column, way):
        height, width = (2, 6) if way == "h" else (6, 2)
        return [(row + i, column + j) for i in range(height) for j in range(width)]
    def play(self, move):
        self.dots |= set(self.cells(ord(move[0]) - 65, ord(move[1]) - 97, move[-1]))
    def is_legal(self, cells):
        if any(row > 15 or column > 19 for row, column in cells):
            return False
        covered = sum(cell in self.dots for cell in cells)
        near = any((r + a, c + b) in self.dots
                   for r, c in cells for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0)))
        return covered <= 4 and (covered > 0 or near)
    def choose(self):
        return next(chr(65 + row) + chr(97 + column) + way
                    for row in range(16) for column in range(20) for way in "hv"
                    if self.is_legal(self.cells(row, column, way)))

board = Board()
"#;

/// The lines that begin a game of Box.
const PYTHON_START: &str = "
color = input()
board.play(input())
";

/// The turns of a bot of Box, of which the first line is read.
const PYTHON_GAME: &str = r#"
while line != "Quit":
    if line != "Start":
        board.play(line)
    if input() == "Quit":
        break
    move = board.choose()
    board.play(move)
    print(move, flush=True)
    line = input()
"#;

#[test]
fn analyze_prints_the_move_of_a_bot() {
    let bot = good("zuniq");
    let here = folder(&[]);
    let args = [
        "analyze",
        "--game",
        "zuniq",
        "--moves",
        "A2h C4v B3h",
        "--nodes",
        "10",
    ];
    let ask = |more: &[&str]| {
        kifu(
            here.path(),
            &[&args[..], &["--engine-cmd", &bot], more].concat(),
        )
    };
    let run = ask(&["--engine-proto", "ugi"]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    assert!(
        run.out.contains("\nkifu: ") && run.out.contains(" (win "),
        "{}",
        run.out
    );
    let run = ask(&["--json"]);
    let line: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(line["bot"]["asked_by"], "line Opening", "{}", run.out);
    assert!(line["bot"]["move"].is_string(), "{}", run.out);
    let run = ask(&["--all"]);
    let rows = run.out.lines().filter(|line| line.contains("  kifu: "));
    assert_eq!(rows.count(), 4, "{}", run.out);
}

#[test]
fn analyze_goes_on_without_a_bot_that_dies() {
    let here = bot_folder(&[("bot.sh", "exit 3")]);
    let args = [
        "analyze",
        "--game",
        "clobber",
        "--moves",
        "b1a1 a3a2 d1e1",
        "--nodes",
        "1",
    ];
    let ask = |cmd: &str| {
        kifu(
            here.path(),
            &[&args[..], &["--all", "--engine-cmd", cmd]].concat(),
        )
    };
    let run = ask("sh bot.sh");
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    assert!(
        run.err.contains("it failed 3 times in a row"),
        "{}",
        run.err
    );
    let failed = run.out.lines().filter(|line| line.contains("no move: "));
    assert_eq!(failed.count(), 3, "{}", run.out);
    let run = ask("./missing");
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    assert!(run.err.contains("cannot start `./missing`"), "{}", run.err);
}

#[test]
fn review_prints_the_move_of_a_bot_at_each_mistake() {
    let here = folder(&[]);
    let file = format!("{}/records/zuniq.ron", env!("CARGO_MANIFEST_DIR"));
    let bot = good("zuniq");
    let args = ["review", &file, "--nodes", "100", "--engine-cmd", &bot];
    let run = kifu(
        here.path(),
        &[&args[..], &["--engine-proto", "ugi"]].concat(),
    );
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    assert!(run.out.contains("\n         kifu: "), "{}", run.out);
    let run = kifu(here.path(), &[&args[..], &["--report", "json"]].concat());
    let line: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    let (moments, answers) = (&line["moments"], &line["bot"]);
    assert_eq!(
        moments.as_array().unwrap().len(),
        answers.as_array().unwrap().len(),
        "{}",
        run.out
    );
    assert_eq!(answers[0]["ply"], moments[0]["ply"]);
}

#[test]
fn bot_without_a_report_is_refused() {
    let here = folder(&[]);
    let file = format!("{}/records/zuniq.ron", env!("CARGO_MANIFEST_DIR"));
    for more in [
        &["--report", "html"][..],
        &["--by", "player"],
        &["--verify"],
    ] {
        let args = ["review", &file, "--engine-cmd", "./mybot"];
        let run = kifu(here.path(), &[&args[..], more].concat());
        assert_eq!(run.code, 2, "{more:?}: {}{}", run.out, run.err);
        assert!(run.err.contains("--engine-cmd, found "), "{}", run.err);
    }
}
