//! Logs written by hand from the descriptions of the formats alone, against what the rules give
//! (`handwritten_logs.txt`); and back through every format that is written.

use kifu_core::games::CATALOGUE;
use kifu_core::record::{AttemptRule, Record};
use kifu_logs::formats::{CheckedGame, ReadContext, by_id, check_text, decode, write_all};
use serde_json::{Value, json};
use std::collections::BTreeMap;

const TABLE: &str = include_str!("handwritten_logs.txt");
/// The finding of every game that is not over.
const NOT_OVER: u16 = 308;

/// The rows of the table by file, in order.
fn rows() -> BTreeMap<&'static str, Vec<Vec<&'static str>>> {
    let mut rows: BTreeMap<&str, Vec<Vec<&str>>> = BTreeMap::new();
    for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
        let mut cells: Vec<&str> = line.split('|').map(str::trim).collect();
        cells.resize(9, "");
        rows.entry(cells[0]).or_default().push(cells);
    }
    rows
}

fn games(file: &str) -> Vec<CheckedGame> {
    let path = crate::common::repository().join("fixtures").join(file);
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
    let decoded = decode(&bytes);
    let context = ReadContext {
        file_name: path.file_name().and_then(|name| name.to_str()).unwrap(),
        ..ReadContext::default()
    };
    let mut games = check_text(&decoded.text, None, &context);
    games[0].findings.splice(0..0, decoded.findings);
    games
}

fn pair(pair: Option<(i32, i32)>) -> String {
    pair.map_or("-".to_owned(), |(first, second)| {
        format!("{first}:{second}")
    })
}

/// A game as a row of the table.
fn row(file: &str, game: &CheckedGame) -> Vec<String> {
    let result = game.record.result.clone().unwrap_or_default();
    let findings = game.findings.iter();
    let findings = findings.filter(|finding| finding.code.number() != NOT_OVER);
    let findings: Vec<String> = findings
        .map(|finding| {
            let place = finding.location.as_ref().expect("a place");
            format!("{}@{}:{}", finding.code, place.line, place.column)
        })
        .collect();
    let id = game.record.game.as_str();
    vec![
        file.to_owned(),
        if id.is_empty() { "-" } else { id }.to_owned(),
        game.ply_count.to_string(),
        game.ending.as_str().to_owned(),
        result.winner.map_or("-".to_owned(), |winner| {
            format!("{winner:?}").to_lowercase()
        }),
        pair(result.scores),
        pair(result.points),
        pair(result.game_points),
        findings.join(" "),
    ]
}

#[test]
fn handwritten_logs_are_read_as_the_table_expects() {
    for (file, expected) in rows() {
        let found: Vec<Vec<String>> = games(file).iter().map(|game| row(file, game)).collect();
        assert_eq!(found, expected, "{file}");
    }
}

#[test]
fn record_formats_lose_nothing_of_handwritten_logs() {
    for (file, id, record) in records(&["ron", "ronl", "json", "jsonl"]) {
        let read = written_and_read(&file, id, &record);
        assert_eq!(read.as_ref(), Some(&record), "{file} as {id}");
    }
}

#[test]
fn other_formats_keep_the_parts_that_they_can_hold() {
    for (file, id, record) in records(&["moves", "txt", "codecup-dialogue"]) {
        let attempt = record.attempt.as_ref();
        if attempt.is_some_and(|attempt| attempt.rule == AttemptRule::NotLogged) {
            // These formats have no place for a move that the log omits.
            continue;
        }
        // A dialogue cannot be written without its colours.
        if let Some(read) = written_and_read(&file, id, &record) {
            assert_eq!(
                parts_of_any_format(&read),
                parts_of_any_format(&record),
                "{file} as {id}"
            );
        }
    }
}

/// Every game of the table that has one, for each of these formats.
fn records(ids: &'static [&'static str]) -> Vec<(String, &'static str, Record)> {
    let files = rows().into_keys().flat_map(|file| {
        let games = games(file).into_iter().map(|game| game.record);
        games.map(move |record| (file.to_owned(), record))
    });
    files
        .filter(|(_, record)| !record.game.is_empty())
        .flat_map(|(file, record)| {
            ids.iter()
                .map(move |id| (file.clone(), *id, record.clone()))
        })
        .collect()
}

/// Writes a record and reads it again; `None` if the format cannot hold it.
fn written_and_read(file: &str, id: &str, record: &Record) -> Option<Record> {
    let format = by_id(id).unwrap();
    let text = write_all(format, std::slice::from_ref(record), CATALOGUE).ok()?;
    let mut games = check_text(&text, None, &ReadContext::default());
    assert_eq!(games.len(), 1, "{file} as {id}: {text}");
    Some(games.remove(0).record)
}

/// Returns the part of a record that a list of moves or a dialogue can hold.
fn parts_of_any_format(record: &Record) -> Value {
    json!({
        "game": record.game,
        "setup": record.setup,
        "names": [record.players.0.name, record.players.1.name],
        "moves": record.moves,
        "attempt": record.attempt.as_ref().map(|attempt| attempt.raw.clone()),
        "result": record.result,
    })
}
