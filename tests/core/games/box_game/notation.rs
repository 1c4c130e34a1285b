//! Tokens and colours of Box.
use kifu_core::contract::{Faults, Game, Setup, Spelling, replay};

use super::setup;
use crate::common::step;
use kifu_core::games::box_game::{BoxGame, Color, SecretColors};
use std::fmt::Write;

#[test]
fn colours_are_read_from_setup_and_game_page_extras() {
    let start = |colors: &str| BoxGame::start(&setup(colors)).map(|position| position.colors());
    let both = |a: u8, b: u8| SecretColors([Color::new(a), Color::new(b)]);
    assert_eq!(start("4 1").unwrap(), both(4, 1));
    assert_eq!(start("- 6").unwrap(), both(0, 6));
    for bad in ["", "4", "4 1 2", "0 1", "4 7", "x y", "41", "4 \u{b9}"] {
        assert!(start(bad).is_err(), "{bad}");
    }
    let spec = BoxGame::INFO.extras.unwrap();
    let extras = |given: &[&str]| (spec.to_setup)(given);
    assert_eq!(extras(&["4", "1"]).unwrap(), setup("4 1"));
    assert_eq!(extras(&["", "1"]).unwrap(), setup("- 1"));
    assert_eq!(extras(&[]).unwrap(), Setup::default());
    assert_eq!(extras(&["", ""]).unwrap(), Setup::default());
    for bad in [&["4"][..], &["4", "1", "2"], &["9", "1"], &["x", "1"]] {
        assert!(extras(bad).is_err(), "{bad:?}");
    }
    assert_eq!((spec.from_setup)(&setup("4 1")), ["4", "1"]);
    assert_eq!((spec.from_setup)(&setup("- 1")), ["-", "1"]);
    assert!((spec.from_setup)(&Setup::default()).is_empty());
}

#[test]
fn invalid_token_is_refused_with_offset_message_and_hint() {
    let parse_error = |text: &str| {
        let bad = BoxGame::parse(text.as_bytes()).unwrap_err();
        (bad.at, bad.to_string(), bad.hint.unwrap_or_default())
    };
    let mut table = "\n".to_owned();
    for text in [
        "",
        "Qk364521v",
        "ik364521v",
        "IK364521v",
        "Iu364521v",
        "Ik364581v",
        "Ik364523v",
        "Ik36452v",
        "Ik364521",
        "Ik364521V",
        "Ik364521vv",
        "Ik",
        "Ikx",
        "3645217",
        "36452",
        "Ik\u{e9}",
        "\u{0}",
    ] {
        let (at, words, hint) = parse_error(text);
        writeln!(table, "{text:?} {at}: {words} ({hint})").unwrap();
    }
    assert_eq!(table, EXPLAINED);
}

const EXPLAINED: &str = r#"
"" 0: expected a row, A to P, or a tile, found the end ()
"Qk364521v" 0: expected a row, A to P, or a tile, found `Qk364521v` ()
"ik364521v" 0: expected a row, A to P, or a tile, found `ik364521v` (rows are capital letters: I)
"IK364521v" 1: expected a column, a to t, found `K364521v` (columns are small letters: k)
"Iu364521v" 1: expected a column, a to t, found `u364521v` ()
"Ik364581v" 6: expected a colour, 1 to 6, found `81v` ()
"Ik364523v" 7: expected a colour that the tile does not have yet, found `3v` (each colour is there once; not yet: 1)
"Ik36452v" 7: expected a colour, 1 to 6, found `v` ()
"Ik364521" 8: expected a direction, h or v, found the end ()
"Ik364521V" 8: expected a direction, h or v, found `V` (directions are small letters: v)
"Ik364521vv" 9: expected the end, found `v` ()
"Ik" 2: expected a tile or a direction, h or v, found the end ()
"Ikx" 2: expected a tile or a direction, h or v, found `x` ()
"3645217" 6: expected the end, found `7` ()
"36452" 5: expected a colour, 1 to 6, found the end ()
"Iké" 2: expected a tile or a direction, h or v, found `é` ()
"\0" 0: expected a row, A to P, or a tile, found `\0` ()
"#;

#[test]
fn small_l_for_row_i_is_accepted_with_a_note() {
    for (text, canonical) in [("lkv", "Ikv"), ("lf462513v", "If462513v")] {
        let parsed = BoxGame::parse(text.as_bytes()).unwrap();
        assert_eq!(parsed.step, step::<BoxGame>(canonical));
        assert_eq!(
            parsed.spelling,
            Spelling::Forgiven("a small L stands for row I (capital i)".into())
        );
    }
    let (walk, _) = replay::<BoxGame>(&setup("4 1"), "Hh216534h lk364521v", Faults::NONE).unwrap();
    assert_eq!(walk.respelled[0].canonical, "Ik364521v");
    assert!(walk.respelled[0].warning.is_some());
}
