//! Atari Go as text: notation, the contest's coordinates and dialogue, position text, picture.

mod common;
use kifu::contract::Contest;
use kifu::contract::Draw;

use common::{Rng, random_game, random_step, step};
use kifu::contract::{
    DialogueEnd, DialogueEvent, Faults, Game, Player, Position as _, Rules as _, Setup, Spelling,
    TextStyle, replay,
};
use kifu::games::atari_go::{AtariGo, Move, Point, from_contest, to_contest};
use kifu::games::{CATALOGUE, by_id};
use kifu::record::{Record, adjudicate};

fn setup(size: u32, turns: u32) -> Setup {
    let mut setup = Setup::default();
    setup.set("size", size.to_string());
    setup.set("turns", turns.to_string());
    setup
}

fn spelling(token: &str) -> Spelling {
    AtariGo::parse(token.as_bytes()).unwrap().spelling
}

#[test]
fn every_point_that_can_be_named_is_read_as_it_is_written() {
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
fn small_letters_are_forgiven_and_said() {
    let said = |token| match spelling(token) {
        Spelling::Forgiven(words) => words.into_owned(),
        other => panic!("{other:?}"),
    };
    assert_eq!(said("e5"), "the column is written as a capital letter");
    assert_eq!(said("pass"), "PASS is written in capital letters");
    assert_eq!(said("t19"), said("e5"));
    assert_eq!(step::<AtariGo>("t19"), step::<AtariGo>("T19"));
}

#[test]
fn what_is_no_move_is_refused_with_the_place_and_a_hint() {
    let said = |token: &str| {
        let bad = AtariGo::parse(token.as_bytes()).unwrap_err();
        (bad.at, bad.to_string(), bad.hint.unwrap_or_default())
    };
    assert_eq!(said("E0").1, "expected a row, 1 to 25, found `0`");
    assert_eq!(said("E26").0, 1);
    assert_eq!(said("E05").0, 1);
    assert_eq!(said("E5x").1, "expected the end of the move, found `x`");
    assert_eq!(said("E255").0, 3);
    assert!(said("I5").2.contains("J5"));
    assert!(said("4").2.contains("two numbers"));
    assert!(said("-1").2.contains("two numbers"));
    assert!(said("-1 -1").2.contains("off the board"));
    for token in ["", "PAS", "PASSE", "E", "é5", "#", "E-5", "\u{ff}"] {
        assert!(AtariGo::parse(token.as_bytes()).is_err(), "{token}");
    }
    assert!(AtariGo::parse(b"\xff\xfe").is_err());
}

#[test]
fn the_contests_coordinates_count_rows_from_the_top() {
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
        assert_eq!(AtariGo::respell(&setup(9, 80), raw), {
            (raw != "PASS").then(|| token.to_owned())
        });
    }
    assert_eq!(AtariGo::respell(&setup(19, 80), "4 4").unwrap(), "E15");
    for other in ["E5", "4", "4 4 4", "", "-1 -1", "4 x", "PASS"] {
        assert_eq!(AtariGo::respell(&setup(9, 80), other), None, "{other}");
    }
    assert_eq!(AtariGo::respell(&setup(99, 80), "4 4"), None);
}

#[test]
fn a_bots_line_that_is_no_move_says_why() {
    let said = |line: &str| {
        let mut reader = AtariGo::protocol(&Setup::default());
        reader.on_bot_line(line).unwrap_err().to_string()
    };
    for off in ["-1 -1", "9 9", "0 9", "40 3", "-1 4 a comment"] {
        assert!(said(off).contains("off the board"), "{}", said(off));
        assert!(said(off).contains("from `0 0` to `8 8`"));
    }
    assert!(said("-1 4 a comment").contains("found `-1 4`"));
    assert!(said("4").contains("referee itself crashes"));
    assert!(said("pass").contains("capital letters"));
    assert!(said("PASS 1 2").contains("no comment"));
    for odd in [" 4 4", "4  4", "4 4x", "PASS "] {
        said(odd);
    }
    assert!(said("E5").contains("`4 4`"), "{}", said("E5"));
    assert_eq!(said(""), "expected `x y` or PASS, found ``");
    assert_eq!(said("4 x"), "expected y, a number, found `4 x`");
    assert!(said("99999999999 0").contains("expected `x y`"));
}

