//! `git bisect run kifu rejudge --suite`: repositories with a planted regression.

use crate::{KIFU, folder, kifu};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;

/// How the bot of a repository is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BotKind {
    /// A shell script around the built-in bot, which can be led in every game.
    Shell,
    /// A script in Python, for Clobber.
    Python,
    /// A program in Rust, for Clobber, that is built first.
    Rust,
}

/// A repository whose bot has a regression.
struct PlantedRegression {
    name: &'static str,
    game: &'static str,
    bot: BotKind,
    /// What is wrong since the regression.
    fault: &'static str,
    /// The percentage of random moves before and after the regression.
    random_percent: u32,
    commit_count: usize,
    /// The index of the commit with the regression.
    culprit: usize,
    /// The index of a commit whose bot does not start or build.
    broken: Option<usize>,
}

const SHELL: &str = r"#!/bin/sh
# DICE
level=LEVEL
seed=1
dice=$(($(od -An -N2 -tu2 /dev/urandom)))
if [ $((dice % 100)) -lt RANDOM ]; then level=random; seed=$dice; fi
exec KIFU play --game GAME --level $level --nodes 400 --memory 1 --clock 900s --seed $seed
";

const PYTHON: &str = r#"
import os, sys

def read():
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    return line.strip()

def moves(board, color):
    other = {"w": "b", "b": "w"}[color]
    for y, row in enumerate(board):
        for x, stone in enumerate(row):
            if stone != color:
                continue
            for dx, dy in STEPS:
                if 0 <= x + dx < len(row) and 0 <= y + dy < len(board) and board[y + dy][x + dx] == other:
                    yield x, y, x + dx, y + dy

def play(board, mv):
    x, y, to_x, to_y = mv
    rows = [list(row) for row in board]
    rows[to_y][to_x] = rows[y][x]
    rows[y][x] = "."
    return rows

def value(board, color):
    other = {"w": "b", "b": "w"}[color]
    return len(list(moves(board, color))) - WEIGHT * len(list(moves(board, other)))

size, color = int(read()), read()
while True:
    board = [read() for _ in range(size)]
    read()
    read()
    choices = list(moves(board, color))
    FAULT
    best = max(choices, key=lambda mv: value(play(board, mv), color))
    if os.urandom(1)[0] * 100 // 256 < RANDOM:
        best = choices[os.urandom(1)[0] % len(choices)]
    name = lambda x, y: "abcdefghij"[x] + str(size - y)
    print(name(*best[:2]) + name(*best[2:]), flush=True)
"#;

const RUST: &str = r#"
use std::io::BufRead;

type Board = Vec<Vec<u8>>;

fn moves(board: &Board, color: u8) -> Vec<[usize; 4]> {
    let other = if color == b'w' { b'b' } else { b'w' };
    let mut all = Vec::new();
    for y in 0..board.len() {
        for x in 0..board[y].len() {
            for (dx, dy) in [(1i32, 0i32), (-1, 0), (0, 1), (0, -1)] {
                let (to_x, to_y) = (x as i32 + dx, y as i32 + dy);
                if board[y][x] != color || to_x < 0 || to_y < 0 {
                    continue;
                }
                let target = board.get(to_y as usize).and_then(|row| row.get(to_x as usize));
                if target == Some(&other) {
                    all.push([x, y, to_x as usize, to_y as usize]);
                }
            }
        }
    }
    all
}

fn value(board: &Board, [x, y, to_x, to_y]: [usize; 4], color: u8) -> i32 {
    let mut after = board.clone();
    after[to_y][to_x] = after[y][x];
    after[y][x] = b'.';
    let other = if color == b'w' { b'b' } else { b'w' };
    moves(&after, color).len() as i32 - WEIGHT * moves(&after, other).len() as i32
}

fn main() {
    let stdin = std::io::stdin();
    let mut lines = stdin.lock().lines().map_while(Result::ok);
    let size: usize = lines.next().unwrap().trim().parse().unwrap();
    let color = lines.next().unwrap().as_bytes()[0];
    loop {
        let board: Board = lines.by_ref().take(size).map(String::into_bytes).collect();
        if board.len() < size || lines.next().is_none() || lines.next().is_none() {
            return;
        }
        let mut choices = moves(&board, color);
        FAULT
        choices.sort_by_key(|mv| -value(&board, *mv, color));
        let [x, y, to_x, to_y] = choices[0];
        let name = |x: usize, y: usize| format!("{}{}", (b'a' + x as u8) as char, size - y);
        println!("{}{}", name(x, y), name(to_x, to_y));
    }
}
"#;

