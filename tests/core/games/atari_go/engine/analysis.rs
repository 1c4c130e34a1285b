//! Tests of the results that the engine reports.

use super::{minimax, moves, random_position};
use crate::common::work_clock;
use kifu_core::contract::{Faults, Game, Player, Position as _, Proven, Rules as _, Winner};
use kifu_core::games::atari_go::engine::{AtariGoEngine, GoBoard};
use kifu_core::games::atari_go::{AtariGo, Move, Position};
use kifu_core::search::{Coverage, Engine as _, Limits, SearchRequest, SearchResult, SplitMix64};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

fn analyze(
    engine: &mut AtariGoEngine,
    position: &Position,
    request: &SearchRequest<'_, Move>,
) -> SearchResult<Move> {
    engine.analyze(position, request, &mut |_| {})
}

fn proven(result: i8) -> Proven {
    match result {
        1 => Proven::Win,
        0 => Proven::Draw,
        _ => Proven::Loss,
    }
}

#[test]
fn proven_values_of_position_and_lines_agree_with_minimax() {
    let mut rng = SplitMix64::new(21);
    let mut engine = AtariGoEngine::new(4);
    let (mut values, mut lines) = (0, 0);
    for round in 0..600 {
        let turns = 14 + u32::try_from(rng.index(30)).unwrap();
        let left = 2 + round % 3;
        let plies = u16::try_from(turns - left).unwrap();
        let position = random_position(5 + round % 2, turns, plies, &mut rng);
        let board = GoBoard::from_position(&position).unwrap();
        if board.capture_lead().abs() > 4 || left == 4 && board.legal_points().count_ones() > 12 {
            continue;
        }
        let request = SearchRequest::new(Limits::nodes(400)).lines(100);
        let report = analyze(&mut engine, &position, &request);
        let sign = if board.mover() == 0 { 1 } else { -1 };
        if let Some(result) = report.value.proven() {
            assert_eq!(
                result,
                proven(sign * minimax(&board)),
                "{}",
                AtariGo::write_position(&position)
            );
            values += 1;
        }
        for line in &report.lines {
            if let Some(result) = line.value.proven() {
                let mut after = board.clone();
                after.play(board.number_of(line.mv).unwrap());
                assert_eq!(
                    result,
                    proven(sign * minimax(&after)),
                    "{}",
                    AtariGo::write_position(&position)
                );
                lines += 1;
            }
        }
    }
    assert!(values > 200 && lines > 1000, "{values} {lines}");
}

#[test]
fn chosen_move_keeps_a_proven_win_or_draw() {
    let mut rng = SplitMix64::new(26);
    let mut engine = AtariGoEngine::new(4);
    let mut kept = [0; 2];
    for round in 0..2400 {
        let turns = 14 + u32::try_from(rng.index(30)).unwrap();
        let plies = u16::try_from(turns - 4).unwrap();
        let position = random_position(5, turns, plies, &mut rng);
        let board = GoBoard::from_position(&position).unwrap();
        if board.legal_points().count_ones() > 12 {
            continue;
        }
        let request = SearchRequest::new(Limits::nodes(20 + round % 50));
        let chosen = engine.choose_with_report(&position, &request).unwrap();
        let Some(value) = chosen.report.value.proven() else {
            continue;
        };
        let mut after = board.clone();
        after.play(board.number_of(chosen.mv).unwrap());
        let sign = if board.mover() == 0 { 1 } else { -1 };
        assert_eq!(
            proven(sign * minimax(&after)),
            value,
            "{}",
            AtariGo::write_position(&position)
        );
        match value {
            Proven::Win => kept[0] += 1,
            Proven::Draw => kept[1] += 1,
            Proven::Loss => {}
        }
    }
    assert!(kept.iter().all(|kept| *kept > 50), "{kept:?}");
}

/// Each board is divided between the players, captures are equal, and the named player owns the
/// larger part. Playing for more than a draw would lose stones in the opponent's part.
#[test]
fn engine_holds_the_draw_when_all_stones_are_safe() {
    for (text, own) in [
        (
            "..BWWWW../..BBW.W../.BBBBWW../...BBBW../....BWWW./....BBBW./.....BWW./.BBBBBW.W/....BWWW. B 44/80 1-1 -",
            Player::First,
        ),
        (
            "...B.B.BB/...BBB.B./B.B.BWBBB/BBBBWWWBB/WBBW.WWWW/WWWWWWW../W......../WW....WW./......... B 48/80 2-2 -",
            Player::Second,
        ),
        (
            ".BWWB..../BBBWBB.../B.BWB.B../BBWWBB.BB/WBWWWWBB./WWW.W.WBB/.....WWWW/.W....W../......... B 46/80 1-1 -",
            Player::Second,
        ),
    ] {
        let mut position = AtariGo::parse_position(text).unwrap();
        let mut engines = [AtariGoEngine::new(16), AtariGoEngine::new(16)];
        while !position.is_over() {
            let request =
                SearchRequest::new(Limits::nodes(500)).seed(position.turns_played().into());
            let engine = &mut engines[usize::from(position.to_move() == own)];
            let mv = engine.choose(&position, &request).unwrap();
            position.play(&mv).unwrap();
        }
        let winner = position.outcome(Faults::NONE).winner;
        assert_eq!(winner, Some(Winner::Draw), "{text}");
    }
}