#[test]
fn what_follows_a_bots_move_is_its_message() {
    let say = |line| {
        let mut reader = AtariGo::protocol(&Setup::default());
        reader.on_bot_line(line).unwrap()
    };
    let token = |token: &str, raw: Option<&str>| DialogueEvent::Token {
        token: token.to_owned(),
        raw: raw.map(str::to_owned),
    };
    let message = |text: &str| DialogueEvent::Message(text.to_owned());
    assert_eq!(say("4 4"), [token("E5", Some("4 4"))]);
    assert_eq!(
        say("4 4 a comment"),
        [token("E5", Some("4 4")), message("a comment")]
    );
    assert_eq!(say("9 0"), [token("K9", Some("9 0"))]);
    assert_eq!(say("PASS"), [token("PASS", None)]);
    assert_eq!(say("PASS"), [token("PASS", None)]);
}

/// The seat, the setup and the tokens that a program can know from its dialogue.
fn heard(lines: &[kifu::contract::DialogueLine]) -> (Option<Player>, Setup, Vec<String>) {
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
                // What the moves give anyway.
                DialogueEvent::Board(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }
    (seat, setup, tokens)
}

#[test]
fn a_dialogue_tells_what_the_script_was_made_of() {
    for (size, turns) in [(9, 80), (5, 31), (19, 12)] {
        let setup = setup(size, turns);
        let game = random_game::<AtariGo>(&setup, &mut Rng(size.into()));
        for count in [0, 1, 2, 7, game.len() - 1, game.len()] {
            let tokens: Vec<&str> = game[..count].iter().map(String::as_str).collect();
            for seat in Player::ALL {
                let reader = AtariGo::protocol(&setup);
                let lines = reader
                    .script(&setup, &tokens, seat, DialogueEnd::Open)
                    .unwrap();
                let (read_seat, read_setup, read) = heard(&lines);
                assert_eq!(read_seat, Some(seat));
                assert_eq!(read_setup.get("size"), setup.get("size"));
                // The opponent's last move is told with the next turn, if there is one.
                let last_is_others = count % 2 == seat.index();
                let untold = count == game.len() && count > 0 && last_is_others;
                assert_eq!(read, tokens[..count - usize::from(untold)]);
            }
        }
    }
}