impl PlantedRegression {
    fn command(&self) -> &'static str {
        match self.bot {
            BotKind::Shell => "sh bot.sh",
            BotKind::Python => "python3 bot.py",
            BotKind::Rust => "./bot",
        }
    }

    /// The files of the bot in a commit.
    fn files(&self, commit: usize) -> Vec<(&'static str, String)> {
        let is_faulty = commit >= self.culprit;
        let is_broken = self.broken == Some(commit);
        let fault = |text: &str| if is_faulty { text } else { "" }.to_owned();
        let source = match self.bot {
            BotKind::Shell => {
                let level = if is_faulty { self.fault } else { "engine" };
                let text = SHELL
                    .replace("LEVEL", level)
                    .replace("GAME", self.game)
                    .replace("RANDOM", &self.random_percent.to_string())
                    .replace("DICE", &format!("change {commit}"))
                    .replace("KIFU", KIFU);
                let text = if is_broken {
                    format!("exit 3\n{text}")
                } else {
                    text
                };
                return vec![("bot.sh", text)];
            }
            BotKind::Python => {
                let steps = if is_faulty && self.fault == "steps" {
                    "(1, 0), (0, 1)"
                } else {
                    "(1, 0), (-1, 0), (0, 1), (0, -1)"
                };
                let weight = if is_faulty && self.fault == "weight" {
                    "-1"
                } else {
                    "1"
                };
                let text = match self.fault {
                    "crash" => fault("if len(choices) < 90: choices[200]"),
                    "exit" => fault("if len(choices) < 90: sys.exit(0)"),
                    "last" => fault("choices = choices[-1:]"),
                    _ => String::new(),
                };
                PYTHON
                    .replace("STEPS", &format!("[{steps}]"))
                    .replace("WEIGHT", weight)
                    .replace("RANDOM", &self.random_percent.to_string())
                    .replace("FAULT", &text)
            }
            BotKind::Rust => {
                let weight = if is_faulty && self.fault == "weight" {
                    "-1"
                } else {
                    "1"
                };
                let text = match self.fault {
                    "last" => fault("choices = choices.split_off(choices.len() - 1);"),
                    _ => String::new(),
                };
                RUST.replace("WEIGHT", weight).replace("FAULT", &text)
            }
        };
        let (name, comment) = match self.bot {
            BotKind::Rust => ("bot.rs", "//"),
            _ => ("bot.py", "#"),
        };
        let broken = if is_broken { "(((\n" } else { "" };
        vec![
            (name, format!("{comment} change {commit}\n{broken}{source}")),
            ("notes.txt", format!("change {commit}\n")),
        ]
    }
}

/// Runs git in a folder, apart from the settings of the user, and returns its output.
fn git(folder: &Path, args: &[&str]) -> String {
    let run = Command::new("git")
        .current_dir(folder)
        .args(args)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .envs(["GIT_AUTHOR_NAME", "GIT_COMMITTER_NAME"].map(|key| (key, "Anna")))
        .envs(["GIT_AUTHOR_EMAIL", "GIT_COMMITTER_EMAIL"].map(|key| (key, "anna@example.org")))
        .output()
        .unwrap();
    let out = String::from_utf8_lossy(&run.stdout).into_owned();
    let err = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "git {args:?}: {out}{err}");
    out
}

/// Makes the repository, and returns the ids of its commits.
fn make_repository(path: &Path, planted: &PlantedRegression) -> Vec<String> {
    fs::create_dir(path).unwrap();
    git(path, &["init", "-q"]);
    fs::write(path.join(".gitignore"), "bot\n").unwrap();
    (0..planted.commit_count)
        .map(|commit| {
            for (name, text) in planted.files(commit) {
                fs::write(path.join(name), text).unwrap();
            }
            git(path, &["add", "-A"]);
            git(path, &["commit", "-qm", &format!("change {commit}")]);
            git(path, &["rev-parse", "HEAD"]).trim().to_owned()
        })
        .collect()
}

