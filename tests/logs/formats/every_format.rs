//! Round trips through every format: a record that is written is read back unchanged.

use crate::common::random_game_of;
use kifu_core::contract::Setup;
use kifu_core::findings::Severity;
use kifu_core::games::CATALOGUE;
use kifu_core::record::{Attempt, Ending, Record};
use kifu_logs::formats::{self, CheckedGame, ReadContext, check_text, write_all};

/// A random game of each kind, judged.
fn random_records(seed: u64) -> Vec<Record> {
    let record = |id: &str| {
        let tokens = random_game_of(id, &Setup::default(), seed);
        let mut record = Record {
            game: id.to_owned(),
            moves: tokens.join(" "),
            ..Record::default()
        };
        record.players.0.name = "O'Hara \"the\" 🦀 \u{5d0}\u{202e}".to_owned();
        record.players.1.name = "B".to_owned();
        let text = formats::by_id("ronl").unwrap();
        let text = write_all(text, &[record], CATALOGUE).unwrap();
        let [checked] = one(&text);
        assert_eq!(checked.ending, Ending::Finished, "{:?}", checked.findings);
        checked.record
    };
    CATALOGUE.iter().map(|game| record(game.id())).collect()
}

fn one(text: &str) -> [CheckedGame; 1] {
    let checked = check_text(text, None, &ReadContext::default());
    checked
        .try_into()
        .unwrap_or_else(|all: Vec<_>| panic!("{} games in {text}", all.len()))
}

#[test]
fn random_games_survive_every_format() {
    for seed in 0..5 {
        for record in random_records(seed) {
            for format in formats::FORMATS
                .iter()
                .filter(|format| format.writer().is_some())
            {
                let Ok(text) = write_all(*format, std::slice::from_ref(&record), CATALOGUE) else {
                    continue;
                };
                let [checked] = one(&text);
                let all = &checked.findings;
                assert!(
                    all.iter().all(|f| f.severity() == Severity::Note),
                    "{all:?}\n{text}"
                );
                assert_eq!(checked.record.moves, record.moves, "{}", format.id());
                assert_eq!(checked.record.result, record.result, "{}", format.id());
                let again = write_all(*format, &[checked.record], CATALOGUE).unwrap();
                assert_eq!(again, text, "the same record gives the same bytes");
            }
        }
    }
}

#[test]
fn illegal_move_is_located_to_the_byte() {
    let [checked] = one("b1a1 b2a2\nd1c1 e5e7 a1a2 h8h9 # and so on\n");
    let finding = &checked.findings[0];
    let place = finding.location.as_ref().unwrap();
    assert_eq!(finding.code.to_string(), "K202", "{finding:?}");
    assert_eq!(
        (
            place.line,
            place.column,
            &place.excerpt[place.highlight.clone()]
        ),
        (2, 6, "e5e7")
    );
    assert_eq!((checked.ply_count, checked.ending), (3, Ending::Illegal));
    let attempt = checked.record.attempt.unwrap();
    assert_eq!((attempt.line, attempt.column), (2, 6));
    assert_eq!(attempt.rest, "a1a2 h8h9");
}

#[test]
fn illegal_move_that_the_result_declares_is_valid() {
    let [checked] = one("white: A\nblack: B\nresult: 0 - -1 (BLACK ILLEGAL)\n1. b1a1 2. h1h2\n");
    assert!(checked.is_valid(), "{:?}", checked.findings);
    assert_eq!(checked.record.players.0.name, "A");
    assert_eq!((checked.ply_count, checked.ending), (1, Ending::Illegal));
    let [checked] = one("result: 0 - 1\nb1a1 h1h2\n");
    assert!(!checked.is_valid());
}

#[test]
fn move_list_line_after_finished_game_begins_another() {
    let text = "# one\nb1a1 b2a2\n# the same game goes on\nd1c1\n";
    let [checked] = one(text);
    assert_eq!(checked.ply_count, 3);
    let setup = "width: 2\nheight: 2\n";
    let text = format!("{setup}a2a1 b2b1 a1b1\na2a1\n");
    let games = check_text(&text, None, &ReadContext::default());
    assert_eq!(games[0].ending, Ending::Finished, "{:?}", games[0].findings);
    assert_eq!(games.len(), 2);
}

#[test]
fn moves_after_the_end_do_not_change_the_result() {
    let codes = |checked: &CheckedGame| -> Vec<String> {
        let findings = checked.findings.iter();
        findings
            .filter(|finding| finding.severity() == Severity::Error)
            .map(|finding| finding.code.to_string())
            .collect()
    };
    for record in random_records(7) {
        let right = record.result.clone();
        let tokens: Vec<&str> = record.tokens().collect();
        // A move made before, a text that is no move, and a text that is no token at all.
        for more in [tokens[tokens.len() - 1], "zz", "\u{1}"] {
            let mut longer = Record {
                game: record.game.clone(),
                moves: format!("{} {more}", record.moves),
                ..Record::default()
            };
            if more == "\u{1}" {
                longer.moves.clone_from(&record.moves);
                longer.attempt = Some(Attempt {
                    raw: "no move".to_owned(),
                    ..Attempt::default()
                });
            }
            // Its own verdict is read back as it was written.
            for round in 0..2 {
                let ronl = formats::by_id("ronl").unwrap();
                let text = write_all(ronl, std::slice::from_ref(&longer), CATALOGUE).unwrap();
                let [checked] = one(&text);
                assert_eq!(codes(&checked), ["K203"], "{round}: {:?}", checked.findings);
                assert_eq!(checked.ending, Ending::Finished, "{text}");
                assert_eq!(checked.record.result, right, "{text}");
                assert_eq!(checked.record.moves, record.moves);
                longer = checked.record;
            }
        }
    }
}

