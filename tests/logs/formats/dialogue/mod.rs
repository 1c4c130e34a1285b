//! Dialogues of one program with the jury.

mod copied;
mod gaps;
mod lines;
mod table;

use crate::common::random_game_of;
use kifu_core::contract::{Fault, Player};
use kifu_core::findings::{Code, Severity};
use kifu_core::games::{self, CATALOGUE};
use kifu_core::record::{Ending, MovedBy, Record, write_ronl};
use kifu_core::search::SplitMix64;
use kifu_logs::formats::{self, CheckedGame, Format, ReadContext, check_text, detect, write_all};

const ZUNIQ: &str = "E5v A2h B3h C4v E5h C1v E3h F3h B5h A3h D5v D1v B5v C5h D4h C1h A4v F5h C4h \
                     A5h A5v B6v E3v D2h C2h A4h B2h C6v D2v C3v B4v D6v E4h E1v C3h B1v F1h F2h \
                     A1h A1v";

fn format() -> &'static dyn Format {
    formats::by_id("codecup-dialogue").unwrap()
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

fn codes(checked: &CheckedGame) -> Vec<String> {
    checked
        .findings
        .iter()
        .map(|finding| finding.code.to_string())
        .collect()
}

#[test]
fn bot_output_belongs_to_the_ply_in_progress() {
    let checked = one("! up\n> Start\n! thinking\n< A2h\n! done\n> B3h\n! again\n");
    let stderr = |ply: u32| checked.record.notes[&ply].stderr.as_str();
    assert_eq!(checked.record.game, "zuniq");
    assert_eq!((stderr(0), stderr(1)), ("up", "thinking\ndone\nagain"));
}

#[test]
fn dialogue_times_and_messages_go_to_their_plies() {
    let text = "> 2\n> b\n> wb\n> w.\n> [7] b1a1\n> 1\n< [12] b2a2 I am winning\n";
    let checked = one(text);
    assert_eq!(checked.record.moves, "b1a1 b2a2");
    assert_eq!(String::from(checked.record.times_ms.clone()), "7 12");
    assert_eq!(checked.record.notes[&2].message, "I am winning");
    assert_eq!(codes(&checked), ["K308"]);
    assert_eq!(checked.record.setup.get("width"), Some("2"));
}

#[test]
fn dialogue_tables_are_read_as_one_game_per_player() {
    let text = include_str!("../../../../fixtures/codecup-dialogue/table.txt");
    assert_eq!(
        detect(text, &ReadContext::default()).unwrap().id(),
        "codecup-dialogue"
    );
    let games = all(text);
    let moves: Vec<_> = games.iter().map(|game| &*game.record.moves).collect();
    assert_eq!(moves, ["E5v A2h B3h", "E5v A2h B3h"]);
    assert!(games.iter().all(|game| game.record.game == "zuniq"));
}

#[test]
fn nothing_behind_a_line_out_of_place_is_played() {
    let text = include_str!("../../../../fixtures/codecup-dialogue/out-of-place.txt");
    let checked = one(text);
    let found: Vec<_> = checked
        .findings
        .iter()
        .map(|finding| (finding.code, finding.location.as_ref().unwrap().line))
        .collect();
    let expected = [
        (Code::UnexpectedLine, 3),
        (Code::UnexpectedLine, 6),
        (Code::MoveNotLogged, 3),
        (Code::NotJudged, 4),
    ];
    assert_eq!(found, expected);
    assert_eq!(checked.record.moves, "");
    assert_eq!(checked.record.players.0.name, "Alice");
    let attempt = checked.record.attempt.as_ref().unwrap();
    assert_eq!(attempt.rest, "A2h nonsense B3h C4v E5h");
    let mut notes = checked.record.notes.values();
    assert!(notes.any(|note| note.stderr == "no mark"));
}

