//! `kifu export`: tables that agree with each other and with the other commands, and a folder that
//! is written completely or not at all.

use crate::common::{names, records_folder};
use crate::{BROKEN, GAME, folder, kifu, shown};
use kifu::record::{read_ron, write_ron};
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::Field;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::Path;

const TABLES: [&str; 4] = ["games", "plies", "players", "findings"];

/// A row by column.
type Row = Map<String, Value>;

fn parquet_rows(path: &Path) -> Vec<Row> {
    let reader = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
    let row = |row: parquet::record::Row| {
        let column = |(name, field): (&String, &Field)| {
            let value = match field {
                Field::Null => Value::Null,
                Field::Bool(flag) => json!(flag),
                Field::Long(number) => json!(number),
                Field::Double(number) => json!(number),
                Field::Str(text) => json!(text),
                other => panic!("{other:?}"),
            };
            (name.clone(), value)
        };
        row.get_column_iter().map(column).collect()
    };
    let rows = reader.get_row_iter(None).unwrap();
    rows.map(|it| row(it.unwrap())).collect()
}

fn json_rows(path: &Path) -> Vec<Row> {
    let text = fs::read_to_string(path).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Returns the cells of a CSV text, row by row.
fn csv_cells(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut cell) = (Vec::new(), Vec::new(), String::new());
    let (mut quoted, mut chars) = (false, text.chars().peekable());
    while let Some(c) = chars.next() {
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                chars.next();
                cell.push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut cell)),
            '\n' if !quoted => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            c => cell.push(c),
        }
    }
    assert!(row.is_empty() && cell.is_empty(), "the last line is whole");
    rows
}

/// Reads a cell of CSV as the value that JSON has in its place.
fn csv_value(cell: &str, like: &Value) -> Value {
    match like {
        Value::Null => {
            assert_eq!(cell, "");
            Value::Null
        }
        Value::String(text) => {
            let guarded = cell.strip_prefix('\'').filter(|rest| rest == text);
            json!(guarded.unwrap_or(cell))
        }
        // `1` in CSV is `1.0` in JSON.
        Value::Number(number) if number.is_f64() => json!(cell.parse::<f64>().unwrap()),
        _ => serde_json::from_str(cell).unwrap(),
    }
}

/// Exports logs in all formats, and returns the rows of each table after comparing them.
fn exported(here: &Path, logs: &[&str], code: i32) -> BTreeMap<&'static str, Vec<Row>> {
    for format in ["parquet", "csv", "jsonl"] {
        let out = format!("out/{format}");
        let args = [&["export"], logs, &["-o", &out, "--to", format]].concat();
        let run = kifu(here, &args);
        assert_eq!((run.code, run.out.as_str()), (code, ""), "{}", run.err);
        let files = TABLES.map(|table| format!("{table}.{format}"));
        let mut files = files.to_vec();
        files.sort();
        assert_eq!(names(&here.join(&out)), files);
    }
    let tables = TABLES.map(|table| {
        let path = |format: &str| here.join(format!("out/{format}/{table}.{format}"));
        let rows = json_rows(&path("jsonl"));
        assert_eq!(parquet_rows(&path("parquet")), rows, "{table}");
        let cells = csv_cells(&fs::read_to_string(path("csv")).unwrap());
        let (head, cells) = cells.split_first().unwrap();
        assert_eq!(cells.len(), rows.len(), "{table}");
        for (cells, row) in cells.iter().zip(&rows) {
            assert_eq!(head.len(), row.len());
            for (name, cell) in head.iter().zip(cells) {
                assert_eq!(csv_value(cell, &row[name]), row[name], "{table} {name}");
            }
        }
        (table, rows)
    });
    tables.into()
}

