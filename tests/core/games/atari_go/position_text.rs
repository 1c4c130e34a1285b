//! Setups, position texts and boards drawn as text.
use kifu_core::contract::{Draw, Faults, Game, Position as _, Rules as _, TextStyle, replay};

use super::setup;
use crate::common::{random_step, step};
use kifu_core::games::atari_go::AtariGo;
use kifu_core::search::SplitMix64;

#[test]
fn setup_with_size_or_turns_out_of_range_is_refused() {
    for (size, turns, key) in [(4, 80, "size"), (20, 80, "size"), (9, 0, "turns")] {
        assert_eq!(AtariGo::start(&setup(size, turns)).unwrap_err().key, key);
    }
    assert!(AtariGo::start(&setup(19, 1000)).is_ok());
}

#[test]
fn impossible_position_text_is_refused_at_the_offending_offset() {
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
fn mutated_position_text_is_refused_or_playable() {
    let mut rng = SplitMix64::new(7);
    let mut accepted = 0;
    for round in 0..3_000 {
        let setup = setup([5, 6, 9][round % 3], 100);
        let mut position = AtariGo::start(&setup).unwrap();
        for _ in 0..rng.index(90) {
            let step = random_step::<AtariGo>(&position, &mut rng).unwrap();
            position.step(&step).unwrap();
        }
        let mut text = AtariGo::write_position(&position).into_bytes();
        for _ in 0..=rng.index(2) {
            let at = rng.index(text.len());
            let with = b"BW./ 0123456789-ABCDEFGHJ\xc3"[rng.index(26)];
            match rng.index(4) {
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
fn text_board_shows_coordinates_last_stone_and_ko() {
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
fn text_board_shows_star_points_colours_and_a_pass() {
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
