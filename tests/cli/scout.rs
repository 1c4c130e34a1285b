//! The report on a player over many games.

use crate::{folder, kifu};
use serde_json::Value;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Three plies of Clobber on four squares, which the first player wins, with the times of the plies.
fn record(id: &str, first: &str, second: &str, times: &str) -> String {
    format!(
        "(kifu:2,game:\"clobber\",setup:{{\"width\":\"2\",\"height\":\"2\"}},source:(format:\"codingame\",id:\"{id}\"),\
         players:((name:\"{first}\"),(name:\"{second}\")),moves:\"a2a1 b2b1 a1b1\",times_ms:\"{times}\")\n"
    )
}

fn games() -> TempDir {
    let text = record("1", "Ada", "Bob", "100 50 300")
        + &record("2", "Ada", "Bob", "700 50 20")
        + &record("3", "Bob", "Ada", "10 40 30")
        + &record("4", "Cid", "Ada", "10 95 30")
        + &record("5", "Cid", "Bob", "10 20 30");
    folder(&[
        ("games.ronl", &text),
        ("again.ronl", &record("2", "Ada", "Bob", "700 50 20")),
    ])
}

fn reports(folder: &Path, args: &[&str]) -> Vec<Value> {
    let run = kifu(folder, &[&["scout"], args, &["--json"]].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    run.out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn records(name: &str) -> String {
    format!("{}/records/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn results_are_counted_once_by_side_and_opponent() {
    let folder = games();
    let [report] = &reports(folder.path(), &["Ada", "."])[..] else {
        panic!("one kind of game")
    };
    assert_eq!(
        (&report["games"], &report["repeated"]),
        (&4.into(), &1.into())
    );
    let wdl = |results: &Value| ["won", "drawn", "lost"].map(|key| results[key].as_u64().unwrap());
    assert_eq!(wdl(&report["all"]), [2, 0, 2]);
    assert_eq!(wdl(&report["seats"][0]), [2, 0, 0]);
    assert_eq!(wdl(&report["seats"][1]), [0, 0, 2]);
    // Wilson's interval of 2 in 4.
    let score = &report["all"]["score"];
    assert_eq!(score["share"], 0.5);
    assert_eq!(
        (&score["low"], &score["high"]),
        (&0.15.into(), &0.85.into())
    );
    let opponents = report["opponents"].as_array().unwrap();
    let names: Vec<_> = opponents
        .iter()
        .map(|row| row["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["Bob", "Cid"]);
    assert_eq!(opponents[0]["won_games"], serde_json::json!(["2", "1"]));
    assert_eq!(opponents[0]["lost_games"], serde_json::json!(["3"]));
    assert_eq!(report["losses"][0]["decided_by"], Value::Null);
    assert_eq!(report["losses"][0]["games"][1]["game"], "4");
    assert_eq!(
        (&report["reviewed"], &report["phases"]),
        (&0.into(), &serde_json::json!([]))
    );
}

#[test]
fn time_habits_have_means_errors_and_games_over_the_clock() {
    let folder = games();
    let report = &reports(folder.path(), &["Ada", "games.ronl"])[0];
    let time = &report["time"];
    // 400, 720, 40 and 95 ms.
    assert_eq!(time["game_ms"]["mean"], 313.75);
    let phases = time["phases"].as_array().unwrap();
    let of = |key: &str| {
        phases
            .iter()
            .map(|phase| phase[key].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(of("phase"), ["opening", "middle", "end"]);
    assert_eq!(of("moves"), [2, 2, 2]);
    let means: Vec<_> = phases
        .iter()
        .map(|phase| phase["ms"]["mean"].clone())
        .collect();
    assert_eq!(means, [400.0, 67.5, 160.0]);
    // 1.96 · sqrt(2 · (300² + 300²)) / 2.
    assert_eq!(phases[0]["ms"]["error"], 587.9892);
    assert_eq!(
        time["longest"][0],
        serde_json::json!({"game": "2", "ply": 1, "ms": 700})
    );
    // A turn has 100 ms, the first one 1 s.
    assert_eq!(time["over_games"], serde_json::json!(["1"]));
    assert_eq!(time["trouble_games"], serde_json::json!(["1"]));
}

#[test]
fn losses_by_phase_sum_up_to_those_of_the_review() {
    let folder = folder(&[]);
    for (name, seat) in [
        ("clobber.ron", "first"),
        ("turn-right.ron", "second"),
        ("atari-go.ron", "second"),
    ] {
        let path = records(name);
        let report = &reports(folder.path(), &[seat, &path])[0];
        assert_eq!(report["reviewed"], 1, "{name}");
        let phases = report["phases"].as_array().unwrap();
        let moves: u64 = phases
            .iter()
            .map(|phase| phase["moves"].as_u64().unwrap())
            .sum();
        let bad: u64 = phases
            .iter()
            .flat_map(|phase| phase["bad"].as_array().unwrap())
            .map(|bad| bad.as_u64().unwrap())
            .sum();
        let by_player = kifu(
            folder.path(),
            &["export", &path, "-o", "tables", "--to", "jsonl", "--force"],
        );
        assert_eq!(by_player.code, 0, "{}", by_player.err);
        let plies = fs::read_to_string(folder.path().join("tables/plies.jsonl")).unwrap();
        let plies = plies
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap());
        let own: Vec<Value> = plies
            .filter(|ply| ply["side"] == seat && ply["loss"].is_number())
            .collect();
        assert_eq!(moves, own.len() as u64, "{name}");
        let lost: f64 = own.iter().map(|ply| ply["loss"].as_f64().unwrap()).sum();
        let means = phases.iter().map(|phase| {
            phase["loss"]["mean"].as_f64().unwrap() * phase["moves"].as_f64().unwrap()
        });
        assert!((lost - means.sum::<f64>()).abs() < 0.01, "{name}: {lost}");
        let is_bad = |ply: &&Value| {
            ["inaccuracy", "mistake", "blunder"]
                .contains(&ply["class"].as_str().unwrap_or_default())
        };
        assert_eq!(bad, own.iter().filter(is_bad).count() as u64, "{name}");
    }
}

#[test]
fn secret_is_guessed_only_where_both_are_known() {
    let folder = folder(&[]);
    let path = records("box.ron");
    for seat in ["first", "second"] {
        let secret = &reports(folder.path(), &[seat, &path])[0]["secret"];
        assert_eq!(
            (&secret["games"], &secret["chance"]),
            (&1.into(), &0.2.into())
        );
        let moves: Vec<u64> = secret["steps"]
            .as_array()
            .unwrap()
            .iter()
            .map(|step| step["moves"].as_u64().unwrap())
            .collect();
        assert_eq!(moves, [1, 2, 3, 5, 10]);
    }
    let text = fs::read_to_string(&path)
        .unwrap()
        .replace("\"2 5\"", "\"2 -\"");
    fs::write(folder.path().join("unknown.ron"), text).unwrap();
    let report = &reports(folder.path(), &["first", "unknown.ron"])[0];
    assert_eq!(report["secret"], Value::Null);
}

#[test]
fn claims_are_those_of_the_review() {
    let folder = folder(&[]);
    let path = records("zuniq.ron");
    let reviewed = folder.path().join("reviewed.ron");
    let args = [
        "review",
        &path,
        "--nodes",
        "100",
        "-o",
        "reviewed.ron",
        "--report",
        "json",
    ];
    let review = kifu(folder.path(), &args);
    assert_eq!(review.code, 0, "{}", review.err);
    let review: Value = serde_json::from_str(&review.out).unwrap();
    for (player, seat) in ["first", "second"].into_iter().enumerate() {
        let report = &reports(folder.path(), &[seat, reviewed.to_str().unwrap()])[0];
        let (claims, expected) = (&report["claims"], &review["claims"][player]);
        let made = ["right_games", "wrong_games"].map(|key| claims[key].as_array().unwrap().len());
        let claimed = &expected["claimed"];
        let right = claimed["right"].as_bool();
        assert_eq!(
            made,
            [
                usize::from(right == Some(true)),
                usize::from(right == Some(false))
            ]
        );
        let is_held = expected["earliest"]["ply"]
            .as_u64()
            .is_some_and(|ply| claimed["ply"].as_u64().is_none_or(|claimed| claimed > ply));
        let held = claims["held"].as_array().unwrap();
        assert_eq!(
            held.len(),
            usize::from(is_held),
            "{seat}: {claims} {expected}"
        );
        assert_eq!(
            claims["cost"].as_i64(),
            expected["waiting"].as_i64().filter(|_| is_held).or(Some(0))
        );
    }
    let clobber = &reports(folder.path(), &["first", &records("clobber.ron")])[0];
    assert_eq!(clobber["claims"], Value::Null);
}

#[test]
fn text_and_page_name_a_handful_of_games() {
    let folder = folder(&[]);
    let games: String = (1..=9)
        .map(|id| record(&id.to_string(), "A <b>", "B", "1 1 1"))
        .collect();
    fs::write(folder.path().join("nine.ronl"), games).unwrap();
    let run = kifu(folder.path(), &["scout", "A <b>", "nine.ronl"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(
        run.out.contains("won: 1, 2, 3, 4, 5 + 4 more"),
        "{}",
        run.out
    );
    let run = kifu(
        folder.path(),
        &["scout", "A <b>", "nine.ronl", "-o", "a.html"],
    );
    assert_eq!((run.code, run.out.as_str()), (0, ""), "{}", run.err);
    let page = fs::read_to_string(folder.path().join("a.html")).unwrap();
    assert!(page.contains("A &lt;b&gt;") && !page.contains("A <b>"));
    assert!(page.contains("1, 2, 3, 4, 5, 6, 7, 8, 9"));
    let again = kifu(
        folder.path(),
        &["scout", "A <b>", "nine.ronl", "-o", "a.html"],
    );
    assert_eq!(again.code, 2, "a page is not overwritten");
}

#[test]
fn unknown_player_is_an_error_with_nearest_names() {
    let folder = games();
    let run = kifu(folder.path(), &["scout", "Adda", "games.ronl"]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(run.err.contains("names in the logs: `Ada`"), "{}", run.err);
    let only = reports(folder.path(), &["Ada", "games.ronl", "--opponent", "Cid"]);
    assert_eq!(only[0]["games"], 1);
}