#[test]
fn analysis_lines_are_legal_and_contain_the_included_move() {
    let mut rng = SplitMix64::new(22);
    let mut engine = AtariGoEngine::new(16);
    for plies in [0, 10, 30, 50, 70, 78] {
        let position = random_position(9, 80, plies, &mut rng);
        let all = moves(&position);
        let forced = all[rng.index(all.len())];
        let request = SearchRequest::new(Limits::nodes(3000))
            .lines(3)
            .include(forced);
        let report = analyze(&mut engine, &position, &request);
        let line = report.lines.iter().find(|line| line.mv == forced).unwrap();
        assert!(line.visits > 100 || line.value.proven().is_some());
        assert!(report.lines.len() <= 4);
        for line in &report.lines {
            assert_eq!(line.pv[0], line.mv);
            let mut position = position.clone();
            for mv in &line.pv {
                position.play(mv).unwrap();
            }
        }
        let best = report.lines.first().unwrap();
        assert_eq!(best.value.proven(), report.value.proven());
    }
}

#[test]
fn analysis_is_deterministic_for_same_nodes_and_seed() {
    let position = random_position(9, 80, 40, &mut SplitMix64::new(23));
    let request = SearchRequest::new(Limits::nodes(4000)).lines(4).seed(9);
    let mut engine = AtariGoEngine::new(16);
    let first = analyze(&mut engine, &position, &request);
    analyze(&mut engine, &Position::new(7, 60), &request);
    assert_eq!(analyze(&mut engine, &position, &request), first);
    assert_eq!(
        analyze(&mut AtariGoEngine::new(16), &position, &request),
        first
    );
    assert_ne!(
        analyze(&mut engine, &position, &request.clone().seed(10)),
        first
    );
}

#[test]
fn engine_stops_on_request_and_answers_with_no_budget() {
    let position = Position::new(9, 80);
    let mut engine = AtariGoEngine::new(16);
    let stop = AtomicBool::new(true);
    for limits in [Limits::nodes(0), Limits::default().stopped_by(&stop)] {
        let report = analyze(&mut engine, &position, &SearchRequest::new(limits));
        assert_eq!(report.lines.len(), 1);
    }
    let late = random_position(9, 80, 62, &mut SplitMix64::new(24));
    for position in [position, late] {
        let clock = work_clock();
        let limits = Limits::time(Duration::from_millis(100), &clock);
        analyze(&mut engine, &position, &SearchRequest::new(limits));
        // Ten milliseconds more in a release build.
        assert!(clock() < Duration::from_secs(1));
    }
}

#[test]
fn engine_captures_the_stone_in_atari_with_the_last_move() {
    let position = AtariGo::parse_position("...../.BWB./..B../...../..... B 8/9 0-1 -").unwrap();
    let mut engine = AtariGoEngine::new(16);
    let report = analyze(
        &mut engine,
        &position,
        &SearchRequest::new(Limits::nodes(1000)),
    );
    assert_eq!(report.value.proven(), Some(Proven::Draw));
    assert_eq!(report.best_move().unwrap().to_string(), "C5");
}

#[test]
fn engine_answers_unusual_sizes_last_turns_and_finished_games() {
    let mut engine = AtariGoEngine::new(1);
    let mut rng = SplitMix64::new(25);
    let request = SearchRequest::new(Limits::nodes(300)).lines(400);
    for (size, turns, plies) in [
        (5, 1, 0),
        (11, 1000, 50),
        (19, 80, 3),
        (12, 30, 29),
        (9, 80, 79),
    ] {
        let position = random_position(size, turns, plies, &mut rng);
        let report = analyze(&mut engine, &position, &request);
        assert!(!report.lines.is_empty(), "{size}");
        assert!(engine.choose(&position, &request).is_some());
    }
    let over = random_position(9, 80, 80, &mut rng);
    assert!(over.is_over());
    let report = analyze(&mut engine, &over, &request);
    assert!(report.lines.is_empty() && report.coverage == Coverage::AllMoves);
    assert_eq!(engine.choose(&over, &request), None);
}

mod slow {
    use super::*;

    #[test]
    fn engine_with_one_megabyte_plays_a_whole_game() {
        let mut engine = AtariGoEngine::new(1);
        let mut position = Position::new(9, 80);
        while !position.is_over() {
            let request = SearchRequest::new(Limits::nodes(300));
            let mv = engine.choose(&position, &request).unwrap();
            position.play(&mv).unwrap();
        }
    }
}
