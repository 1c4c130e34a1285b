//! The contest's dialogue, both ways.
use kifu_core::contract::{Contest, DialogueEnd, DialogueEvent, Game, Player, Setup};

use super::{claimed_game, played, start};
use kifu_core::games::zuniq::Zuniq;
use kifu_core::search::SplitMix64;

/// Returns the tokens as the program in `seat` knows them: the opponent's without `!`.
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
fn script_reads_back_with_seat_tokens_and_end() {
    for seed in 0..60 {
        let tokens = claimed_game(&mut SplitMix64::new(seed));
        let words: Vec<&str> = tokens.iter().map(String::as_str).collect();
        for seat in Player::ALL {
            let setup = Setup::default();
            let mut dialogue = Zuniq::protocol(&setup);
            let lines = dialogue
                .script(&setup, &words, seat, DialogueEnd::Over)
                .unwrap();
            let (mut seats, mut read, mut over) = (Vec::new(), Vec::new(), 0);
            for line in &lines {
                let take = if line.to_bot {
                    dialogue.on_jury_line(&line.text)
                } else {
                    dialogue.on_bot_line(&line.text)
                };
                for event in take.unwrap() {
                    match event {
                        DialogueEvent::Seat(player) => seats.push(player),
                        DialogueEvent::Token { token, raw: None } => read.push(token),
                        DialogueEvent::Over => over += 1,
                        other => panic!("{other:?}"),
                    }
                }
            }
            assert_eq!((seats, over), (vec![seat], 1));
            assert_eq!(read, known(&tokens, seat));
        }
    }
}

#[test]
fn script_writes_the_example_dialogue_of_the_statement() {
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
        script(Player::First, DialogueEnd::Open),
        ["> Start", "< E5v", "> A2h", "< B3h"]
    );
    assert_eq!(
        script(Player::Second, DialogueEnd::Over),
        ["> E5v", "< A2h!", "> B3h", "> Quit"]
    );
    let illegal =
        Zuniq::protocol(&setup).script(&setup, &["A1h", "A1h"], Player::First, DialogueEnd::Over);
    assert!(illegal.is_err());
    let text = Zuniq::write_position(&played("A1h"));
    let moved = start(&text);
    assert!(
        Zuniq::protocol(&moved)
            .script(&moved, &[], Player::First, DialogueEnd::Open)
            .is_err()
    );
}

#[test]
fn protocol_refuses_misplaced_lines_but_accepts_any_bot_move() {
    let mut dialogue = Zuniq::protocol(&Setup::default());
    assert!(dialogue.on_bot_line("A1h").is_err());
    assert_eq!(
        dialogue.on_jury_line("start").unwrap_err().to_string(),
        "expected Start, or White's first move like A2h, found `start`"
    );
    dialogue.on_jury_line("Start\r").unwrap();
    assert!(dialogue.on_jury_line("A1h").is_err());
    assert!(dialogue.on_bot_line("  ").is_err());
    let token = |token: &str, raw: Option<&str>| {
        let (token, raw) = (token.to_owned(), raw.map(str::to_owned));
        vec![DialogueEvent::Token { token, raw }]
    };
    assert_eq!(
        dialogue.on_bot_line("A1h !").unwrap(),
        token("A1h!", Some("A1h !"))
    );
    assert!(dialogue.on_bot_line("A2h").is_err());
    assert!(dialogue.on_jury_line("resign").is_err());
    assert_eq!(dialogue.on_jury_line("A2h").unwrap(), token("A2h", None));
    assert_eq!(dialogue.on_bot_line("oops\n").unwrap(), token("oops", None));
    assert_eq!(
        dialogue.on_jury_line("Quit").unwrap(),
        [DialogueEvent::Over]
    );
    assert!(dialogue.on_jury_line("Quit").is_err() && dialogue.on_bot_line("A5h").is_err());
}
