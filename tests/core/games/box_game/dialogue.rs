//! The dialogue of Box with the jury.

use kifu_core::contract::{Contest, DialogueEnd, DialogueLine, Player, Setup};

use super::setup;
use crate::box_dialogue::{line, listen};
use crate::common::random_game;
use kifu_core::games::box_game::BoxGame;
use kifu_core::search::SplitMix64;

#[test]
fn the_dialogue_of_a_seat_tells_all_that_it_can_know() {
    for (seed, short) in (0..20).zip(2..) {
        let both = setup("4 1");
        let game = random_game::<BoxGame>(&both, &mut SplitMix64::new(seed));
        let game: Vec<&str> = game.iter().map(String::as_str).collect();
        for seat in Player::ALL {
            for (end, length) in [(DialogueEnd::Over, game.len()), (DialogueEnd::Open, short)] {
                let tokens = &game[..length];
                let protocol = BoxGame::protocol(&both);
                let lines = protocol.script(&both, tokens, seat, end).unwrap();
                let told = listen(&lines);
                assert_eq!(told.seat, Some(seat));
                let own = ["4 -", "- 1"][seat.index()];
                assert_eq!(told.colors.as_deref(), Some(own));
                assert_eq!(told.tokens, tokens);
                assert_eq!(told.over, end == DialogueEnd::Over);
                let own_plies = tokens.len() / 2
                    - usize::from(tokens.len().is_multiple_of(2) && seat == Player::Second);
                assert_eq!(told.raw.len(), own_plies);
            }
        }
    }
}

#[test]
fn the_dialogue_of_the_statement_is_written_and_read() {
    let both = setup("4 1");
    let tokens = ["Hh216534h", "Ik364521v", "If462513v"];
    let script = |seat, end| {
        let lines = BoxGame::protocol(&both)
            .script(&both, &tokens, seat, end)
            .unwrap();
        let words: Vec<String> = lines
            .iter()
            .map(|line| format!("{}{}", if line.to_bot { "" } else { "< " }, line.text))
            .collect();
        words.join("; ")
    };
    assert_eq!(
        script(Player::First, DialogueEnd::Open),
        "4; Hh216534h; Start; 364521; < Ikv; If462513v"
    );
    assert_eq!(
        script(Player::Second, DialogueEnd::OpponentFailed),
        "1; Hh216534h; Ik364521v; 462513; < Ifv; Quit"
    );
    let without = |setup: Setup, tokens: &[&str]| {
        let protocol = BoxGame::protocol(&setup);
        let bad = protocol.script(&setup, tokens, Player::Second, DialogueEnd::Open);
        bad.unwrap_err().to_string()
    };
    assert!(without(setup("4 -"), &tokens).contains("colour of the second player is unknown"));
    assert!(without(both.clone(), &["Hh216534h", "Aa364521v"]).contains("a legal move"));
    assert!(without(both.clone(), &["Hh216534h", "364521"]).contains("a tile and its place"));
}

#[test]
fn what_a_program_says_is_told_with_its_tile_whatever_it_is() {
    let said = |words: &str| {
        let mut lines: Vec<DialogueLine> = ["4", "Hh216534h", "Start", "364521"]
            .map(|text| line(true, text))
            .to_vec();
        lines.push(line(false, words));
        let told = listen(&lines);
        (told.tokens[1].clone(), told.raw.first().cloned())
    };
    let with_raw = |token: &str, raw: &str| (token.to_owned(), Some(raw.to_owned()));
    assert_eq!(said("Ikv"), with_raw("Ik364521v", "Ikv"));
    assert_eq!(said("lkv "), with_raw("lk364521v", "lkv"));
    assert_eq!(said("ikv"), with_raw("ik364521v", "ikv"));
    assert_eq!(said("I give up"), ("I give up".to_owned(), None));
    assert_eq!(said("é1"), ("é1".to_owned(), None));
    assert_eq!(said(""), (String::new(), None));
}

#[test]
fn a_line_that_cannot_stand_there_is_refused() {
    let after = |heard: &[&str]| {
        let mut dialogue = BoxGame::protocol(&Setup::default());
        for text in heard {
            dialogue.on_jury_line(text).unwrap();
        }
        dialogue
    };
    let hear =
        |heard: &[&str], text: &str| after(heard).on_jury_line(text).unwrap_err().to_string();
    let all = ["4", "Hh216534h", "Start", "364521"];
    assert_eq!(
        hear(&[], "7"),
        "expected the program's colour, 1 to 6, found `7`"
    );
    assert!(hear(&all[..1], "216534").contains("the start tile, as Hh216534h"));
    assert!(hear(&all[..2], "Ikv").contains("Start, or the first player's move"));
    assert!(hear(&all[..3], "Ik364521v").contains("the program's tile, as 364521"));
    assert!(hear(&all, "Ik364521v").contains("the program's answer"));
    assert!(hear(&["Quit"], "Quit").contains("nothing after Quit"));
    assert!(
        after(&all[..3])
            .on_bot_line("Ikv")
            .unwrap_err()
            .to_string()
            .contains("silence")
    );
}
