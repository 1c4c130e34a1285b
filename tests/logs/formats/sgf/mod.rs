//! The format of Go players.

mod accounting;
mod encodings;
mod nothing_is_dropped;
mod properties;
mod syntax;

use crate::common::random_game;
use crate::log_checks::assert_sgf_is_well_formed;
use kifu_core::contract::{Fault, Player, Setup, Winner};
use kifu_core::findings::Severity;
use kifu_core::games::CATALOGUE;
use kifu_core::games::atari_go::AtariGo;
use kifu_core::record::{
    Ending, Glyph, Mark, MarkColor, MarkKind, MovedBy, Record, Variation, VariationNote, read_ron,
    write_ron,
};
use kifu_core::search::SplitMix64;
use kifu_logs::formats::{
    self, CheckedGame, Format, ReadContext, check_text, decode, detect, write_all,
};

fn format() -> &'static dyn Format {
    formats::by_id("sgf").unwrap()
}

fn all(text: &str) -> Vec<CheckedGame> {
    check_text(text, Some(format()), &ReadContext::default())
}

fn one(text: &str) -> CheckedGame {
    let mut all = all(text);
    assert_eq!(all.len(), 1, "{text}");
    all.remove(0)
}

fn written(record: &Record) -> String {
    write_all(format(), std::slice::from_ref(record), CATALOGUE).unwrap()
}

fn settled(record: &Record) -> Record {
    let ron = formats::by_id("ron");
    let mut all = check_text(&write_ron(record), ron, &ReadContext::default());
    all.remove(0).record
}

fn codes(checked: &CheckedGame) -> Vec<(String, u32)> {
    let findings = checked.findings.iter();
    findings
        .map(|finding| {
            let line = finding.location.as_ref().map_or(0, |place| place.line);
            (finding.code.to_string(), line)
        })
        .collect()
}

fn mark(kind: MarkKind, at: &str, to: &str, text: &str) -> Mark {
    let [at, to, text] = [at, to, text].map(str::to_owned);
    Mark {
        kind,
        at,
        to,
        text,
        color: MarkColor::default(),
    }
}

#[test]
fn annotated_sgf_game_is_read_completely() {
    let text = include_str!("../../../../fixtures/sgf/annotated.sgf");
    let games = all(text);
    assert_eq!(games.len(), 2);
    let record = &games[0].record;
    assert_eq!(record.moves, "E5 G5 F4 PASS PASS");
    assert_eq!(record.setup, Setup::default());
    assert_eq!(record.players.0.name, "Ann [1]");
    let event = &record.event;
    assert_eq!(
        [&*event.name, &*event.round, &*event.date],
        ["A \"cup\"", "3", "2025-02-03"]
    );
    let comment = "The first line goes on: a soft break.\nThe second \\ line.";
    assert_eq!(record.notes[&0].comment, comment);
    assert_eq!(record.notes[&1].glyph, Some(Glyph::Brilliant));
    assert_eq!(record.notes[&2].glyph, Some(Glyph::Mistake));
    assert_eq!(
        record.notes[&2].marks,
        [
            mark(MarkKind::Circle, "E5", "", ""),
            mark(MarkKind::Circle, "G5", "", ""),
            mark(MarkKind::Text, "A9", "", "A"),
            mark(MarkKind::Text, "B9", "", "x:y"),
            mark(MarkKind::Arrow, "A9", "C7", ""),
        ]
    );
    assert_eq!(record.notes[&3].marks.len(), 4, "a rectangle of 2x2 points");
    let lines: Vec<_> = record.notes[&3]
        .variations
        .iter()
        .map(|line| &*line.moves)
        .collect();
    assert_eq!(lines, ["G6 F5 F6", "G6 F5 H7 H6", "PASS"]);
    let first = &record.notes[&3].variations[0].notes;
    assert_eq!(
        (&*first[&3].comment, first[&3].glyph),
        ("or so", Some(Glyph::Inaccuracy))
    );
    assert_eq!(first[&5].comment, "deep");
    assert_eq!(String::from(record.times_ms.clone()), "1500 5000 8250");
    assert_eq!(record.ext["sgf.KM"], "[5.5]");
    assert_eq!(record.ext["sgf.AP"], "[Some\\: Editor:1.0]");
    assert_eq!(record.ext["sgf.WL.2"], "[55]");
    assert_eq!(codes(&games[0]), [("K308".to_owned(), 2)]);
    assert_eq!(games[1].record.setup.get("size"), Some("5"));
    assert_eq!(games[1].record.moves, "A5 E1");
}

#[test]
fn records_read_from_sgf_survive_writing_and_reading() {
    let text = include_str!("../../../../fixtures/sgf/annotated.sgf");
    for game in all(text) {
        let text = written(&game.record);
        let again = one(&text).record;
        assert_eq!(again, game.record, "{text}");
        assert_eq!(written(&again), text);
    }
}

