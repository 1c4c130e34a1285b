//! Refusals, tokens and the text board.
use kifu_core::contract::{
    Draw, Game, Position as _, RuleViolation, Rules as _, Setup, Spelling, TextStyle,
};

use super::{BORDER, played, sizes};
use crate::common::{refusal, step};
use kifu_core::games::zuniq::{Move, Position, Segment, Violation, Zuniq};
use kifu_core::search::SplitMix64;

#[test]
fn refused_move_error_names_the_rule_and_the_cells() {
    let parse_error = |moves, token| refusal::<Zuniq>(&Setup::default(), moves, token);
    assert_eq!(parse_error("A2h", "A2h"), "A2h is already drawn");
    assert_eq!(parse_error("A2h", "A2h!"), "A2h is already drawn");
    let square = "A1h A2h A1v B1v C1h C2h A3v B3v";
    assert_eq!(
        parse_error(square, "B1h"),
        "B1h lies inside the closed zone A1 A2 B1 B2"
    );
    let second = format!("{square} A3h A4h C3h C4h A5v");
    assert_eq!(
        parse_error(&second, "B5v"),
        "B5v would close a second zone of size 4 (first: A1 A2 B1 B2)"
    );
    let rule = |moves: &str, token| {
        let broken: Violation = played(moves)
            .check(&step::<Zuniq>(token).mv.unwrap())
            .unwrap_err();
        broken.rule()
    };
    assert_eq!(rule("A2h", "A2h"), "drawn-already");
    assert_eq!(rule(square, "B1h"), "inside-zone");
    assert_eq!(rule(&second, "B5v"), "size-exists");
    assert_eq!(rule(BORDER, "A1h"), "game-over");
}

#[test]
fn segment_refused_for_a_repeated_size_can_become_legal_later() {
    let row_a = "A1h A2h A3h B1h B2h B3h A1v A4v";
    let moves = format!("{row_a} E1h E2h E3h F1h F2h F3h E1v");
    let last = step::<Zuniq>("E4v").mv.unwrap();
    assert_eq!(
        refusal::<Zuniq>(&Setup::default(), &moves, "E4v"),
        "E4v would close a second zone of size 3 (first: A1 A2 A3)"
    );
    let mut smaller = played(&format!("{moves} E2v"));
    assert!(smaller.play(&last).is_ok());
    assert_eq!(sizes(&smaller), [1, 2, 3]);
}

#[test]
fn tokens_are_read_leniently_or_refused_with_a_hint() {
    let read = |text: &str| Zuniq::parse(text.as_bytes());
    for segment in Segment::all() {
        for claim in [false, true] {
            let mv = Move {
                segment,
                claims_win: claim,
            };
            let parsed = read(&mv.to_string()).unwrap();
            assert_eq!(
                (parsed.step.mv, parsed.spelling),
                (Some(mv), Spelling::Canonical)
            );
        }
    }
    for (odd, canonical) in [
        ("a2h", "A2h"),
        ("A2H!", "A2h!"),
        ("f5H", "F5h"),
        ("e6v", "E6v"),
    ] {
        let parsed = read(odd).unwrap();
        assert_eq!(parsed.step, step::<Zuniq>(canonical));
        let Spelling::Forgiven(words) = parsed.spelling else {
            panic!("{odd} is forgiven");
        };
        assert!(words.ends_with(canonical), "{words}");
    }
    let parse_error = |text: &str| {
        let bad = read(text).unwrap_err();
        (bad.to_string(), bad.hint.unwrap_or_default())
    };
    let words = |text: &str| parse_error(text).0;
    assert_eq!(words(""), "expected a row, A to F, found the end");
    assert_eq!(words("A"), "expected a column, 1 to 6, found the end");
    assert_eq!(words("A7h"), "expected a column, 1 to 6, found `7h`");
    assert_eq!(words("A2x"), "expected the direction, h or v, found `x`");
    assert_eq!(
        words("A6h"),
        "expected a column from 1 to 5: to the right of 6 there is no dot, found `6h`"
    );
    assert_eq!(
        words("F1v"),
        "expected a row from A to E: below F there is no dot, found `F1v`"
    );
    assert_eq!(words("A2h!?"), "expected the end of the move, found `?`");
    let hint = |text: &str| parse_error(text).1;
    assert_eq!(hint("2Ah"), "the row comes first: A2h");
    assert_eq!(hint("A2!h"), "the ! comes last: A2h!");
    assert_eq!(hint("A2h!!"), "one ! is a claim: A2h!");
    assert_eq!(
        hint("A2-A3"),
        "a segment is named by its upper or left dot: A2h"
    );
    assert_eq!(
        hint("f5e5"),
        "a segment is named by its upper or left dot: E5v"
    );
    assert_eq!(hint("A1-C1"), "");
}

#[test]
fn random_token_never_panics_and_round_trips_if_parsed() {
    let mut rng = SplitMix64::new(3);
    for _ in 0..200_000 {
        let alphabet = b"ABFGabf01256hvHV!- \xff";
        let token: Vec<u8> = (0..rng.index(7))
            .map(|_| alphabet[rng.index(alphabet.len())])
            .collect();
        if let Ok(parsed) = Zuniq::parse(&token) {
            let mut text = String::new();
            Zuniq::write(&parsed.step, &mut text);
            assert!(text.eq_ignore_ascii_case(std::str::from_utf8(&token).unwrap()));
        }
    }
}

#[test]
fn text_board_shows_segments_zone_sizes_and_claims() {
    let position = played("B2h B2v B3v C2h A1h A2h! A3h A1v A4v B1v B4v C1v C4v D1h D2h D3h");
    let last = step::<Zuniq>("D3h");
    let draw =
        |unicode, color| Zuniq::text_board(&position, Some(&last), TextStyle { unicode, color });
    let ascii = "    1   2   3   4   5   6\n\
        \x20 A +---+---+---+   +   +\n\
        \x20   | 8   8   8 |\n\
        \x20 B +   +---+   +   +   +\n\
        \x20   | 8 | 1 | 8 |\n\
        \x20 C +   +---+   +   +   +\n\
        \x20   | 8   8   8 |\n\
        \x20 D +---+---+###+   +   +\n\n\
        \x20 E +   +   +   +   +   +\n\n\
        \x20 F +   +   +   +   +   +\n\
        zones: 1 8; Black claimed the win at ply 6\n";
    assert_eq!(draw(false, false), ascii);
    assert!(draw(true, false).contains("│ 8 │ 1 │ 8 │"));
    assert!(draw(true, false).contains("└────────━━━┘"));
    assert!(draw(true, true).contains("\x1b[1;33m━━━"));
    let empty = Zuniq::text_board(&Position::EMPTY, None, TextStyle::default());
    assert!(empty.ends_with("zones: none\n"));
}
