//! The tables of three test competitions of Box.

use crate::log_checks::transcripts_are_right;
use crate::trials::file_name;
use kifu::findings::Code;
use kifu::formats::{CheckedGame, ReadContext, by_id, check_text, write_all};
use kifu::games::CATALOGUE;
use kifu::record::Record;
use libtest_mimic::Trial;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const GAME_COUNTS: [(&str, usize); 3] = [
    ("test-1-competition-323", 952),
    ("test-2-competition-324", 1388),
    ("test-3-competition-325", 1376),
];

pub fn trials() -> Vec<Trial> {
    trials![
        [
            "box/test-1-competition-323-transcripts.csv",
            "box/test-2-competition-324-transcripts.csv",
            "box/test-3-competition-325-transcripts.csv",
        ] => box_transcripts_are_written_again_byte_for_byte,
        [
            "box/test-1-competition-323.csv",
            "box/test-2-competition-324.csv",
            "box/test-3-competition-325.csv",
        ] => box_result_tables_agree_with_the_transcripts,
    ]
}

fn game_count(path: &Path) -> usize {
    let name = file_name(path);
    let (_, count) = GAME_COUNTS
        .iter()
        .find(|(competition, _)| name.starts_with(competition))
        .unwrap();
    *count
}

fn check(path: &Path) -> Vec<CheckedGame> {
    let text = fs::read_to_string(path).unwrap();
    check_text(&text, None, &ReadContext::default())
}

fn box_transcripts_are_written_again_byte_for_byte(path: &Path) {
    let text = fs::read_to_string(path).unwrap();
    transcripts_are_right(&file_name(path), &text, game_count(path));
}

fn box_result_tables_agree_with_the_transcripts(path: &Path) {
    let results = check(path);
    assert_eq!(results.len(), game_count(path));
    let name = file_name(path).replace(".csv", "-transcripts.csv");
    let transcripts: BTreeMap<String, Record> = check(&path.with_file_name(name))
        .into_iter()
        .map(|game| (game.record.source.id.clone(), game.record))
        .collect();
    for game in &results {
        let codes: Vec<Code> = game.findings.iter().map(|finding| finding.code).collect();
        assert_eq!(codes, [Code::ResultsOnly], "{:?}", game.findings);
        let record = &game.record;
        let transcript = &transcripts[&record.source.id];
        assert_eq!(record.game, "");
        assert_eq!(record.event, transcript.event);
        assert_eq!(record.players, transcript.players);
        assert_eq!(record.reported, transcript.reported);
    }
    let records: Vec<Record> = results.into_iter().map(|game| game.record).collect();
    let written = write_all(by_id("codecup-csv").unwrap(), &records, CATALOGUE).unwrap();
    assert!(
        written == fs::read_to_string(path).unwrap(),
        "{} differs",
        path.display()
    );
}