#[test]
fn the_dialogue_is_the_contests() {
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
fn a_line_that_the_jury_cannot_have_written_is_refused() {
    let hear = |lines: &[&str]| {
        let mut reader = AtariGo::protocol(&Setup::default());
        let (last, before) = lines.split_last().unwrap();
        for line in before {
            reader.on_jury_line(line).unwrap();
        }
        reader.on_jury_line(last).unwrap_err().expected
    };
    assert!(hear(&["b"]).contains("B or W"));
    assert!(hear(&["B", "20"]).contains("5 to 19"));
    let empty = ["........."; 9];
    let before_the_first = [&["B", "9", "4 4", "0 0"], &empty[..]].concat();
    assert!(hear(&before_the_first).contains("-1 -1"));
    assert!(hear(&["W", "9", "9 0"]).contains("x y"));
    assert!(hear(&["W", "9", "PASS"]).contains("x y"));
    assert!(hear(&["W", "9", "4 4", "0"]).contains("score"));
    assert!(hear(&["W", "9", "4 4", "0 0", "....w...."]).contains("row"));
}

#[test]
fn positions_that_cannot_be_are_refused_at_the_place() {
    let empty = "...../...../...../...../.....";
    let at = |text: String| AtariGo::parse_position(&text).unwrap_err().at;
    assert_eq!(at(String::new()), 0);
    assert_eq!(at("..../..../..../.... B 0/80 0-0 -".into()), 0);
    assert_eq!(at(format!("{empty}x B 0/80 0-0 -")), 29);
    assert_eq!(at(format!("{}b.... B 0/80 0-0 -", &empty[..24])), 24);
    assert_eq!(at(empty.to_owned()), 29);
    assert_eq!(at(format!("{empty} W 0/80 0-0 -")), 30, "Black's turn");
    assert_eq!(at(format!("{empty} B 82/80 0-0 -")), 32);
    assert_eq!(at(format!("{empty} B 0/0 0-0 -")), 32);
    assert_eq!(at(format!("{empty} B 0/1001 0-0 -")), 32);
    assert_eq!(
        at(format!("{empty} B 2/80 0-2 -")),
        37,
        "one turn, two lost"
    );
    assert_eq!(at(format!("{empty} B 2/80 00000-0 -")), 37);
    assert_eq!(at(format!("{empty} B 2/80 0-1 A1")), 41, "no ko");
    assert_eq!(at(format!("{empty} B 2/80 0-1 I1")), 41);
    assert_eq!(at(format!("{empty} B 2/80 0-1 - ")), 43);
    // A chain without liberties: A5 between B5 and A4.
    let dead = "WB.../B..../...../...../..... W 3/80 0-0 -";
    assert_eq!(at(dead.into()), 0);
    // A ko needs a capture, the opponent's stones all round, and one of them alone in atari.
    let ko = ".BW../BW.W./.BW../...../..... B 8/80 0-1 C4";
    assert!(AtariGo::parse_position(ko).is_ok());
    assert!(AtariGo::parse_position(&ko.replace("C4", "c4")).is_ok());
    for (from, to) in [("0-1", "0-0"), ("C4", "A5"), ("C4", "B4"), ("C4", "K9")] {
        assert_eq!(at(ko.replace(from, to)), 41, "{to}");
    }
    let four_would_be_taken = ".BWB./BW.WB/.BWB./...../..... B 16/80 0-1 C4";
    assert_eq!(at(four_would_be_taken.into()), 42);
    let chain_of_two_too = ".BW../BW.W./.BWB./.BWB./..B.. B 20/80 0-1 C4";
    assert_eq!(at(chain_of_two_too.into()), 42);
}

#[test]
fn hostile_position_texts_are_refused_or_can_be_played() {
    let mut rng = Rng(7);
    let mut accepted = 0;
    for round in 0..3_000 {
        let setup = setup([5, 6, 9][round % 3], 100);
        let mut position = AtariGo::start(&setup).unwrap();
        for _ in 0..rng.below(90) {
            let step = random_step::<AtariGo>(&position, &mut rng).unwrap();
            position.step(&step).unwrap();
        }
        let mut text = AtariGo::write_position(&position).into_bytes();
        for _ in 0..=rng.below(2) {
            let at = rng.below(text.len());
            let with = b"BW./ 0123456789-ABCDEFGHJ\xc3"[rng.below(26)];
            match rng.below(4) {
                0 => drop(text.remove(at)),
                1 => text.insert(at, with),
                _ => text[at] = with,
            }
        }
        let text = String::from_utf8_lossy(&text);
        let Ok(mut position) = AtariGo::parse_position(&text) else {
            continue;
        };
        accepted += 1;
        let again = AtariGo::parse_position(&AtariGo::write_position(&position)).unwrap();
        assert_eq!(again, position);
        assert_eq!(again.key(), position.key());
        for _ in 0..40 {
            let Some(step) = random_step::<AtariGo>(&position, &mut rng) else {
                break;
            };
            position.step(&step).unwrap();
        }
        position.outcome(Faults::NONE);
        AtariGo::text_board(&position, None, TextStyle::default());
    }
    assert!(accepted > 100, "{accepted}");
}

#[test]
fn the_board_is_drawn_with_coordinates_the_last_stone_and_the_ko() {
    let moves = "B5 C5 A4 D4 B3 C3 C4 B4";
    let (_, position) = replay::<AtariGo>(&setup(5, 80), moves, Faults::NONE).unwrap();
    let draw = |unicode| {
        let style = TextStyle {
            unicode,
            color: false,
        };
        AtariGo::text_board(&position, Some(&step::<AtariGo>("B4")), style)
    };
    assert_eq!(
        draw(false),
        "     A B C D E\n  \
           5  . B W . .  5\n  \
           4  B(W)# W .  4\n  \
           3  . B W . .  3\n  \
           2  . . . . .  2\n  \
           1  . . . . .  1\n     \
              A B C D E\n"
    );
    assert_eq!(
        draw(true),
        "     A B C D E\n  \
           5  ┌─●─○─┬─┐  5\n  \
           4  ●(○)□─○─┤  4\n  \
           3  ├─●─○─┼─┤  3\n  \
           2  ├─┼─┼─┼─┤  2\n  \
           1  └─┴─┴─┴─┘  1\n     \
              A B C D E\n"
    );
}

#[test]
fn stars_colours_and_a_pass_are_drawn() {
    let (_, position) = replay::<AtariGo>(&setup(13, 80), "D4 PASS", Faults::NONE).unwrap();
    let pass = step::<AtariGo>("PASS");
    let draw = |color| {
        let style = TextStyle {
            unicode: false,
            color,
        };
        AtariGo::text_board(&position, Some(&pass), style)
    };
    let plain = draw(false);
    assert_eq!(
        plain.matches('+').count(),
        4,
        "five stars, one under a stone"
    );
    assert!(plain.ends_with("\n     White: PASS\n"));
    let mut stripped = String::new();
    for part in draw(true).split('\x1b') {
        stripped += part
            .split_once('m')
            .filter(|_| part.starts_with('['))
            .map_or(part, |p| p.1);
    }
    assert_eq!(stripped, plain, "colour is never the only difference");
}

#[test]
fn a_setup_out_of_range_is_refused() {
    for (size, turns, key) in [(4, 80, "size"), (20, 80, "size"), (9, 0, "turns")] {
        assert_eq!(AtariGo::start(&setup(size, turns)).unwrap_err().key, key);
    }
    assert!(AtariGo::start(&setup(19, 1000)).is_ok());
}

#[test]
fn the_contests_spelling_of_a_move_is_not_kept_and_any_other_is() {
    let book = by_id(CATALOGUE, "atari-go").unwrap();
    let mut record = Record {
        game: "atari-go".to_owned(),
        moves: "E5 D4 PASS E5".to_owned(),
        ..Record::default()
    };
    for (ply, raw) in [(1, "4 4"), (2, "03 5"), (3, "PASS"), (4, "4 4"), (5, "9 9")] {
        record.note_mut(ply).raw = Some(raw.to_owned());
    }
    record.note_mut(1).message = "hello".to_owned();
    adjudicate(&mut record, book);
    let raw = |ply: u32| record.notes.get(&ply).and_then(|note| note.raw.as_deref());
    assert_eq!((raw(1), raw(2), raw(5)), (None, Some("03 5"), Some("9 9")));
    assert_eq!(record.notes[&1].message, "hello");
    assert!(!record.notes.contains_key(&3));
    // What failed is told as it stood.
    assert_eq!(record.attempt.unwrap().raw, "4 4");
    for size in [5, 9, 19] {
        let setup = setup(size, 80);
        for token in ["A1", "E5", "C4"] {
            let usual = book.contest_spelling(&setup, token).unwrap();
            assert_eq!(book.respell(&setup, &usual).as_deref(), Some(token));
        }
        let pass = book.contest_spelling(&setup, "PASS");
        assert_eq!(pass.as_deref(), Some("PASS"));
    }
}

/// `cargo test --release --test atari_go_text -- --ignored --nocapture`.
#[test]
#[ignore = "it measures"]
fn what_the_contests_spelling_would_cost() {
    let book = by_id(CATALOGUE, "atari-go").unwrap();
    let format = kifu::formats::by_id("ronl").unwrap();
    let (mut lean, mut fat) = (String::new(), String::new());
    for seed in 0..2000 {
        let mut record = Record {
            game: "atari-go".to_owned(),
            moves: random_game::<AtariGo>(&Setup::default(), &mut Rng(seed)).join(" "),
            ..Record::default()
        };
        adjudicate(&mut record, book);
        lean += &kifu::record::write_ronl(&record);
        let tokens: Vec<String> = record.tokens().map(str::to_owned).collect();
        for (ply, token) in (1..).zip(tokens) {
            record.note_mut(ply).raw = book.contest_spelling(&record.setup, &token);
        }
        fat += &kifu::record::write_ronl(&record);
    }
    for (name, text) in [("without", lean), ("with", fat)] {
        let since = std::time::Instant::now();
        let games =
            kifu::formats::check_text(&text, Some(format), &kifu::formats::ReadContext::default());
        let each = since.elapsed() / u32::try_from(games.len()).unwrap();
        println!(
            "{name}: {} bytes and {each:?} a record",
            text.len() / games.len()
        );
    }
}