#[test]
fn quit_is_a_fault_only_before_the_game_is_over() {
    let moves: Vec<&str> = ZUNIQ.split_whitespace().collect();
    let mut text = String::from("> Start\n");
    for pair in moves.chunks(2) {
        text += &format!("< {}\n> {}\n", pair[0], pair[1]);
    }
    let whole = one(&format!("{text}> Quit\n"));
    assert_eq!((whole.ending, whole.findings.len()), (Ending::Finished, 0));
    let early = one("> Start\n< A2h\n> B3h\n> Quit\n");
    assert!(early.is_valid(), "{:?}", early.findings);
    let result = early.record.result.unwrap();
    assert_eq!(
        result.faults,
        std::collections::BTreeMap::from([(Player::First, Fault::Jury)])
    );
    let illegal = one("> Start\n< A2h\n> B3h\n< B3h\n> Quit\n");
    assert!(illegal.is_valid(), "{:?}", illegal.findings);
    assert_eq!(illegal.ending, Ending::Illegal);
    assert_eq!(illegal.record.attempt.unwrap().raw, "B3h");
}

#[test]
fn fault_inferred_from_early_quit_is_reported() {
    let early = one("> Start\n< A2h\n> B3h\n> Quit\n");
    assert_eq!(codes(&early), ["K226"]);
    let declared = one("# result: 0 - 1 (WHITE TIMEOUT)\n> Start\n< A2h\n> B3h\n> Quit\n");
    assert_eq!(codes(&declared), [""; 0]);
}

#[test]
fn next_dialogue_may_start_without_a_separator() {
    let first = "> Start\n< E5v\n> A2h\n< B3h\n";
    let boxed = "> 4\n> Hh123456h\n> Start\n> 364521\n< Fhv\n";
    let points = "> B\n> 9\n> -1 -1\n> 0 0\n".to_owned() + &"> .........\n".repeat(9) + "< 4 4\n";
    let plies = |text: &str| -> Vec<u32> { all(text).iter().map(|game| game.ply_count).collect() };
    for (text, expected) in [
        (format!("{first}> Quit\n{first}"), vec![3, 3]),
        (format!("{first}{first}"), vec![3, 3]),
        (format!("{first}> Quit\n> E5v\n< A2h\n"), vec![3, 2]),
        (
            format!("{first}> Quit\n{boxed}> Quit\n{first}"),
            vec![3, 1, 3],
        ),
        (format!("{boxed}{boxed}"), vec![1, 1]),
        (format!("{points}{points}"), vec![1, 1]),
        // A surplus line starts no game, and the game does not go on behind it.
        (format!("{first}> Quit\n> C4v\n"), vec![3]),
        (format!("{first}> Start\n> C4v\n"), vec![3]),
    ] {
        assert_eq!(plies(&text), expected, "{text}");
    }
    let io = "IO RCVD [Start]\nIO SEND [E5v]\nIO RCVD [Quit]\nSEED 2\n".repeat(2);
    let games = all(&io);
    assert_eq!(games.len(), 2);
    assert_eq!(games[1].record.notes[&0].stderr, "SEED 2");
    let late = one(&format!(
        "{first}> Quit\n> C4v\n# Total time used: 1 seconds\n"
    ));
    assert_eq!(codes(&late), ["K116", "K226"]);
}

#[test]
fn no_line_after_the_end_is_dropped_silently() {
    let game = "> Start\n< E5v\n> A2h\n< B3h\n> Quit\n";
    for late in [
        "> late",
        "< late",
        "! late",
        "# late",
        "late",
        "# 12 ms late",
        "# message: late",
        "# raw: late",
        "# token: late",
        "# by: late",
        "# act: late",
        "# attempt: late",
        "# white: late",
        "# black: late",
        "# result: late",
        "# game: late",
        "# setup.late: late",
        "# late: late",
        "IO SEND [late]",
        "IO RCVD [late]",
        "TIMEOUT late",
        "---\nlate",
    ] {
        for end in ["\n", "\n\n", "\n> Quit\n"] {
            let text = format!("{game}{late}{end}");
            let games = all(&text);
            let is_kept = games
                .iter()
                .any(|game| write_ronl(&game.record).contains("late"));
            let mut found = games.iter().flat_map(|game| &game.findings);
            let is_reported = found.any(|found| {
                let line = found.location.as_ref().map(|place| place.line);
                // A text that is refused as a whole is refused at its start.
                let is_error = found.severity() == Severity::Error;
                is_error || found.severity() > Severity::Note && line >= Some(6)
            });
            assert!(is_kept || is_reported, "{text}");
        }
    }
}

