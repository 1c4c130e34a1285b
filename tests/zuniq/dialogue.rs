//! The contest's dialogue, both ways.

use crate::common::Rng;
use crate::{claimed_game, played, start};
use kifu::contract::{End, Event, Game, Player, Setup};
use kifu::games::zuniq::Zuniq;

/// What a program in `seat` can know of a game: the own moves whole, the opponent's without `!`.
fn known(tokens: &[String], seat: Player) -> Vec<String> {
    let seen = tokens.iter().enumerate().map(|(ply, token)| {
        let own = ply % 2 == seat.index();
        if own {
            token.clone()
        } else {
            token.replace('!', "")
        }
    });
    seen.collect()
}

#[test]
fn a_dialogue_written_is_read_back() {
    for seed in 0..60 {
        let tokens = claimed_game(&mut Rng(seed));
        let words: Vec<&str> = tokens.iter().map(String::as_str).collect();
        for seat in Player::ALL {
            let setup = Setup::default();
            let mut dialogue = Zuniq::protocol(&setup);
            let lines = dialogue.script(&setup, &words, seat, End::Over).unwrap();
            let (mut seats, mut heard, mut over) = (Vec::new(), Vec::new(), 0);
            for line in &lines {
                let take = if line.to_bot {
                    dialogue.hear(&line.text)
                } else {
                    dialogue.say(&line.text)
                };
                for event in take.unwrap() {
                    match event {
                        Event::Seat(player) => seats.push(player),
                        Event::Token { token, raw: None } => heard.push(token),
                        Event::Over => over += 1,
                        other => panic!("{other:?}"),
                    }
                }
            }
            assert_eq!((seats, over), (vec![seat], 1));
            assert_eq!(heard, known(&tokens, seat));
        }
    }
}

#[test]
fn the_dialogue_is_that_of_the_statement() {
    let setup = Setup::default();
    let script = |seat, end| {
        let moves = ["E5v", "A2h!", "B3h"];
        let lines = Zuniq::protocol(&setup)
            .script(&setup, &moves, seat, end)
            .unwrap();
        let arrow = |to_bot| if to_bot { ">" } else { "<" };
        let lines = lines
            .iter()
            .map(|line| format!("{} {}", arrow(line.to_bot), line.text));
        lines.collect::<Vec<_>>()
    };
    assert_eq!(
        script(Player::First, End::Open),
        ["> Start", "< E5v", "> A2h", "< B3h"]
    );
    assert_eq!(
        script(Player::Second, End::Over),
        ["> E5v", "< A2h!", "> B3h", "> Quit"]
    );
    let illegal = Zuniq::protocol(&setup).script(&setup, &["A1h", "A1h"], Player::First, End::Over);
    assert!(illegal.is_err());
    let text = Zuniq::write_position(&played("A1h"));
    let moved = start(&text);
    assert!(
        Zuniq::protocol(&moved)
            .script(&moved, &[], Player::First, End::Open)
            .is_err()
    );
}

#[test]
fn lines_out_of_place_are_refused_and_any_word_of_the_program_is_taken() {
    let mut dialogue = Zuniq::protocol(&Setup::default());
    assert!(dialogue.say("A1h").is_err());
    assert_eq!(
        dialogue.hear("start").unwrap_err().to_string(),
        "expected Start, or White's first move like A2h, found `start`"
    );
    dialogue.hear("Start\r").unwrap();
    assert!(dialogue.hear("A1h").is_err());
    assert!(dialogue.say("  ").is_err());
    let token = |token: &str, raw: Option<&str>| {
        let (token, raw) = (token.to_owned(), raw.map(str::to_owned));
        vec![Event::Token { token, raw }]
    };
    assert_eq!(dialogue.say("A1h !").unwrap(), token("A1h!", Some("A1h !")));
    assert!(dialogue.say("A2h").is_err());
    assert!(dialogue.hear("resign").is_err());
    assert_eq!(dialogue.hear("A2h").unwrap(), token("A2h", None));
    assert_eq!(dialogue.say("oops\n").unwrap(), token("oops", None));
    assert_eq!(dialogue.hear("Quit").unwrap(), [Event::Over]);
    assert!(dialogue.hear("Quit").is_err() && dialogue.say("A5h").is_err());
}
