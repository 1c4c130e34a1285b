//! The engine as a whole: its results, claims and use of time.

use super::{brute_force_wins, edges, never, random_position, segments};
use crate::common::work_clock;
use kifu_core::contract::{Position as _, Proven, Rules as _};
use kifu_core::games::zuniq::engine::{ZuniqEngine, ZuniqSolver};
use kifu_core::games::zuniq::{Position, Zuniq};
use kifu_core::search::{Engine, HasEngine, Limits, SearchRequest, SplitMix64};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Duration;

#[test]
fn analysis_is_deterministic_for_same_nodes_and_seed() {
    let (position, _) = random_position(&mut SplitMix64::new(10), 14).unwrap();
    let request = SearchRequest::new(Limits::nodes(20_000)).lines(3).seed(7);
    let mut engine = Zuniq::new_engine(8);
    let first = engine.analyze(&position, &request, &mut |_| {});
    let again = engine.analyze(&position, &request, &mut |_| {});
    let other = Zuniq::new_engine(8).analyze(&position, &request, &mut |_| {});
    assert_eq!(first, again);
    assert_eq!(first, other);
    assert!(first.nodes >= 20_000);
    assert_eq!(first.lines.len(), 3);
}

/// It is one of the eight images of B2h.
#[test]
fn engine_opens_with_an_image_of_the_learned_move() {
    let images = ["B2h", "B4h", "E2h", "E4h", "B2v", "D2v", "B5v", "D5v"];
    let (mut engine, mut seen) = (Zuniq::new_engine(8), HashSet::new());
    for seed in 1..60 {
        let request = SearchRequest::new(Limits::nodes(100)).seed(seed);
        let choice = engine
            .choose_with_report(&Position::EMPTY, &request)
            .unwrap();
        assert_eq!(choice.mv, choice.reported_move);
        assert!(choice.report.lines.iter().any(|line| line.mv == choice.mv));
        seen.insert(choice.mv.to_string());
    }
    assert_eq!(seen, images.map(str::to_owned).into());
}

#[test]
fn included_move_is_searched_and_listed() {
    let (position, _) = random_position(&mut SplitMix64::new(11), 10).unwrap();
    let mut engine = Zuniq::new_engine(8);
    let mut legal = Vec::new();
    position.legal_moves(&mut |mv| legal.push(mv));
    for mv in legal.into_iter().step_by(7) {
        let request = SearchRequest::new(Limits::nodes(3_000)).include(mv);
        let report = engine.analyze(&position, &request, &mut |_| {});
        let line = report.lines.iter().find(|line| line.mv == mv);
        assert!(line.is_some_and(|line| line.visits > 300));
        assert!(report.lines.len() <= 2);
    }
}

#[test]
fn engine_claims_a_proven_win_exactly_once() {
    let mut rng = SplitMix64::new(12);
    let mut engine = Zuniq::new_engine(8);
    let mut claimed = 0;
    for _ in 0..20 {
        let Some((position, board)) = random_position(&mut rng, 32) else {
            continue;
        };
        if board.legal_edges() == 0 {
            continue;
        }
        let wins = brute_force_wins(&board, &mut HashMap::new());
        let request = SearchRequest::new(Limits::nodes(1_000_000));
        let mv = engine.choose(&position, &request).unwrap();
        assert!(position.check(&mv).is_ok());
        assert_eq!(mv.claims_win, wins);
        if !wins {
            continue;
        }
        claimed += 1;
        let mut later = position;
        later.play(&mv).unwrap();
        let mut reply = None;
        later.legal_moves(&mut |mv| reply = Some(mv));
        let Some(reply) = reply else { continue };
        later.play(&reply).unwrap();
        let next = engine.choose(&later, &request);
        assert!(next.is_none_or(|next| !next.claims_win));
    }
    assert!(claimed > 3);
}

#[test]
fn engine_stops_within_its_time_limit() {
    let clock = work_clock();
    let limits = Limits::time(Duration::from_millis(50), &clock);
    let report =
        Zuniq::new_engine(8).analyze(&Position::EMPTY, &SearchRequest::new(limits), &mut |_| {});
    assert!(report.nodes > 0 && !report.lines.is_empty());
    // Generous, for builds that are not optimised.
    assert!(clock() < Duration::from_millis(1_500));
}

#[test]
fn allocated_time_lasts_for_a_whole_game() {
    let mut left = Duration::from_secs(30);
    let mut rng = SplitMix64::new(13);
    for plies in (0..36).step_by(2) {
        let (position, _) = random_position(&mut rng, plies).unwrap();
        let spent = Zuniq::allocate_time(&position, left);
        assert!(spent <= left / 2 && spent < Duration::from_secs(5));
        left -= spent;
    }
    assert!(left < Duration::from_secs(5), "{left:?} left over");
}

mod slow {
    use super::*;

    #[test]
    fn proven_values_of_all_lines_agree_with_brute_force() {
        let mut rng = SplitMix64::new(9);
        let mut engine = Zuniq::new_engine(8);
        for _ in 0..12 {
            let Some((position, board)) = random_position(&mut rng, 31) else {
                continue;
            };
            if position.is_over() {
                continue;
            }
            let request = SearchRequest::new(Limits::nodes(2_000_000)).lines(60);
            let report = engine.analyze(&position, &request, &mut |_| {});
            let mut known = HashMap::new();
            assert_eq!(report.lines.len(), edges(board.legal_edges()).len());
            for line in &report.lines {
                let edge = segments()
                    .iter()
                    .position(|segment| *segment == line.mv.segment);
                let after = board.after(edge.unwrap()).unwrap();
                let expected = if brute_force_wins(&after, &mut known) {
                    Proven::Loss
                } else {
                    Proven::Win
                };
                assert_eq!(line.value.proven(), Some(expected));
            }
            assert_eq!(report.value.proven(), report.lines[0].value.proven());
        }
    }

    /// In a lost position the engine looks for the move that is hardest to answer. The clock advances
    /// only when it is read, so the test does not depend on the machine.
    #[test]
    fn engine_stops_within_its_time_limit_in_lost_positions() {
        let mut rng = SplitMix64::new(41);
        let mut lost = 0;
        for _ in 0..40 {
            let Some((position, board)) = random_position(&mut rng, 27) else {
                continue;
            };
            let solved = ZuniqSolver::new(1 << 20).solve(&board, 300_000, &mut never);
            if solved != Some(false) || position.is_over() {
                continue;
            }
            lost += 1;
            for most in [1_u32, 10, 1000] {
                let clock_reads = AtomicU32::new(0);
                let clock =
                    || Duration::from_micros((clock_reads.fetch_add(1, Relaxed) + 1).into());
                let time = Duration::from_micros(most.into());
                let request = SearchRequest::new(Limits::time(time, &clock));
                let chosen = ZuniqEngine::new(4).choose(&position, &request);
                assert!(chosen.is_some_and(|mv| position.check(&mv).is_ok()));
                let clock_reads = clock_reads.into_inner();
                assert!(clock_reads <= most + 20, "{clock_reads} looks, {most}");
            }
        }
        assert!(lost > 3, "{lost}");
    }
}
