//! CodeCup's competition tables.

mod common;

use kifu::findings::{Code, Severity};
use kifu::formats::{self, Checked, Context, check_text, write_all};
use kifu::games::CATALOGUE;
use std::collections::BTreeMap;

const COMPETITIONS: [(&str, usize); 3] = [
    ("test-1-competition-323", 952),
    ("test-2-competition-324", 1388),
    ("test-3-competition-325", 1376),
];

fn read(path: &str) -> Option<String> {
    let path = common::data(path)?;
    Some(std::fs::read_to_string(path).expect("readable"))
}

fn check(text: &str) -> Vec<Checked> {
    check_text(text, None, &Context::default())
}

#[test]
fn real_transcripts_are_right_and_come_back_byte_for_byte() {
    for (name, games) in COMPETITIONS {
        let Some(text) = read(&format!("box/{name}-transcripts.csv")) else {
            return;
        };
        let checked = check(&text);
        assert_eq!(checked.len(), games);
        for game in &checked {
            let errors: Vec<_> = game
                .findings
                .iter()
                .filter(|finding| finding.severity() > Severity::Note)
                .collect();
            assert!(errors.is_empty(), "{} {errors:?}", game.record.source.id);
            let (result, said) = (game.record.result.as_ref(), game.record.reported.as_ref());
            let (result, said) = (result.unwrap(), said.unwrap());
            assert_eq!(result.points, said.points);
            assert_eq!(result.winner, said.winner);
            assert_eq!(result.faults, said.faults);
        }
        let format = formats::by_id("codecup-csv").unwrap();
        let records: Vec<_> = checked.into_iter().map(|game| game.record).collect();
        let written = write_all(format, &records, CATALOGUE).unwrap();
        assert!(written == text, "{name} differs");
    }
}
