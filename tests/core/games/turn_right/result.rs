//! The points and the result of a game.

use super::*;

/// White has a 3x3 square; `points` so far.
fn white_wins(points: &str) -> String {
    format!("wwwbwb/wwwbbw/wwwbwb/bwbwbb/bbwbbb/bwbbww 3x3:w 9 {points}")
}

fn finished(points: &str) -> String {
    format!("{CHECKERED} - 26 {points}")
}

fn running(points: &str) -> String {
    format!("{CHECKERED} b 12 {points}")
}

const BOTH: Faults = Faults::BOTH;
const NONE: Faults = Faults::NONE;
const WHITE: Faults = Faults::only(Player::First);
const BLACK: Faults = Faults::only(Player::Second);

#[test]
fn more_points_win_and_contest_points_are_50_plus_difference() {
    let result = |points: &str| given(outcome(&finished(points), NONE));
    assert_eq!(result("32-41"), (Winner::Second, [41, 59], [0, 2]));
    assert_eq!(result("41-40"), (Winner::First, [51, 49], [2, 0]));
    assert_eq!(result("30-30"), (Winner::Draw, [50, 50], [1, 1]));
    assert_eq!(result("90-20"), (Winner::First, [100, 0], [2, 0]));
    assert_eq!(result("20-71"), (Winner::Second, [0, 100], [0, 2]));
}

#[test]
fn win_by_3x3_adds_50_to_the_contest_points() {
    let result = |points: &str| given(outcome(&white_wins(points), NONE));
    assert_eq!(result("15-22"), (Winner::First, [93, 57], [3, 0]));
    assert_eq!(result("11-70"), (Winner::First, [50, 100], [3, 0]));
    assert_eq!(result("70-11"), (Winner::First, [150, 0], [3, 0]));
}

#[test]
fn opponent_fault_adds_50_to_the_contest_points() {
    let result = |text: &str, failed| given(outcome(text, failed));
    let open = running("14-18");
    assert_eq!(result(&open, BLACK), (Winner::First, [96, 0], [3, 0]));
    assert_eq!(result(&open, WHITE), (Winner::Second, [0, 104], [0, 3]));
    assert_eq!(result(&open, BOTH), (Winner::Draw, [0, 0], [0, 0]));
    let done = finished("30-30");
    assert_eq!(result(&done, BLACK), (Winner::First, [100, 0], [3, 0]));
    let three = white_wins("15-22");
    assert_eq!(result(&three, WHITE), (Winner::Second, [0, 107], [0, 3]));
    assert_eq!(result(&three, BLACK), (Winner::First, [93, 0], [3, 0]));
    let begun = Position::START.outcome(WHITE);
    assert_eq!(given(begun), (Winner::Second, [0, 95], [0, 3]));
}

#[test]
fn unfinished_game_has_scores_only() {
    let open = outcome(&running("14-18"), NONE);
    let tally = Outcome {
        scores: Some([14, 18]),
        ..Outcome::default()
    };
    assert_eq!(open, tally);
    assert_eq!(Position::START.outcome(NONE).scores, Some([5, 0]));
}

#[test]
fn opponent_wins_when_a_circuit_makes_both_3x3_squares() {
    let mut position = at("bwbwbw/wbwbwb/bwbwbw/wwbbbb/wwwwbb/wwwbbb w 1 8-2");
    position.play(&mv("c2-c3-d3-d2")).unwrap();
    assert_eq!(
        position.winner_by_3x3(),
        Some(Player::Second),
        "White made it"
    );
    assert_eq!(position.outcome(NONE).game_points, Some([0, 3]));
    let mut position = at("bwbwbw/wbwbwb/bwbwbw/wwbbbb/wwwwbb/wwwbbb b 0 5-0");
    position.play(&mv("c2-c3-d3-d2")).unwrap();
    assert_eq!(
        position.winner_by_3x3(),
        Some(Player::First),
        "Black made it"
    );
    assert_eq!(position.outcome(NONE).game_points, Some([3, 0]));
    assert!(position.is_over() && perft(&position, 1) == 0);
}

#[test]
fn recorded_example_game_ends_32_to_41() {
    let moves = include_str!("../../../../fixtures/moves/whole-turn-right.txt").replace(',', " ");
    let (walk, position) = replay::<TurnRight>(&Setup::default(), &moves, NONE).unwrap();
    assert_eq!((walk.failure, walk.plies, walk.is_over), (None, 62, true));
    assert_eq!(walk.automatic, [36]);
    assert!(walk.respelled.is_empty());
    assert_eq!(position.points(), [32, 41]);
    assert_eq!(given(walk.outcome), (Winner::Second, [41, 59], [0, 2]));
}

#[test]
fn illegal_move_is_a_fault_of_its_player() {
    let setup = from(&running("14-18"));
    let (walk, _) = replay::<TurnRight>(&setup, "a1-d1-d4-a4", NONE).unwrap();
    assert_eq!(walk.failed, BLACK);
    assert_eq!(given(walk.outcome), (Winner::First, [96, 0], [3, 0]));
    let failure = walk.failure.unwrap();
    assert_eq!(failure.player, Some(Player::Second));
    assert!(matches!(
        failure.kind,
        MoveError::Illegal {
            rule: "counter-clockwise",
            ..
        }
    ));
}