#[test]
fn dialogue_comments_stay_with_their_plies() {
    let game = one("# before\n> Start\n< E5v\n# bold\n# move\n> A2h\n# raw: x\n");
    let comment = |ply: u32| game.record.notes[&ply].comment.as_str();
    assert_eq!((comment(0), comment(1)), ("before", "bold\nmove"));
    assert_eq!(
        codes(&game),
        ["K116", "K308"],
        "no move follows the spelling"
    );
    let twice = one("> Start\n# message: a\n# message: b\n< E5v\n");
    assert_eq!(codes(&twice), ["K116", "K308"]);
}

#[test]
fn empty_jury_lines_are_skipped_and_jury_claims_reported() {
    let game = one("> \n> Start\n>\n< E5v\n> A2h\n");
    assert_eq!(codes(&game), ["K308"]);
    let claim = one("> Start\n< E5v!\n> A2h!\n");
    assert_eq!(codes(&claim), ["K204", "K308"]);
    assert_eq!(claim.record.moves, "E5v! A2h!");
    // An empty line of the bot is its answer.
    let silent = one("> 4\n> Hh123456h\n> Start\n> 364521\n< \n");
    assert_eq!(codes(&silent)[0], "K201", "{:?}", silent.findings);
    let more = one("> 4\n> Hh123456h\n> Start\n> 364521\n< \n> Ik364521v\n");
    assert_eq!(codes(&more)[..2], ["K201", "K208"], "{:?}", more.findings);
}

#[test]
fn repeated_dialogue_headers_are_reported() {
    for (headers, expected) in [
        ("# player1: A\n# player1: B\n", "K122"),
        ("# white: A\n# player1: B\n", "K122"),
        ("# event: A\n# event: B\n", "K122"),
        ("# result: 1 - 0\n# result: 0 - 1\n", "K309"),
        ("# game: zuniq\n# game: box\n", "K122"),
        ("# player1: A\n# player1: A\n", "K308"),
    ] {
        let game = one(&format!("{headers}> Start\n< E5v\n"));
        assert!(
            codes(&game).contains(&expected.to_owned()),
            "{headers}: {:?}",
            game.findings
        );
    }
}

#[test]
fn text_next_to_a_dialogue_table_is_kept() {
    let text = "White player\n| Input | Output | Note |\n|---|---|---|\n| Start | E5v | bold |\n";
    let game = one(text);
    assert_eq!(game.record.notes[&0].comment, "White player");
    assert_eq!(game.record.notes[&1].comment, "bold");
}

#[test]
fn illegal_last_move_without_answer_is_a_located_error() {
    let checked = one("> Start\n< A2h\n> B3h\n< B3h\n");
    let finding = &checked.findings[0];
    assert_eq!(finding.code, Code::IllegalMove);
    assert_eq!(finding.location.as_ref().unwrap().line, 4);
}

#[test]
fn raw_spelling_and_message_survive_a_written_dialogue() {
    let mut record = Record {
        game: "clobber".to_owned(),
        moves: "b1a1 a3a2 d1c1".to_owned(),
        ..Record::default()
    };
    record.note_mut(1).raw = Some("random".to_owned());
    record.note_mut(1).message = "  odd  message".into();
    record.note_mut(2).raw = Some("A3A2".to_owned());
    record.note_mut(2).by = Some(MovedBy::Jury);
    record.times_ms.set_ms(2, 9);
    record.ext.clear();
    let text = written(&record);
    let read = one(&text).record;
    assert_eq!(read.moves, record.moves, "{text}");
    assert_eq!(read.notes[&1].raw, record.notes[&1].raw, "{text}");
    assert_eq!(read.notes[&2], record.notes[&2], "{text}");
    assert_eq!(read.times_ms, record.times_ms, "{text}");
    assert_eq!(written(&read), text);
}

