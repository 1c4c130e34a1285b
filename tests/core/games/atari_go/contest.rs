//! The contest's coordinates and dialogue.
use kifu_core::contract::{Contest, DialogueEnd, DialogueEvent, Game, Player, Setup};

use super::setup;
use crate::common::random_game;
use kifu_core::games::atari_go::{AtariGo, from_contest};
use kifu_core::games::{CATALOGUE, by_id};
use kifu_core::record::{Record, adjudicate};
use kifu_core::search::SplitMix64;

/// Returns the token of a move in the contest's spelling.
fn respell(setup: &Setup, raw: &str) -> Option<String> {
    let spelling = AtariGo::INFO.spelling.unwrap();
    (spelling.to_token)(setup, raw)
}

#[test]
fn contest_coordinates_count_rows_from_the_top() {
    let read = |text| from_contest(text, 9).map(|mv| mv.to_string());
    for (raw, token) in [
        ("4 4", "E5"),
        ("0 0", "A9"),
        ("8 8", "J1"),
        ("3 0", "D9"),
        ("PASS", "PASS"),
        // Beyond the edge and still with a name: the rule refuses it.
        ("9 0", "K9"),
        ("4 -1", "E10"),
    ] {
        assert_eq!(read(raw).as_deref(), Ok(token));
        assert_eq!(respell(&setup(9, 80), raw), {
            (raw != "PASS").then(|| token.to_owned())
        });
    }
    assert_eq!(respell(&setup(19, 80), "4 4").unwrap(), "E15");
    for other in ["E5", "4", "4 4 4", "", "-1 -1", "4 x", "PASS"] {
        assert_eq!(respell(&setup(9, 80), other), None, "{other}");
    }
    assert_eq!(respell(&setup(99, 80), "4 4"), None);
}

#[test]
fn protocol_explains_a_bot_line_that_is_not_a_move() {
    let error = |line: &str| {
        let mut reader = AtariGo::protocol(&Setup::default());
        reader.on_bot_line(line).unwrap_err().to_string()
    };
    for off in ["-1 -1", "9 9", "0 9", "40 3", "-1 4 a comment"] {
        assert!(error(off).contains("off the board"), "{}", error(off));
        assert!(error(off).contains("from `0 0` to `8 8`"));
    }
    assert!(error("-1 4 a comment").contains("found `-1 4`"));
    assert!(error("4").contains("referee itself crashes"));
    assert!(error("pass").contains("capital letters"));
    assert!(error("PASS 1 2").contains("no comment"));
    for odd in [" 4 4", "4  4", "4 4x", "PASS "] {
        error(odd);
    }
    assert!(error("E5").contains("`4 4`"), "{}", error("E5"));
    assert_eq!(error(""), "expected `x y` or PASS, found ``");
    assert_eq!(error("4 x"), "expected y, a number, found `4 x`");
    assert!(error("99999999999 0").contains("expected `x y`"));
}

#[test]
fn text_after_a_bot_move_is_read_as_its_message() {
    let events = |line| {
        let mut reader = AtariGo::protocol(&Setup::default());
        reader.on_bot_line(line).unwrap()
    };
    let token = |token: &str, raw: Option<&str>| DialogueEvent::Token {
        token: token.to_owned(),
        raw: raw.map(str::to_owned),
    };
    let message = |text: &str| DialogueEvent::Message(text.to_owned());
    assert_eq!(events("4 4"), [token("E5", Some("4 4"))]);
    assert_eq!(
        events("4 4 a comment"),
        [token("E5", Some("4 4")), message("a comment")]
    );
    assert_eq!(events("9 0"), [token("K9", Some("9 0"))]);
    assert_eq!(events("PASS"), [token("PASS", None)]);
    assert_eq!(events("PASS"), [token("PASS", None)]);
}

