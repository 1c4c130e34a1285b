//! The events of moves, checked by plain recomputation.

use super::{GAMES, walk};
use kifu_core::contract::{Faults, Player};
use kifu_core::games::DynState;
use kifu_core::scene::SceneOptions;
use std::collections::BTreeSet;

/// The rows of a position text's board, the top row first.
fn rows(state: &dyn DynState) -> Vec<Vec<u8>> {
    let text = state.position();
    let board = text.split(' ').next().unwrap();
    board.split('/').map(|row| row.bytes().collect()).collect()
}

fn count(rows: &[Vec<u8>], what: u8) -> usize {
    rows.iter()
        .flatten()
        .filter(|there| **there == what)
        .count()
}

/// All squares of one thing: whole ones of a side, or by their corners alone.
fn blocks(rows: &[Vec<u8>], what: u8, side: usize, whole: bool) -> BTreeSet<(usize, usize, usize)> {
    let mut found = BTreeSet::new();
    for y in 0..rows.len().saturating_sub(side) {
        for x in 0..rows[0].len().saturating_sub(side) {
            let on_edge = |n: usize| n == 0 || n == side;
            let all = (0..=side).all(|dy| {
                (0..=side).all(|dx| {
                    !(whole || on_edge(dx) && on_edge(dy)) || rows[y + dy][x + dx] == what
                })
            });
            if all {
                found.insert((y, x, side));
            }
        }
    }
    found
}

fn player(index: usize) -> Player {
    Player::ALL[index]
}

#[test]
fn score_changes_sum_to_the_difference_of_the_scores() {
    for game in GAMES {
        for seed in 0..3 {
            walk(game, seed, |state, token, _| {
                let Some(token) = token else { return };
                let mut after = state.fork();
                after.play(token).unwrap();
                let changes = after.score_changes();
                let sum = |index: usize| -> i32 {
                    let own = changes
                        .iter()
                        .filter(|change| change.player == player(index));
                    own.map(|change| {
                        if change.gained {
                            change.points
                        } else {
                            -change.points
                        }
                    })
                    .sum()
                };
                let scores =
                    |state: &dyn DynState| state.outcome(Faults::NONE).scores.unwrap_or([0, 0]);
                let expected = match game {
                    "box" | "atari-go" => {
                        let [old, new] = [scores(state), scores(&*after)];
                        // At the end of a game without captures, stones give a point.
                        if game == "atari-go" && after.turn() == kifu_core::contract::Turn::Over {
                            return;
                        }
                        [new[0] - old[0], new[1] - old[1]]
                    }
                    "turn-right" => {
                        let twos = |state: &dyn DynState, what| {
                            i32::try_from(blocks(&rows(state), what, 1, true).len()).unwrap()
                        };
                        [b'w', b'b'].map(|what| twos(&*after, what) - twos(state, what))
                    }
                    _ => [0, 0],
                };
                assert_eq!([sum(0), sum(1)], expected, "{game} {token}");
                let scene = after.scene(SceneOptions::default());
                for change in &changes {
                    assert!(!change.description.is_empty());
                    assert!(
                        change
                            .squares
                            .iter()
                            .all(|spot| scene.hit_area(spot).is_some())
                    );
                }
            });
        }
    }
}

#[test]
fn circuit_scores_a_point_for_each_square_on_the_board() {
    walk("turn-right", 5, |state, token, _| {
        let Some(token) = token.filter(|token| token.len() > 2) else {
            return;
        };
        let mut after = state.fork();
        after.play(token).unwrap();
        let [old, new] = [state, &*after].map(|state| state.outcome(Faults::NONE).scores.unwrap());
        let twos = [b'w', b'b']
            .map(|what| i32::try_from(blocks(&rows(&*after), what, 1, true).len()).unwrap());
        assert_eq!([new[0] - old[0], new[1] - old[1]], twos);
    });
}

/// Returns the kind of the event and the numbers that its description must contain.
fn naive_event(
    game: &str,
    state: &dyn DynState,
    after: &dyn DynState,
    token: &str,
) -> Option<(&'static str, Vec<String>)> {
    let [old, new] = [rows(state), rows(after)];
    match game {
        "atari-go" => {
            let mover = state.mover().unwrap();
            let theirs = [b'W', b'B'][mover.index()];
            let lost = count(&old, theirs) - count(&new, theirs);
            (lost > 0).then(|| ("capture", vec![format!("takes {lost} at {token}")]))
        }
        "turn-right" => {
            let three = [b'w', b'b']
                .into_iter()
                .any(|what| !blocks(&new, what, 2, true).is_empty());
            if three && token.len() > 2 {
                return Some(("three", vec!["3x3 at".to_owned()]));
            }
            let made: usize = [b'w', b'b']
                .into_iter()
                .map(|what| {
                    let [old, new] = [&old, &new].map(|rows| blocks(rows, what, 1, true));
                    new.difference(&old).count()
                })
                .sum();
            (made > 0).then(|| ("square", vec!["makes ".to_owned()]))
        }
        "box" => {
            let mut words = Vec::new();
            for (what, side) in [(b'4', "First"), (b'1', "Second")] {
                let all = |rows: &[Vec<u8>]| -> BTreeSet<_> {
                    (1..16)
                        .flat_map(|side| blocks(rows, what, side, false))
                        .collect()
                };
                let [old, new] = [all(&old), all(&new)];
                let made: Vec<_> = new.difference(&old).collect();
                if !made.is_empty() {
                    let points: usize = made.iter().map(|(_, _, side)| side).sum();
                    let s = if made.len() == 1 { "" } else { "s" };
                    words.push(format!(
                        "{side}: makes {} square{s} (+{points})",
                        made.len()
                    ));
                }
            }
            (!words.is_empty()).then_some(("square", words))
        }
        _ => None,
    }
}