/// A game of each kind, complete or truncated, with all that a dialogue can hold.
fn records(seed: u64) -> Vec<Record> {
    let mut records = Vec::new();
    for game in CATALOGUE {
        let mut rng = SplitMix64::new(seed);
        let mut record = Record {
            game: game.id().to_owned(),
            ..Record::default()
        };
        if game
            .info()
            .setup_keys
            .iter()
            .any(|(key, _)| *key == "colors")
        {
            record.setup.set("colors", "4 1");
        }
        let tokens = random_game_of(game.id(), &record.setup, seed);
        // The start tile is spelled as in the protocol, not as in a record.
        let mut tokens = tokens;
        if let Some(tile) = tokens.first_mut().filter(|token| token.len() == 6) {
            *tile = format!("Hh{tile}h");
        }
        let length = if seed.is_multiple_of(2) {
            tokens.len()
        } else {
            rng.index(tokens.len()) + 1
        };
        record.moves = tokens[..length].join(" ");
        record.players.0.name = "A: \"the\" first [1]".into();
        record.event.name = "Ü".into();
        record.source.id = "7".into();
        for ply in 1..=u32::try_from(length - game.info().lead_in).unwrap() {
            if Some(ply) != game.info().automatic_ply {
                record
                    .times_ms
                    .set_ms(ply, u32::try_from(rng.index(1000)).unwrap());
            }
            // The second player's words; Turn Right's order changes at ply 36.
            if ply.is_multiple_of(2) && ply < 36 {
                record.note_mut(ply).stderr = "[3] deep\n  thought ".into();
            }
        }
        record.players.1.time_ms = Some(1234);
        let ron = formats::by_id("ron").unwrap();
        let ron_text = write_all(ron, &[record], CATALOGUE).unwrap();
        let mut settled = check_text(&ron_text, Some(ron), &ReadContext::default());
        records.push(settled.remove(0).record);
    }
    records
}

#[test]
fn random_games_survive_a_written_dialogue() {
    for seed in 0..6 {
        for record in records(seed) {
            let text = written(&record);
            assert_eq!(
                detect(&text, &ReadContext::default()).unwrap().id(),
                "codecup-dialogue"
            );
            let mut read = one(&text);
            assert!(read.is_valid(), "{:?}\n{text}", read.findings);
            assert_eq!(written(&read.record), text);
            read.record.source.format.clear();
            read.record.source.file.clear();
            read.record.reported = None;
            let game = games::by_id(CATALOGUE, &read.record.game).unwrap();
            let tokens: Vec<String> = read.record.tokens().map(str::to_owned).collect();
            for (ply, note) in &mut read.record.notes {
                let index = (*ply as usize + game.info().lead_in).checked_sub(1);
                let token = index.and_then(|index| tokens.get(index));
                let usual = token.and_then(|token| game.contest_spelling(&record.setup, token));
                assert!(note.raw.is_none() || note.raw != usual, "{text}");
                note.raw = None;
            }
            read.record
                .notes
                .retain(|_, note| *note != kifu_core::record::Note::default());
            assert_eq!(read.record, record, "{text}");
        }
    }
}

#[test]
fn several_dialogues_in_one_text_are_read() {
    let records = records(0);
    let text = write_all(format(), &records, CATALOGUE).unwrap();
    let read = all(&text);
    assert_eq!(read.len(), records.len());
    for (read, record) in read.iter().zip(&records) {
        assert_eq!(read.record.moves, record.moves);
    }
}

#[test]
fn failed_moves_survive_a_written_dialogue() {
    for (result, raw) in [
        ("result: 0 - -1 (BLACK ILLEGAL)", "h1h2"),
        ("result: 0 - -1 (BLACK ILLEGAL)", "not a move"),
        ("result: 0 - -1 (BLACK TIMEOUT)", "a3a2"),
        ("result: -1 - 0 (WHITE CRASH)", ""),
    ] {
        let text = format!("# game: clobber\n# {result}\n> 8\n> w\n< b1a1\n# attempt: {raw}\n");
        let first = one(&text);
        let again = one(&written(&first.record));
        assert_eq!(
            again
                .record
                .attempt
                .map(|attempt| attempt.raw)
                .unwrap_or_default(),
            raw
        );
        assert_eq!(again.record.result, first.record.result, "{text}");
    }
}

/// The board of the first turn is not the usual one, but that of the setup.
#[test]
fn dialogue_from_a_setup_position_is_not_incomplete() {
    let moves = "game: clobber\nposition: .bwb/.wbw/wbwb/bwbw w\n\na2a1\n";
    let game = check_text(moves, None, &ReadContext::default()).remove(0);
    let again = one(&written(&game.record));
    assert!(
        !codes(&again).iter().any(|code| code == "K116"),
        "{:?}",
        again.findings
    );
    assert_eq!(
        (again.ply_count, &again.record.setup),
        (1, &game.record.setup)
    );
    let elsewhere = written(&game.record).replace("# position: .bwb/.wbw/wbwb/bwbw w\n", "");
    let other = one(&elsewhere);
    assert!(
        codes(&other).iter().any(|code| code == "K116"),
        "{:?}",
        other.findings
    );
}