#[test]
fn faults_of_broken_sgf_are_located() {
    let checked = one(include_str!("../../../../fixtures/sgf/broken.sgf"));
    let found = codes(&checked);
    let expected = [
        ("K111", 2),
        ("K207", 3),
        ("K110", 4),
        ("K118", 4),
        ("K106", 5),
    ];
    let expected = expected.map(|(code, line)| (code.to_owned(), line));
    assert_eq!(found, expected, "{:?}", checked.findings);
    assert_eq!(checked.record.moves, "E5 D6 C7 G3");
    assert_eq!(checked.record.ext["sgf.unread"], ";W[hh];");
    assert_eq!(checked.record.ext["sgf.XYZ.2"], "[odd]");
}

#[test]
fn games_that_sgf_cannot_hold_are_refused() {
    let checked = one("(;GM[2];B[aa])");
    assert_eq!(checked.findings[0].code.to_string(), "K102");
    let clobber = Record {
        game: "clobber".to_owned(),
        ..Record::default()
    };
    assert!(write_all(format(), &[clobber], CATALOGUE).is_err());
}

#[test]
fn file_is_decoded_with_its_declared_encoding() {
    let text = "(;GM[1]SZ[9]CA[Shift_JIS]PB[\u{672c}\u{56e0}\u{574a}];B[ee])";
    let (bytes, ..) = encoding_rs::SHIFT_JIS.encode(text);
    let decoded = decode(&bytes);
    assert_eq!(decoded.text, text);
    assert_eq!(
        one(&decoded.text).record.players.0.name,
        "\u{672c}\u{56e0}\u{574a}"
    );
    assert_eq!(decoded.findings[0].severity(), Severity::Warning);
    let latin = decode(b"(;GM[1]CA[ISO-8859-1]PB[J\xfcrg])");
    assert!(latin.text.contains("J\u{fc}rg"));
    let page = decode(b"<meta charset=\"koi8-r\"><b>\xf0</b>");
    assert!(page.text.contains('\u{41f}'));
}

/// Returns a record with everything that SGF can hold.
fn full_record(seed: u64) -> Record {
    let mut rng = SplitMix64::new(seed);
    let mut setup = Setup::default();
    if seed % 3 == 1 {
        setup.set("size", "5");
        setup.set("turns", "30");
    }
    let tokens = random_game::<AtariGo>(&setup, &mut rng);
    let length = if seed.is_multiple_of(2) {
        tokens.len()
    } else {
        tokens.len() / 2
    };
    let mut record = Record {
        game: "atari-go".to_owned(),
        moves: tokens[..length].join(" "),
        setup,
        ..Record::default()
    };
    record.players.0.name = "A ] \\ : \u{1f980}".into();
    record.players.1.version = "2:1]".into();
    record.players.1.time_ms = Some(7);
    record.event.table = "t".into();
    record.source.id = "1234".into();
    record
        .ext
        .insert("any.key".to_owned(), "any: ]\ntext".to_owned());
    record.ext.insert("sgf.KM".to_owned(), "[6.5]".to_owned());
    record.ext.insert("sgf.GW.3".to_owned(), "[1]".to_owned());
    record.note_mut(0).comment = "\u{5d0} [whole] \\ ".into();
    for ply in 1..=u32::try_from(length).unwrap() {
        if rng.index(2) == 0 {
            record
                .times_ms
                .set_ms(ply, u32::try_from(rng.index(100)).unwrap());
        }
        if rng.index(6) == 0 {
            let note = record.note_mut(ply);
            note.comment = "so\nso]".into();
            note.glyph = Some(Glyph::Interesting);
            note.message = "said: x".into();
            note.stderr = "a\\\nb".into();
            note.raw = Some("4 4 :]".to_owned());
            note.by = (rng.index(2) == 0).then_some(MovedBy::Jury);
            note.marks = vec![mark(MarkKind::Text, "A1", "", "]:")];
            note.variations = variations(ply);
        }
    }
    settled(&record)
}

fn variations(ply: u32) -> Vec<Variation> {
    let line = |moves: &str| Variation {
        moves: moves.to_owned(),
        ..Variation::default()
    };
    let mut first = line("A1 B2 C3");
    first.notes.insert(
        ply + 2,
        VariationNote {
            comment: "deep ]".to_owned(),
            glyph: Some(Glyph::Blunder),
            marks: vec![mark(MarkKind::Arrow, "A1", "B2", "")],
            ..VariationNote::default()
        },
    );
    vec![first, line("A1 B2 D4 PASS"), line("A1 E5"), line("PASS")]
}

#[test]
fn all_that_sgf_can_hold_survives_a_round_trip() {
    for seed in 0..12 {
        let record = full_record(seed);
        let text = written(&record);
        assert_sgf_is_well_formed(&text);
        let checked = one(&text);
        assert!(checked.is_valid(), "{:?}", checked.findings);
        assert_eq!(written(&checked.record), text);
        let mut read = checked.record;
        read.source.format.clear();
        read.reported = None;
        assert_eq!(read, record, "{text}");
        assert_eq!(read_ron(&write_ron(&read)).unwrap(), record);
    }
}