#[test]
fn number_pairs_after_a_pass_are_points() {
    for moves in ["PASS 4 4 3 3", "PASS 4 4\n3 3", "E5 4 3; PASS"] {
        let [checked] = one(&format!("game: atari-go\n{moves}\n"));
        assert_eq!(checked.ply_count, 3, "{moves}: {:?}", checked.findings);
        assert!(checked.is_valid(), "{moves}: {:?}", checked.findings);
    }
}

fn whole_turn_right_game() -> CheckedGame {
    let [game] = one(include_str!("../../../fixtures/moves/whole-turn-right.txt"));
    game
}

#[test]
fn turn_right_game_without_its_automatic_stone_is_completed() {
    let game = whole_turn_right_game();
    assert!(game.findings.is_empty(), "{:?}", game.findings);
    let result = game.record.result.as_ref().unwrap();
    assert_eq!((game.ply_count, result.scores), (62, Some((32, 41))));
    let tokens: Vec<&str> = game.record.tokens().collect();
    let mut shorter = tokens.clone();
    shorter.remove(35);
    let [again] = one(&shorter.join(" "));
    assert_eq!(again.record.moves, game.record.moves);
    assert_eq!(again.findings[0].code.to_string(), "K206");
    // Only the placements, without the last one.
    let [part] = one(&tokens[..35].join(","));
    assert_eq!((part.ply_count, part.ending), (36, Ending::Unterminated));
}

#[test]
fn move_list_result_may_use_any_count_of_the_contest() {
    let moves = whole_turn_right_game().record.moves;
    for (result, valid) in [
        ("41 - 59", true),
        ("32 - 41", true),
        ("0-2", true),
        ("0 - 1", true),
        ("black wins", true),
        ("32 - 40", false),
        ("1 - 0", false),
        ("2 - 0", false),
        ("draw", false),
    ] {
        let [game] = one(&format!("game: turn-right\nresult: {result}\n{moves}\n"));
        assert_eq!(game.is_valid(), valid, "{result}: {:?}", game.findings);
    }
}

#[test]
fn variation_with_an_illegal_move_is_reported() {
    let record = |line: &str| {
        format!(
            "(kifu: 1, game: \"clobber\", players: ((), ()), moves: \"b1a1 b2a2 d1c1\", \
             notes: {{1: (variations: [(moves: \"d1c1\")]), 3: (variations: [(moves: \"{line}\")])}})"
        )
    };
    let [good] = one(&record("c2c1 a2a1"));
    assert!(
        good.findings.iter().all(|f| f.severity() == Severity::Note),
        "{:?}",
        good.findings
    );
    let [bad] = one(&record("c2c1 b1a1"));
    let finding = &bad
        .findings
        .iter()
        .find(|f| f.severity() > Severity::Note)
        .unwrap();
    assert_eq!(
        (finding.code.to_string().as_str(), finding.ply),
        ("K213", Some(3))
    );
    assert!(finding.message.contains("`b1a1`"), "{}", finding.message);
    assert_eq!(bad.ply_count, 3);
}

#[test]
fn move_list_comments_stay_with_their_plies() {
    let text = "# before\n\ngame: clobber\nb1a1 # bold\nb2a2 d1c1\n# then\n\n# after\n";
    for format in ["moves", "txt"] {
        let format = formats::by_id(format);
        let [game] =
            <[CheckedGame; 1]>::try_from(check_text(text, format, &ReadContext::default()))
                .expect("one game");
        let comments: Vec<(u32, &str)> = game
            .record
            .notes
            .iter()
            .map(|(ply, note)| (*ply, note.comment.as_str()))
            .collect();
        assert_eq!(comments, [(0, "before"), (1, "bold"), (3, "then\nafter")]);
        assert_eq!(game.ply_count, 3);
    }
}

#[test]
fn repeated_headers_of_a_move_list_are_reported() {
    for (headers, expected) in [
        ("white: A\nwhite: B\n", "K122"),
        ("result: 1 - 0\nresult: 0 - 1\n", "K309"),
        ("width: 8\nwidth: 7\n", "K122"),
        ("game: clobber\ngame: box\n", "K122"),
    ] {
        let [game] = one(&format!("{headers}b1a1 b2a2\n"));
        let found = game
            .findings
            .iter()
            .any(|finding| finding.code.to_string() == expected);
        assert!(found, "{headers}: {:?}", game.findings);
    }
}

#[test]
fn attempt_is_kept_next_to_another_failed_move() {
    let [game] = one("game: clobber\nattempt: x y\nb1a1 e5e7 a3a2\n");
    let attempt = game.record.attempt.unwrap();
    assert_eq!(
        (attempt.raw.as_str(), attempt.rest.as_str()),
        ("e5e7", "a3a2 x y")
    );
    // A start tile that the log reports as refused.
    for (raw, expected) in [("Hh216534h", "K305"), ("no tile", "K201"), ("", "K201")] {
        let [game] = one(&format!("game: box\nattempt: {raw}\n"));
        assert_eq!(
            game.findings[0].code.to_string(),
            expected,
            "{:?}",
            game.findings
        );
        assert!(!game.is_valid());
    }
}
