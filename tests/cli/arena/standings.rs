//! `kifu standings`: the contest's own points.

use super::bot_folder;
use crate::common::xml::html;
use crate::kifu;
use kifu::record::{read_ron, write_ron};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn data(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../shared/data")
        .join(name);
    if path.exists() {
        return Some(path);
    }
    println!("skipped: {} is not here", path.display());
    None
}

fn json(paths: &[&str]) -> Vec<serde_json::Value> {
    let here = bot_folder(&[]);
    let run = kifu(here.path(), &[&["standings", "--json"], paths].concat());
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    run.out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
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

#[test]
fn a_contests_points_are_its_own() {
    for (nth, number) in [(1, 323), (2, 324), (3, 325)] {
        let name = format!("box/test-{nth}-competition-{number}");
        let Some(table) = data(&format!("{name}.csv")) else {
            return;
        };
        let known = by_hand(&table);
        assert!(known.len() > 20);
        let transcripts = data(&format!("{name}-transcripts.csv")).unwrap();
        let (table, transcripts) = (
            table.display().to_string(),
            transcripts.display().to_string(),
        );
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
                // A winner by the other's fault has the status LOSE if the completed game says so.
                assert!(
                    row["won"].as_u64().unwrap() >= wins || faulty > 0,
                    "{row} {wins}"
                );
                assert!(points <= last);
                last = points;
            }
        }
    }
}

#[test]
fn real_games_of_other_contests_count_as_the_rules_say() {
    let Some(zuniq) = data("zuniq/games.txt") else {
        return;
    };
    let sheets = json(&[&zuniq.display().to_string()]);
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
    let turn_right = data("turn-right/selfplay.txt").unwrap();
    let sheets = json(&[&turn_right.display().to_string()]);
    // White 32, Black 41: 50 and nine, two game points.
    let rows = sheets[0]["rows"].as_array().unwrap();
    let of = |row: usize, key: &str| rows[row][key].as_i64().unwrap();
    assert_eq!(
        (of(0, "points"), of(0, "game_points"), of(0, "scores")),
        (59, 2, 41)
    );
    assert_eq!(
        (of(1, "points"), of(1, "game_points"), of(1, "scores")),
        (41, 0, 32)
    );
    let clobber = data("clobber").unwrap();
    let sheets = json(&[&clobber.display().to_string(), "--game", "clobber"]);
    let rows = sheets[0]["rows"].as_array().unwrap();
    let won: u64 = rows.iter().map(|row| row["won"].as_u64().unwrap()).sum();
    assert!(won > 10);
}

const TABLE: &str =
    "Game,Round,IsSwiss,User1,Score1,Status1,User2,Score2,Status2,Color1,Color2,Moves\n";

#[test]
fn every_form_has_all_bots_and_names_are_escaped() {
    let games = "game: clobber\nplayer1: <Ada>\nplayer2: \"C\", x\nwidth: 2\nheight: 2\na2a1 b2b1 a1b1\n---\n\
                 game: clobber\nplayer1: \"C\", x\nplayer2: <Ada>\nwidth: 2\nheight: 2\na2a1 b2b1 a1b1\n---\n\
                 game: clobber\nplayer1: Eve\nplayer2: <Ada>\nwidth: 2\nheight: 2\na2a1 b2b1 a1b1\n";
    let here = bot_folder(&[("games.moves", games)]);
    let run = |form: &[&str]| {
        let run = kifu(here.path(), &[&["standings", "games.moves"], form].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        run.out
    };
    let text = run(&[]);
    assert!(text.contains("3 games, ranked by games won"), "{text}");
    assert!(text.contains("Eve") && text.contains("<Ada>"), "{text}");
    let csv = run(&["--csv"]);
    assert!(csv.contains("\"\"\"C\"\", x\""), "{csv}");
    assert_eq!(csv.lines().count(), 4);
    let html = run(&["--html"]);
    assert!(
        html.contains("&lt;Ada&gt;") && !html.contains("<Ada>"),
        "{html}"
    );
    let json: serde_json::Value = serde_json::from_str(run(&["--json"]).trim()).unwrap();
    assert_eq!(json["rows"].as_array().unwrap().len(), 3);
    let none = bot_folder(&[("t.csv", TABLE)]);
    let run = kifu(none.path(), &["standings", "t.csv"]);
    assert_eq!(run.code, 2, "{}{}", run.out, run.err);
}

#[test]
fn a_hostile_name_is_text_on_the_page_and_nothing_else() {
    let records = crate::common::records_folder();
    let record = std::fs::read_to_string(records.join("clobber.ron")).unwrap();
    let page = |bots: [&str; 2]| {
        let mut record = read_ron(&record).unwrap();
        bots[0].clone_into(&mut record.players.0.name);
        bots[1].clone_into(&mut record.players.1.name);
        let here = bot_folder(&[("a.ron", &write_ron(&record))]);
        let run = kifu(here.path(), &["standings", "a.ron", "--html"]);
        assert_eq!(run.code, 0, "{}", run.err);
        html(&run.out).unwrap_or_else(|why| panic!("{why}\n{}", run.out))
    };
    let name = "</td></style><script>\n\" class=\"x\" '&amp;&lt;<!--\u{202e}\u{ffff}";
    let harmless = page(["Ada", "Charles"]);
    let hostile = page(["Ada", name]);
    let shown = name.replace(['\u{202e}', '\u{ffff}'], "\u{fffd}");
    assert!(hostile.texts.contains(&shown), "{:?}", hostile.texts);
    assert_eq!(hostile.tags, harmless.tags);
    assert_eq!(hostile.raw, harmless.raw);
}
