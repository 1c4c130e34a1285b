//! Position texts and boards drawn as text.
use kifu_core::contract::{
    Draw, Faults, Game, Player, Position as _, Rules as _, TextStyle, Turn, replay,
};

use super::setup;
use crate::common::{random_game, random_step, step};
use kifu_core::games::box_game::{BoxGame, Position};
use kifu_core::search::SplitMix64;

#[test]
fn position_text_parses_or_names_the_part_that_is_wrong() {
    let empty = [".".repeat(20).as_str(); 16].join("/");
    let start = BoxGame::parse_position(&format!("{empty} 1 - 4 -")).unwrap();
    assert_eq!(start, BoxGame::start(&setup("4 -")).unwrap());
    let error = |text: String| BoxGame::parse_position(&text).unwrap_err().to_string();
    for bad in [" 2 - 4 -", " 1 364521 4 -"] {
        assert!(
            error(format!("{empty}{bad}")).contains("waits for the start tile"),
            "{bad}"
        );
    }
    assert!(error(empty.clone()).contains("the side to move"));
    assert!(error(format!("{empty} 1 - 4 7")).contains("two colours"));
    assert!(error(format!("{empty} 1 - 4 -x")).contains("two colours"));
    assert!(error(empty.replacen('.', "7", 1)).contains("1 to 6 or ."));
    assert!(error(empty.replacen('/', "./", 1)).contains("/ after a row"));
    let laid = empty.replacen('.', "1", 1);
    assert!(BoxGame::parse_position(&format!("{laid} 2 364521 - -")).is_ok());
    assert!(error(format!("{laid} 2 364522 - -")).contains("does not have yet"));
}

fn play_on(mut position: Position, rng: &mut SplitMix64) {
    for _ in 0..200 {
        let _ = (
            position.outcome(Faults::only(Player::First)),
            position.key(),
        );
        let _ = BoxGame::text_board(&position, None, TextStyle::default());
        match random_step::<BoxGame>(&position, rng) {
            Some(next) => position.step(&next).unwrap(),
            None => return assert_eq!(position.turn(), Turn::Over),
        }
    }
    panic!("no game is that long");
}

#[test]
fn text_board_shows_the_last_tile_in_brackets() {
    let moves = "Hh216534h Ik364521v";
    let (_, mut position) = replay::<BoxGame>(&setup("4 1"), moves, Faults::NONE).unwrap();
    let last = step::<BoxGame>("Ik364521v");
    position.apply_chance(&step::<BoxGame>("462513").chance.unwrap());
    let plain = BoxGame::text_board(&position, Some(&last), TextStyle::default());
    println!("{plain}");
    assert!(plain.contains("H | . . . . . . . 2 1 6 5 3 4 . . . . . . . | H\n"));
    assert!(plain.contains("I | . . . . . . . 4 3 5[1 3]2 . . . . . . . | I\n"));
    assert!(plain.contains("tile to put: 462513"));
    assert!(plain.is_ascii());
    for (unicode, color) in [(false, true), (true, false), (true, true)] {
        let drawn = BoxGame::text_board(&position, Some(&last), TextStyle { unicode, color });
        println!("{drawn}");
        assert_eq!(drawn.lines().count(), plain.lines().count());
        assert_eq!(drawn.contains('\x1b'), color);
        assert_eq!(drawn.contains('┌'), unicode);
        assert!(drawn.contains('['));
    }
}

mod slow {
    use super::*;

    #[test]
    fn mutated_position_text_is_refused_or_playable() {
        let mut rng = SplitMix64::new(7);
        let letters = b"12345634561.....07/- A\xc3\xa9\n";
        let mut accepted = 0;
        for seed in 0..1_000 {
            let game = random_game::<BoxGame>(&setup("4 1"), &mut SplitMix64::new(seed % 10));
            let length = rng.index(game.len() + 1);
            let moves = game[..length].join(" ");
            let (_, mut position) = replay::<BoxGame>(&setup("4 1"), &moves, Faults::NONE).unwrap();
            if length > 0 && seed % 2 == 0 {
                position.apply_chance(&step::<BoxGame>("364521").chance.unwrap());
            }
            let mut text = BoxGame::write_position(&position).into_bytes();
            for _ in 0..=rng.index(4) {
                let at = rng.index(text.len());
                let letter = letters[rng.index(letters.len())];
                match rng.index(12) {
                    0 => text.insert(at, letter),
                    1 => drop(text.remove(at)),
                    2 => text.truncate(at.max(1)),
                    _ => text[at] = letter,
                }
            }
            let text = String::from_utf8_lossy(&text);
            if let Ok(position) = BoxGame::parse_position(&text) {
                assert_eq!(BoxGame::write_position(&position), text);
                play_on(position, &mut rng);
                accepted += 1;
            }
        }
        assert!(accepted > 30, "{accepted}");
    }
}
