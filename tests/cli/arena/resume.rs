//! A killed match is resumed: no game is lost, doubled or torn.

use super::{bot_folder, records};
use crate::common::wait_until;
use crate::{KIFU, kifu};
use kifu::search::SplitMix64;
use std::collections::BTreeSet;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

const MATCH: [&str; 11] = [
    "match",
    "--clock",
    "0",
    "--game",
    "zuniq",
    "--bot",
    "builtin,nodes=1,memory=1,name=a",
    "--bot",
    "builtin,nodes=1,memory=1,name=b",
    "-o",
    "m.ronl",
];

/// Kills a match again and again, `-9`, after it has played up to `max_games` games more, until it
/// has ended by itself; returns how often.
fn kill_until_finished(folder: &Path, games: u32, max_games: u32) -> u32 {
    let games = games.to_string();
    let more = ["--games", &games, "--resume", "--quiet", "--jobs", "0"];
    let output = folder.join("m.ronl");
    let line_count = || {
        let text = std::fs::read(&output).unwrap_or_default();
        text.split(|byte| *byte == b'\n').count() - 1
    };
    let mut random = SplitMix64::new(5);
    for kills in 0..10_000 {
        let mut child = Command::new(KIFU)
            .current_dir(folder)
            .args(MATCH)
            .args(more)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let until = line_count() + random.below(max_games + 1) as usize;
        let mut exit = None;
        wait_until("the games of a match", || {
            exit = child.try_wait().unwrap();
            exit.is_some() || line_count() >= until
        });
        // In the middle of a game, at any of its moments.
        std::thread::sleep(Duration::from_micros(random.below(20_000).into()));
        if exit.is_none() {
            exit = child.try_wait().unwrap();
        }
        if let Some(status) = exit {
            assert!(status.success());
            return kills;
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    panic!("the match never ended");
}

fn assert_complete(folder: &Path, games: u32) {
    let all = records(folder, "m.ronl");
    let numbers: BTreeSet<u32> = all
        .iter()
        .map(|record| record.ext["arena.game"].parse().unwrap())
        .collect();
    assert_eq!(all.len(), games as usize);
    assert_eq!(numbers, (0..games).collect());
    let valid = kifu(folder, &["validate", "--strict", "--summary", "m.ronl"]);
    assert_eq!(valid.code, 0, "{}", valid.out);
}

#[test]
#[ignore = "takes minutes"]
fn thousand_games_survive_kills_at_random_moments() {
    let here = bot_folder(&[]);
    let kills = kill_until_finished(here.path(), 1000, 60);
    println!("killed {kills} times");
    assert!(kills > 20);
    assert_complete(here.path(), 1000);
}

#[test]
fn resumed_match_plays_same_games_as_uninterrupted_match() {
    let (one, two) = (bot_folder(&[]), bot_folder(&[]));
    let whole = kifu(one.path(), &[&MATCH[..], &["--games", "8"]].concat());
    assert_eq!(whole.code, 0);
    kifu(two.path(), &[&MATCH[..], &["--games", "2"]].concat());
    let rest = kifu(
        two.path(),
        &[&MATCH[..], &["--games", "8", "--resume"]].concat(),
    );
    assert_eq!(rest.code, 0, "{}", rest.err);
    let moves = |folder: &Path| -> Vec<String> {
        records(folder, "m.ronl")
            .into_iter()
            .map(|record| record.moves)
            .collect()
    };
    assert_eq!(moves(one.path()), moves(two.path()));
}

#[test]
fn torn_line_is_set_aside_and_its_game_replayed() {
    let here = bot_folder(&[]);
    let file = here.path().join("m.ronl");
    kifu(here.path(), &[&MATCH[..], &["--games", "4"]].concat());
    let text = std::fs::read(&file).unwrap();
    let ends: Vec<usize> = text
        .iter()
        .enumerate()
        .filter(|(_, byte)| **byte == b'\n')
        .map(|(at, _)| at)
        .collect();
    for cut in [ends[1] + 2, ends[2] - 1, ends[3]] {
        std::fs::write(&file, &text[..cut]).unwrap();
        let run = kifu(
            here.path(),
            &[&MATCH[..], &["--games", "4", "--resume"]].concat(),
        );
        assert_eq!(run.code, 0, "{}", run.err);
        assert!(run.err.contains("is incomplete"), "{}", run.err);
        assert_complete(here.path(), 4);
        let aside = std::fs::read(here.path().join("m.ronl.torn")).unwrap();
        let start = ends
            .iter()
            .rev()
            .find(|end| **end < cut)
            .map_or(0, |end| end + 1);
        assert!(aside.ends_with(&[&text[start..cut], b"\n"].concat()));
    }
}

#[test]
fn resume_refuses_another_match_and_a_broken_file() {
    let here = bot_folder(&[]);
    let file = here.path().join("m.ronl");
    kifu(here.path(), &[&MATCH[..], &["--games", "2"]].concat());
    let again = kifu(here.path(), &MATCH);
    assert_eq!(again.code, 2);
    assert!(
        again.err.contains("use --resume to continue"),
        "{}",
        again.err
    );
    let other = kifu(
        here.path(),
        &[&MATCH[..], &["--resume", "--seed", "9"]].concat(),
    );
    assert_eq!(other.code, 2);
    assert!(other.err.contains("another match"), "{}", other.err);
    let before = std::fs::read(&file).unwrap();
    let mut open = OpenOptions::new().append(true).open(&file).unwrap();
    open.write_all(b"(kifu: 1, nonsense)\n").unwrap();
    let broken = kifu(
        here.path(),
        &[&MATCH[..], &["--resume", "--games", "4"]].concat(),
    );
    assert_eq!(broken.code, 2);
    assert!(
        broken.err.contains("expected a record in `m.ronl:3`"),
        "{}",
        broken.err
    );
    std::fs::write(&file, [&before[..], &before[..]].concat()).unwrap();
    let doubled = kifu(
        here.path(),
        &[&MATCH[..], &["--resume", "--games", "4"]].concat(),
    );
    assert!(doubled.err.contains("each game once"), "{}", doubled.err);
}

/// Returns the text of a match file of some games.
fn played(folder: &Path, games: &str) -> String {
    let run = kifu(folder, &[&MATCH[..], &["--games", games]].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    std::fs::read_to_string(folder.join("m.ronl")).unwrap()
}

#[test]
fn resume_accepts_a_blank_last_line() {
    let here = bot_folder(&[]);
    let text = played(here.path(), "2");
    std::fs::write(here.path().join("m.ronl"), text + "\n").unwrap();
    let args = [&MATCH[..], &["--games", "4", "--resume"]].concat();
    let run = kifu(here.path(), &args);
    assert_eq!(run.code, 0, "{}", run.err);
    let again = std::fs::read_to_string(here.path().join("m.ronl")).unwrap();
    let lines = again.lines().filter(|line| !line.trim().is_empty());
    assert_eq!(lines.count(), 4);
}

#[test]
fn resume_refuses_invalid_game_with_its_line_number() {
    let here = bot_folder(&[]);
    let text = played(here.path(), "2");
    // The last move of the second game is lost.
    let start = text.find('\n').unwrap() + 1;
    let moves = start + text[start..].find("moves:\"").unwrap() + 7;
    let end = moves + text[moves..].find('"').unwrap();
    let last = moves + text[moves..end].rfind(' ').unwrap();
    let changed = format!("{}{}", &text[..last], &text[end..]);
    let file = here.path().join("m.ronl");
    std::fs::write(&file, &changed).unwrap();
    let args = [&MATCH[..], &["--games", "4", "--resume"]].concat();
    let run = kifu(here.path(), &args);
    assert_eq!(run.code, 2);
    assert!(
        run.err.contains("`m.ronl:2`, found an error: K3"),
        "{}",
        run.err
    );
    assert_eq!(std::fs::read_to_string(&file).unwrap(), changed);
}

#[cfg(unix)]
#[test]
fn match_whose_file_is_removed_fails_and_rescues_its_games() {
    let here = bot_folder(&[]);
    let file = here.path().join("m.ronl");
    let mut child = Command::new(KIFU)
        .current_dir(here.path())
        .args(MATCH)
        .args(["--games", "100000", "--quiet"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_until("the first games", || {
        std::fs::read(&file).is_ok_and(|text| text.split(|byte| *byte == b'\n').count() > 3)
    });
    std::fs::remove_file(&file).unwrap();
    let mut exit = None;
    wait_until("the end of the match", || {
        exit = child.try_wait().unwrap();
        exit.is_some()
    });
    let output = child.wait_with_output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(exit.unwrap().code(), Some(2), "{message}");
    assert!(message.contains("was removed or replaced"), "{message}");
    assert!(message.contains("m.ronl.rescued"), "{message}");
    assert!(!file.exists());
    assert!(records(here.path(), "m.ronl.rescued").len() >= 3);
}

mod slow {
    use super::*;

    #[test]
    fn resumed_match_neither_loses_nor_repeats_a_game() {
        let here = bot_folder(&[]);
        let kills = kill_until_finished(here.path(), 40, 6);
        println!("killed {kills} times");
        assert_complete(here.path(), 40);
    }

    #[test]
    fn convert_refuses_to_replace_file_of_running_match() {
        let here = bot_folder(&[]);
        let file = here.path().join("m.ronl");
        played(here.path(), "2");
        std::fs::copy(&file, here.path().join("other.ronl")).unwrap();
        let mut child = Command::new(KIFU)
            .current_dir(here.path())
            .args(MATCH)
            .args(["--games", "100000", "--quiet", "--resume"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        wait_until("more games", || {
            std::fs::read(&file).is_ok_and(|text| text.split(|byte| *byte == b'\n').count() > 4)
        });
        let run = kifu(
            here.path(),
            &["convert", "other.ronl", "-o", "m.ronl", "--force"],
        );
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(run.code, 2);
        assert!(
            run.err.contains("another kifu is writing to it"),
            "{}",
            run.err
        );
        assert!(records(here.path(), "m.ronl").len() >= 4);
    }
}
