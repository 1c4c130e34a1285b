//! Tokens of Atari Go.

use crate::common::step;
use kifu_core::contract::{Game, Spelling};
use kifu_core::games::atari_go::{AtariGo, Move, Point, from_contest, to_contest};

fn spelling(token: &str) -> Spelling {
    AtariGo::parse(token.as_bytes()).unwrap().spelling
}

#[test]
fn every_move_token_and_contest_spelling_round_trips() {
    let names = (0..25).flat_map(|y| (0..25).filter_map(move |x| Point::new(x, y)));
    for mv in names.map(Move::Stone).chain([Move::Pass]) {
        let token = mv.to_string();
        assert_eq!(step::<AtariGo>(&token).mv, Some(mv));
        assert_eq!(spelling(&token), Spelling::Canonical);
        for size in [5, 9, 19] {
            let raw = to_contest(mv, size);
            assert_eq!(from_contest(&raw, size), Ok(mv), "{raw}");
        }
    }
    assert_eq!(Point::new(25, 0), None);
    assert_eq!(Point::new(8, 8).unwrap().to_string(), "J9");
}

#[test]
fn lowercase_move_tokens_are_accepted_with_a_note() {
    let note = |token| match spelling(token) {
        Spelling::Forgiven(words) => words.into_owned(),
        other => panic!("{other:?}"),
    };
    assert_eq!(note("e5"), "the column is written as a capital letter");
    assert_eq!(note("pass"), "PASS is written in capital letters");
    assert_eq!(note("t19"), note("e5"));
    assert_eq!(step::<AtariGo>("t19"), step::<AtariGo>("T19"));
}

#[test]
fn invalid_move_token_is_refused_with_offset_and_hint() {
    let parse_error = |token: &str| {
        let bad = AtariGo::parse(token.as_bytes()).unwrap_err();
        (bad.at, bad.to_string(), bad.hint.unwrap_or_default())
    };
    assert_eq!(parse_error("E0").1, "expected a row, 1 to 25, found `0`");
    assert_eq!(parse_error("E26").0, 1);
    assert_eq!(parse_error("E05").0, 1);
    assert_eq!(
        parse_error("E5x").1,
        "expected the end of the move, found `x`"
    );
    assert_eq!(parse_error("E255").0, 3);
    assert!(parse_error("I5").2.contains("J5"));
    assert!(parse_error("4").2.contains("two numbers"));
    assert!(parse_error("-1").2.contains("two numbers"));
    assert!(parse_error("-1 -1").2.contains("off the board"));
    for token in ["", "PAS", "PASSE", "E", "é5", "#", "E-5", "\u{ff}"] {
        assert!(AtariGo::parse(token.as_bytes()).is_err(), "{token}");
    }
    assert!(AtariGo::parse(b"\xff\xfe").is_err());
}