/// Before its first answer a program has read its complete first turn.
#[test]
fn dialogue_before_a_failed_first_move_is_complete() {
    let text = include_str!("../../../../fixtures/arena/dialogue-first-act-clobber.ron");
    let mut record = kifu_core::record::read_ron(text).unwrap();
    let game = games::by_id(CATALOGUE, "clobber").unwrap();
    kifu_core::record::adjudicate(&mut record, game);
    let lines = kifu_logs::formats::exchanged_lines(&record, game, Player::First).unwrap();
    let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
    let rows = ["wbwbwbwb", "bwbwbwbw"].repeat(4);
    assert_eq!(
        texts,
        [&["8", "w"], &rows[..], &["null", "112", "zz"]].concat()
    );
    assert_eq!(lines.iter().filter(|line| !line.to_bot).count(), 1);
}

#[test]
fn exchanged_line_of_a_program_is_what_it_sent() {
    let sent_by_first = |record: &str| {
        let mut record = kifu_core::record::read_ron(record).unwrap();
        let game = games::by_id(CATALOGUE, &record.game).unwrap();
        kifu_core::record::adjudicate(&mut record, game);
        let lines = kifu_logs::formats::exchanged_lines(&record, game, Player::First).unwrap();
        let own = lines.into_iter().filter(|line| !line.to_bot);
        own.map(|line| (line.ply, line.text)).collect::<Vec<_>>()
    };
    let drawn = r#"(kifu: 2, game: "clobber", players: ((), ()), moves: "h3h4 g1g2 d5e5", notes: {
        1: (raw: "random", message: "no idea"), 3: (raw: "random"),
    })"#;
    let expected = [(1, "random no idea"), (3, "random")];
    assert_eq!(
        sent_by_first(drawn),
        expected.map(|(ply, text)| (Some(ply), text.to_owned()))
    );
    let by_jury = r#"(kifu: 2, game: "zuniq", players: ((), ()), moves: "A2h B3h C4v D1h E1h", notes: {
        3: (raw: "C9v", by: Jury), 5: (by: Jury),
    })"#;
    let expected = [(1, "A2h"), (3, "C9v")];
    assert_eq!(
        sent_by_first(by_jury),
        expected.map(|(ply, text)| (Some(ply), text.to_owned()))
    );
}

mod slow {
    use super::*;

    #[test]
    fn no_damaged_dialogue_makes_the_reader_panic() {
        let sample = "# game: zuniq\n# colors: 1 2\n! up\n> [3] Start\n< [12] A2h!\n# raw: é\n> B3h\n\
                  # act: [1] C4v\n# attempt: x y\n> Quit\n# Total time used: 1.5 seconds\n";
        let io = "ID x\nIO RCVD [6]\nIO RCVD [Hh421356h]\nIO RCVD [Start]\nIO RCVD [154326]\n\
              IO SEND [Chv]\nIO RCVD [Ej514362v]\n";
        let table = include_str!("../../../../fixtures/codecup-dialogue/table.txt");
        for text in [sample, io, table, &sample.replace("zuniq", "clobber")] {
            for end in (0..=text.len()).filter(|end| text.is_char_boundary(*end)) {
                all(&text[..end]);
            }
            let mut rng = SplitMix64::new(7);
            for _ in 0..2000 {
                let mut bytes = text.as_bytes().to_vec();
                for _ in 0..=rng.index(4) {
                    let at = rng.index(bytes.len());
                    bytes[at] = u8::try_from(rng.index(256)).unwrap();
                }
                let decoded = formats::decode(&bytes);
                for checked in all(&decoded.text) {
                    let _ = write_all(format(), &[checked.record], CATALOGUE);
                }
            }
            let mut lines: Vec<&str> = text.lines().collect();
            for _ in 0..200 {
                let (from, to) = (rng.index(lines.len()), rng.index(lines.len()));
                lines.swap(from, to);
                let doubled = lines.iter().flat_map(|line| [*line, *line]);
                all(&doubled.collect::<Vec<_>>().join("\n"));
                all(&lines.join("\n"));
            }
        }
        all("");
        all(&format!("> Start\n< {}\n", "x".repeat(1 << 20)));
        all(&"> Start\n".repeat(10_000));
    }
}
