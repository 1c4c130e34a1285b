//! The failure that ended a game.

use kifu_core::contract::{Fault, Player};
use kifu_core::record::{Attempt, AttemptRule, FinalFailure, GameResult, MovedBy, Record};

fn with_faults(faults: &[(Player, Fault)]) -> Record {
    let result = GameResult {
        faults: faults.iter().copied().collect(),
        ..GameResult::default()
    };
    Record {
        result: Some(result),
        ..Record::default()
    }
}

fn failure(player: Player, fault: Fault) -> FinalFailure {
    let (player, fault) = (Some(player), Some(fault));
    FinalFailure { player, fault }
}

const BOTH: [(Player, Fault); 2] = [
    (Player::First, Fault::Exit),
    (Player::Second, Fault::Timeout),
];

#[test]
fn final_failure_of_two_is_that_of_the_mover() {
    let record = with_faults(&BOTH);
    let of = |mover| record.final_failure(Some(mover));
    assert_eq!(of(Player::First), Some(failure(Player::First, Fault::Exit)));
    assert_eq!(
        of(Player::Second),
        Some(failure(Player::Second, Fault::Timeout))
    );
}

#[test]
fn final_failure_of_the_waiting_player_is_found() {
    let record = with_faults(&BOTH[..1]);
    let found = record.final_failure(Some(Player::Second));
    assert_eq!(found, Some(failure(Player::First, Fault::Exit)));
}

#[test]
fn fault_of_a_continued_game_is_no_final_failure() {
    let mut record = with_faults(&BOTH);
    assert_eq!(record.final_failure(None), None);
    record.note_mut(3).by = Some(MovedBy::Jury);
    assert_eq!(record.final_failure(Some(Player::First)), None);
}

#[test]
fn failed_move_is_the_final_failure_even_after_the_end() {
    let mut record = with_faults(&[]);
    record.attempt = Some(Attempt {
        player: Some(Player::First),
        ..Attempt::default()
    });
    let illegal = Some(failure(Player::First, Fault::Illegal));
    assert_eq!(record.final_failure(None), illegal);
    if let Some(attempt) = &mut record.attempt {
        attempt.rule = AttemptRule::NotLogged;
    }
    let missing = record.final_failure(None).unwrap();
    assert_eq!((missing.player, missing.fault), (Some(Player::First), None));
}
