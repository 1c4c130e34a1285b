//! Position texts and pictures.
use kifu_core::contract::{Draw, Faults};

use super::*;
use crate::common::rule_battery;
use kifu_core::search::SplitMix64;

fn refused(text: &str) -> String {
    TurnRight::parse_position(text).unwrap_err().to_string()
}

#[test]
fn inconsistent_position_text_is_refused() {
    let two_more = "wwww../....../....../....../....../...bb. b 0 5-0";
    let balance = "expected as many white stones as black ones, or one more, found";
    assert!(refused(two_more).starts_with(balance));
    let early = "w...../....../....../....../....../.....b w 1 5-0";
    let text = refused(early);
    assert!(text.starts_with("expected 0 to 26 circuits, and 0 as long as a square is free"));
    let points = "expected points that are possible with these stones and circuits";
    for fields in ["b 0 6-0", "w 1 5-1", "w 1 4-0", "- 26 256-0", "b 2 5-11"] {
        assert!(
            refused(&format!("{CHECKERED} {fields}")).starts_with(points),
            "{fields}"
        );
    }
    for fields in ["w 0 5-0", "b 26 5-0", "w 26 5-0", "- 0 5-0", "3x3:w 3 5-0"] {
        let error = refused(&format!("{CHECKERED} {fields}"));
        assert!(
            error.contains("`, from the stones and circuits, found"),
            "{error}"
        );
    }
    let three = "wwwbwb/wwwbbw/wwwbwb/bwbwbb/bbwbbb/bwbbww";
    assert!(TurnRight::parse_position(&format!("{three} 3x3:w 1 9-1")).is_ok());
    assert!(
        TurnRight::parse_position(&format!("{three} b 0 5-0")).is_ok(),
        "not yet"
    );
    for fields in ["3x3:b 1 9-1", "w 1 9-1", "- 26 9-1", "3x3:w 0 5-0"] {
        refused(&format!("{three} {fields}"));
    }
    for fields in [
        "b 0",
        "b 0 5-0 ",
        "b 00 5-0",
        "b +0 5-0",
        "b 0 5",
        "b 0 5-0-0",
        "b 300 5-0",
    ] {
        refused(&format!("{CHECKERED} {fields}"));
    }
    refused("wbwbwb/bwbwbw/wbwbwb/bwbwbw/wbwbwb b 0 5-0");
    refused("wbwbwb/bwbwbw/wbwbwb/bwbwbw/wbwbwb/bwbwbw/ b 0 5-0");
    refused("wbwbw/bbwbwbw/wbwbwb/bwbwbw/wbwbwb/bwbwbw b 0 5-0");
}

#[test]
fn mutated_position_text_is_refused_or_playable() {
    const LETTERS: &[u8] = b"wb./ 0123456789-x:~\xff";
    let mut rng = SplitMix64::new(3);
    let mut accepted = 0;
    for seed in 0..300 {
        let (game, _) = random_game(&mut SplitMix64::new(seed));
        let length = rng.index(game.len() + 1);
        let moves = game[..length].join(" ");
        let (_, position) = replay::<TurnRight>(&Setup::default(), &moves, Faults::NONE).unwrap();
        let text = TurnRight::write_position(&position);
        for _ in 0..60 {
            let mut bytes = text.clone().into_bytes();
            for _ in 0..=rng.index(3) {
                let at = rng.index(bytes.len());
                let byte = LETTERS[rng.index(LETTERS.len())];
                match rng.index(6) {
                    0 => drop(bytes.remove(at)),
                    1 => bytes.insert(at, byte),
                    2 => {
                        let other = rng.index(bytes.len());
                        bytes.swap(at, other);
                    }
                    _ => bytes[at] = byte,
                }
            }
            let mutated = String::from_utf8_lossy(&bytes);
            let Ok(mut position) = TurnRight::parse_position(&mutated) else {
                continue;
            };
            accepted += 1;
            rule_battery::position_text_round_trip::<TurnRight>(&position);
            assert_eq!(TurnRight::write_position(&position), mutated);
            while !position.is_over() {
                let mv = random_move(&position, &mut rng);
                position.play(&mv).unwrap();
            }
            rule_battery::position_text_round_trip::<TurnRight>(&position);
        }
    }
    assert!(accepted > 500, "{accepted}");
}

#[test]
fn game_starts_from_the_position_of_its_setup() {
    let text = format!("{CHECKERED} b 4 5-3");
    assert_eq!(
        TurnRight::write_position(&TurnRight::start(&from(&text)).unwrap()),
        text
    );
    let error = TurnRight::start(&from("nonsense")).unwrap_err();
    assert_eq!(error.key, "position");
}

#[test]
fn position_key_differs_by_circuits_points_and_side() {
    let texts = [
        "b 0 5-0", "w 1 5-0", "b 2 5-0", "b 2 6-0", "b 2 5-1", "- 26 5-0",
    ];
    let mut keys: Vec<u64> = texts
        .map(|fields| at(&format!("{CHECKERED} {fields}")).key())
        .into();
    keys.push(Position::START.key());
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), 7);
}

fn drawn(text: &str, token: &str, unicode: bool) -> String {
    let mut position = at(text);
    let step = crate::common::step::<TurnRight>(token);
    position.step(&step).unwrap();
    let style = TextStyle {
        unicode,
        color: false,
    };
    TurnRight::text_board(&position, Some(&step), style)
}

#[test]
fn text_board_shows_the_path_of_the_last_circuit() {
    let picture = drawn(&format!("{CHECKERED} b 2 5-0"), "a1-a2-b2-b3-f3-f1", false);
    let expected = "
  6  w   b   w   b   w   b

  5  b   w   b   w   b   w

  4  w   b   w   b   w   b

  3  b   b-->w-->b-->w-->b
         ^               v
  2  b-->w   w   b   w   w
     ^                   v
  1  w<--b<--w<--b<--w<--b

     a   b   c   d   e   f
";
    assert_eq!(picture, expected[1..]);
    let three = "wwwbwb/wwwbbw/wwwbwb/bwbwbb/bbwbbw/bwbbbw b 0 5-0";
    let picture = drawn(three, "e1-e2-f2-f1", true);
    assert!(picture.starts_with("  6  □   □   □   ●   ○   ●\n"));
    assert!(picture.contains("▴   ▾\n  1  ●   ○   ●   ●   ○◂──○\n"));
}

#[test]
fn text_board_shows_the_last_stone_in_brackets() {
    let start = TurnRight::write_position(&Position::START);
    assert!(drawn(&start, "c3", false).contains("  3  .   .  [w]  .   .   .\n"));
    assert!(drawn(&start, "a6", false).starts_with("  6 [w]  .   .   .   .   .\n"));
    assert!(drawn(&start, "f1", false).contains("  1  .   .   .   .   .  [w]\n"));
}