/// Returns the seat, the setup and the tokens that a program learns from its dialogue.
fn read_script(
    lines: &[kifu_core::contract::DialogueLine],
) -> (Option<Player>, Setup, Vec<String>) {
    let mut reader = AtariGo::protocol(&Setup::default());
    let (mut seat, mut setup, mut tokens) = (None, Setup::default(), Vec::new());
    for line in lines {
        let events = if line.to_bot {
            reader.on_jury_line(&line.text)
        } else {
            reader.on_bot_line(&line.text)
        };
        for event in events.unwrap_or_else(|bad| panic!("{line:?}: {bad}")) {
            match event {
                DialogueEvent::Seat(player) => seat = Some(player),
                DialogueEvent::Setup(key, value) => setup.set(key, value),
                DialogueEvent::Token { token, .. } => tokens.push(token),
                // The moves already determine the board.
                DialogueEvent::Board(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }
    (seat, setup, tokens)
}

#[test]
fn protocol_reads_back_seat_size_and_moves_of_its_script() {
    for (size, turns) in [(9, 80), (5, 31), (19, 12)] {
        let setup = setup(size, turns);
        let game = random_game::<AtariGo>(&setup, &mut SplitMix64::new(size.into()));
        for count in [0, 1, 2, 7, game.len() - 1, game.len()] {
            let tokens: Vec<&str> = game[..count].iter().map(String::as_str).collect();
            for seat in Player::ALL {
                let reader = AtariGo::protocol(&setup);
                let lines = reader
                    .script(&setup, &tokens, seat, DialogueEnd::Open)
                    .unwrap();
                let (read_seat, read_setup, read) = read_script(&lines);
                assert_eq!(read_seat, Some(seat));
                assert_eq!(read_setup.get("size"), setup.get("size"));
                // The opponent's last move is sent with the next turn, if there is one.
                let last_is_others = count % 2 == seat.index();
                let unsent = count == game.len() && count > 0 && last_is_others;
                assert_eq!(read, tokens[..count - usize::from(unsent)]);
            }
        }
    }
}

#[test]
fn script_writes_the_lines_of_the_contest_referee() {
    let reader = AtariGo::protocol(&Setup::default());
    let moves = [
        "B9", "C9", "A8", "D8", "B7", "C7", "C8", "B8", "PASS", "PASS",
    ];
    let script = |seat, count: usize| {
        let lines = reader.script(&Setup::default(), &moves[..count], seat, DialogueEnd::Open);
        let text = lines.unwrap().into_iter().map(|line| {
            let way = if line.to_bot { '>' } else { '<' };
            format!("{way}{}", line.text)
        });
        text.collect::<Vec<_>>()
    };
    let black = script(Player::First, 10);
    assert_eq!(black[..5], [">B", ">9", ">-1 -1", ">0 0", ">........."]);
    assert_eq!(black[13..15], ["<1 0", ">2 0"]);
    let last = &black[black.len() - 11..];
    assert_eq!(last[..4], [">-1 -1", ">0 1", ">.BW......", ">BW.W....."]);
    let white = script(Player::Second, 9);
    assert_eq!(white[..4], [">W", ">9", ">1 0", ">0 0"]);
    assert_eq!(white[white.len() - 11..][..2], [">-1 -1", ">1 0"]);
    assert!(script(Player::First, 9).ends_with(&["<PASS".to_owned()]));
    let illegal = reader.script(
        &Setup::default(),
        &["E5", "E5"],
        Player::First,
        DialogueEnd::Open,
    );
    assert!(illegal.unwrap_err().to_string().contains("E5 is not empty"));
}

#[test]
fn protocol_refuses_referee_lines_of_the_wrong_form() {
    let expected_instead = |lines: &[&str]| {
        let mut reader = AtariGo::protocol(&Setup::default());
        let (last, before) = lines.split_last().unwrap();
        for line in before {
            reader.on_jury_line(line).unwrap();
        }
        reader.on_jury_line(last).unwrap_err().expected
    };
    assert!(expected_instead(&["b"]).contains("B or W"));
    assert!(expected_instead(&["B", "20"]).contains("5 to 19"));
    let empty = ["........."; 9];
    let before_the_first = [&["B", "9", "4 4", "0 0"], &empty[..]].concat();
    assert!(expected_instead(&before_the_first).contains("-1 -1"));
    assert!(expected_instead(&["W", "9", "9 0"]).contains("x y"));
    assert!(expected_instead(&["W", "9", "PASS"]).contains("x y"));
    assert!(expected_instead(&["W", "9", "4 4", "0"]).contains("score"));
    assert!(expected_instead(&["W", "9", "4 4", "0 0", "....w...."]).contains("row"));
}

#[test]
fn adjudication_drops_raw_moves_in_the_usual_contest_spelling() {
    let game = by_id(CATALOGUE, "atari-go").unwrap();
    let mut record = Record {
        game: "atari-go".to_owned(),
        moves: "E5 D4 PASS E5".to_owned(),
        ..Record::default()
    };
    for (ply, raw) in [(1, "4 4"), (2, "03 5"), (3, "PASS"), (4, "4 4"), (5, "9 9")] {
        record.note_mut(ply).raw = Some(raw.to_owned());
    }
    record.note_mut(1).message = "hello".to_owned();
    adjudicate(&mut record, game);
    let raw = |ply: u32| record.notes.get(&ply).and_then(|note| note.raw.as_deref());
    assert_eq!((raw(1), raw(2), raw(5)), (None, Some("03 5"), Some("9 9")));
    assert_eq!(record.notes[&1].message, "hello");
    assert!(!record.notes.contains_key(&3));
    // A failed attempt keeps its raw text.
    assert_eq!(record.attempt.unwrap().raw, "4 4");
    for size in [5, 9, 19] {
        let setup = setup(size, 80);
        for token in ["A1", "E5", "C4"] {
            let usual = game.contest_spelling(&setup, token).unwrap();
            assert_eq!(game.respell(&setup, &usual).as_deref(), Some(token));
        }
        let pass = game.contest_spelling(&setup, "PASS");
        assert_eq!(pass.as_deref(), Some("PASS"));
    }
}
