//! Clobber: parts of the board, and stones out of the game.

use super::{after, between, game, state, two, wander, why, winner};
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
fn reason_names_a_stone_that_leaves_the_game() {
    // White's b1 takes a1 and stands alone there; d1 still has d2 beside it.
    let start = state(ID, "..bb./bw.bw w");
    let expected =
        "b1a1 takes the stone on a1 out of the game: no enemy stone can reach it.".to_owned();
    let reasons = why(start.as_ref(), "b1a1", "e1d1");
    assert!(reasons.contains(&expected), "{reasons:?}");
    let reasons = why(start.as_ref(), "e1d1", "b1a1");
    assert!(
        reasons
            .iter()
            .all(|reason| !reason.contains("out of the game")),
        "{reasons:?}"
    );
}

#[test]
fn moves_called_winning_by_reasons_win() {
    let mut count = 0;
    for seed in 1..=12 {
        let mut random = SplitMix64::new(seed);
        let mut ply = 0;
        let start = game(ID).start(&small()).unwrap();
        wander(&mut random, start, &mut |random, state| {
            ply += 1;
            let Some((one, other)) = two(random, state) else {
                return;
            };
            if ply < 5 {
                return;
            }
            let next = after(state, &[&one]);
            let enemy = next.mover().unwrap();
            for reason in why(state, &one, &other) {
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
                    count += 1;
                }
            }
        });
    }
    assert!(count > 10, "{count}");
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
    state(
        ID,
        &format!("{} {side}", kept.collect::<Vec<_>>().join("/")),
    )
}

mod slow {
    use super::*;

    #[test]
    fn owner_of_a_part_wins_it_moving_first_or_second() {
        let mut count = 0;
        for seed in 1..=20 {
            let mut random = SplitMix64::new(seed);
            let start = game(ID).start(&small()).unwrap();
            wander(&mut random, start, &mut |random, state| {
                let Some((one, other)) = two(random, state) else {
                    return;
                };
                for reason in why(state, &one, &other) {
                    if !reason.contains(" wins whoever moves first.") {
                        continue;
                    }
                    let Some(squares) = between(&reason, " leaves the group ", ", where ") else {
                        continue;
                    };
                    let Some(owner) = between(&reason, ", where ", " wins whoever moves first")
                    else {
                        continue;
                    };
                    let squares: Vec<&str> = squares.split(' ').collect();
                    if squares[0] == "of" {
                        continue;
                    }
                    let next = after(state, &[&one]);
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
                    count += 1;
                }
            });
        }
        assert!(count > 4, "{count}");
    }
}
