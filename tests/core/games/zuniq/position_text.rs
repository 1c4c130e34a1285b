//! Position texts, valid and mutated.

use super::{claimed_game, played};
use crate::common::random_step;
use kifu_core::contract::{Faults, Game, Position as _, Rules as _};
use kifu_core::games::zuniq::{Position, Zuniq};
use kifu_core::search::SplitMix64;

#[test]
fn invalid_position_text_is_refused_with_its_expectation() {
    let error = |text: &str| Zuniq::parse_position(text).unwrap_err().to_string();
    let empty = Zuniq::write_position(&Position::EMPTY);
    assert_eq!(
        empty,
        "...../....../...../....../...../....../...../....../...../....../..... w -"
    );
    assert_eq!(
        error(""),
        "expected 5 times - or . (horizontals), found the end"
    );
    assert_eq!(
        error("...|."),
        "expected 5 times - or . (horizontals), found `|.`"
    );
    assert_eq!(error("......"), "expected / and the next row, found `.`");
    assert_eq!(
        error(&empty.replace(" w", " b")),
        "expected w: 0 segments are drawn, found `b -`"
    );
    assert_eq!(
        error(&empty.replace('-', "w1")),
        "expected an odd ply, at most 0, found `1`"
    );
    assert_eq!(
        error(&empty[..72]),
        "expected a space and the claims, or -, found the end"
    );
    let two = "--.../|||.../--.../....../...../....../...../....../...../....../..... b -";
    assert_eq!(
        error(two),
        "expected closed zones of different sizes, found two of 1: A1 and A2"
    );
    let claimed = Zuniq::write_position(&played("A1h A2h A3h! A4h!"));
    assert!(claimed.ends_with(" w w3b4"));
    for wrong in [
        "w3b5", "w4", "b6", "b4w3", "w03", "w3b4 ", "w", "", "w300", "-w3", "w3-",
    ] {
        assert!(
            Zuniq::parse_position(&claimed.replace("w3b4", wrong)).is_err(),
            "{wrong}"
        );
    }
}

mod slow {
    use super::*;

    #[test]
    fn mutated_position_text_is_refused_or_playable() {
        let mut rng = SplitMix64::new(11);
        let mut accepted = 0;
        for round in 0..6_000 {
            let game = claimed_game(&mut SplitMix64::new(round % 40));
            let plies = rng.index(game.len() + 1);
            let mut text = Zuniq::write_position(&played(&game[..plies].join(" "))).into_bytes();
            for _ in 0..rng.index(4) {
                let at = rng.index(text.len());
                let byte = b".-|/wb 0123456789\xc3\0"[rng.index(19)];
                match rng.index(4) {
                    0 => drop(text.remove(at)),
                    1 => text.insert(at, byte),
                    _ => text[at] = byte,
                }
            }
            let text = String::from_utf8_lossy(&text);
            let Ok(mut position) = Zuniq::parse_position(&text) else {
                continue;
            };
            accepted += 1;
            assert_eq!(Zuniq::write_position(&position), text);
            while let Some(step) = random_step::<Zuniq>(&position, &mut rng) {
                position.step(&step).unwrap();
            }
            assert!(position.outcome(Faults::NONE).winner.is_some());
        }
        assert!(accepted > 1_000, "{accepted}");
    }
}