#[test]
fn sgf_results_give_the_ending_and_faults() {
    let game = |result: &str, rest: &str| one(&format!("(;GM[1]SZ[9]RE[{result}];B[ee]{rest})"));
    let time = game("B+T", "");
    assert!(time.is_valid(), "{:?}", time.findings);
    assert_eq!(time.ending, Ending::Timeout);
    let resigned = game("W+Resign", ";W[dd]");
    assert_eq!(
        resigned.record.result.unwrap().faults[&Player::First],
        Fault::Resignation
    );
    let forfeit = game("B+F", "KF[fault2:illegal]");
    let fault = forfeit.record.result.unwrap().faults[&Player::Second];
    assert_eq!(fault, Fault::Jury, "only the root names a fault");
    let refused = game("B+F", ";W[ee]");
    let fault = refused.record.result.unwrap().faults[&Player::Second];
    assert_eq!(fault, Fault::Illegal, "the rules determine the fault");
    assert_eq!(game("B+3", "").findings[0].code.to_string(), "K306");
    assert_eq!(game("black", "").findings[0].code.to_string(), "K110");
    let unknown = game("?", "");
    assert_eq!(unknown.findings[0].code.to_string(), "K308");
}

#[test]
fn wrong_margin_in_sgf_result_is_an_error() {
    let record = full_record(0);
    let text = written(&record);
    let result = record.result.unwrap();
    let (first, second) = result.scores.unwrap();
    let side = match result.winner.unwrap() {
        Winner::First => "B",
        Winner::Second => "W",
        Winner::Draw => return,
    };
    let right = format!("RE[{side}+{}]", first.abs_diff(second));
    assert!(text.contains(&right), "{text}");
    let wrong = text.replace(&right, &format!("RE[{side}+77]"));
    assert!(!one(&wrong).is_valid());
}

#[test]
fn refused_move_survives_sgf_as_an_attempt() {
    let mut record = Record {
        game: "atari-go".to_owned(),
        moves: "E5 E5".to_owned(),
        ..Record::default()
    };
    record.note_mut(2).raw = Some("4 4".to_owned());
    record.note_mut(2).stderr = "oops".into();
    let mut reported = kifu_core::record::ReportedResult::default();
    reported.faults.insert(Player::Second, Fault::Illegal);
    record.reported = Some(reported);
    let record = settled(&record);
    assert_eq!(record.attempt.as_ref().unwrap().raw, "4 4");
    let text = written(&record);
    let checked = one(&text);
    assert!(checked.is_valid(), "{:?}\n{text}", checked.findings);
    // The place is the one in the text just read.
    let mut attempt = checked.record.attempt.unwrap();
    assert_eq!((attempt.line, attempt.column), (4, 1));
    (attempt.line, attempt.column) = (0, 0);
    assert_eq!(Some(attempt), record.attempt, "{text}");
    assert_eq!(checked.record.notes, record.notes, "{text}");
    assert_eq!(checked.record.result, record.result);
}

#[test]
fn several_games_in_one_sgf_file_are_read() {
    let records: Vec<Record> = (0..4).map(full_record).collect();
    let text = write_all(format(), &records, CATALOGUE).unwrap();
    assert_eq!(detect(&text, &ReadContext::default()).unwrap().id(), "sgf");
    let moves: Vec<_> = all(&text)
        .into_iter()
        .map(|game| game.record.moves)
        .collect();
    assert!(moves.iter().eq(records.iter().map(|record| &record.moves)));
}

mod slow {
    use super::*;

    #[test]
    fn no_damaged_sgf_makes_the_reader_panic() {
        let annotated = include_str!("../../../../fixtures/sgf/annotated.sgf");
        let short =
            "(;GM[1]SZ[9]KF[id:\u{e9}]RE[B+1];B[ee]KT[3](;W[dd]C[\\]])(;W[cc](;B[])(;C[x])))";
        for text in [annotated, short] {
            for end in (0..=text.len()).filter(|end| text.is_char_boundary(*end)) {
                all(&text[..end]);
            }
            let mut rng = SplitMix64::new(3);
            for _ in 0..3000 {
                let mut bytes = text.as_bytes().to_vec();
                for _ in 0..=rng.index(4) {
                    let at = rng.index(bytes.len());
                    bytes[at] = match rng.index(3) {
                        0 => u8::try_from(rng.index(256)).unwrap(),
                        1 => b"()[];\\:"[rng.index(7)],
                        _ => bytes[rng.index(bytes.len())],
                    };
                }
                for checked in all(&decode(&bytes).text) {
                    if let Ok(text) = write_all(format(), &[checked.record], CATALOGUE) {
                        let again = all(&text);
                        assert_eq!(again.len(), 1, "{text}");
                    }
                }
            }
        }
        all("");
        all(&"(".repeat(1 << 20));
        all(&"(;".repeat(1 << 20));
        all(&format!("(;{}", "C[x]".repeat(1 << 18)));
        all(&format!("(;{}", ";B[aa]".repeat(1 << 18)));
        let comb = "(;B[aa](;C[]".repeat(2000);
        all(&comb);
        let marks = format!("(;SZ[19]TR{})", "[aa:ss]".repeat(100_000));
        all(&marks);
    }
}
