//! `kifu review`: reports, saved reviews, resuming and verifying.

use crate::{GAME, folder, kifu};
use std::fs;
use std::path::Path;

fn review(folder: &Path, more: &[&str]) -> crate::Run {
    let mut args = vec!["review", "logs", "--nodes", "30", "--jobs", "2"];
    args.extend(more);
    kifu(folder, &args)
}

fn lines(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(str::to_owned).collect()
}

#[test]
fn resumed_review_equals_an_uninterrupted_one() {
    let logs = folder(&[
        ("logs/a.moves", GAME),
        ("logs/b.moves", GAME),
        ("logs/c.moves", GAME),
    ]);
    let path = logs.path();
    let run = review(path, &["-o", "all.ronl"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_eq!(run.out.matches("accuracy").count(), 3, "{}", run.out);
    let all = lines(&path.join("all.ronl"));
    assert_eq!(all.len(), 3);
    assert!(all.iter().all(|line| line.contains("budget:Nodes(30)")));
    // An existing file is not overwritten.
    let run = review(path, &["-o", "all.ronl"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("--resume"), "{}", run.err);
    // The plug was pulled while the second line was being written.
    let torn = format!("{}\n{}", all[0], &all[1][..all[1].len() / 2]);
    fs::write(path.join("torn.ronl"), torn).unwrap();
    let run = review(path, &["-o", "torn.ronl", "--resume", "--report", "none"]);
    assert_eq!((run.code, run.out.as_str()), (0, ""), "{}", run.err);
    assert_eq!(lines(&path.join("torn.ronl")), all);
    // A saved review is verified; a changed one is found.
    let run = kifu(path, &["review", "all.ronl", "--verify"]);
    assert_eq!(run.code, 0, "{}", run.out);
    assert_eq!(run.out.matches(", 0 different,").count(), 3, "{}", run.out);
    let forged = all[0].replacen("nodes:", "nodes:7", 1);
    assert_ne!(forged, all[0]);
    fs::write(path.join("forged.ronl"), forged + "\n").unwrap();
    let run = kifu(path, &["review", "forged.ronl", "--verify"]);
    assert_eq!(run.code, 1, "{}", run.out);
    assert!(run.out.contains(", 1 different,"), "{}", run.out);
}

#[test]
fn resume_refuses_a_review_of_other_games() {
    let logs = folder(&[("logs/a.moves", GAME)]);
    let path = logs.path();
    assert_eq!(review(path, &["-o", "all.ronl"]).code, 0);
    let shorter = GAME.trim_end().rsplit_once(char::is_whitespace).unwrap().0;
    fs::write(path.join("logs/a.moves"), shorter).unwrap();
    let before = lines(&path.join("all.ronl"));
    let run = review(path, &["-o", "all.ronl", "--resume"]);
    assert_eq!(run.code, 2);
    assert!(
        run.err.contains("does not hold the same game"),
        "{}",
        run.err
    );
    assert_eq!(lines(&path.join("all.ronl")), before);
}

#[test]
fn review_reports_json_and_totals_by_player() {
    let logs = folder(&[("logs/a.moves", GAME)]);
    let run = review(logs.path(), &["--report", "json"]);
    let report: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    let plies = report["plies"].as_u64().unwrap();
    assert_eq!(report["judged"].as_array().unwrap().len() as u64, plies);
    for ply in report["judged"].as_array().unwrap() {
        let loss = ply["best"]["win"].as_f64().unwrap() - ply["played"]["win"].as_f64().unwrap();
        assert!(ply["loss"].as_f64().unwrap() >= loss - 1e-9, "{ply}");
        assert!(ply["class"].is_string() && ply["move"].is_string());
    }
    let run = review(logs.path(), &["--by", "player"]);
    assert!(run.out.contains("against"), "{}", run.out);
    // One game fits into a single-game file, several do not.
    fs::write(logs.path().join("logs/b.moves"), GAME).unwrap();
    let run = review(logs.path(), &["-o", "one.ron"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains(".ronl"), "{}", run.err);
}

#[test]
fn game_with_invalid_setup_is_skipped_and_others_reviewed() {
    let odd = GAME.replace("width: 2", "width: 99");
    let logs = folder(&[
        ("logs/a.moves", odd.as_str()),
        ("logs/b.moves", GAME),
        ("logs/c.moves", crate::BROKEN),
    ]);
    let run = review(logs.path(), &["-o", "all.ronl"]);
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(run.err.contains("the game is skipped"), "{}", run.err);
    assert!(run.err.contains("the legal part"), "{}", run.err);
    assert!(run.out.contains("Ada"), "{}", run.out);
    assert!(lines(&logs.path().join("all.ronl")).len() >= 2);
    let only = folder(&[("logs/a.moves", "garbage")]);
    let run = review(only.path(), &[]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("found none"), "{}", run.err);
}

/// Half of the plies may get a short second search, as long as the first one, and a fifth three whole
/// ones.
#[test]
fn game_clock_leaves_time_for_second_searches() {
    let logs = folder(&[("logs/a.moves", GAME)]);
    for clock_ms in [600, 2000] {
        let clock = format!("{clock_ms}ms");
        let run = kifu(
            logs.path(),
            &["review", "logs", "--clock", &clock, "--report", "json"],
        );
        let report: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        let plies = report["plies"].as_u64().unwrap();
        let judged = report["judged"].as_array().unwrap();
        assert!(!judged.is_empty());
        let budgets = judged.iter().map(|ply| ply["budget"].as_str().unwrap());
        let time = |budget: &str, pass: &str| {
            let time = budget.strip_prefix("time ")?.strip_suffix(pass)?;
            time.strip_suffix("ms seed 1")?.parse::<u64>().ok()
        };
        let first = budgets.clone().find_map(|budget| time(budget, "")).unwrap();
        let whole = 5 * first.min(100);
        let spent = plies * (first + first / 2 + 3 * whole / 5);
        assert!(
            spent.abs_diff(clock_ms) <= clock_ms / 50 + plies,
            "{first}: {spent} of {clock_ms}"
        );
        for budget in budgets {
            let is_first = time(budget, "") == Some(first);
            // Fractions of a millisecond are left out.
            let is_second = |time| time == first || (whole..whole + 5).contains(&time);
            let is_second = time(budget, " closer").is_some_and(is_second);
            assert!(is_first || is_second, "{budget}");
        }
    }
}

#[test]
fn values_of_open_games_are_known_after_a_review() {
    let line = r#"(kifu: 2, game: "clobber", players: ((name: "a"), (name: "b")), moves: "b1a1", notes: {1: (stderr: "value=5")})"#;
    let here = folder(&[("open.ronl", &format!("{line}\n").repeat(20))]);
    let review = |file: &str| {
        let args = ["review", file, "--nodes", "1", "--skip-reviewed"];
        let out = ["-o", "reviewed.ronl", "-f", "--report", "text", "-q"];
        let run = kifu(here.path(), &[&args[..], &out].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        run.err.contains("what the bots' values mean is not known")
    };
    assert!(review("open.ronl"));
    assert!(!review("reviewed.ronl"));
}