/// Writes a suite of a game with positions of lost games.
fn make_suite(path: &Path, game: &str, games: &str) {
    let records = format!("{game}.ronl");
    let args = [
        "match", "-q", "--game", game, "--games", games, "--seed", "7",
    ];
    let bots = [
        "--bot",
        "name=weak,builtin,level=greedy",
        "--bot",
        "name=strong,builtin,nodes=300",
        "--clock",
        "900s",
        "-o",
        &records,
    ];
    let run = kifu(path, &[&args[..], &bots].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    let suite = format!("{game}.jsonl");
    let args = [
        "review", &records, "--nodes", "400", "-j", "2", "--report", "none",
    ];
    let run = kifu(path, &[&args[..], &["--suite", &suite]].concat());
    assert_eq!(run.code, 0, "{}", run.err);
}

/// The options with which the bot of a repository is asked.
fn options(planted: &PlantedRegression, repeat: &str) -> Vec<String> {
    let mut all = vec![
        "rejudge".to_owned(),
        "--suite".to_owned(),
        format!("../{}.jsonl", planted.game),
        "--cmd".to_owned(),
        planted.command().to_owned(),
        "--clock".to_owned(),
        "60s".to_owned(),
    ];
    if planted.random_percent > 0 {
        all.extend(["--repeat".to_owned(), repeat.to_owned()]);
    }
    if planted.bot == BotKind::Rust {
        all.extend([
            "--build".to_owned(),
            "rustc --edition 2021 -o bot bot.rs".to_owned(),
        ]);
    }
    all
}

/// Returns the share of good answers in each position, by id.
fn good_shares(path: &Path, planted: &PlantedRegression, commit: &str) -> Vec<(String, f64)> {
    git(path, &["checkout", "-q", commit]);
    let mut args = options(planted, "5");
    args.push("--json".to_owned());
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let run = kifu(path, &args);
    assert!(run.code <= 1, "{}{}", run.out, run.err);
    let lines = run
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    let answers: Vec<Value> = lines
        .filter(|line: &Value| line["id"].is_string())
        .collect();
    let share = |answer: &Value| {
        let [good, all] = ["good_count", "count"].map(|key| answer[key].as_f64().unwrap());
        let share = if all > 0.0 { good / all } else { 0.5 };
        (answer["id"].as_str().unwrap().to_owned(), share)
    };
    answers.iter().map(share).collect()
}

/// Bisects a repository at a position that went wrong, and returns whether the right commit is named.
fn bisect(folder: &Path, planted: &PlantedRegression) -> Result<(), String> {
    let path = folder.join(planted.name);
    let commits = make_repository(&path, planted);
    let (first, last) = (&commits[0], &commits[commits.len() - 1]);
    let before = good_shares(&path, planted, first);
    let after = good_shares(&path, planted, last);
    let drop =
        |((id, before), (_, after)): (&(String, f64), &(String, f64))| (id.clone(), before - after);
    let drops = before.iter().zip(&after).map(drop);
    let worst = drops.max_by(|a, b| a.1.total_cmp(&b.1));
    let (id, drop) = worst.ok_or("no position")?;
    if drop < 0.6 {
        return Err(format!("{}: no position went wrong: {drop}", planted.name));
    }
    git(&path, &["bisect", "start", last, first]);
    let mut args = vec!["bisect".to_owned(), "run".to_owned(), KIFU.to_owned()];
    args.extend(options(planted, "9"));
    args.extend(["--position".to_owned(), id]);
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let out = git(&path, &args);
    let expected = format!("{} is the first bad commit", commits[planted.culprit]);
    if out.contains(&expected) {
        Ok(())
    } else {
        Err(format!("{}: {out}", planted.name))
    }
}

const fn shell(name: &'static str, game: &'static str, random_percent: u32) -> PlantedRegression {
    PlantedRegression {
        name,
        game,
        bot: BotKind::Shell,
        fault: "greedy",
        random_percent,
        commit_count: 12,
        culprit: 7,
        broken: Some(3),
    }
}

const fn clobber(
    name: &'static str,
    bot: BotKind,
    fault: &'static str,
    random_percent: u32,
    culprit: usize,
) -> PlantedRegression {
    PlantedRegression {
        name,
        game: "clobber",
        bot,
        fault,
        random_percent,
        commit_count: 14,
        culprit,
        broken: Some((culprit + 5) % 12 + 1),
    }
}

mod slow {
    use super::*;

    #[test]
    fn bisect_run_names_regression_and_skips_broken_version() {
        let here = folder(&[]);
        make_suite(here.path(), "turn-right", "4");
        let planted = PlantedRegression {
            commit_count: 6,
            culprit: 4,
            broken: Some(2),
            ..shell("one", "turn-right", 0)
        };
        bisect(here.path(), &planted).unwrap();
    }

    #[test]
    #[ignore = "needs Python and a Rust compiler, and takes minutes"]
    fn bisect_run_names_regression_in_twenty_repositories() {
        let here = folder(&[]);
        for game in ["turn-right", "atari-go", "clobber", "zuniq"] {
            make_suite(
                here.path(),
                game,
                if game == "clobber" { "12" } else { "4" },
            );
        }
        let all = [
            shell("turn-right", "turn-right", 0),
            shell("atari-go", "atari-go", 0),
            shell("clobber", "clobber", 0),
            shell("zuniq", "zuniq", 0),
            PlantedRegression {
                culprit: 10,
                ..shell("zuniq-late", "zuniq", 0)
            },
            shell("luck-zuniq", "zuniq", 10),
            shell("luck-clobber", "clobber", 10),
            shell("luck-turn-right", "turn-right", 10),
            clobber("luck-weight", BotKind::Python, "weight", 10, 6),
            clobber("luck-last", BotKind::Python, "last", 10, 11),
            clobber("steps", BotKind::Python, "steps", 0, 2),
            clobber("weight", BotKind::Python, "weight", 0, 5),
            clobber("weight-late", BotKind::Python, "weight", 0, 9),
            clobber("last", BotKind::Python, "last", 0, 12),
            clobber("last-early", BotKind::Python, "last", 0, 3),
            clobber("crash", BotKind::Python, "crash", 0, 7),
            clobber("exit", BotKind::Python, "exit", 0, 4),
            clobber("rust-weight", BotKind::Rust, "weight", 0, 3),
            clobber("rust-late", BotKind::Rust, "weight", 0, 10),
            clobber("rust-last", BotKind::Rust, "last", 0, 6),
        ];
        let wrong: Vec<String> = all
            .iter()
            .filter_map(|planted| {
                let start = std::time::Instant::now();
                let result = bisect(here.path(), planted).err();
                let verdict = result.as_ref().map_or("right", |_| "wrong");
                println!("{}: {verdict}, {:.1?}", planted.name, start.elapsed());
                result
            })
            .collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
