//! The results of games with claims and faults.

use super::{EXAMPLE, every_spelling, played, result};
use crate::common::{random_game, step};
use kifu_core::contract::{Faults, Player, Position as _, Rules as _, Setup, Winner, replay};
use kifu_core::games::zuniq::{Move, Zuniq};
use kifu_core::search::SplitMix64;

/// The example, or (for a win of White) a random game of odd length, with claims at some plies.
fn claimed(winner: Player, plies: &[usize]) -> String {
    let mut tokens: Vec<String> = match winner {
        Player::Second => EXAMPLE.split_whitespace().map(str::to_owned).collect(),
        Player::First => (0..1_000)
            .map(|seed| random_game::<Zuniq>(&Setup::default(), &mut SplitMix64::new(seed)))
            .find(|game| game.len() == 41)
            .unwrap(),
    };
    for ply in plies {
        tokens[ply - 1].push('!');
    }
    tokens.join(" ")
}

#[test]
fn correct_claim_earns_half_the_remaining_plies_up_to_ten() {
    let white = [
        (1, 10),
        (19, 10),
        (21, 9),
        (31, 4),
        (37, 1),
        (39, 0),
        (41, 0),
    ];
    for (ply, bonus) in white {
        let points = result(&claimed(Player::First, &[ply]), Faults::NONE).points;
        assert_eq!(points, Some([100 + bonus, 50]), "ply {ply}");
    }
    let black = [(2, 10), (20, 10), (22, 9), (30, 5), (38, 1), (40, 0)];
    for (ply, bonus) in black {
        let points = result(&claimed(Player::Second, &[ply]), Faults::NONE).points;
        assert_eq!(points, Some([50, 100 + bonus]), "ply {ply}");
    }
}

#[test]
fn wrong_claim_costs_the_loser_all_points() {
    assert_eq!(
        result(&claimed(Player::Second, &[39]), Faults::NONE).points,
        Some([0, 100])
    );
    assert_eq!(
        result(&claimed(Player::Second, &[29, 30]), Faults::NONE).points,
        Some([0, 105])
    );
    assert_eq!(
        result(&claimed(Player::First, &[36]), Faults::NONE).points,
        Some([100, 0])
    );
}

#[test]
fn first_claim_counts_and_repeated_claims_change_nothing() {
    let moves = claimed(Player::Second, &[30, 32, 34]);
    assert_eq!(result(&moves, Faults::NONE).points, Some([50, 105]));
    assert_eq!(played(&moves).claim_ply(Player::Second), Some(30));
    assert_eq!(played(&moves).claim_ply(Player::First), None);
    assert_eq!(played(&moves), played(&claimed(Player::Second, &[30])));
    assert_ne!(played(&moves), played(&claimed(Player::Second, &[32])));

    let claim = |token| step::<Zuniq>(token).mv.unwrap();
    let position = played("A1h! A2h");
    assert!(position.repeats_claim(&claim("A3h!")));
    assert!(!position.repeats_claim(&claim("A3h")));
    assert!(!played("A1h! A2h A3h").repeats_claim(&claim("A4h!")));
}

#[test]
fn claim_is_allowed_with_exactly_the_legal_moves() {
    let moves: Vec<&str> = EXAMPLE.split_whitespace().take(33).collect();
    let position = played(&moves.join(" "));
    for mv in every_spelling(&position) {
        let claimed = Move {
            claims_win: true,
            ..mv
        };
        assert_eq!(position.check(&claimed), position.check(&mv));
        let mut next = position;
        if next.play(&claimed).is_ok() {
            assert_eq!(next.claim_ply(Player::Second), Some(34));
        } else {
            assert_eq!(next, position);
        }
    }
}

#[test]
fn failing_player_gets_zero_and_the_opponent_its_final_points() {
    let whole = claimed(Player::Second, &[29, 30]);
    let of = |failed| {
        let outcome = result(&whole, failed);
        (outcome.winner.unwrap(), outcome.points.unwrap())
    };
    assert_eq!(of(Faults::NONE), (Winner::Second, [0, 105]));
    assert_eq!(of(Faults::only(Player::First)), (Winner::Second, [0, 105]));
    // White lost the completed game and had claimed the win: no points on either side.
    assert_eq!(of(Faults::only(Player::Second)), (Winner::Draw, [0, 0]));
    assert_eq!(of(Faults::BOTH), (Winner::Draw, [0, 0]));
    let loser = result(EXAMPLE, Faults::only(Player::Second));
    assert_eq!(
        (loser.winner, loser.points),
        (Some(Winner::First), Some([50, 0]))
    );
}

#[test]
fn points_are_unknown_when_a_player_fails_before_the_end() {
    let open = |failed| result("A1h A2h!", failed);
    assert_eq!(
        open(Faults::only(Player::First)).winner,
        Some(Winner::Second)
    );
    assert_eq!(open(Faults::only(Player::First)).points, None);
    assert_eq!(
        open(Faults::only(Player::Second)).winner,
        Some(Winner::First)
    );
    assert_eq!(open(Faults::BOTH).points, Some([0, 0]));
    assert_eq!(open(Faults::BOTH).winner, Some(Winner::Draw));
    let illegal = replay::<Zuniq>(&Setup::default(), "A1h A1h", Faults::NONE)
        .unwrap()
        .0;
    assert_eq!(illegal.failed, Faults::only(Player::Second));
    assert_eq!(illegal.outcome.winner, Some(Winner::First));
}
