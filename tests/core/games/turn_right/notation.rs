//! Notation, and the messages of refusals.

use super::*;
use kifu_core::contract::Faults;
use kifu_core::search::SplitMix64;

fn hint(token: &str) -> Option<String> {
    TurnRight::parse(token.as_bytes()).unwrap_err().hint
}

fn unreadable(token: &str) -> String {
    TurnRight::parse(token.as_bytes()).unwrap_err().to_string()
}

#[test]
fn refused_move_error_names_the_broken_rule() {
    let message = |token| refusal::<TurnRight>(&Setup::default(), "c3 d4", token);
    assert_eq!(message("c3"), "a White stone is already on c3");
    assert_eq!(message("d4"), "a Black stone is already on d4");
    let due = "expected a stone: only 2 of 36 are placed, and circuits start when all are";
    assert_eq!(message("a1-a2-b2-b1"), due);
    let message = |side: &str, token| {
        refusal::<TurnRight>(&from(&format!("{CHECKERED} {side} 5-0")), "", token)
    };
    assert_eq!(
        message("b 0", "c3"),
        "expected a circuit: all 36 stones are placed"
    );
    let few = "6 corners, but Black's 1st circuit has at most 4";
    assert_eq!(message("b 0", "a1-a2-b2-b3-c3-c1"), few);
    let few = "8 corners, but White's 2nd circuit has at most 6";
    assert_eq!(message("w 3", "a1-a2-b2-b3-c3-c2-d2-d1"), few);
    let left = "the circuit turns left: its corners must run clockwise, a1-a4-d4-d1";
    assert_eq!(message("b 0", "a1-d1-d4-a4"), left);
    assert_eq!(message("- 26", "a1-a4-d4-d1"), "the game is over");
}

#[test]
fn self_touching_path_is_refused_at_the_offending_square() {
    let setup = from(&format!("{CHECKERED} b 20 5-0"));
    let message = |token| {
        let all = refusal::<TurnRight>(&setup, "", token);
        all.strip_suffix(": a circuit cannot visit a square twice")
            .unwrap_or_else(|| panic!("{all}"))
            .to_owned()
    };
    assert_eq!(
        message("c1-c5-e5-e3-a3-a1"),
        "the path crosses itself at c3"
    );
    assert_eq!(
        message("a1-a3-c3-c5-e5-e3-c3-c1"),
        "the path visits c3 twice"
    );
    assert_eq!(
        message("a1-a4-c4-c6-e6-e4-b4-b1"),
        "the path visits c4 twice"
    );
    assert_eq!(message("a1-a4"), "the path turns back at a4");
    assert_eq!(message("a1-a2"), "the path turns back at a2");
    assert_eq!(message("a1-a4-a3-d3-d1"), "the path turns back at a4");
    assert_eq!(message("a1-a4-d4-d1-a1-d1"), "the path turns back at a1");
}

#[test]
fn refused_circuit_hints_at_the_intended_move() {
    let position = at(&format!("{CHECKERED} b 0 5-0"));
    let refused = |token: &str| {
        use kifu_core::contract::RuleViolation;
        position.check(&mv(token)).unwrap_err().hint()
    };
    assert_eq!(
        refused("a4-a1-d1-d4").as_deref(),
        Some("did you mean a1-a4-d4-d1?")
    );
    assert_eq!(refused("a4"), None);
    let setup = from("wbwbwb/bwbwbw/wbwbwb/bwbwbw/wbwbwb/.wbwbw b 0 5-0");
    let (walk, _) = replay::<TurnRight>(&setup, "a1-a2-b2-b1", Faults::NONE).unwrap();
    let Some(MoveError::Illegal { rule, hint, .. }) = walk.failure.map(|f| f.kind) else {
        panic!("a stone is due");
    };
    assert_eq!(rule, "stone-due");
    assert!(hint.unwrap().contains("automatically, on a1,"));
}

#[test]
fn circuit_token_may_start_at_any_corner() {
    assert_eq!(spelling("a1-a4-d4-d1"), Spelling::Canonical);
    for token in ["a4-d4-d1-a1", "d4-d1-a1-a4", "d1-a1-a4-d4"] {
        assert_eq!(spelling(token), Spelling::Allowed);
        assert_eq!(mv(token).to_string(), "a1-a4-d4-d1");
    }
    assert_eq!(mv("f3-f1-a1-a2-b2-b3").to_string(), "a1-a2-b2-b3-f3-f1");
}

