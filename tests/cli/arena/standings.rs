//! `kifu standings`: the contest's own points.

use super::bot_folder;
use crate::common::xml::html;
use crate::kifu;
use kifu::record::{read_ron, write_ron};
use std::path::Path;

/// The only table of some logs.
fn json(folder: &Path, logs: &str) -> serde_json::Value {
    let run = kifu(folder, &["standings", "--json", logs]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    serde_json::from_str(run.out.trim()).unwrap()
}

#[test]
fn points_of_turn_right_are_those_of_its_rules() {
    let game = include_str!("../../../fixtures/moves/whole-turn-right.txt");
    let here = bot_folder(&[("game.txt", game)]);
    let sheet = json(here.path(), "game.txt");
    // White 32, Black 41: 50 and nine, two game points.
    let rows = sheet["rows"].as_array().unwrap();
    let of = |row: usize, key: &str| rows[row][key].as_i64().unwrap();
    assert_eq!(
        (of(0, "points"), of(0, "game_points"), of(0, "scores")),
        (59, 2, 41)
    );
    assert_eq!(
        (of(1, "points"), of(1, "game_points"), of(1, "scores")),
        (41, 0, 32)
    );
}

#[test]
fn points_of_box_are_the_sums_of_the_table() {
    let table = include_str!("../../../fixtures/codecup-csv/box.csv");
    let here = bot_folder(&[("box.csv", table)]);
    let sheet = json(here.path(), "box.csv");
    // The columns Score1 and Score2 of four games.
    let rows = sheet["rows"].as_array().unwrap();
    let of = |row: usize| {
        let number = |key: &str| rows[row][key].as_i64().unwrap();
        let name = rows[row]["name"].as_str().unwrap();
        (name, number("points"), number("games"), number("won"))
    };
    assert_eq!(of(0), ("Tiles", 234 + 236 + 224 + 150, 4, 3));
    assert_eq!(of(1), ("Lines", 66 + 64 + 76 + 150, 4, 0));
    assert_eq!(rows.len(), 2);
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
