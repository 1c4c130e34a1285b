//! `kifu standings`: the contest's own points.

use crate::program::kifu;
use libtest_mimic::Trial;
use std::collections::BTreeMap;
use std::path::Path;

pub fn trials() -> Vec<Trial> {
    trials![
        [
            "box/test-1-competition-323.csv",
            "box/test-2-competition-324.csv",
            "box/test-3-competition-325.csv",
        ] => box_points_equal_those_of_the_contest,
        "zuniq/games.txt" => zuniq_points_are_within_the_range_of_its_rules,
        "clobber" => clobber_wins_are_counted,
    ]
}

fn json(paths: &[&str]) -> Vec<serde_json::Value> {
    let here = tempfile::tempdir().unwrap();
    let run = kifu(here.path(), &[&["standings", "--json"], paths].concat());
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    run.out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The path for a program that runs in another folder.
fn absolute(path: &Path) -> String {
    path.canonicalize().unwrap().display().to_string()
}

/// Each player's points, games and wins, added up by hand from a contest's own table:
/// `Game,Round,IsSwiss,Player,User,Score,Status`.
fn by_hand(path: &Path) -> BTreeMap<String, (i64, u64, u64)> {
    let mut all = BTreeMap::new();
    for line in std::fs::read_to_string(path).unwrap().lines().skip(1) {
        let mut fields = line.rsplitn(3, ',');
        let (status, score) = (fields.next().unwrap(), fields.next().unwrap());
        let user = fields.next().unwrap().split('"').nth(3).unwrap().to_owned();
        let entry = all.entry(user).or_insert((0, 0, 0));
        entry.0 += score.parse::<i64>().unwrap();
        entry.1 += 1;
        entry.2 += u64::from(status == "WIN");
    }
    all
}

fn box_points_equal_those_of_the_contest(path: &Path) {
    let known = by_hand(path);
    assert!(known.len() > 20);
    let table = absolute(path);
    let transcripts = table.replace(".csv", "-transcripts.csv");
    // From the moves, from the table, and from both, in which each game counts once.
    for paths in [
        &[transcripts.as_str()][..],
        &[&table],
        &[&table, &transcripts],
    ] {
        let sheets = json(paths);
        assert_eq!(sheets.len(), 1);
        let rows = sheets[0]["rows"].as_array().unwrap();
        assert_eq!(rows.len(), known.len());
        let mut last = i64::MAX;
        for row in rows {
            let (points, games, wins) = known[row["name"].as_str().unwrap()];
            assert_eq!(row["points"].as_i64(), Some(points), "{row}");
            assert_eq!(row["games"].as_u64(), Some(games), "{row}");
            let faulty = row["faults"].as_object().unwrap().len();
            // A winner by the other's fault has the status LOSE if they lose the completed game.
            assert!(
                row["won"].as_u64().unwrap() >= wins || faulty > 0,
                "{row} {wins}"
            );
            assert!(points <= last);
            last = points;
        }
    }
}

fn zuniq_points_are_within_the_range_of_its_rules(path: &Path) {
    let sheets = json(&[&absolute(path)]);
    assert_eq!(sheets[0]["game"], "zuniq");
    let points: i64 = sheets[0]["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["points"].as_i64().unwrap())
        .sum();
    // A winner's 100 to 110 and a loser's 50 or 0 in each game.
    let games = sheets[0]["games"].as_i64().unwrap();
    assert!(points >= 100 * games && points <= 160 * games, "{points}");
}

fn clobber_wins_are_counted(folder: &Path) {
    let sheets = json(&[&absolute(folder), "--game", "clobber"]);
    let rows = sheets[0]["rows"].as_array().unwrap();
    let won: u64 = rows.iter().map(|row| row["won"].as_u64().unwrap()).sum();
    assert!(won > 10);
}