#[test]
fn square_on_a_straight_run_is_dropped_with_a_note() {
    for token in [
        "a1-a3-a4-d4-d1",
        "a2-a4-d4-d1-a1",
        "a4-d4-d1-b1-a1",
        "b1-a1-a4-d4-d1",
    ] {
        assert_eq!(mv(token).to_string(), "a1-a4-d4-d1", "{token}");
        assert!(matches!(spelling(token), Spelling::Forgiven(_)), "{token}");
    }
    let words = "a3 is not a corner, the path runs straight through it: a1-a4-d4-d1";
    assert_eq!(spelling("a1-a3-a4-d4-d1"), Spelling::Forgiven(words.into()));
    let all = "a1-a2-a3-a4-b4-c4-d4-d3-d2-d1-c1-b1";
    assert_eq!(mv(all).to_string(), "a1-a4-d4-d1");
}

#[test]
fn invalid_circuit_token_keeps_its_corners() {
    for token in [
        "a4-a1-d1-d4",
        "c1-c5-e5-e3-a3-a1",
        "f6-a6",
        "a1-a4-d4-d1-a1-d1",
    ] {
        assert!(matches!(mv(token), Move::InvalidCircuit(_)), "{token}");
        assert_eq!(mv(token).to_string(), token);
        assert_eq!(spelling(token), Spelling::Canonical);
    }
    assert_eq!(mv("a1-b1-d1-d4-a4").to_string(), "a1-d1-d4-a4");
    assert_eq!(mv("a1-d1-b1").to_string(), "a1-d1");
    assert_eq!(mv("b1-d1-a1").to_string(), "d1-a1");
    for circuit in Circuit::legal_on_turn(13).iter().step_by(499) {
        let corners: Vec<String> = circuit.corner_squares().map(|c| c.to_string()).collect();
        let back: Vec<&str> = corners.iter().rev().map(String::as_str).collect();
        assert_eq!(mv(&back.join("-")).to_string(), back.join("-"));
    }
}

#[test]
fn invalid_token_is_refused_with_message_and_hint() {
    assert_eq!(unreadable(""), "expected a column, a to f, found the end");
    assert_eq!(unreadable("g1"), "expected a column, a to f, found `g1`");
    assert_eq!(unreadable("a7"), "expected a row, 1 to 6, found `7`");
    assert_eq!(
        unreadable("a1-"),
        "expected a column, a to f, found the end"
    );
    assert_eq!(
        unreadable("a1_a2"),
        "expected a dash or the end of the token, found `_a2`"
    );
    let same = "expected a square in line with a1 (column a or row 1), found";
    assert_eq!(unreadable("a1-c2"), format!("{same} `c2`"));
    assert_eq!(unreadable("a1-a1-a4"), format!("{same} `a1-a4`"));
    assert_eq!(unreadable("a1-a4-d4-d2"), format!("{same} `d2`"));
    assert_eq!(hint("C3").as_deref(), Some("columns are small letters: c"));
    let closes = "a circuit closes by itself: leave out the last a1";
    assert_eq!(hint("a1-a4-d4-d1-a1").as_deref(), Some(closes));
    let long = "a1-a2-".repeat(40);
    assert!(unreadable(&long).starts_with("expected the end: no circuit"));
}

#[test]
fn random_token_never_panics_and_round_trips_if_parsed() {
    let squares: Vec<String> = Square::all().map(|square| square.to_string()).collect();
    let mut rng = SplitMix64::new(7);
    for _ in 0..60_000 {
        let mut token = String::new();
        let (mut x, mut y) = (rng.index(6), rng.index(6));
        for index in 0..2 + rng.index(16) {
            let dash = if index > 0 { "-" } else { "" };
            token += dash;
            token += &squares[6 * x + y];
            let to = rng.index(6);
            if (rng.index(9) == 0) ^ (index % 2 == 0) {
                x = to;
            } else {
                y = to;
            }
        }
        if rng.index(4) == 0 {
            let at = rng.index(token.len());
            token.replace_range(at..=at, ["", "a", "7", "-", "~", "1"][rng.index(6)]);
        }
        let Ok(parsed) = TurnRight::parse(token.as_bytes()) else {
            continue;
        };
        let mv = parsed.step.mv.unwrap();
        let again = TurnRight::parse(mv.to_string().as_bytes()).unwrap();
        assert_eq!(again.step, parsed.step, "{token}");
        assert_eq!(again.spelling, Spelling::Canonical, "{token}");
        if parsed.spelling == Spelling::Canonical {
            assert_eq!(mv.to_string(), token);
        }
        if let Move::Circuit(circuit) = mv {
            assert_eq!(
                Circuit::from_cells(circuit.cells()),
                Some(circuit),
                "{token}"
            );
        }
        let late = at(&format!("{CHECKERED} w 25 5-0"));
        assert_eq!(late.check(&mv).is_ok(), matches!(mv, Move::Circuit(_)));
    }
}
