//! The engine against brute force by the rules.

use super::naive_plies::{ahead, full, plies};
use kifu_core::contract::{Game, Player, Position as _, Proven, Rules as _};
use kifu_core::games::turn_right::{Circuit, Move, Position, TurnRight};
use kifu_core::search::{Coverage, HasEngine, Limits, SearchRequest, SearchResult, SplitMix64};
use std::collections::HashSet;

fn analyze(position: &Position, request: &SearchRequest<'_, Move>) -> SearchResult<Move> {
    TurnRight::new_engine(16).analyze(position, request, &mut |_| {})
}

/// Contest points for a lead, as the rules give them.
fn points(lead: i32) -> f64 {
    match lead {
        500.. => 50.0 + f64::from((lead - 950).clamp(0, 100)),
        ..-500 => f64::from((lead + 1050).clamp(0, 100)),
        _ => f64::from((50 + lead).clamp(0, 100)),
    }
}

#[test]
fn last_ply_is_valued_and_proven_exactly() {
    let mut rng = SplitMix64::new(2);
    for _ in 0..3 {
        let position = full(&mut rng, 25);
        let truth = plies(&position, Player::First, 1);
        let report = analyze(&position, &SearchRequest::new(Limits::default()));
        assert_eq!(report.value.points, Some(points(truth)));
        let result = match truth {
            1.. => Proven::Win,
            0 => Proven::Draw,
            _ => Proven::Loss,
        };
        assert_eq!(report.value.proven(), Some(result));
    }
}

#[test]
fn included_circuit_is_listed_and_the_analysis_is_deterministic() {
    let mut rng = SplitMix64::new(4);
    let position = full(&mut rng, 6);
    let circuits = Circuit::legal_on_turn(4);
    let played = Move::Circuit(circuits[rng.index(circuits.len())]);
    let request = SearchRequest::new(Limits::nodes(20_000))
        .lines(3)
        .include(played);
    let report = analyze(&position, &request);
    assert!(report.lines.iter().any(|line| line.mv == played));
    assert!(report.lines.len() >= 3 && report.lines.len() <= 4);
    assert_eq!(report, analyze(&position, &request));
    let none = analyze(&position, &SearchRequest::new(Limits::nodes(1)));
    assert!(position.check(none.best_move().unwrap()).is_ok());
}

#[test]
fn engine_plays_a_whole_game_to_its_end() {
    let mut position = Position::START;
    let mut plies = 0;
    while !position.is_over() {
        let request = SearchRequest::new(Limits::nodes(30));
        let report = analyze(&position, &request);
        position.play(report.best_move().unwrap()).unwrap();
        plies += 1;
    }
    assert!(plies > 36);
}

#[test]
fn placement_search_sees_the_lost_circuit_phase_without_entering_it() {
    // Wherever White's last two stones go, Black makes a 3x3 square at once. (A search that went on
    // with circuits here took White for the winner, and seconds for a hundred nodes.)
    let mut position = Position::START;
    let stones = "c4 f1 c3 c5 d3 d4 d2 e4 c2 d5 b3 e5 b4 e3 c1 f4 d1 f5 b2 f3 e2 a1 e1 a2 b1 f6 d6 \
                  a3 a5 a4 b5 f2";
    for token in stones.split_whitespace() {
        position.play(&crate::games::turn_right::mv(token)).unwrap();
    }
    let report = analyze(
        &position,
        &SearchRequest::new(Limits::nodes(1_000)).lines(4),
    );
    assert!(report.value.win < 0.05, "{:?}", report.value);
    let is_stone = |mv: &Move| matches!(mv, Move::Place(_));
    assert!(report.lines.iter().all(|line| line.pv.iter().all(is_stone)));
}

/// A game that White, well ahead, lost to a bot of 2006.
#[test]
fn engine_proves_a_forced_3x3_that_every_answer_allows() {
    let text = "bbbwbb/wbbwbw/bbbbbb/wwwbwb/bwwwwb/wwwwww b 8 24-19";
    let position = TurnRight::parse_position(text).unwrap();
    let report = analyze(&position, &SearchRequest::new(Limits::nodes(40_000)));
    assert_eq!(report.value.proven(), Some(Proven::Win));
    let mut after = position;
    after.play(&report.lines[0].mv).unwrap();
    assert!(!after.is_over());
    let mut known: Vec<Move> = Vec::new();
    let (mut boards, mut seen) = (0, HashSet::new());
    after.legal_moves(&mut |answer| {
        let mut next = after;
        next.apply(&answer);
        if !seen.insert(next.key()) {
            return;
        }
        boards += 1;
        let makes = |mv: &Move| {
            let mut last = next;
            last.apply(mv);
            last.winner_by_3x3() == Some(Player::Second)
        };
        let is_lost = next.winner_by_3x3() == Some(Player::Second) || known.iter().any(makes) || {
            let legal = Circuit::legal_on_turn(6).iter();
            let found = legal.map(|circuit| Move::Circuit(*circuit)).find(makes);
            known.extend(found);
            found.is_some()
        };
        assert!(
            is_lost && next.winner_by_3x3() != Some(Player::First),
            "{answer}"
        );
    });
    assert!(boards > 5_000, "{boards}");
}

mod slow {
    use super::*;

    #[test]
    fn two_ply_search_agrees_with_brute_force() {
        let mut rng = SplitMix64::new(1);
        for round in 0..24 {
            let position = full(&mut rng, round % 3);
            let player = position.mover().unwrap();
            let limits = Limits {
                depth: Some(2),
                ..Limits::default()
            };
            let truth = plies(&position, player, 2);
            let report = analyze(&position, &SearchRequest::new(limits).lines(4));
            assert_eq!(report.coverage, Coverage::AllMoves);
            let text = TurnRight::write_position(&position);
            assert_eq!(report.lines[0].value.points, Some(points(truth)), "{text}");
            for line in &report.lines {
                let mut next = position;
                next.play(&line.mv).unwrap();
                let truth = plies(&next, player, 1);
                assert_eq!(line.value.points, Some(points(truth)), "{text} {line:?}");
                if let Some(answer) = line.pv.get(1) {
                    next.play(answer).unwrap();
                    assert_eq!(ahead(&next, player), truth);
                }
            }
        }
    }

    #[test]
    fn last_two_plies_are_valued_and_proven_exactly() {
        let mut rng = SplitMix64::new(3);
        let position = full(&mut rng, 24);
        let report = analyze(&position, &SearchRequest::new(Limits::default()).lines(2));
        let best = &report.lines[0];
        assert!(report.value.exact && report.value.proven().is_some());
        let worth = |mv: &Move| {
            let mut next = position;
            next.play(mv).unwrap();
            points(plies(&next, Player::Second, 1))
        };
        assert_eq!(best.value.points, Some(worth(&best.mv)));
        let circuits = Circuit::legal_on_turn(13);
        for _ in 0..12 {
            let other = Move::Circuit(circuits[rng.index(circuits.len())]);
            assert!(worth(&other) <= worth(&best.mv));
        }
    }
}
