//! Tests of the results that the engine reports.

use super::{Brute, random_stones};
use crate::common::work_clock;
use kifu_core::contract::{Game, Position as _, Proven, Rules as _};
use kifu_core::games::clobber::engine::ClobberEngine;
use kifu_core::games::clobber::engine::stones::Stones;
use kifu_core::games::clobber::{Clobber, Move, Position};
use kifu_core::search::{Coverage, Engine as _, Limits, SearchRequest, SearchResult, SplitMix64};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

fn analyze(
    engine: &mut ClobberEngine,
    position: &Position,
    request: &SearchRequest<'_, Move>,
) -> SearchResult<Move> {
    engine.analyze(position, request, &mut |_| {})
}

/// A position after random plies, as the rules have it.
fn random_position(width: u32, height: u32, plies: usize, rng: &mut SplitMix64) -> Position {
    let mut position = Position::full(width, height);
    for _ in 0..plies {
        let mut legal = Vec::new();
        position.legal_moves(&mut |mv| legal.push(mv));
        let mv = legal[rng.index(legal.len())];
        let mut after = position;
        after.apply(&mv);
        if after.is_over() {
            break;
        }
        position = after;
    }
    position
}

#[test]
fn analysis_lines_are_legal_and_contain_the_included_move() {
    let mut rng = SplitMix64::new(22);
    let mut engine = ClobberEngine::new(16);
    for plies in [0, 10, 20, 30, 40] {
        let position = random_position(8, 8, plies, &mut rng);
        let mut legal = Vec::new();
        position.legal_moves(&mut |mv| legal.push(mv));
        let forced = legal[rng.index(legal.len())];
        let request = SearchRequest::new(Limits::nodes(20_000))
            .lines(3)
            .include(forced);
        let report = analyze(&mut engine, &position, &request);
        assert!(report.lines.iter().any(|line| line.mv == forced));
        assert!(report.lines.len() <= 4);
        for line in &report.lines {
            assert_eq!(line.pv[0], line.mv);
            let mut position = position;
            for mv in &line.pv {
                position.play(mv).unwrap();
            }
        }
        if let Some(best) = report.lines.first() {
            assert_eq!(best.value.proven(), report.value.proven());
        }
    }
}

#[test]
fn analysis_is_deterministic_for_same_nodes_and_seed() {
    let position = random_position(8, 8, 14, &mut SplitMix64::new(23));
    let seeded = |seed| {
        SearchRequest::new(Limits::nodes(30_000))
            .lines(4)
            .seed(seed)
    };
    let request = seeded(9);
    let mut engine = ClobberEngine::new(16);
    let first = analyze(&mut engine, &position, &request);
    analyze(&mut engine, &Position::full(8, 8), &request);
    assert_eq!(analyze(&mut engine, &position, &request), first);
    assert_eq!(
        analyze(&mut ClobberEngine::new(16), &position, &request),
        first
    );
    // The seed says which of two moves that look equally good is tried first. Not all change much.
    let mut seeds = 10..30;
    assert!(seeds.any(|seed| analyze(&mut engine, &position, &seeded(seed)) != first));
}

#[test]
fn engine_stops_on_request_and_answers_with_no_budget() {
    let position = Position::full(8, 8);
    let mut engine = ClobberEngine::new(16);
    let stop = AtomicBool::new(true);
    for limits in [Limits::nodes(0), Limits::default().stopped_by(&stop)] {
        let report = analyze(&mut engine, &position, &SearchRequest::new(limits));
        assert_eq!(report.lines.len(), 1);
    }
    let clock = work_clock();
    let limits = Limits::time(Duration::from_millis(100), &clock);
    let report = analyze(&mut engine, &position, &SearchRequest::new(limits));
    assert!(report.nodes > 1000);
    // Ten milliseconds more in a release build.
    assert!(clock() < Duration::from_secs(1));
}

#[test]
fn engine_answers_finished_games_and_unusual_sizes() {
    let mut engine = ClobberEngine::new(16);
    let request = SearchRequest::new(Limits::nodes(3000)).lines(200);
    let over = Clobber::parse_position("wb/ww/.. b").unwrap();
    assert!(!over.is_over());
    let over = Clobber::parse_position("w./.b w").unwrap();
    let report = analyze(&mut engine, &over, &request);
    assert_eq!(report.value.proven(), Some(Proven::Loss));
    assert!(report.lines.is_empty());
    for (width, height) in [(10, 10), (2, 10), (9, 9), (2, 2), (10, 3)] {
        let position = Position::full(width, height);
        let report = analyze(&mut engine, &position, &request);
        assert!(!report.lines.is_empty(), "{width}x{height}");
        // Moves with a bad evaluation are tried as well, if there is time.
        let long = SearchRequest::new(Limits::nodes(8_000)).lines(200);
        let report = analyze(&mut engine, &position, &long);
        assert_eq!(report.coverage, Coverage::AllMoves, "{width}x{height}");
    }
}

/// The tree search uses the solver for late positions of 8x8.
#[test]
fn engine_proves_late_positions_of_the_full_board() {
    let mut rng = SplitMix64::new(24);
    let mut engine = ClobberEngine::new(32);
    for _ in 0..20 {
        let stones = random_stones::<u64>((8, 8), 30, &mut rng);
        assert!(stones.all().count_ones() <= 34);
        let position = random_position(8, 8, 30, &mut rng);
        let report = analyze(
            &mut engine,
            &position,
            &SearchRequest::new(Limits::nodes(200_000)),
        );
        assert!(report.value.proven().is_some());
    }
}

mod slow {
    use super::*;

    #[test]
    fn proven_values_of_position_and_lines_agree_with_brute_force() {
        let (mut rng, mut brute) = (SplitMix64::new(21), Brute::default());
        let mut engine = ClobberEngine::new(16);
        let mut proven = 0;
        for _ in 0..300 {
            let position = random_position(5, 4, 2 + rng.index(8), &mut rng);
            let stones = Stones::<u64>::from_position(&position).unwrap();
            let request = SearchRequest::new(Limits::nodes(2000)).lines(100);
            let report = analyze(&mut engine, &position, &request);
            if let Some(result) = report.value.proven() {
                assert_eq!(result == Proven::Win, brute.wins(stones));
            }
            for line in &report.lines {
                if let Some(result) = line.value.proven() {
                    let after = stones.after(stones.pair_of_move(line.mv).unwrap());
                    assert_eq!(result == Proven::Win, !brute.wins(after));
                    proven += 1;
                }
            }
        }
        assert!(proven > 1000, "{proven}");
    }

    #[test]
    fn engine_with_one_megabyte_plays_a_whole_game() {
        let mut engine = ClobberEngine::new(1);
        let mut position = Position::full(8, 8);
        while !position.is_over() {
            let mv = engine
                .choose(&position, &SearchRequest::new(Limits::nodes(3000)))
                .unwrap();
            position.play(&mv).unwrap();
        }
    }
}
