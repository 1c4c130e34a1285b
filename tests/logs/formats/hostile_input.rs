//! Hostile input: logs that are cut, doubled, shuffled, flipped and spliced, as the fuzzer does it.
//! A reader always ends with a game or a finding, and its record can be written, read again and
//! judged alike.
//!
//! `cargo test --release --test logs -- --ignored no_mutated_input_of_a_million` tries a million.

use crate::common::random_game_of;
use kifu_core::contract::Setup;
use kifu_core::findings::{Code, MAX_FINDINGS};
use kifu_core::games::CATALOGUE;
use kifu_core::record::{Record, SourceInfo, read_ron, write_ron, write_ronl};
use kifu_core::search::SplitMix64;
use kifu_laws::mutate::mutate;
use kifu_logs::formats::{
    self, CheckedGame, FORMATS, Format, ReadContext, check_text, decode, write_all,
};
use std::collections::HashSet;
use std::path::Path;

/// Logs to start from: a game of each kind in each format that is written, and all fixtures.
fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for (nth, game) in (0..).zip(CATALOGUE) {
        let tokens = random_game_of(game.id(), &Setup::default(), nth);
        let half = tokens.len() / 2;
        for moves in [tokens.join(" "), tokens[..half].join(" ")] {
            let record = Record {
                game: game.id().to_owned(),
                moves,
                ..Record::default()
            };
            let [checked] = check_text(&write_ronl(&record), None, &ReadContext::default())
                .try_into()
                .unwrap();
            let writers = FORMATS.iter().filter(|format| format.writer().is_some());
            let texts = writers.filter_map(|format| {
                write_all(*format, std::slice::from_ref(&checked.record), CATALOGUE).ok()
            });
            seeds.extend(texts.map(String::into_bytes));
        }
    }
    collect(&crate::common::repository().join("fixtures"), &mut seeds);
    seeds.retain(|seed| !seed.is_empty() && seed.len() < 60_000);
    assert!(seeds.len() > 20);
    seeds
}

fn collect(folder: &Path, into: &mut Vec<Vec<u8>>) {
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, into);
        } else {
            into.push(std::fs::read(path).unwrap());
        }
    }
}

/// The maximum length of an input in bytes.
const MAX_INPUT_BYTES: usize = 100_000;

/// The records that were checked, as text without their sources: one is read from many a log.
type SettledRecords = HashSet<String>;

fn read_and_settle(
    bytes: &[u8],
    format: Option<&'static dyn Format>,
    settled: &mut SettledRecords,
) {
    let decoded = decode(bytes);
    let checked = check_text(&decoded.text, format, &ReadContext::default());
    for game in checked {
        // Some of each severity, those that are never left out, and the count of the rest.
        assert!(game.findings.len() <= 3 * MAX_FINDINGS + 10);
        if game.ply_count > 0 {
            let mut record = game.record.clone();
            record.source = SourceInfo::default();
            if settled.insert(write_ron(&record)) {
                assert_settled(&game);
            }
        }
    }
}

/// Checks that the record made of a log can be written, read back, and judged alike.
fn assert_settled(game: &CheckedGame) {
    let text = write_ron(&game.record);
    let read = read_ron(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(read, game.record, "{text}");
    let [again] = check_text(&text, formats::by_id("ron"), &ReadContext::default())
        .try_into()
        .unwrap();
    assert_eq!(
        (again.ply_count, again.ending),
        (game.ply_count, game.ending),
        "{text}"
    );
    assert_eq!(again.record.moves, game.record.moves);
    assert_eq!(again.record.result, game.record.result, "{text}");
    for format in FORMATS {
        let _ = format
            .writer()
            .map(|_| write_all(*format, std::slice::from_ref(&game.record), CATALOGUE));
    }
}

fn attack(inputs: u64) {
    let seeds = seeds();
    let mut settled = SettledRecords::new();
    for nth in 0..inputs {
        let mut rng = SplitMix64::new(nth);
        let seed = &seeds[rng.index(seeds.len())];
        let other = &seeds[rng.index(seeds.len())];
        let text = mutate(seed, other, MAX_INPUT_BYTES, &mut rng);
        let format = match rng.index(4) {
            0 => Some(FORMATS[rng.index(FORMATS.len())]),
            _ => None,
        };
        let input = text.clone();
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            read_and_settle(&input, format, &mut settled);
        }));
        if result.is_err() {
            let name = format.map_or("detected", Format::id);
            panic!("input {nth} as {name}:\n{}", String::from_utf8_lossy(&text));
        }
    }
}

#[test]
#[ignore = "a million inputs take minutes"]
fn no_mutated_input_of_a_million_makes_a_reader_fail() {
    attack(1_000_000);
}

#[test]
fn record_with_too_many_fields_is_refused() {
    let many = |count: usize| -> String {
        let notes: Vec<String> = (1..=count).map(|ply| format!("{ply}:(),")).collect();
        notes.concat()
    };
    let notes = |count: usize, comment: &str| {
        format!(
            "(kifu: 2, game: \"clobber\", players: ((name: \"A\"), (name: \"B\")), \
             moves: \"b1a1\", ext: {{\"x\": \"{comment}\"}},\nnotes: {{{}}})",
            many(count)
        )
    };
    let codes = |text: &str| -> Vec<Code> {
        let games = check_text(text, formats::by_id("ron"), &ReadContext::default());
        games[0].findings.iter().map(|found| found.code).collect()
    };
    assert_eq!(codes(&notes(500_000, "")), [Code::TooLarge]);
    // Text that looks like fields is not counted.
    let comment = ":\\\":".repeat(300_000);
    assert!(!codes(&notes(10, &comment)).contains(&Code::TooLarge));
}

mod slow {
    use super::*;

    #[test]
    fn no_mutated_input_makes_a_reader_fail() {
        attack(5_000);
    }

    #[test]
    fn prefixes_of_every_log_are_read() {
        let mut settled = SettledRecords::new();
        for seed in seeds().iter().filter(|seed| seed.len() < 3_000) {
            for end in (0..seed.len()).step_by(1 + seed.len() / 40) {
                read_and_settle(&seed[..end], None, &mut settled);
            }
        }
    }

    #[test]
    fn every_format_reads_logs_of_every_other() {
        let mut settled = SettledRecords::new();
        for seed in &seeds() {
            for format in FORMATS {
                read_and_settle(seed, Some(*format), &mut settled);
            }
        }
    }

    #[test]
    fn repeated_brackets_and_words_do_not_overflow_any_reader() {
        let long = "b1a1 ".repeat(100_000);
        let bombs = [
            "(".repeat(100_000),
            "[".repeat(100_000),
            "{\"a\":".repeat(100_000),
            "(;B[aa]".repeat(100_000),
            "(;C[".to_owned() + &"\\".repeat(100_000),
            "a".repeat(1_000_000),
            "\n".repeat(250_000),
            "> ".repeat(100_000),
            "# x\n".repeat(25_000),
            format!("(kifu: 1, game: \"clobber\", players: ((), ()), moves: \"{long}\")"),
            format!("game: clobber\n{long}"),
            "---\n".repeat(50_000),
            "game: clobber\n\n---\n".repeat(10_000),
            "b1a1\n".repeat(100_000),
            "1 ".repeat(100_000),
            "<param name=\"moves\" value=\"".repeat(50_000),
            "new Box([".repeat(100_000),
        ];
        let mut settled = SettledRecords::new();
        for bomb in &bombs {
            read_and_settle(bomb.as_bytes(), None, &mut settled);
            for format in FORMATS {
                read_and_settle(bomb.as_bytes(), Some(*format), &mut settled);
            }
        }
    }
}
