//! `kifu review --suite` and `kifu analyze --suite`; `--by player` by kind.

use crate::{folder, kifu};
use std::fs;

fn logs() -> tempfile::TempDir {
    let records = crate::common::records_folder();
    let read = |name: &str| fs::read_to_string(records.join(name)).unwrap();
    folder(&[("logs/zuniq.ron", read("zuniq.ron").as_str())])
}

const REVIEW: [&str; 4] = ["review", "logs", "--nodes", "5000"];

mod slow {
    use super::*;

    #[test]
    fn mistakes_are_written_to_suite_and_solved_by_analyze() {
        let logs = logs();
        let path = logs.path();
        let mut args = REVIEW.to_vec();
        args.extend(["--suite", "wrong.jsonl", "--report", "none"]);
        let run = kifu(path, &args);
        assert_eq!((run.code, run.out.as_str()), (0, ""), "{}", run.err);
        let text = fs::read_to_string(path.join("wrong.jsonl")).unwrap();
        let lines = text.lines();
        let all: Vec<serde_json::Value> = lines
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let good_moves = |position: &serde_json::Value| -> Vec<serde_json::Value> {
            let good = position["good"].as_array().unwrap().iter();
            good.map(|known| known["move"].clone()).collect()
        };
        for position in &all {
            assert!(
                good_moves(position).contains(&position["best"]),
                "{position}"
            );
            assert_eq!(position["suite"], 2);
        }
        let is_mistake = |position: &serde_json::Value| {
            !["good", "only"].contains(&position["class"].as_str().unwrap())
        };
        let (problems, others): (Vec<_>, Vec<_>) = all.into_iter().partition(is_mistake);
        assert!(problems.len() >= 2, "{text}");
        assert!(others.len() <= problems.len(), "{text}");
        for problem in &problems {
            assert!(problem["loss"].as_f64().unwrap() >= 0.05, "{problem}");
            assert!(
                !good_moves(problem).contains(&problem["played"]),
                "{problem}"
            );
            assert_eq!(problem["line"][0], problem["best"], "{problem}");
            assert_ne!(problem["player"], problem["opponent"], "{problem}");
            assert!(problem["ply"].as_u64().unwrap() >= 1, "{problem}");
        }
        // The same engine with more nodes finds nearly all, and certainly every proven win.
        let solve = [
            "analyze",
            "--suite",
            "wrong.jsonl",
            "--nodes",
            "70000",
            "--json",
        ];
        let run = kifu(path, &solve);
        assert_eq!((run.code, run.err.as_str()), (0, ""));
        let answers: Vec<serde_json::Value> = run
            .out
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert_eq!(answers.len(), problems.len());
        for (answer, problem) in answers.iter().zip(&problems) {
            assert_eq!(answer["best"], problem["best"]);
            let same = answer["chosen"] == answer["best"];
            let wins = problem["proven"] == "Win" && answer["proven"] == "Win";
            let good = good_moves(problem).contains(&answer["chosen"]);
            assert_eq!(answer["found"], same || wins || good, "{answer}");
            if problem["proven"] == "Win" {
                assert_eq!(answer["proven"], "Win", "{answer}");
            }
        }
        let found = answers.iter().filter(|answer| answer["found"] == true);
        let found = found.count();
        assert!(2 * found > answers.len(), "{found} of {}", answers.len());
        let run = kifu(path, &solve[..5]);
        let last = format!("{found} of {} solved\n", answers.len());
        assert!(run.out.ends_with(&last), "{}", run.out);
        // The same positions are not added again, and a broken line is reported with its number.
        let run = kifu(path, &args);
        assert_eq!(run.code, 0, "{}", run.err);
        assert_eq!(fs::read_to_string(path.join("wrong.jsonl")).unwrap(), text);
        let verify = ["review", "--suite", "wrong.jsonl", "--verify"];
        let run = kifu(path, &verify);
        let end = "positions by this version of the engine\n";
        assert!(run.out.ends_with(end), "{}", run.out);
        // Another engine's judgement is replaced, if that is wanted.
        let engine = problems[0]["engine"].as_str().unwrap();
        let foreign = text.replacen(engine, "Other 1", 1);
        fs::write(path.join("wrong.jsonl"), &foreign).unwrap();
        let run = kifu(path, &verify);
        assert!(run.out.contains("1 position judged again"), "{}", run.out);
        assert_eq!(
            fs::read_to_string(path.join("wrong.jsonl")).unwrap(),
            foreign
        );
        kifu(path, &[&verify[..], &["--update"]].concat());
        let updated = fs::read_to_string(path.join("wrong.jsonl")).unwrap();
        assert!(!updated.contains("Other 1"), "{updated}");
        fs::write(path.join("wrong.jsonl"), format!("{text}{{\n")).unwrap();
        let run = kifu(path, &solve);
        assert_eq!(run.code, 2);
        let place = format!("wrong.jsonl:{}:", text.lines().count() + 1);
        assert!(run.err.contains(&place), "{}", run.err);
    }

    #[test]
    fn totals_by_player_include_kinds_of_mistakes() {
        let logs = logs();
        let mut args = REVIEW.to_vec();
        args.extend(["--by", "player"]);
        let run = kifu(logs.path(), &args);
        assert_eq!(run.code, 0, "{}", run.err);
        assert!(
            run.out.contains("\n  threw away a proven win "),
            "{}",
            run.out
        );
        args.extend(["--report", "json"]);
        let run = kifu(logs.path(), &args);
        let mut thrown = 0;
        for line in run.out.lines() {
            let player: serde_json::Value = serde_json::from_str(line).unwrap();
            let kinds = player["turnings"].as_object().unwrap();
            let plies = |sum: &serde_json::Value| sum["plies"].as_u64().unwrap();
            let bad = ["inaccuracies", "mistakes", "blunders"];
            let count = |sum: &serde_json::Value| -> u64 {
                bad.iter().map(|name| sum[name].as_u64().unwrap()).sum()
            };
            // Every bad ply is of one kind.
            assert_eq!(
                kinds.values().map(count).sum::<u64>(),
                count(&player["all"])
            );
            thrown += kinds.get("threw-away-win").map_or(0, plies);
        }
        assert!(thrown >= 1, "{}", run.out);
    }
}
