//! The dialogue of Box with the jury.

use kifu_core::contract::{Contest, DialogueEnd, DialogueEvent, DialogueLine, Player, Setup};

use super::setup;
use crate::box_dialogue::{line, listen};
use crate::common::random_game;
use kifu_core::games::box_game::BoxGame;
use kifu_core::search::SplitMix64;

#[test]
fn script_of_a_seat_contains_all_that_it_can_know() {
    for (seed, short) in (0..20).zip(2..) {
        let both = setup("4 1");
        let game = random_game::<BoxGame>(&both, &mut SplitMix64::new(seed));
        let game: Vec<&str> = game.iter().map(String::as_str).collect();
        for seat in Player::ALL {
            for (end, length) in [(DialogueEnd::Over, game.len()), (DialogueEnd::Open, short)] {
                let tokens = &game[..length];
                let protocol = BoxGame::protocol(&both);
                let lines = protocol.script(&both, tokens, seat, end).unwrap();
                let reading = listen(&lines);
                assert_eq!(reading.seat, Some(seat));
                let own = ["4 -", "- 1"][seat.index()];
                assert_eq!(reading.colors.as_deref(), Some(own));
                assert_eq!(reading.tokens, tokens);
                assert_eq!(reading.over, end == DialogueEnd::Over);
                let own_plies = tokens.len() / 2
                    - usize::from(tokens.len().is_multiple_of(2) && seat == Player::Second);
                assert_eq!(reading.raw.len(), own_plies);
            }
        }
    }
}

#[test]
fn script_writes_the_example_dialogue_of_the_statement() {
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
    assert!(without(both.clone(), &["Hh216534h", "364521"]).contains("a legal move"));
}

#[test]
fn bot_line_becomes_a_token_with_its_tile_if_possible() {
    let token_and_raw = |words: &str| {
        let mut lines: Vec<DialogueLine> = ["4", "Hh216534h", "Start", "364521"]
            .map(|text| line(true, text))
            .to_vec();
        lines.push(line(false, words));
        let reading = listen(&lines);
        (reading.tokens[1].clone(), reading.raw.first().cloned())
    };
    let with_raw = |token: &str, raw: &str| (token.to_owned(), Some(raw.to_owned()));
    assert_eq!(token_and_raw("Ikv"), with_raw("Ik364521v", "Ikv"));
    assert_eq!(token_and_raw("lkv "), with_raw("lk364521v", "lkv"));
    assert_eq!(token_and_raw("ikv"), with_raw("ik364521v", "ikv"));
    assert_eq!(token_and_raw("I give up"), ("I give up".to_owned(), None));
    assert_eq!(token_and_raw("é1"), ("é1".to_owned(), None));
    assert_eq!(token_and_raw(""), (String::new(), None));
}

#[test]
fn bot_line_with_a_tile_is_a_token_only_with_the_dealt_one() {
    let answer = |words: &str| {
        let mut dialogue = BoxGame::protocol(&Setup::default());
        for text in ["4", "Hh216534h", "Start", "364521"] {
            dialogue.on_jury_line(text).unwrap();
        }
        let events = dialogue.on_bot_line(words);
        events.map_err(|error| error.to_string())
    };
    let whole = DialogueEvent::token("Ik364521v");
    assert_eq!(answer("Ik364521v"), Ok(vec![whole]));
    for words in ["Ik123456v", "364521", "123456"] {
        let expected = format!("expected the place of the tile 364521, as Ikv, found `{words}`");
        assert_eq!(answer(words), Err(expected));
    }
}

#[test]
fn protocol_refuses_lines_in_the_wrong_order() {
    let after = |lines: &[&str]| {
        let mut dialogue = BoxGame::protocol(&Setup::default());
        for text in lines {
            dialogue.on_jury_line(text).unwrap();
        }
        dialogue
    };
    let jury_line_error =
        |lines: &[&str], text: &str| after(lines).on_jury_line(text).unwrap_err().to_string();
    let all = ["4", "Hh216534h", "Start", "364521"];
    assert_eq!(
        jury_line_error(&[], "7"),
        "expected the program's colour, 1 to 6, found `7`"
    );
    assert!(jury_line_error(&all[..1], "216534").contains("the start tile, as Hh216534h"));
    assert!(jury_line_error(&all[..2], "Ikv").contains("Start, or the first player's move"));
    assert!(jury_line_error(&all[..3], "Ik364521v").contains("the program's tile, as 364521"));
    assert!(jury_line_error(&all, "Ik364521v").contains("the program's answer"));
    assert!(jury_line_error(&["Quit"], "Quit").contains("nothing after Quit"));
    assert!(
        after(&all[..3])
            .on_bot_line("Ikv")
            .unwrap_err()
            .to_string()
            .contains("silence")
    );
}
