//! Writers: for every pair of a record and a format, what is lost is declared.

use kifu_core::games::CATALOGUE;
use kifu_core::record::{Note, Record};
use kifu_core::search::SplitMix64;
use kifu_laws::generate::{TextKind, random_record};
use kifu_laws::laws::{
    check_declared, check_record, check_sequence, check_tame_record, is_foreign,
};
use kifu_logs::formats::{self, FORMATS, Format, RecordField, losses};
use proptest::prelude::*;

fn foreign_formats() -> impl Iterator<Item = &'static dyn Format> {
    FORMATS.iter().copied().filter(|format| is_foreign(*format))
}

/// A record that has a value in every part.
fn full_record() -> Record {
    let mut rng = SplitMix64::new(3);
    let mut best = Record::default();
    for _ in 0..4000 {
        let record = random_record(&mut rng, TextKind::Tame);
        let is_richer = lost_by(&record, "moves").len() > lost_by(&best, "moves").len();
        if record.game == "atari-go" && record.attempt.is_none() && is_richer {
            best = record;
        }
    }
    best
}

fn lost_by(record: &Record, format: &str) -> Vec<RecordField> {
    let format = formats::by_id(format).unwrap();
    let lost = losses(record, format, CATALOGUE);
    lost.unwrap_or_default().into_keys().collect()
}

#[test]
fn status_words_and_blanks_at_ends_of_names_are_reported() {
    let mut record = Record {
        game: "clobber".to_owned(),
        moves: "b1a1 b2a2".to_owned(),
        ..Record::default()
    };
    " Ada ".clone_into(&mut record.players.0.name);
    let words = ("WIN".to_owned(), "LOSE".to_owned());
    record.reported.get_or_insert_default().status = Some(words);
    assert_eq!(
        lost_by(&record, "moves"),
        [RecordField::Names, RecordField::StatusWords]
    );
    "Ada".clone_into(&mut record.players.0.name);
    record.reported = None;
    assert_eq!(lost_by(&record, "moves"), []);
    record.notes.insert(
        2,
        Note {
            comment: "x".to_owned(),
            ..Note::default()
        },
    );
    for format in ["moves", "txt", "codecup-csv", "codecup-dialogue"] {
        assert_eq!(
            lost_by(&record, format),
            [RecordField::Comments],
            "{format}"
        );
    }
    assert_eq!(lost_by(&record, "json"), []);
}

#[test]
fn wrong_result_is_reported_again_after_conversion() {
    let log = "game: clobber\nwidth: 2\nheight: 2\nresult: 0 - 1\na2a1 b2b1 a1b1\n";
    let check = |text: &str, format: &str| {
        formats::check_text(
            text,
            formats::by_id(format),
            &formats::ReadContext::default(),
        )
    };
    let wrong = check(log, "moves").remove(0);
    assert_eq!(
        wrong.findings[0].code.to_string(),
        "K301",
        "{:?}",
        wrong.findings
    );
    for format in ["moves", "txt", "codecup-dialogue", "ron", "jsonl"] {
        let target = formats::by_id(format).unwrap();
        let text = formats::write_all(target, std::slice::from_ref(&wrong.record), CATALOGUE);
        let again = check(&text.unwrap(), format).remove(0);
        let codes: Vec<String> = again.findings.iter().map(|f| f.code.to_string()).collect();
        assert!(codes.contains(&"K301".to_owned()), "{format}: {codes:?}");
    }
}

mod slow {
    use super::*;

    proptest! {
        #![proptest_config(crate::common::cases(256))]

        #[test]
        fn every_loss_of_a_writer_is_declared(seed: u64) {
            let mut rng = SplitMix64::new(seed);
            for texts in [TextKind::Tame, TextKind::Wild] {
                let record = random_record(&mut rng, texts);
                check_record(&record).map_err(TestCaseError::fail)?;
                if texts == TextKind::Tame {
                    check_tame_record(&record).map_err(TestCaseError::fail)?;
                }
            }
        }

        #[test]
        fn games_in_one_text_lose_no_more_than_separately(seed: u64) {
            let mut rng = SplitMix64::new(seed);
            let records = [TextKind::Tame, TextKind::Wild, TextKind::Tame]
                .map(|texts| random_record(&mut rng, texts));
            for format in foreign_formats() {
                check_sequence(&records, format).map_err(TestCaseError::fail)?;
            }
        }
    }

    #[test]
    fn format_declared_to_lack_a_part_loses_it() {
        let record = full_record();
        for format in foreign_formats() {
            let Ok(lost) = losses(&record, format, CATALOGUE) else {
                continue;
            };
            for (field, holds) in format.writer().unwrap().limits() {
                if holds.is_empty() && !["rules"].iter().any(|name| field.name().contains(name)) {
                    let has = lost_by(&record, "moves").contains(field);
                    assert!(!has || lost.contains_key(field), "{}: {field}", format.id());
                }
            }
            check_declared(format, &lost).unwrap();
        }
    }
}
