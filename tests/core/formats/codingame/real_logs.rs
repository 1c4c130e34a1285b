//! Every real log reads without an error, and as its referee judged it.

use crate::common::data;
use kifu::contract::Winner;
use kifu::formats::{ReadContext, check_text, decode};
use kifu::games::{CATALOGUE, by_id};
use kifu::record::Ending;

/// The files of a folder whose name contains `part`, with their texts.
fn logs(folder: &str, part: &str) -> Vec<(String, String)> {
    let Some(folder) = data(folder) else {
        return Vec::new();
    };
    let mut logs: Vec<(String, String)> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            (
                path.file_name().unwrap().to_string_lossy().into_owned(),
                path,
            )
        })
        .filter(|(name, _)| name != "endgames.txt" && name.contains(part))
        .map(|(name, path)| {
            let bytes = std::fs::read(path).unwrap();
            (name, decode(&bytes).text.into_owned())
        })
        .collect();
    logs.sort();
    logs
}

/// The scores that the log itself gives.
fn scores(log: &serde_json::Value) -> (i32, i32) {
    let number = |value: &serde_json::Value| {
        format!("{:.0}", value.as_f64().unwrap())
            .parse::<i32>()
            .unwrap()
    };
    match &log["scores"] {
        serde_json::Value::Array(scores) => (number(&scores[0]), number(&scores[1])),
        scores => (number(&scores["0"]), number(&scores["1"])),
    }
}

fn reads_as_judged(game: &str, logs: Vec<(String, String)>) {
    for (name, text) in logs {
        let log: serde_json::Value = serde_json::from_str(&text).unwrap();
        let mut all = check_text(&text, None, &ReadContext::default());
        assert_eq!(all.len(), 1, "{name}");
        let checked = all.remove(0);
        assert!(
            checked.findings.is_empty(),
            "{name}: {:?}",
            checked.findings
        );
        let record = checked.record;
        assert_eq!(
            (record.source.format.as_str(), record.game.as_str()),
            ("codingame", game)
        );
        let result = record.result.unwrap();
        let (first, second) = scores(&log);
        assert_eq!(result.points, Some((first, second)), "{name}");
        assert_eq!(result.winner, Some(Winner::of([first, second])), "{name}");
        assert_eq!(record.reported.unwrap().winner, result.winner, "{name}");
        let turns = log["summaries"].as_array().or(log["frames"].as_array());
        let expected = match name.as_str() {
            "ag_crash.json"
            | "ag_extratoken.json"
            | "ag_timeout.json"
            | "clob_timeout.json"
            | "ag_ko_after_passes.json" => Ending::Timeout,
            name if name.starts_with("ag_") || name.starts_with("clob_") => Ending::Illegal,
            "web_atarigo_ko.json" => Ending::Illegal,
            _ => Ending::Finished,
        };
        assert_eq!(checked.ending, expected, "{name}");
        let ended = u32::from(expected != Ending::Finished);
        let turns = u32::try_from(turns.unwrap().len()).unwrap();
        assert_eq!(checked.ply_count, turns - 1 - ended, "{name}");
        assert_eq!(
            record.attempt.is_some(),
            expected == Ending::Illegal,
            "{name}"
        );
        let agent = &log["agents"][0];
        let pseudo = agent["codingamer"]["pseudo"].as_str();
        assert_eq!(
            Some(record.players.0.name.as_str()),
            pseudo.or(agent["name"].as_str())
        );
        assert!(record.ext["seed"].parse::<u32>().is_ok(), "{name}");
    }
}

#[test]
fn clobber_logs_read_as_their_referee_judged() {
    reads_as_judged("clobber", logs("clobber", ""));
    reads_as_judged("clobber", logs("faults", "clob_"));
    reads_as_judged("clobber", logs("codingame-web", "clobber"));
}

#[test]
fn atari_go_logs_read_as_their_referee_judged() {
    reads_as_judged("atari-go", logs("atari-go", ""));
    reads_as_judged("atari-go", logs("faults", "ag_"));
    reads_as_judged("atari-go", logs("codingame-web", "atarigo"));
}

#[test]
fn what_a_bot_wrote_survives() {
    let logs = [logs("clobber", "tidymaze"), logs("atari-go", "")].concat();
    let logs = logs
        .into_iter()
        .filter(|(_, text)| text.contains("\"outputs\""));
    for (name, text) in logs {
        let log: serde_json::Value = serde_json::from_str(&text).unwrap();
        let record = check_text(&text, None, &ReadContext::default())
            .remove(0)
            .record;
        for (index, token) in record.tokens().enumerate() {
            let ply = index + 1;
            let text = |stream: &str| log[stream][(index % 2).to_string()][ply].as_str();
            let note = record.notes.get(&u32::try_from(ply).unwrap());
            let note = note.cloned().unwrap_or_default();
            let book = by_id(CATALOGUE, &record.game).unwrap();
            let usual = book.contest_spelling(&record.setup, token);
            let raw = note.raw.or(usual).unwrap_or(token.to_owned());
            let said = if note.message.is_empty() {
                format!("{raw}\n")
            } else {
                format!("{raw} {}\n", note.message)
            };
            assert_eq!(Some(said.as_str()), text("outputs"), "{name}, ply {ply}");
            assert_eq!(
                note.stderr,
                text("errors").unwrap_or_default(),
                "{name}, ply {ply}"
            );
        }
    }
}
