//! Clobber: parts of the board, and stones out of the game.

use super::{after, between, book, table, two, wander, why, winner};
use kifu_core::contract::{Player, Setup, Winner};
use kifu_core::search::SplitMix64;
use std::collections::HashMap;

const ID: &str = "clobber";

fn small() -> Setup {
    let mut setup = Setup::default();
    setup.set("width", "4");
    setup.set("height", "4");
    setup
}

#[test]
fn a_stone_that_leaves_the_game_is_told() {
    // White's b1 takes a1 and stands alone there; d1 still has d2 beside it.
    let start = table(ID, "..bb./bw.bw w");
    let told =
        "b1a1 takes the stone on a1 out of the game: no enemy stone can reach it.".to_owned();
    let reasons = why(start.as_ref(), "b1a1", "e1d1");
    assert!(reasons.contains(&told), "{reasons:?}");
    let reasons = why(start.as_ref(), "e1d1", "b1a1");
    assert!(
        reasons
            .iter()
            .all(|reason| !reason.contains("out of the game")),
        "{reasons:?}"
    );
}

#[test]
fn what_is_said_to_win_wins() {
    let mut told = 0;
    for seed in 1..=12 {
        let mut random = SplitMix64::new(seed);
        let mut ply = 0;
        let start = book(ID).start(&small()).unwrap();
        wander(&mut random, start, &mut |random, table| {
            ply += 1;
            let Some((one, other)) = two(random, table) else {
                return;
            };
            if ply < 5 {
                return;
            }
            let next = after(table, &[&one]);
            let enemy = next.mover().unwrap();
            for reason in why(table, &one, &other) {
                let Some(answer) = between(&reason, " wins with ", ".") else {
                    continue;
                };
                let answer = answer.split(" (or").next().unwrap();
                let answer = answer.trim_end_matches(", the only winning reply");
                let answers = if answer == "any reply" {
                    next.legal_moves()
                } else {
                    vec![answer.into()]
                };
                for answer in answers {
                    let end = after(next.as_ref(), &[&answer]);
                    let found = winner(end.as_ref(), &mut HashMap::new());
                    assert_eq!(found, enemy.into(), "{seed} ply {ply}: {reason}");
                    told += 1;
                }
            }
        });
    }
    assert!(told > 10, "{told}");
}

/// The part alone on the board, with this player to begin.
fn alone(position: &str, squares: &[&str], begins: Player) -> Box<dyn kifu_core::games::DynState> {
    let (rows, _) = position.split_once(' ').unwrap();
    let rows: Vec<&str> = rows.split('/').collect();
    let height = rows.len();
    let kept = rows.iter().enumerate().map(|(at, row)| {
        let keep = |(x, stone): (usize, char)| {
            let name = format!(
                "{}{}",
                char::from(b'a' + u8::try_from(x).unwrap()),
                height - at
            );
            if squares.contains(&name.as_str()) {
                stone
            } else {
                '.'
            }
        };
        row.chars().enumerate().map(keep).collect::<String>()
    });
    let side = if begins == Player::First { "w" } else { "b" };
    table(
        ID,
        &format!("{} {side}", kept.collect::<Vec<_>>().join("/")),
    )
}

#[test]
fn whose_a_part_is_said_to_be_wins_it_whoever_begins() {
    let mut told = 0;
    for seed in 1..=20 {
        let mut random = SplitMix64::new(seed);
        let start = book(ID).start(&small()).unwrap();
        wander(&mut random, start, &mut |random, table| {
            let Some((one, other)) = two(random, table) else {
                return;
            };
            for reason in why(table, &one, &other) {
                if !reason.contains(" wins whoever moves first.") {
                    continue;
                }
                let Some(squares) = between(&reason, " leaves the group ", ", where ") else {
                    continue;
                };
                let Some(owner) = between(&reason, ", where ", " wins whoever moves first") else {
                    continue;
                };
                let squares: Vec<&str> = squares.split(' ').collect();
                if squares[0] == "of" {
                    continue;
                }
                let next = after(table, &[&one]);
                for begins in Player::ALL {
                    let part = alone(&next.position(), &squares, begins);
                    let owner = if owner == "White" {
                        Winner::First
                    } else {
                        Winner::Second
                    };
                    assert_eq!(
                        winner(part.as_ref(), &mut HashMap::new()),
                        owner,
                        "{reason}"
                    );
                }
                told += 1;
            }
        });
    }
    assert!(told > 4, "{told}");
}
