//! Claims that hold for every log of a kind, real or made by kifu's own engines.

use kifu_core::contract::{Player, Winner};
use kifu_core::findings::Severity;
use kifu_core::games::{self, CATALOGUE};
use kifu_core::record::{Ending, Record};
use kifu_logs::formats::{ReadContext, by_id, check_text, detect, write_all};

/// The scores that a replay itself gives.
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

/// Checks that a replay of CodinGame is read without a finding, and as its referee judged it.
pub fn replay_reads_as_judged(name: &str, text: &str, game: &str, expected: Ending) {
    let log: serde_json::Value = serde_json::from_str(text).unwrap();
    let mut all = check_text(text, None, &ReadContext::default());
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
        ("codingame", game),
        "{name}"
    );
    let result = record.result.unwrap();
    let (first, second) = scores(&log);
    assert_eq!(result.points, Some((first, second)), "{name}");
    assert_eq!(result.winner, Some(Winner::of([first, second])), "{name}");
    assert_eq!(record.reported.unwrap().winner, result.winner, "{name}");
    let turns = log["summaries"].as_array().or(log["frames"].as_array());
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
        pseudo.or(agent["name"].as_str()),
        "{name}"
    );
    assert!(record.ext["seed"].parse::<u32>().is_ok(), "{name}");
}

/// Checks that the record of a replay of CodinGame's local runner holds all output of the bots.
pub fn bot_output_survives(name: &str, text: &str) {
    let log: serde_json::Value = serde_json::from_str(text).unwrap();
    let record = check_text(text, None, &ReadContext::default())
        .remove(0)
        .record;
    let game = games::by_id(CATALOGUE, &record.game).unwrap();
    for (index, token) in record.tokens().enumerate() {
        let ply = index + 1;
        let text = |stream: &str| log[stream][(index % 2).to_string()][ply].as_str();
        let note = record.notes.get(&u32::try_from(ply).unwrap());
        let note = note.cloned().unwrap_or_default();
        let usual = game.contest_spelling(&record.setup, token);
        let raw = note.raw.or(usual).unwrap_or(token.to_owned());
        let output = if note.message.is_empty() {
            format!("{raw}\n")
        } else {
            format!("{raw} {}\n", note.message)
        };
        assert_eq!(Some(output.as_str()), text("outputs"), "{name}, ply {ply}");
        assert_eq!(
            note.stderr,
            text("errors").unwrap_or_default(),
            "{name}, ply {ply}"
        );
    }
}

/// Checks that a replay of CodinGame survives being written as the dialogue of one bot. Returns the
/// number of its games.
pub fn replay_survives_dialogue(name: &str, text: &str) -> usize {
    let dialogue = by_id("codecup-dialogue").unwrap();
    let games = check_text(text, None, &ReadContext::default());
    for game in &games {
        let text = write_all(dialogue, std::slice::from_ref(&game.record), CATALOGUE).unwrap();
        let mut all = check_text(&text, Some(dialogue), &ReadContext::default());
        assert_eq!(all.len(), 1, "{name}: {text}");
        let again = all.remove(0);
        assert_eq!(
            again.is_valid(),
            game.is_valid(),
            "{name}: {:?}",
            again.findings
        );
        assert_eq!(again.record.moves, game.record.moves, "{name}");
        assert_eq!(again.record.result, game.record.result, "{name}");
        let raw = |record: &Record| record.attempt.clone().map(|attempt| attempt.raw);
        assert_eq!(raw(&again.record), raw(&game.record), "{name}");
        for (ply, note) in &game.record.notes {
            let read = again.record.notes.get(ply).cloned().unwrap_or_default();
            assert_eq!(
                (&read.raw, &read.message),
                (&note.raw, &note.message),
                "{name}"
            );
        }
    }
    games.len()
}

/// Checks that a replay of Atari Go gives well-formed SGF and survives it. Returns the number of
/// its games.
pub fn replay_survives_sgf(name: &str, text: &str) -> usize {
    let (sgf, codingame) = (by_id("sgf").unwrap(), by_id("codingame"));
    let games = check_text(text, codingame, &ReadContext::default());
    for game in &games {
        let text = write_all(sgf, std::slice::from_ref(&game.record), CATALOGUE).unwrap();
        assert_sgf_is_well_formed(&text);
        let mut all = check_text(&text, Some(sgf), &ReadContext::default());
        assert_eq!(all.len(), 1, "{name}: {text}");
        let again = all.remove(0);
        assert!(again.is_valid(), "{name}: {:?}", again.findings);
        assert_eq!(again.record.moves, game.record.moves, "{name}");
        assert_eq!(again.record.notes, game.record.notes, "{name}");
        assert_eq!(again.record.result, game.record.result, "{name}");
    }
    games.len()
}

/// Checks what FF[4] demands of a file, without kifu's own reader.
pub fn assert_sgf_is_well_formed(text: &str) {
    assert!(text.starts_with("(;FF[4]CA[UTF-8]AP[kifu:"));
    let (mut depth, mut chars) = (0, text.chars());
    let mut seen: Vec<String> = Vec::new();
    let (mut ident, mut last) = (String::new(), String::new());
    while let Some(c) = chars.next() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            ';' => seen.clear(),
            'A'..='Z' => ident.push(c),
            '[' => {
                let name = std::mem::take(&mut ident);
                if !name.is_empty() {
                    assert!(!seen.contains(&name), "{name} twice: {text}");
                    seen.push(name.clone());
                    last = name;
                }
                while let Some(inner) = chars.next() {
                    match inner {
                        '\\' => drop(chars.next()),
                        ']' => break,
                        _ => {}
                    }
                }
                assert!(!last.is_empty());
            }
            '\n' => {}
            other => panic!("{other} outside of values: {text}"),
        }
        assert!(depth > 0 || c == ')' || c == '\n');
    }
    assert_eq!(depth, 0);
}

/// Checks that the games of a competition's transcripts are right and are written again unchanged.
pub fn transcripts_are_right(name: &str, text: &str, games: usize) {
    let csv = by_id("codecup-csv").unwrap();
    assert_eq!(
        detect(text, &ReadContext::default()).unwrap().id(),
        csv.id()
    );
    let checked = check_text(text, None, &ReadContext::default());
    assert_eq!(checked.len(), games, "{name}");
    for game in &checked {
        assert!(
            game.worst_severity() <= Some(Severity::Note),
            "{} {:?}",
            game.record.source.id,
            game.findings
        );
        let result = game.record.result.as_ref().unwrap();
        let reported = game.record.reported.as_ref().unwrap();
        assert_eq!(result.points, reported.points);
        assert_eq!(result.winner, reported.winner);
        assert_eq!(result.faults, reported.faults);
        let (one, other) = reported.status.as_ref().unwrap();
        for (player, word) in Player::ALL.into_iter().zip([one, other]) {
            let is_fault = !matches!(word.as_str(), "WIN" | "LOSE" | "DRAW");
            assert_eq!(result.faults.contains_key(&player), is_fault);
        }
    }
    let records: Vec<Record> = checked.into_iter().map(|game| game.record).collect();
    assert!(
        write_all(csv, &records, CATALOGUE).unwrap() == text,
        "{name} differs"
    );
}