fn json_lines(text: &str) -> Vec<Value> {
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn tables_have_the_ply_of_a_failure_and_the_headline() {
    let here = folder(&[("crash.ron", crate::show::CRASHED)]);
    let args = ["export", "crash.ron", "--to", "jsonl", "-o", "tables"];
    let run = kifu(here.path(), &args);
    assert_eq!(run.code, 0, "{}", run.err);
    let table = |name: &str| fs::read_to_string(here.path().join("tables").join(name)).unwrap();
    let games = table("games.jsonl");
    for cell in [
        r#""decided_by":"fault""#,
        r#""decisive_ply":4"#,
        r#""headline":"Black crashed at ply 4.""#,
    ] {
        assert!(games.contains(cell), "{games}");
    }
    let players = table("players.jsonl");
    let [first, second] = players.lines().collect::<Vec<_>>()[..] else {
        panic!("two rows: {players}");
    };
    assert!(first.contains(r#""fault_ply":null"#) && second.contains(r#""fault_ply":4"#));
}

#[test]
fn table_of_players_has_the_words_at_a_failed_act() {
    let episode = crate::common::repository().join("fixtures/kaggle/illegal-8x8.json");
    let here = folder(&[("episode.json", &fs::read_to_string(episode).unwrap())]);
    let args = ["export", "episode.json", "--to", "jsonl", "-o", "tables"];
    let run = kifu(here.path(), &args);
    assert_eq!(run.code, 0, "{}", run.err);
    let players =
        json_lines(&fs::read_to_string(here.path().join("tables/players.jsonl")).unwrap());
    assert_eq!(players[0]["fault_message"], Value::Null);
    let cells = [
        "fault_message",
        "fault_retries",
        "fault_tokens",
        "fault_seconds",
    ];
    let found = cells.map(|name| players[1][name].clone());
    let words = "I move to take the corner.\nFinal answer: a1a2";
    let expected: [Value; 4] = [words.into(), 2.0.into(), 3372.0.into(), 67.878.into()];
    assert_eq!(found, expected);
}

#[test]
fn exported_texts_are_escaped_for_each_format() {
    let name = "=HYPERLINK(\"x\"), \u{202e}\u{1b}[2Jé";
    let game = format!(
        "game: clobber\nplayer1: {name}\nplayer2: -1+2\nwidth: 2\nheight: 2\na2a1 b2b1 a1b1\n"
    );
    let here = folder(&[("game.moves", &game)]);
    let tables = exported(here.path(), &["game.moves"], 0);
    let first = tables["games"][0]["first"].as_str().unwrap();
    assert!(first.starts_with("=HYPERLINK(\"x\"), "), "{first}");
    let csv = fs::read_to_string(here.path().join("out/csv/games.csv")).unwrap();
    assert!(csv.contains(",\"'=HYPERLINK(\"\"x\"\"), "), "{csv}");
    assert!(csv.contains(",'-1+2,"), "{csv}");
    let json = fs::read_to_string(here.path().join("out/jsonl/games.jsonl")).unwrap();
    assert!(!json.contains(['\u{202e}', '\u{1b}']), "{json}");
}

#[test]
fn broken_games_are_exported_with_their_findings() {
    let here = folder(&[
        ("broken.moves", BROKEN),
        ("game.moves", GAME),
        ("rubbish.moves", "no game\nat all\n"),
    ]);
    let logs = ["broken.moves", "game.moves", "rubbish.moves"];
    let tables = exported(here.path(), &logs, 1);
    let findings = &tables["findings"];
    assert!(!findings.is_empty());
    for finding in findings {
        let game = &tables["games"][usize::try_from(finding["game_id"].as_u64().unwrap()).unwrap()];
        assert_eq!(game["source"], finding["source"]);
        if finding["severity"] == json!("error") {
            assert_eq!(game["valid"], json!(false));
        }
    }
    let run = kifu(
        here.path(),
        &["validate", "--json", logs[0], logs[1], logs[2]],
    );
    let validated_codes = json_lines(&run.out).into_iter().map(|game| {
        let found = game["findings"].as_array().unwrap();
        found
            .iter()
            .map(|it| it["code"].clone())
            .collect::<Vec<_>>()
    });
    let codes: Vec<Value> = findings.iter().map(|it| it["code"].clone()).collect();
    assert_eq!(codes, validated_codes.flatten().collect::<Vec<_>>());
}

#[test]
fn export_refuses_folder_with_other_files() {
    let here = folder(&[
        ("game.moves", GAME),
        ("mine/notes.txt", "mine"),
        ("file", ""),
    ]);
    let path = here.path();
    for (out, message) in [
        ("mine", format!("found `{}`", shown("mine/notes.txt"))),
        ("file", "found the file `file`".to_owned()),
        ("-", "found `-`".to_owned()),
    ] {
        let run = kifu(path, &["export", "game.moves", "-o", out, "--force"]);
        assert_eq!((run.code, run.out.as_str()), (2, ""));
        assert!(run.err.contains(&message), "{}", run.err);
    }
    assert_eq!(names(&path.join("mine")), ["notes.txt"]);

    let export = |more: &[&str]| {
        let args = ["export", "game.moves", "-o", "t", "--to", "csv"];
        kifu(path, &[&args, more].concat())
    };
    assert_eq!(export(&[]).err, "1 game written to 4 tables in t\n");
    let games = path.join("t/games.csv");
    fs::write(&games, "older").unwrap();
    let run = export(&[]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("already exists"), "{}", run.err);
    assert_eq!(fs::read_to_string(&games).unwrap(), "older");
    let run = export(&["--force", "--quiet"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(fs::read_to_string(&games).unwrap().starts_with("game_id,"));
}

#[test]
fn file_name_as_export_folder_is_refused_with_hint() {
    let here = folder(&[("a.moves", GAME)]);
    for name in ["y.csv", "x.xlsx", "games.parquet"] {
        let run = kifu(here.path(), &["export", "a.moves", "-o", name]);
        assert_eq!(run.code, 2, "{name}: {}", run.err);
        assert!(
            run.err.contains("expected a folder for four tables"),
            "{}",
            run.err
        );
        assert!(run.err.contains("--to"), "{}", run.err);
        assert!(!here.path().join(name).exists(), "{name}");
    }
    let run = kifu(here.path(), &["export", "a.moves", "-o", "2026.11/"]);
    assert_eq!(run.code, 0, "{}", run.err);
}

#[test]
fn failed_export_leaves_no_files() {
    let here = folder(&[("empty/notes.txt", "")]);
    let run = kifu(here.path(), &["export", "empty", "-o", "tables"]);
    assert_eq!(run.code, 2, "{}", run.err);
    assert!(run.err.contains("found no games"), "{}", run.err);
    let run = kifu(here.path(), &["export", "missing.ron", "-o", "tables"]);
    assert_eq!(run.code, 2, "{}", run.err);
    assert!(run.err.contains("cannot read"), "{}", run.err);
    assert_eq!(names(here.path()), ["empty"]);
}

#[test]
fn export_does_not_read_tables_of_an_earlier_export() {
    let here = folder(&[("logs/game.moves", GAME)]);
    let export = || {
        let args = [
            "export",
            "logs",
            "-o",
            "logs/tables",
            "--to",
            "csv",
            "--force",
        ];
        kifu(here.path(), &args)
    };
    for _ in 0..2 {
        let run = export();
        assert_eq!(run.code, 0, "{}", run.err);
        assert!(run.err.starts_with("1 game written"), "{}", run.err);
    }
}

mod slow {
    use super::*;

    #[test]
    fn export_formats_agree_with_each_other_and_with_standings() {
        let here = folder(&[]);
        let records = records_folder();
        let logs = records.display().to_string();
        let tables = exported(here.path(), &[&logs], 0);
        let games = &tables["games"];
        let ids: Vec<u64> = games
            .iter()
            .map(|row| row["game_id"].as_u64().unwrap())
            .collect();
        assert_eq!(ids, (0..games.len() as u64).collect::<Vec<_>>());
        let plies: u64 = games.iter().map(|row| row["plies"].as_u64().unwrap()).sum();
        assert_eq!(tables["plies"].len() as u64, plies);
        assert_eq!(tables["players"].len(), 2 * games.len());
        assert!(tables["findings"].is_empty());

        let run = kifu(here.path(), &["standings", "--json", &logs]);
        for sheet in json_lines(&run.out) {
            for row in sheet["rows"].as_array().unwrap() {
                let own = tables["players"].iter().filter(|player| {
                    player["counted"] == json!(true)
                        && player["game"] == sheet["game"]
                        && player["player"] == row["name"]
                });
                let own: Vec<&Row> = own.collect();
                let won = own.iter().filter(|player| player["result"] == json!(1.0));
                let points = own.iter().filter_map(|player| player["points"].as_i64());
                assert_eq!(json!(own.len()), row["games"]);
                assert_eq!(json!(won.count()), row["won"]);
                assert_eq!(json!(points.sum::<i64>()), row["points"]);
            }
        }
    }

    #[test]
    fn exported_plies_match_the_review_report() {
        let record = fs::read_to_string(records_folder().join("box.ron")).unwrap();
        let mut record = read_ron(&record).unwrap();
        for note in record.notes.values_mut() {
            note.evals.clear();
        }
        // The first plies of a game are enough.
        let moves: Vec<&str> = record.moves.split(' ').take(7).collect();
        record.moves = moves.join(" ");
        record.notes.retain(|ply, _| *ply < 7);
        record.times_ms.0.truncate(6);
        record.result = None;
        let here = folder(&[("game.ron", &write_ron(&record))]);
        let budget = ["--nodes", "300", "--seed", "1"];
        let review = |more: &[&str]| {
            let run = kifu(here.path(), &[&["review"], &budget[..], more].concat());
            assert!(run.code < 2, "{}", run.err);
            json_lines(&run.out)
        };
        let whole = review(&["game.ron", "-o", "done.ronl", "--report", "json"]);
        let totals = review(&["done.ronl", "--by", "player", "--report", "json"]);
        let tables = exported(here.path(), &["done.ronl"], 0);
        let plies = &tables["plies"];
        let judged = whole[0]["judged"].as_array().unwrap();
        assert!(judged.len() > 4);
        for ply in judged {
            let row = plies.iter().find(|row| row["ply"] == ply["ply"]).unwrap();
            for (column, value) in [
                ("side", &ply["player"]),
                ("token", &ply["move"]),
                ("class", &ply["class"]),
                ("turning", &ply["turning"]),
                ("proven", &ply["proven"]),
                ("stake", &ply["stake"]),
                ("loss", &ply["loss"]),
                ("loss_error", &ply["doubt"]),
                ("points_loss", &ply["points"]),
                ("best_win", &ply["best"]["win"]),
                ("played_points", &ply["played"]["points"]),
                ("best_move", &ply["pv"][0]),
                ("luck", &ply["luck"]["win"]),
                ("luck_points", &ply["luck"]["points"]),
                ("engine", &ply["engine"]),
                ("budget", &ply["budget"]),
            ] {
                let value = value.as_str().map_or(value.clone(), |text| {
                    json!(if column == "side" {
                        text.to_lowercase()
                    } else {
                        text.to_owned()
                    })
                });
                assert_eq!(row[column], value, "{column}");
            }
            assert!(row["chance"].is_string());
        }
        assert_eq!(totals.len(), 2);
        for total in totals {
            let own = |row: &&Row| row["player"] == total["player"] && !row["class"].is_null();
            let of = |phase: Option<&str>, sums: &Value| {
                let rows = plies.iter().filter(own);
                let rows =
                    rows.filter(|row| phase.is_none_or(|phase| row["phase"] == json!(phase)));
                let rows: Vec<&Row> = rows.collect();
                let class = |class: &str| {
                    rows.iter()
                        .filter(|row| row["class"] == json!(class))
                        .count()
                };
                assert_eq!(json!(rows.len()), sums["plies"]);
                assert_eq!(json!(class("blunder")), sums["blunders"]);
                assert_eq!(json!(class("mistake")), sums["mistakes"]);
                assert_eq!(json!(class("inaccuracy")), sums["inaccuracies"]);
                let loss: f64 = rows.iter().map(|row| row["loss"].as_f64().unwrap()).sum();
                assert!((loss - sums["loss"].as_f64().unwrap()).abs() < 1e-9);
            };
            of(None, &total["all"]);
            for (phase, sums) in total["phases"].as_object().unwrap() {
                of(Some(phase), sums);
            }
        }
    }
}