#[test]
fn move_event_agrees_with_plain_counting() {
    for game in ["atari-go", "turn-right", "box", "clobber"] {
        for seed in 10..13 {
            walk(game, seed, |state, token, _| {
                let Some(token) = token else { return };
                let mut after = state.fork();
                after.play(token).unwrap();
                let found = after.move_event();
                match naive_event(game, state, &*after, token) {
                    None => assert_eq!(found, None, "{game} {token}"),
                    Some((kind, words)) => {
                        let found = found.unwrap_or_else(|| panic!("{game} {token}"));
                        assert_eq!(found.kind, kind);
                        for part in words {
                            assert!(
                                found.description.contains(&part),
                                "{} {part}",
                                found.description
                            );
                        }
                    }
                }
            });
        }
    }
}

/// The sizes of the zones, as the picture's words list them.
fn zone_sizes(state: &dyn DynState) -> Vec<u32> {
    let label = state.scene(SceneOptions::default()).label;
    let Some((_, list)) = label.split_once("zones of sizes ") else {
        return Vec::new();
    };
    let list = list.split('.').next().unwrap();
    list.split(", ").map(|size| size.parse().unwrap()).collect()
}

#[test]
fn move_event_reports_a_closed_zone_or_a_claim() {
    for seed in 0..10 {
        walk("zuniq", seed, |state, token, rng| {
            let Some(token) = token else { return };
            let claim = rng.index(8) == 0;
            let token = if claim {
                format!("{token}!")
            } else {
                token.to_owned()
            };
            let mut after = state.fork();
            after.play(&token).unwrap();
            let (old, new) = (zone_sizes(state), zone_sizes(&*after));
            let closed = new.iter().find(|size| !old.contains(size));
            let found = after.move_event();
            let kind = found.as_ref().map(|found| found.kind);
            assert_eq!(
                kind,
                match (claim, closed) {
                    (true, _) => Some("claim"),
                    (false, Some(_)) => Some("zone"),
                    (false, None) => None,
                }
            );
            if let (Some(size), Some(found)) = (closed, found) {
                let (_, rest) = found
                    .description
                    .split_once(&format!("closes a zone of size {size}: "))
                    .unwrap();
                assert_eq!(rest.split(' ').count(), usize::try_from(*size).unwrap());
            }
            if claim {
                // Only the first claim counts.
                let mut twice = after.fork();
                if let Some(other) = twice.legal_moves().first().cloned() {
                    twice.play(&other).unwrap();
                    if let Some(mine) = twice.legal_moves().first().cloned() {
                        twice.play(&format!("{mine}!")).unwrap();
                        assert_ne!(twice.move_event().map(|found| found.kind), Some("claim"));
                    }
                }
            }
        });
    }
}

#[test]
fn square_description_hides_secret_colours() {
    walk("box", 4, |state, _, _| {
        let blind = SceneOptions {
            secrets: [false; 2],
            ..SceneOptions::default()
        };
        for spot in state.scene(blind).hit_areas {
            assert_eq!(state.describe_square(&spot.id, blind), None);
            let about = state.describe_square(&spot.id, SceneOptions::default());
            let shows = |color: char| spot.label.contains(&format!(", {color} "));
            assert_eq!(about.is_some(), shows('4') || shows('1'), "{}", spot.label);
        }
        let picks = kifu_core::contract::MoveInput {
            hover: Some("Hh"),
            chance: Some("216534"),
            ..Default::default()
        };
        let prompt = state.interpret_input(&picks, blind).prompt;
        assert!(
            !prompt.contains("First: ") && !prompt.contains("Second: "),
            "{prompt}"
        );
    });
}

/// Sums the numbers in the descriptions of all squares.
fn described_points(state: &dyn DynState, read: impl Fn(&str) -> usize) -> usize {
    let spots = state.scene(SceneOptions::default()).hit_areas;
    let descriptions = spots
        .iter()
        .filter_map(|spot| state.describe_square(&spot.id, SceneOptions::default()));
    descriptions.map(|description| read(&description)).sum()
}

/// Each scoring square is described at its four corners.
#[test]
fn described_points_of_all_squares_are_four_times_the_score() {
    walk("box", 6, |state, _, _| {
        let scores = state.outcome(Faults::NONE).scores.unwrap();
        let points = described_points(state, |description| {
            let Some((_, rest)) = description.split_once("points ") else {
                return 0;
            };
            rest.split(':').next().unwrap().parse().unwrap()
        });
        assert_eq!(points, 4 * usize::try_from(scores[0] + scores[1]).unwrap());
    });
    walk("turn-right", 6, |state, _, _| {
        let rows = rows(state);
        let squares: usize = [b'w', b'b']
            .into_iter()
            .map(|what| blocks(&rows, what, 1, true).len())
            .sum();
        let points = described_points(state, |description| {
            let words: Vec<&str> = description.split(' ').collect();
            let at = words
                .iter()
                .position(|word| word.starts_with("point"))
                .unwrap();
            words[at - 1].parse().unwrap()
        });
        assert_eq!(points, 4 * squares);
    });
}
