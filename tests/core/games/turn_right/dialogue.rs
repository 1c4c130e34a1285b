//! CodeCup's dialogue, read and written.
use kifu_core::contract::Contest;

use super::*;
use kifu_core::search::SplitMix64;

fn refs(tokens: &[String]) -> Vec<&str> {
    tokens.iter().map(String::as_str).collect()
}

fn script(tokens: &[&str], seat: Player, end: DialogueEnd) -> Vec<DialogueLine> {
    TurnRight::protocol(&Setup::default())
        .script(&Setup::default(), tokens, seat, end)
        .unwrap()
}

/// Returns the events that a reader of the lines reports.
fn events(lines: &[DialogueLine]) -> Vec<DialogueEvent> {
    let mut protocol = TurnRight::protocol(&Setup::default());
    let mut read = |line: &DialogueLine| {
        if line.to_bot {
            protocol.on_jury_line(&line.text).unwrap()
        } else {
            protocol.on_bot_line(&line.text).unwrap()
        }
    };
    lines.iter().flat_map(&mut read).collect()
}

fn tokens(events: &[DialogueEvent]) -> Vec<&str> {
    let token = |event| match event {
        &DialogueEvent::Token {
            ref token,
            raw: None,
        } => Some(token.as_str()),
        _ => None,
    };
    events.iter().filter_map(token).collect()
}

#[test]
fn script_reads_back_without_the_automatic_stone() {
    for seed in 0..40 {
        let (game, _) = random_game(&mut SplitMix64::new(seed));
        let mut known = refs(&game);
        known.remove(35);
        for seat in Player::ALL {
            let lines = script(&refs(&game), seat, DialogueEnd::Over);
            let events = events(&lines);
            assert_eq!(events.first(), Some(&DialogueEvent::Seat(seat)));
            assert_eq!(tokens(&events), known);
            assert_eq!(events.len(), known.len() + 1);
            assert!(
                lines
                    .windows(2)
                    .all(|pair| pair[0].to_bot != pair[1].to_bot),
                "reading and writing alternate"
            );
        }
    }
}

#[test]
fn script_answers_the_last_white_stone_with_black_circuit() {
    let (game, _) = random_game(&mut SplitMix64::new(1));
    let lines = script(&refs(&game), Player::Second, DialogueEnd::Over);
    assert_eq!((&lines[34].text, lines[34].to_bot), (&game[34], true));
    assert_eq!((&lines[35].text, lines[35].to_bot), (&game[36], false));
    let lines = script(&refs(&game), Player::First, DialogueEnd::Over);
    assert_eq!((lines[0].text.as_str(), lines[0].to_bot), ("Start", true));
    assert_eq!((&lines[35].text, lines[35].to_bot), (&game[34], false));
    assert_eq!((&lines[36].text, lines[36].to_bot), (&game[36], true));
}

#[test]
fn script_ends_with_x_when_the_opponent_failed() {
    for seat in Player::ALL {
        let lines = script(&["c3", "d4"], seat, DialogueEnd::OpponentFailed);
        assert_eq!(lines.last().unwrap().text, "x");
        let events = events(&lines);
        assert_eq!(events.last(), Some(&DialogueEvent::OpponentFailed));
        assert_eq!(tokens(&events), ["c3", "d4"]);
        let open = script(&["c3", "d4"], seat, DialogueEnd::Open);
        assert_eq!(open[..], lines[..lines.len() - 1]);
    }
}

#[test]
fn protocol_refuses_lines_in_the_wrong_order() {
    let mut protocol = TurnRight::protocol(&Setup::default());
    let error = protocol.on_jury_line("Hello").unwrap_err().to_string();
    assert_eq!(
        error,
        "expected `Start` or White's first stone, found `Hello`"
    );
    assert!(protocol.on_bot_line("c3").is_err(), "nothing was read yet");
    protocol.on_jury_line("Start").unwrap();
    protocol.on_bot_line("c3").unwrap();
    let error = protocol.on_jury_line("Start").unwrap_err().to_string();
    assert_eq!(error, "expected a stone, a circuit or `x`, found `Start`");
    let illegal = protocol.script(
        &Setup::default(),
        &["c3", "c3"],
        Player::First,
        DialogueEnd::Open,
    );
    assert!(illegal.unwrap_err().to_string().contains("a legal move"));
    let late = from(&format!("{CHECKERED} b 0 5-0"));
    assert!(
        protocol
            .script(&late, &[], Player::First, DialogueEnd::Open)
            .is_err()
    );
}

#[test]
fn protocol_accepts_a_circuit_from_any_corner() {
    let mut protocol = TurnRight::protocol(&Setup::default());
    protocol.on_jury_line("Start").unwrap();
    let events = protocol.on_bot_line("a4-d4-d1-a1 ").unwrap();
    assert_eq!(tokens(&events), ["a4-d4-d1-a1"]);
}
